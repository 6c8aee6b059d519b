"""The growing engine as an engine like the others: a problem in, an outcome out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brillig.engines.grow.growth import Grown, grow
from brillig.engines.grow.numbers import problem_of
from brillig.engines.knowledge import agree_with_knowledge, solution_with_knowledge
from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.plural import count
from brillig.language.tree import Tree
from brillig.limits import Budget, Cancel, Ended, Limits
from brillig.parsing.bits import Description
from brillig.problems import AnyProblem, Problem
from brillig.problems.check import violations
from brillig.problems.chosen import Exceptions, order_weights, rename_weights, rounded
from brillig.problems.claims import say_early
from brillig.problems.renaming import without_word_names
from brillig.problems.solution import Run, Solution, Status

ENGINE = "grow"

# The search itself does not know of them.
DISAGREES = (
    "the grammar with the fewest bits does not agree with the tags, brackets or given rules, which the "
    "growing engine does not search by; that proves nothing: try the engine auto or exact"
)


def solve_by_growing(
    problem: AnyProblem,
    limits: Limits | Budget | None = None,
    *,
    progress: Callable[[Any], None] | None = None,
    cancel: Cancel | None = None,
) -> Outcome:
    """Grow, and take the grammar with the fewest bits that keeps to the numbers given, if one does.

    It is not steered by them: of all that came up at the end, few may.
    """
    if not isinstance(problem, Problem):
        raise BrilligError(
            "the growing engine infers grammars", hint=f"use concur or exact to {problem.kind}"
        )
    budget = Budget.begin(limits, cancel)
    grown = grow(problem.corpus, budget, allow=problem.restrictions, progress=progress)
    run = run_of(grown, budget.seed)
    if grown.grammar is None:
        return Outcome(Status.UNKNOWN, problem, run, None, why_not(grown), nearest=grown.nearest)
    wrong = violations(problem, grown.grammar, trees_of(grown))
    assert grown.description is not None
    own_best = (grown.grammar, grown.description)
    others = sorted(grown.islands_best, key=lambda found: found[1].bits.total)
    for grammar, description in (own_best, *others):
        if problem.has_knowledge:
            solution = solution_with_knowledge(problem, grammar, run)
            if solution is None:
                continue
        else:
            trees = tuple(tree for tree in description.trees if tree is not None)
            solution = Solution(grammar, trees, problem, run)
        if not violations(problem, solution.grammar, solution.trees):
            return Outcome(Status.FOUND, problem, run, solution, "the grammar grown keeps to the numbers")
    if problem.has_knowledge and agree_with_knowledge(problem, grown.grammar) is None:
        return Outcome(Status.UNKNOWN, problem, run, None, DISAGREES, nearest=grown.grammar)
    own = problem_of(grown.grammar, problem.corpus)
    reason = (
        f"the grammar with the fewest bits has {own.categories} categories, {own.lexical} of them for words "
        f"only, {count(own.rules, 'rule')} and {count(own.homographs, 'homograph')}: {wrong[0]}; that proves "
        "nothing, try another engine"
    )
    return Outcome(Status.UNKNOWN, problem, run, None, reason, nearest=grown.grammar)


def solution_of(grown: Grown, corpus: Corpus, seed: int, given: Grammar | None = None) -> Solution | None:
    """The grammar grown as the solution of the problem with its own numbers; it has passed the check.

    None where it does not agree with the tags and brackets of the sentences, or with the given rules.
    """
    assert grown.grammar is not None
    assert grown.description is not None
    run = run_of(grown, seed)
    return described_solution(grown.grammar, grown.description, corpus, run, grown.exceptions, given)


def described_solution(
    grammar: Grammar,
    description: Description,
    corpus: Corpus,
    run: Run,
    left_out: tuple[int, ...] = (),
    given: Grammar | None = None,
) -> Solution | None:
    """A grammar with its bits, weights and cheapest trees, solving the problem with its own numbers.

    Exceptions are not part of that problem: its sentences are those that are explained. None where the
    grammar does not agree with what is known of trees and rules; where it does, trees are those known.
    """
    exceptions = Exceptions(corpus, left_out) if left_out else None
    own = problem_of(grammar, corpus if exceptions is None else corpus.part(exceptions.explained), given)
    weights = order_weights(description.weights, grammar)
    trees = tuple(tree for tree in description.trees if tree is not None)
    if own.has_knowledge:
        agreed = agree_with_knowledge(own, grammar)
        if agreed is None:
            return None
        names, trees = agreed
        grammar = grammar.renamed(names)
        weights = rename_weights(weights, names, grammar)
    solution = Solution(grammar, trees, own, run, rounded(description.bits), weights, exceptions)
    wrong = violations(own, grammar, trees)
    if wrong:
        raise AssertionError(f"the grammar with the fewest bits is wrong: {wrong[0]}")
    return without_word_names(solution)


def run_of(grown: Grown, seed: int) -> Run:
    """Iterations are thousands of splits, of each island; every island is a start of its own."""
    return Run(ENGINE, seed, grown.work // 1000, grown.islands - 1, grown.seconds, grown.ended)


def trees_of(grown: Grown) -> tuple[Tree, ...]:
    assert grown.description is not None
    return tuple(tree for tree in grown.description.trees if tree is not None)


def why_not(grown: Grown) -> str:
    made = "the iterations were made" if grown.ended is Ended.ITERATIONS else "the search ended"
    how = say_early(grown.ended).lower() or made
    return f"no grammar for all sentences before {how}; that proves nothing"
