"""A small solution for the tests."""

from __future__ import annotations

from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.problems import Problem
from brillig.problems.solution import Run, Solution


def a_solution() -> Solution:
    grammar = Grammar.of("S", [("S", "A", "B")], {"a": ["A"], "b": ["B"]})
    tree = Tree.node("S", Tree.leaf("A", "a"), Tree.leaf("B", "b"))
    problem = Problem(Corpus.of(["a b"]), categories=3, lexical=0, rules=1)
    return Solution(grammar, (tree,), problem, Run("exact", 5, 10, 2, 0.25))
