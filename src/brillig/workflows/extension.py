"""Extending a solution by new sentences, with a reason where they cannot be explained."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from brillig.engines.concur.settings import DEFAULT
from brillig.engines.concur.settings import Settings as ConcurSettings
from brillig.engines.outcome import Outcome
from brillig.engines.race import solve
from brillig.language.corpus import Corpus
from brillig.limits import Budget, Cancel, Limits
from brillig.parsing.diagnose import find_needs, find_unexplained, sum_up, too_few_homographs
from brillig.problems import ExtendProblem
from brillig.problems.renaming import without_word_names
from brillig.problems.solution import Solution


def extend_problem(
    solution: Solution, corpus: Corpus, homographs: int = 0, alone: bool = False
) -> ExtendProblem:
    """The sentences of the solution followed by the new ones, so that trees cover everything.

    `alone` leaves out the former, as the paper does.
    """
    if alone:
        return ExtendProblem(solution.grammar, corpus, homographs)
    return ExtendProblem(solution.grammar, solution.problem.corpus.followed_by(corpus), homographs)


def run_extension(
    solution: Solution,
    corpus: Corpus,
    homographs: int,
    limits: Limits | Budget,
    *,
    engine: str = "auto",
    settings: ConcurSettings = DEFAULT,
    progress: Callable[[Any], None] | None = None,
    cancel: Cancel | None = None,
) -> Outcome:
    """Solve; the sentences that the solution has trees for keep them.

    With the paper's settings only the new sentences are looked at.

    Where some of the new sentences cannot be explained, the reason names them by their place in `corpus`.
    """
    problem = extend_problem(solution, corpus, homographs)
    asked = extend_problem(solution, corpus, homographs, alone=settings.layers)
    options = {"settings": settings}
    outcome = solve(asked, engine, limits, progress=progress, cancel=cancel, options=options)
    if outcome.solution is None:
        unexplained = find_unexplained(solution.grammar, corpus.sentences, problem.unknown_words)
        return replace(outcome, reason=sum_up(unexplained) or _needs(problem) or outcome.reason)
    kept = solution.trees
    new = outcome.solution.trees if settings.layers else outcome.solution.trees[len(kept) :]
    extended = replace(outcome.solution, trees=kept + new, problem=problem)
    return replace(outcome, solution=without_word_names(extended), problem=problem)


def _needs(problem: ExtendProblem) -> str | None:
    needs = find_needs(problem.base, problem.corpus.sentences, problem.unknown_words)
    return too_few_homographs(needs, problem.homographs)
