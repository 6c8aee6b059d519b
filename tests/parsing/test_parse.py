"""CYK against definitions, brute force and NLTK."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from math import comb

import nltk
import pytest

from brillig.interop.nltk import to_nltk, to_nltk_tree
from brillig.language.builtin import builtin
from brillig.language.cfg import Cfg, CfgRule, Word
from brillig.language.cfg_text import parse_cfg
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.parsing.cyk import accepts, accepts_all, count_all, count_trees, parse, parse_all, parse_corpus
from brillig.parsing.generate import generate
from grammar_strategies import random_grammar


def all_trees(grammar: Grammar, words: tuple[str, ...]) -> set[Tree]:
    """Every tree by the definition of one."""

    @cache
    def over(i: int, j: int, label: str) -> tuple[Tree, ...]:
        found = [Tree.leaf(label, words[i])] if j - i == 1 and (label, words[i]) in grammar.lexical else []
        for rule in grammar.expansions.get(label, ()):
            for k in range(i + 1, j):
                found += [
                    Tree.node(label, left, right)
                    for left in over(i, k, rule.left)
                    for right in over(k, j, rule.right)
                ]
        return tuple(found)

    return set(over(0, len(words), grammar.start))


@pytest.mark.parametrize("seed", range(12))
def test_trees_are_those_of_the_definition(seed: int) -> None:
    grammar = random_grammar(seed, categories=4, rules=7, words=3, homographs=1)
    sentences = [s for n in (1, 2, 3, 4) for s in product(grammar.words, repeat=n)]
    expected = [all_trees(grammar, s) for s in sentences]
    assert accepts_all(grammar, sentences) == [bool(trees) for trees in expected]
    assert count_all(grammar, sentences) == [len(trees) for trees in expected]
    for sentence, trees, first in zip(sentences, expected, parse_corpus(grammar, sentences), strict=True):
        listed = parse_all(grammar, sentence, 10_000)
        assert len(listed) == len(trees)
        assert set(listed) == trees
        assert first == (listed[0] if listed else None)


def test_some_random_grammars_are_ambiguous() -> None:
    # Otherwise the test above would say little about several trees.
    grammar = random_grammar(0, categories=4, rules=7, words=3, homographs=1)
    several = [
        count_all(random_grammar(seed, 4, 7, 3, 1), product(grammar.words, repeat=4)) for seed in range(12)
    ]
    assert max(map(max, several)) > 2


def test_counts_are_exact_beyond_64_bits() -> None:
    grammar = Grammar.of("A", [("A", "A", "A")], {"a": ["A"]})
    for length in (1, 2, 10, 36, 37, 60):
        catalan = comb(2 * length - 2, length - 1) // length
        assert count_trees(grammar, ["a"] * length) == catalan
    assert count_trees(grammar, ["a"] * 60) > 2**64


def test_first_trees_of_a_sentence_with_too_many_to_count() -> None:
    grammar = Grammar.of("A", [("A", "A", "A")], {"a": ["A"]})
    trees = parse_all(grammar, ["a"] * 60, 50)
    assert len(set(trees)) == 50
    assert all(tree.words() == ("a",) * 60 for tree in trees)


def test_more_than_64_categories() -> None:
    names = [f"C{i}" for i in range(200)]
    chain = [(names[i], f"L{i}", names[i + 1]) for i in range(199)]
    lexicon = {f"w{i}": [f"L{i}"] for i in range(199)} | {"end": [names[199]]}
    grammar = Grammar.of("C150", chain, lexicon)
    sentence = [*(f"w{i}" for i in range(150, 199)), "end"]
    assert accepts(grammar, sentence)
    assert count_trees(grammar, sentence) == 1
    assert not accepts(grammar, sentence[1:])


def test_unknown_words_and_no_words_are_not_accepted() -> None:
    grammar = Grammar.of("S", [("S", "A", "A")], {"a": ["A"]})
    assert accepts(grammar, "a a")
    assert not accepts(grammar, "a b")
    assert not accepts(grammar, "")
    assert parse(grammar, "") is None
    assert count_trees(grammar, "") == 0
    assert parse_all(grammar, "", 5) == []
    assert parse_all(grammar, "a a", 0) == []


def test_a_text_and_its_words_are_the_same_sentence() -> None:
    grammar = Grammar.of("S", [("S", "A", "B")], {"a": ["A"], "b": ["B"]})
    for sentence in ("a  b", ["a", "b"], ("a", "b"), iter("ab")):
        assert grammar.accepts(sentence)
    assert str(grammar.parse("a b")) == "(S (A a) (B b))"


@pytest.mark.parametrize("name", ["toy1", "toy2", "toy2-past"])
def test_general_grammars_agree_with_nltk(name: str) -> None:
    cfg = builtin(name)
    chart = nltk.ChartParser(to_nltk(cfg))
    rng = random.Random(1)
    for text in generate(cfg, 60, seed=3):
        words = text.split()
        wrong = rng.sample(words, len(words))
        for sentence in (words, wrong):
            theirs = {str(tree) for tree in chart.parse(sentence)}
            ours = [str(to_nltk_tree(tree)) for tree in parse_all(cfg, sentence, 1000)]
            assert set(ours) == theirs
            assert len(ours) == len(theirs) == count_trees(cfg, sentence)


def test_general_rules_with_words_among_categories_and_chains() -> None:
    cfg = parse_cfg("S -> 'if' S 'then' S | X\nX -> Y | 'x' | 'x' 'y' 'z'\nY -> 'x'")
    assert isinstance(cfg, Cfg)
    assert [str(tree) for tree in parse_all(cfg, "x", 10)] == ["(S (X x))", "(S (X (Y x)))"]
    assert count_trees(cfg, "if x then x y z") == 2
    assert str(parse(cfg, "if x y z then x")) == "(S if (S (X x y z)) then (S (X x)))"
    chart = nltk.ChartParser(to_nltk(cfg))
    for words in product(("if", "then", "x"), repeat=4):
        assert count_trees(cfg, words) == len(list(chart.parse(words)))


def test_a_category_and_a_word_of_the_same_name_are_two_things() -> None:
    cfg = Cfg("S", (CfgRule("S", ("A", Word("A"))), CfgRule("A", (Word("S"),))))
    assert str(parse(cfg, "S A")) == "(S (A S) A)"
    assert not accepts(cfg, "A A")


def test_tree_forms() -> None:
    tree = Tree.node("S", Tree.leaf("A", "a"), Tree.node("B", Tree.leaf("C", "c"), Tree.leaf("D", "d")))
    assert tree.pretty() == "S\n  A  a\n  B\n    C  c\n    D  d"
    assert tree.to_nltk() == nltk.Tree.fromstring("(S (A a) (B (C c) (D d)))")
    assert Tree.from_json(tree.to_json()) == tree


def test_threads_share_a_parser() -> None:
    cfg = builtin("toy1")
    sentences = generate(cfg, 300, seed=2)
    expected = [str(tree) for tree in parse_corpus(cfg, sentences)]
    with ThreadPoolExecutor(4) as pool:
        for trees in pool.map(lambda _: parse_corpus(cfg, sentences), range(12)):
            assert [str(tree) for tree in trees] == expected
