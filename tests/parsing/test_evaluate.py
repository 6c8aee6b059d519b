"""Precision, recall and their cap; equality of languages up to a length."""

from __future__ import annotations

from itertools import product

import pytest

from brillig.errors import BrilligError
from brillig.language.builtin import builtin
from brillig.language.cfg_text import parse_cfg
from brillig.language.grammar import Grammar
from brillig.parsing.cyk import accepts
from brillig.parsing.evaluate import compare, language_difference, same_language
from grammar_strategies import random_grammar, shuffled

PAPER_GRAMMAR_1 = """
S -> B C
A -> D C
B -> C E
C -> C A | G F | 'Bob' | 'John' | 'Mary'
D -> 'by' | 'in' | 'on' | 'with'
E -> 'ate' | 'saw' | 'walked'
F -> 'man' | 'telescope' | 'cat' | 'park' | 'dog'
G -> 'my' | 'a' | 'the' | 'an'
"""


@pytest.mark.parametrize("seed", range(4))
def test_the_papers_inferred_grammar_1(seed: int) -> None:
    found = compare(parse_cfg(PAPER_GRAMMAR_1), builtin("toy1"), seed=seed)
    assert 0.77 <= found.precision <= 0.83
    assert found.recall == found.recall_cap == 1.0
    assert found.f1 == pytest.approx(2 * found.precision / (found.precision + 1))


def test_recall_is_capped_by_unseen_words() -> None:
    without_an = parse_cfg(PAPER_GRAMMAR_1.replace(" | 'an'", ""))
    found = compare(without_an, builtin("toy1"))
    assert found.recall == found.recall_cap < 0.9


def test_nothing_in_common() -> None:
    one = Grammar.of("S", [("S", "A", "A")], {"a": ["A"]})
    other = Grammar.of("S", [("S", "A", "A")], {"b": ["A"]})
    found = compare(one, other, strings=10)
    assert (found.precision, found.recall, found.f1, found.recall_cap) == (0, 0, 0, 0)


def bracketings() -> list[Grammar]:
    sentence = ([("S", "NP", "VP"), ("VP", "V", "NP")], [("S", "Q", "NP"), ("Q", "NP", "V")])
    phrase = ([("NP", "NP", "PP"), ("PP", "P", "NP")], [("NP", "R", "NP"), ("R", "NP", "P")])
    lexicon = {"Bob": ["NP"], "Mary": ["NP"], "saw": ["V"], "in": ["P"], "the": ["D"], "cat": ["N"]}
    return [Grammar.of("S", [*a, *b, ("NP", "D", "N")], lexicon) for a, b in product(sentence, phrase)]


def test_the_four_bracketings_are_one_language() -> None:
    first, *others = bracketings()
    for other in others:
        assert same_language(first, other, 12)


def test_a_difference_is_a_shortest_sentence_that_only_one_accepts() -> None:
    paper, toy1 = parse_cfg(PAPER_GRAMMAR_1), builtin("toy1")
    assert same_language(paper, toy1, 4)
    found = language_difference(paper, toy1, 8)
    assert found is not None
    assert accepts(paper, found) != accepts(toy1, found)
    assert same_language(paper, toy1, len(found) - 1)


@pytest.mark.parametrize("seed", range(40))
def test_equality_is_that_of_the_sets_of_sentences(seed: int) -> None:
    one = random_grammar(seed, categories=3, rules=3, words=2, homographs=1)
    other = random_grammar(seed % 4, categories=3, rules=3, words=2, homographs=1)
    sentences = [s for n in range(1, 6) for s in product(("w0", "w1"), repeat=n)]
    different = [s for s in sentences if accepts(one, s) != accepts(other, s)]
    found = language_difference(one, other, 5)
    assert (found is None) == (not different)
    if found is not None:
        assert found in different
        assert len(found) == len(different[0])
    assert same_language(one, shuffled(one, seed), 6)


def test_too_many_strings_are_refused() -> None:
    grammar = Grammar.of("A", [("A", "A", "A"), ("A", "B", "B"), ("A", "C", "C")], {"b": ["B"], "c": ["C"]})
    with pytest.raises(BrilligError, match="compare shorter ones"):
        language_difference(grammar, grammar, 30, most_strings=10_000)
