"""Divide and concur for any kind of problem: the file of each kind registers its solver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError
from brillig.limits import Budget, Limits
from brillig.problems import AnyProblem
from brillig.problems.registry import Registry


@dataclass(frozen=True)
class Solver:
    """`solve(problem, limits, *, settings, progress, cancel, resume, paused)`, and its default settings.

    `refuses` says why it cannot take a problem of its kind; None where it can.
    """

    solve: Callable[..., Outcome]
    settings: object
    refuses: Callable[[Any], str | None] = lambda problem: None


SOLVERS: Registry[Solver] = Registry("brillig.engines.concur")


def find_solver(problem: AnyProblem) -> Solver:
    solver = SOLVERS.find(problem.kind)
    if solver is None:
        raise BrilligError(f"divide and concur does not solve problems of the kind {problem.kind!r}")
    return solver


def refuses(problem: AnyProblem) -> str | None:
    """Why divide and concur cannot take the problem; None where it can."""
    try:
        return find_solver(problem).refuses(problem)
    except BrilligError as error:
        return str(error)


def solve_by_concur(problem: AnyProblem, limits: Limits | Budget, **options: Any) -> Outcome:
    """Solve a problem of any kind; the options are those of the kind's solver."""
    return find_solver(problem).solve(problem, limits, **options)
