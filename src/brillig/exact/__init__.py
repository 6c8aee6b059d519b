"""The exact engine: the three problems as SAT. It finds, and it proves that there is nothing (more) to find."""

from __future__ import annotations

from brillig.exact.certify import Certificate, certify
from brillig.exact.solve import Enumeration, ExactProgress, ExactRun, enumerate_solutions, solve

__all__ = [
    "Certificate",
    "Enumeration",
    "ExactProgress",
    "ExactRun",
    "certify",
    "enumerate_solutions",
    "solve",
]
