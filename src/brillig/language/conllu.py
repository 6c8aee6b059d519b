"""CoNLL-U: treebank files, whose words (FORM) and parts of speech (UPOS) are read as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence

COLUMNS = 10
_ID = re.compile(r"\d+(?:[-.]\d+)?")

TaggedWord = tuple[str, str | None]


def is_conllu(lines: Sequence[str]) -> bool:
    """Whether the first line that is no comment has the ten columns."""
    for line in lines:
        if line.strip() and not line.startswith("#"):
            columns = line.split("\t")
            return len(columns) == COLUMNS and _ID.fullmatch(columns[0]) is not None
    return False


def read_conllu(
    lines: Sequence[str],
) -> tuple[list[tuple[int, list[TaggedWord]]], list[tuple[int, tuple[str, str]]]]:
    """The sentences, each with the number of its first line, and the troubles with theirs."""
    sentences: list[tuple[int, list[TaggedWord]]] = []
    troubles: list[tuple[int, tuple[str, str]]] = []
    words: list[TaggedWord] = []
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
            words.append(("_".join(columns[1].split()), tag))
    return sentences, troubles
