"""CoNLL-U: treebank files, whose words (FORM), tags (UPOS) and heads (HEAD) are read as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from brillig.language.markup import Bracket

COLUMNS = 10
_ID = re.compile(r"\d{1,9}(?:[-.]\d{1,9})?")  # of numbers with thousands of digits Python makes none


class Token(NamedTuple):
    """A word, its part of speech, its number in the sentence and that of its head (0 for the root)."""

    word: str
    tag: str | None
    number: int
    head: int | None


def is_conllu(lines: Sequence[str]) -> bool:
    """Whether the first line that is no comment has the ten columns."""
    for line in lines:
        if line.strip() and not line.startswith("#"):
            columns = line.split("\t")
            return len(columns) == COLUMNS and _ID.fullmatch(columns[0]) is not None
    return False


def read_conllu(
    lines: Sequence[str],
) -> tuple[list[tuple[int, list[Token]]], list[tuple[int, tuple[str, str]]]]:
    """The sentences, each with the number of its first line, and the troubles with theirs."""
    sentences: list[tuple[int, list[Token]]] = []
    troubles: list[tuple[int, tuple[str, str]]] = []
    words: list[Token] = []
    start = 0
    for number, line in enumerate([*lines, ""], 1):
        if not line.strip():
            if words:
                sentences.append((start, words))
                words = []
            continue
        if line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != COLUMNS or _ID.fullmatch(columns[0]) is None or not columns[1].strip():
            wrong = f"not a line of CoNLL-U, which has {COLUMNS} columns with tabs between"
            troubles.append((number, (wrong, "correct it")))
        elif columns[0].isdecimal():  # not 3-4, a contraction of words that follow, nor 3.1, an empty node
            start = start if words else number
            tag = columns[3] if columns[3] != "_" else None
            head = int(columns[6]) if columns[6].isdecimal() and _ID.fullmatch(columns[6]) else None
            words.append(Token("_".join(columns[1].split()), tag, int(columns[0]), head))
    return sentences, troubles


def subtrees(tokens: Sequence[Token]) -> list[Bracket]:
    """Where a word and all that hangs from it are two words or more, short of all, and stand together."""
    places = {token.number: place for place, token in enumerate(tokens)}
    below: list[set[int]] = [{place} for place in range(len(tokens))]
    for place, token in enumerate(tokens):
        head = token.head
        while head in places and place not in below[places[head]]:
            below[places[head]].add(place)
            head = tokens[places[head]].head
    spans = {(min(group), max(group) + 1) for group in below if max(group) - min(group) == len(group) - 1}
    return [Bracket(start, end) for start, end in sorted(spans) if 1 < end - start < len(tokens)]
