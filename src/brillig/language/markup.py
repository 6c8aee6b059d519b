"""What a line says besides its words: a star, tags, brackets."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from brillig.errors import BrilligError, Option

_BRACKET = re.compile(r"\[([A-Z][A-Z0-9_]*(?=\s)|)|\]")


class Bracket(NamedTuple):
    """A constituent: the words from `start` up to, not including, `end`, and its category if it is named."""

    start: int
    end: int
    name: str | None = None


class MarkupError(BrilligError):
    """What is wrong with the marks of a line, and what to do."""


def split_brackets(text: str, split: Callable[[str], list[str]]) -> tuple[list[str], list[Bracket]]:
    """The words of a line and its constituents; `[NP the cat]` names one, `[ A dog]` does not."""
    words: list[str] = []
    open_at: list[tuple[int, str | None]] = []
    found: list[Bracket] = []
    end = 0
    for mark in _BRACKET.finditer(text):
        words += split(text[end : mark.start()])
        end = mark.end()
        if mark[0] != "]":
            open_at.append((len(words), mark[1] or None))
            continue
        if not open_at:
            hint = ("add the [, or leave out ", Option("brackets"))
            raise MarkupError("a ] without its [", hint=hint)
        start, name = open_at.pop()
        if start == len(words):
            raise MarkupError("a bracket without words", hint="remove it")
        found.append(Bracket(start, len(words), name))
    if open_at:
        hint = ("add the ], or leave out ", Option("brackets"))
        raise MarkupError("a [ without its ]", hint=hint)
    words += split(text[end:])
    return words, sorted(found, key=lambda bracket: (bracket.start, -bracket.end))


def split_tag(token: str) -> tuple[str, str | None]:
    r"""`the/D` is the word `the` with the tag `D`; `\/` is a slash that is none."""
    word, slash, tag = token.rpartition("/")
    if not slash or not word or not tag or word.endswith("\\"):
        return token.replace("\\/", "/"), None
    return word.replace("\\/", "/"), tag
