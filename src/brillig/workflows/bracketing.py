"""Conventional bracketing of a solution, as far as its bits allow: see `language/bracketing.py`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from brillig.engines.grow.solving import described_solution
from brillig.language.bracketing import leans_right, turned
from brillig.language.grammar import Grammar
from brillig.language.morphemes import count_crossings, has_morphemes
from brillig.parsing.bits import describe
from brillig.problems import Problem
from brillig.problems.solution import Solution

MAX_MORE_BITS = 2.0
MAX_TURNS = 40


def bracket_conventionally(solution: Solution, bits: float | None = None) -> Solution:
    """The same language bracketed as linguists do, where that costs two bits at most.

    `bits` are those of the solution, where it does not say them. Sentences with exceptions, tags, brackets or
    given rules keep the trees that were found.
    """
    problem = solution.problem
    if not isinstance(problem, Problem) or problem.has_knowledge:
        return solution
    if bits is None and solution.bits is not None:
        bits = solution.bits.total
    if bits is None or solution.exceptions is not None or solution.features is not None:
        return solution
    limit = bits + MAX_MORE_BITS
    best = solution
    right = leans_right(solution.grammar, solution.trees)
    seen = {solution.grammar.canonical()}
    for _ in range(MAX_TURNS):
        nearer = next((one for one in _try_turns(best, right, seen, limit)), None)
        if nearer is None:
            break
        best = nearer
    return best if best is solution else replace(best, choice=solution.choice)


def _try_turns(solution: Solution, right: bool, seen: set[Grammar], limit: float) -> Iterator[Solution]:
    """The solutions with one helper turned that keep to the limit and to the restrictions."""
    corpus = solution.problem.corpus
    assert isinstance(solution.problem, Problem)
    allowed = solution.problem.restrictions
    for other in turned(solution.grammar, right):
        grammar = other.canonical()
        if grammar in seen:
            continue
        seen.add(grammar)
        description = describe(grammar, corpus)
        if description.bits.total > limit or not all(description.uses.values()):
            continue
        found = described_solution(grammar, description, corpus, solution.run)
        if found is not None and has_morphemes(corpus) and _crosses_more(found, solution):
            continue
        if (
            found is not None
            and isinstance(found.problem, Problem)
            and found.problem.restrictions | allowed == allowed
        ):
            yield found


def _crosses_more(found: Solution, before: Solution) -> bool:
    """Whether more of its phrases begin in one word and end in another."""
    return sum(map(count_crossings, found.trees)) > sum(map(count_crossings, before.trees))
