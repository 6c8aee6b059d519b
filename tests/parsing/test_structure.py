"""Bracketing F1 and purity of word classes, against a true grammar and against a treebank."""

from __future__ import annotations

import pytest

from brillig.errors import BrilligError
from brillig.language.grammar import Grammar
from brillig.language.reading import Reading
from brillig.parsing.evaluate import compare
from brillig.parsing.structure import compare_structure, compare_treebank
from text_files import corpus_of as read

WORDS = {"the": ["D"], "a": ["D"], "cat": ["N"], "dog": ["N"], "sees": ["V"], "hears": ["V"]}
RIGHT = Grammar.of("S", [("S", "NP", "VP"), ("NP", "D", "N"), ("VP", "V", "NP")], WORDS)
LEFT = Grammar.of(
    "S",
    [("S", "X", "NP"), ("X", "NP", "V"), ("NP", "D", "N")],
    WORDS,
)
SENTENCES = [["the", "cat", "sees", "a", "dog"], ["a", "dog", "hears", "the", "cat"]]


def test_the_same_grammar_has_all_brackets_and_pure_classes() -> None:
    found = compare_structure(RIGHT, RIGHT.renamed({"NP": "Q", "D": "E"}), SENTENCES)
    assert (found.bracketing_f1, found.purity, found.sentences) == (1.0, 1.0, 2)


def test_another_bracketing_shares_what_it_shares() -> None:
    # Each sentence: NP NP VP against NP NP X; two of three are the same.
    found = compare_structure(LEFT, RIGHT, SENTENCES)
    assert found.bracketing_f1 == pytest.approx(2 / 3)
    assert found.purity == 1.0


def test_a_class_that_mixes_two_is_impure() -> None:
    loose = Grammar.of(
        "S",
        [("S", "A", "B"), ("A", "A", "B"), ("B", "B", "A")],
        {word: ["A" if word in ("the", "a", "sees") else "B"] for word in WORDS},
    )
    found = compare_structure(loose, RIGHT, SENTENCES[:1])
    # the, a | sees in A; cat, dog in B: four of five words are with their like.
    assert found.purity == pytest.approx(4 / 5)


def test_compare_has_both() -> None:
    data = compare(LEFT, RIGHT, strings=50).to_json()
    assert data["bracketing_f1"] == pytest.approx(2 / 3)
    assert data["purity"] == 1.0


def test_a_treebank_with_brackets_and_tags() -> None:
    reading = Reading(tags=True, brackets=True)
    bank = read(b"[the/D cat/N] [sees/V [a/D dog/N]]\nthe/D bird/N sees/V a/D dog/N\n", "bank", reading)
    found = compare_treebank(LEFT, bank)
    assert found.sentences == 1
    assert found.bracketing_f1 == pytest.approx(2 / 3)
    assert found.purity == 1.0
    with pytest.raises(BrilligError, match="neither brackets nor tags"):
        compare_treebank(LEFT, read(b"the cat sees a dog\n", "bank"))
