"""Sentences and problems that the tests of the exact engine share."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from brillig.engines.exact import solve_exactly
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.parsing.generate import generate
from brillig.problems import ExtendProblem, Problem, RefineProblem
from brillig.problems.solution import Solution


def sentences(name: str, number: int, seed: int) -> Corpus:
    return Corpus.of(generate(builtin(name), number, seed=seed))


def toy1(number: int = 60, seed: int = 11, categories: int = 8, lexical: int = 4, rules: int = 5) -> Problem:
    return Problem(sentences("toy1", number, seed), categories, lexical, rules)


def toy2(number: int = 100, seed: int = 12) -> Problem:
    return Problem(sentences("toy2", number, seed), 5, 2, 3)


def found(problem) -> Solution:
    solution = solve_exactly(problem).solution
    assert solution is not None
    return solution


@cache
def toy2_solution() -> Solution:
    return found(toy2())


def refinement(solution: Solution) -> RefineProblem:
    """The paper's refinement: B is the noun phrase, A the verb phrase, whatever they are called here."""
    grammar = solution.grammar
    (root,) = grammar.expansions[grammar.start]
    (noun,), (verb,) = grammar.expansions[root.left], grammar.expansions[root.right]
    return RefineProblem(
        grammar,
        solution.trees,
        {root.left: 3, root.right: 2, noun.left: 2, verb.left: 2},
        {root: 2, verb: 4, noun: 2},
    )


@cache
def refined_solution() -> Solution:
    return found(refinement(toy2_solution()))


def extension(homographs: int) -> ExtendProblem:
    return ExtendProblem(refined_solution().grammar, sentences("toy2-past", 100, 13), homographs)


def restricted(grammar: Grammar, words: Collection[str]) -> str:
    """The canonical form of the grammar with a part of its lexicon."""
    kept = {word: categories for word, categories in grammar.lexicon.items() if word in words}
    return Grammar.of(grammar.start, grammar.syntactic, kept).canonical_text
