"""The growing engine, as the others see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brillig.engines.outcome import Outcome
from brillig.engines.registry import Engine
from brillig.limits import Budget
from brillig.problems import AnyProblem
from brillig.progress import OnReport


def _solve(
    problem: AnyProblem, budget: Budget, report: OnReport | None, options: Mapping[str, Any]
) -> Outcome:
    from brillig.engines.grow.solving import solve_by_growing

    return solve_by_growing(problem, budget, progress=report)


ENGINE = Engine("grow", "growing", _solve, by_bits=True)
