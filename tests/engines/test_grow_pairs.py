"""Pairs of brackets that are words: phrases keep to them, and none shares its class with another word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brillig.engines.grow import grow
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.pairing import PAIRS, keeps_apart, marks_of, pairs_in
from brillig.limits import Limits
from brillig.parsing.cyk import accepts_all

SUMS = ["y - x", "x + y", "( x )", "( x ) * y", "x / y", "y * x"]
CALLS = [
    "f ( x )",
    "g ( y )",
    "f ( g ( x ) )",
    "g ( f ( y ) )",
    "f ( f ( x ) )",
    "g ( x , y )",
    "f ( x , g ( y ) )",
]


def by_partners(words: list[str]) -> bool:
    """By taking adjacent partners away until nothing changes."""
    left = [word for word in words if word in {*PAIRS, *PAIRS.values()}]
    while True:
        place = next((i for i in range(len(left) - 1) if PAIRS.get(left[i]) == left[i + 1]), None)
        if place is None:
            return not left
        del left[place : place + 2]


@given(st.lists(st.lists(st.sampled_from("x+()[]{}"), min_size=1, max_size=9), min_size=1, max_size=3))
def test_pairs_are_those_of_texts_in_which_each_bracket_has_its_partner(sentences):
    seen = {word: close for word, close in PAIRS.items() if any(word in s for s in sentences)}
    assert pairs_in(sentences) == (seen if all(map(by_partners, sentences)) else {})


@pytest.mark.parametrize("texts", [SUMS, CALLS])
def test_no_bracket_stands_without_its_partner(texts: list[str]) -> None:
    found = grow(Corpus.of(texts), Limits(jobs=1))
    assert found.grammar is not None
    assert keeps_apart(found.grammar, {"(": ")"})
    for text in texts:
        words = text.split()
        assert accepts_all(found.grammar, [words]) == [True]
        without = [words[:place] + words[place + 1 :] for place, word in enumerate(words) if word in "()"]
        assert not any(accepts_all(found.grammar, without)), text


def test_what_is_known_may_put_brackets_among_other_words() -> None:
    corpus = Corpus.of(SUMS)
    words = sorted(corpus.words)
    assert max(marks_of(corpus, words)) == 8
    mixed = Grammar.of("S", [("S", "A", "B")], {"(": ["A"], "x": ["A"], ")": ["B"]})
    assert marks_of(corpus, words, mixed) == []
    assert marks_of(Corpus.of(["x )", "( x"]), ["(", ")", "x"]) == []
