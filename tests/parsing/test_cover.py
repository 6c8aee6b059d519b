"""One tree for each sentence, together using every category where that is possible."""

from __future__ import annotations

from itertools import islice, product

import pytest

from brillig.errors import BrilligError
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.parsing.cyk import parse_all, parse_corpus, trees_using_all
from brillig.parsing.generate import draw
from grammar_strategies import random_grammar


def used(trees: tuple[Tree, ...]) -> set[str]:
    return {node.label for tree in trees for node in tree.nodes()}


def test_a_sentence_without_a_tree_gives_none() -> None:
    grammar = Grammar.of("S", [("S", "A", "B")], {"a": ["A"], "b": ["B"]})
    assert trees_using_all(grammar, ["a b", "b a"]) is None


def test_first_trees_are_kept_where_they_use_everything() -> None:
    grammar = Grammar.of("S", [("S", "A", "A"), ("A", "A", "A")], {"a": ["A"]})
    sentences = ["a a a a"] * 3
    assert trees_using_all(grammar, sentences) == tuple(parse_corpus(grammar, sentences))


def test_an_exchange_never_loses_a_category() -> None:
    # Every sentence can be read with A, B or C; only one of each will do.
    lexicon = {"x": ["A", "B", "C"], "y": ["D"]}
    grammar = Grammar.of("S", [("S", "A", "D"), ("S", "B", "D"), ("S", "C", "D")], lexicon)
    trees = trees_using_all(grammar, ["x y"] * 3)
    assert trees is not None
    assert used(trees) == {"S", "A", "B", "C", "D"}
    fewer = trees_using_all(grammar, ["x y"] * 2)
    assert fewer is not None
    assert len(used(fewer)) == 4


def test_it_finds_a_choice_whenever_there_is_one() -> None:
    possible = impossible = changed = 0
    for seed in range(400):
        grammar = random_grammar(seed, categories=6, rules=9, words=3, homographs=4)
        try:
            sentences = [s for s in islice(draw(grammar, seed, 5), 30) if len(s) > 2][:3]
        except BrilligError:
            continue
        if not sentences:
            continue
        every = [parse_all(grammar, s, 40) for s in sentences]
        if max(map(len, every)) == 40:
            continue
        largest = max(len(used(choice)) for choice in product(*every))
        trees = trees_using_all(grammar, sentences)
        assert trees is not None
        for tree, options in zip(trees, every, strict=True):
            assert tree in options
        if largest == len(grammar.categories):
            possible += 1
            changed += trees != tuple(options[0] for options in every)
            assert used(trees) == set(grammar.categories)
        else:
            impossible += 1
    assert min(possible, impossible, changed) > 5


def test_too_many_choices_to_weigh_still_end() -> None:
    names = [f"A{i}" for i in range(30)]
    grammar = Grammar.of("S", [("S", name, "D") for name in names], {"x": names, "y": ["D"]})
    trees = trees_using_all(grammar, ["x y"] * 29)
    assert trees is not None
    assert len(used(trees)) == 31  # one short of all, as only 29 sentences are there
    enough = trees_using_all(grammar, ["x y"] * 30)
    assert enough is not None
    assert used(enough) == set(grammar.categories)


@pytest.mark.parametrize("number", [2000])
def test_thousands_of_sentences_are_quick(number: int) -> None:
    import time

    grammar = Grammar.of(
        "S",
        [("S", "A", "B"), ("B", "V", "A"), ("A", "D", "N"), ("Q", "A", "V"), ("S", "Q", "A")],
        {"the": ["D"], "cat": ["N"], "Bob": ["A"], "saw": ["V"]},
    )
    sentences = list(islice(draw(grammar), number))
    start = time.perf_counter()
    trees = trees_using_all(grammar, sentences)
    assert trees is not None
    assert used(trees) == set(grammar.categories)
    assert time.perf_counter() - start < 2
