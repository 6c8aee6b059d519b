"""Numbers with their nouns."""

from __future__ import annotations


def count(number: int, noun: str, plural: str | None = None) -> str:
    """`1 rule`, `3 rules`, `2,000 word classes`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
