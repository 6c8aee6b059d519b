"""The exact engine: the three problems as SAT. It finds, and it proves that nothing (more) is there."""

from __future__ import annotations

from brillig.engines.exact.solving import (
    Enumeration,
    ExactProgress,
    ExactRun,
    enumerate_solutions,
    solve_exactly,
)

__all__ = [
    "Enumeration",
    "ExactProgress",
    "ExactRun",
    "enumerate_solutions",
    "solve_exactly",
]
