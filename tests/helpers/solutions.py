"""Solutions for the tests: a small one, and that of a grammar for sentences."""

from __future__ import annotations

from brillig.engines.grow import problem_of
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.parsing.bits import describe
from brillig.problems import Problem
from brillig.problems.solution import Run, Solution


def a_solution() -> Solution:
    grammar = Grammar.of("S", [("S", "A", "B")], {"a": ["A"], "b": ["B"]})
    tree = Tree.node("S", Tree.leaf("A", "a"), Tree.leaf("B", "b"))
    problem = Problem(Corpus.of(["a b"]), categories=3, lexical=0, rules=1)
    return Solution(grammar, (tree,), problem, Run("exact", 5, 10, 2, 0.25))


def solution_of(grammar: Grammar, sentences: list[str]) -> Solution:
    """The grammar with its own numbers and its cheapest trees."""
    corpus = Corpus.of(sentences)
    trees = tuple(tree for tree in describe(grammar, corpus).trees if tree is not None)
    assert len(trees) == len(sentences)
    return Solution(grammar, trees, problem_of(grammar, corpus), Run("exact"))
