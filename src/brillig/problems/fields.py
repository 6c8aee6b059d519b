"""Reading the fields of a problem's JSON strictly, and checking ranges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brillig.errors import BrilligError
from brillig.language.corpus import LONGEST_SENTENCE, Corpus
from brillig.problems.restrictions import Restrictions


def sentences_field(data: Mapping[str, Any], *, one_word: bool = False) -> Corpus:
    texts = data["sentences"]
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BrilligError("the problem's 'sentences' is not a list of texts")
    # Whatever was written with --max-sentence-words is read again.
    return Corpus.of(texts, one_word=one_word, max_words=LONGEST_SENTENCE)


def list_field(data: Mapping[str, Any], name: str) -> list[Any]:
    value = data[name]
    if not isinstance(value, list):
        raise BrilligError(f"the problem's {name!r} is not a list")
    return value


def object_field(data: Mapping[str, Any], name: str, default: dict[str, Any] | None = None) -> dict[str, Any]:
    value = data[name] if default is None else data.get(name, default)
    if not isinstance(value, dict):
        raise BrilligError(f"the problem's {name!r} is not an object")
    return value


def whole_field(data: Mapping[str, Any], name: str) -> int:
    value = data[name]
    if not isinstance(value, int) or isinstance(value, bool):
        raise BrilligError(f"{name!r} is {value!r}, not a whole number")
    return value


def switch_field(data: Mapping[str, Any], name: str) -> bool:
    value = data[name]
    if not isinstance(value, bool):
        raise BrilligError(f"{name!r} is {value!r}, not true or false")
    return value


def allow_field(data: Mapping[str, Any]) -> Restrictions:
    """What is allowed: the list `allow`, or the two switches that files of version 1 have."""
    if "allow" in data:
        return Restrictions.of(list_field(data, "allow"))
    return Restrictions.lifted(
        equal_children=not switch_field(data, "distinct_children"),
        lexical_root=not switch_field(data, "root_nonlexical"),
    )


def check_range(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise BrilligError(f"{name} is {value}, but has to be from {low} to {high}")
