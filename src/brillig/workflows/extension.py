"""Extending a solution by new sentences, with a reason where they cannot be explained."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from brillig.engines.outcome import Outcome
from brillig.engines.race import solve
from brillig.language.corpus import Corpus
from brillig.limits import Budget, Cancel, Limits
from brillig.parsing.diagnose import find_needs, find_unexplained, sum_up, too_few_homographs
from brillig.problems import ExtendProblem
from brillig.problems.renaming import without_word_names
from brillig.problems.solution import Solution


def extend_problem(solution: Solution, corpus: Corpus, homographs: int = 0) -> ExtendProblem:
    """The sentences of the solution followed by the new ones, so that trees cover everything."""
    return ExtendProblem(solution.grammar, solution.problem.corpus.followed_by(corpus), homographs)


def run_extension(
    solution: Solution,
    corpus: Corpus,
    homographs: int,
    limits: Limits | Budget,
    *,
    engine: str = "auto",
    progress: Callable[[Any], None] | None = None,
    cancel: Cancel | None = None,
) -> Outcome:
    """Solve; the sentences that the solution has trees for keep them.

    Where some of the new sentences cannot be explained, the reason names them by their place in `corpus`.
    """
    problem = extend_problem(solution, corpus, homographs)
    outcome = solve(problem, engine=engine, limits=limits, progress=progress, cancel=cancel)
    if outcome.solution is None:
        unexplained = find_unexplained(solution.grammar, corpus.sentences, problem.unknown_words)
        return replace(outcome, reason=sum_up(unexplained) or _needs(problem) or outcome.reason)
    kept = solution.trees
    trees = kept + outcome.solution.trees[len(kept) :]
    return replace(outcome, solution=without_word_names(replace(outcome.solution, trees=trees)))


def _needs(problem: ExtendProblem) -> str | None:
    needs = find_needs(problem.base, problem.corpus.sentences, problem.unknown_words)
    return too_few_homographs(needs, problem.homographs)
