"""A grammar or a whole solution under other category names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import overload

from brillig.grammar import Grammar
from brillig.problem import ExtendProblem, Problem, RefineProblem
from brillig.solution import Solution


@overload
def renamed(found: Solution, names: Mapping[str, str]) -> Solution: ...
@overload
def renamed(found: Grammar, names: Mapping[str, str]) -> Grammar: ...
def renamed(found: Solution | Grammar, names: Mapping[str, str]) -> Solution | Grammar:
    """The same with categories renamed, in the grammar, in the trees and in the problem they answer."""
    if isinstance(found, Grammar):
        return found.renamed(names)
    grammar = found.grammar.renamed(names)
    problem = found.problem
    match problem:
        case Problem():
            pass
        case ExtendProblem():
            problem = replace(problem, base=problem.base.renamed(names))
        case RefineProblem():
            # The base keeps its names; what its features are called is part of the problem.
            called = {
                plain: names.get(name, name)
                for category in problem.base.categories
                for plain, name in zip(
                    problem.plain_names(category), problem.refined_names(category), strict=True
                )
            }
            problem = replace(problem, names={plain: name for plain, name in called.items() if plain != name})
    return Solution(grammar, tuple(tree.relabel(dict(names)) for tree in found.trees), problem, found.run)
