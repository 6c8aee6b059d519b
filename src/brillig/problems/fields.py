"""Reading the fields of a problem's JSON strictly, and checking ranges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from brillig.errors import BrilligError
from brillig.language.corpus import LONGEST_SENTENCE, Corpus
from brillig.language.markup import Bracket
from brillig.language.reading import Reading
from brillig.problems.restrictions import Restrictions


def corpus_to_json(corpus: Corpus) -> dict[str, Any]:
    """The sentences and all that is known about them, as fields of a problem."""
    data: dict[str, Any] = {"sentences": corpus.texts()}
    if corpus.rejected:
        data["rejected"] = [" ".join(sentence) for sentence in corpus.rejected]
    if corpus.tags:
        data["tags"] = [list(tags) for tags in corpus.tags]
    if corpus.brackets:
        data["brackets"] = [[list(bracket) for bracket in brackets] for brackets in corpus.brackets]
    if corpus.reading is not None:
        data["reading"] = corpus.reading.to_json()
    return data


def sentences_field(data: Mapping[str, Any], *, one_word: bool = False) -> Corpus:
    """Read strictly what `corpus_to_json` wrote."""
    corpus = Corpus.of(texts_field(data, "sentences"), one_word=one_word, max_words=LONGEST_SENTENCE)
    starred = texts_field(data, "rejected") if "rejected" in data else []
    return replace(
        corpus,
        rejected=Corpus.of(starred, one_word=True, max_words=LONGEST_SENTENCE).sentences if starred else (),
        tags=_tags_field(data, corpus) if "tags" in data else (),
        brackets=_brackets_field(data, corpus) if "brackets" in data else (),
        reading=Reading.from_json(data["reading"]) if "reading" in data else None,
    )


def texts_field(data: Mapping[str, Any], name: str) -> list[str]:
    texts = data[name]
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BrilligError(f"the problem's {name!r} is not a list of texts")
    return texts


def _tags_field(data: Mapping[str, Any], corpus: Corpus) -> tuple[tuple[str | None, ...], ...]:
    value = data["tags"]
    lengths = [len(sentence) for sentence in corpus.sentences]
    if (
        not isinstance(value, list)
        or not all(isinstance(tags, list) for tags in value)
        or [len(tags) for tags in value] != lengths
        or not all(tag is None or isinstance(tag, str) for tags in value for tag in tags)
    ):
        raise BrilligError("the problem's 'tags' are not a category or null for each word of each sentence")
    return tuple(tuple(tags) for tags in value)


def _brackets_field(data: Mapping[str, Any], corpus: Corpus) -> tuple[tuple[Bracket, ...], ...]:
    value = data["brackets"]
    wrong = BrilligError("the problem's 'brackets' are not [start, end, name] within each sentence")
    if not isinstance(value, list) or len(value) != len(corpus):
        raise wrong
    found = []
    for brackets, sentence in zip(value, corpus.sentences, strict=True):
        if not isinstance(brackets, list):
            raise wrong
        for bracket in brackets:
            match bracket:
                case [int(start), int(end), None | str()] if 0 <= start < end <= len(sentence):
                    pass
                case _:
                    raise wrong
        found.append(tuple(Bracket(*bracket) for bracket in brackets))
    return tuple(found)


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
        raise BrilligError(f"{name!r} is {value!r}, not an integer")
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
