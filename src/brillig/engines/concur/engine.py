"""Divide and concur, as the others see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brillig.engines.concur.kinds import refuses, solve_by_concur
from brillig.engines.outcome import Outcome
from brillig.engines.registry import Engine
from brillig.limits import Budget
from brillig.problems import AnyProblem
from brillig.progress import OnReport


def _solve(
    problem: AnyProblem, budget: Budget, report: OnReport | None, options: Mapping[str, Any]
) -> Outcome:
    return solve_by_concur(problem, budget, progress=report, **options)


ENGINE = Engine("concur", "divide and concur", _solve, refuses, takes_settings=True)
