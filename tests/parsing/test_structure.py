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


def test_a_treebank_says_what_trees_that_know_nothing_come_to() -> None:
    bank = read(b"[the cat] [sees [a dog]]\n", "bank", Reading(brackets=True))
    found = compare_treebank(LEFT, bank)
    # Of three true ones: sees a dog, a dog; the cat. 14 trees over five words, 5 of which have a given pair.
    expected = {"right-branching": 2 / 3, "left-branching": 1 / 3, "random": (5 + 5 + 4) / 14 / 3}
    assert dict(found.baselines) == pytest.approx(expected)


def test_a_dependency_treebank_has_the_spans_of_its_subtrees() -> None:
    heads = (("the", 2), ("cat", 3), ("sees", 0), ("a", 5), ("dog", 3), (".", 3))
    rows = [f"{i}\t{word}\t_\tX\t_\t_\t{head}\t_\t_\t_" for i, (word, head) in enumerate(heads, 1)]
    bank = read("\n".join(rows).encode(), "bank.conllu", Reading(brackets=True))
    assert [(b.start, b.end) for b in bank.brackets[0]] == [(0, 2), (3, 5)]
    found = compare_treebank(RIGHT, bank)
    assert found.bracketing_f1 == pytest.approx(4 / 5)
    # Where the words of a subtree stand apart there is no span.
    crossing = [row.replace("\t5\t_\t_\t_", "\t2\t_\t_\t_") for row in rows]
    bank = read("\n".join(crossing).encode(), "bank.conllu", Reading(brackets=True))
    assert not bank.brackets or not bank.brackets[0]
