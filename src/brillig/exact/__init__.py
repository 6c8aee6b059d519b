"""The exact engine: the three problems as SAT. It finds, and it proves that nothing (more) is there."""

from __future__ import annotations

from brillig.exact.certificate import Certificate, certify
from brillig.exact.solving import Enumeration, ExactProgress, ExactRun, enumerate_solutions, solve

__all__ = [
    "Certificate",
    "Enumeration",
    "ExactProgress",
    "ExactRun",
    "certify",
    "enumerate_solutions",
    "solve",
]
