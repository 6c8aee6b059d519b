"""Brillig learns a readable context-free grammar from a handful of sentences."""

from __future__ import annotations

from brillig.api import extend, infer, refine
from brillig.corpus import Corpus, read_corpus
from brillig.errors import BrilligError
from brillig.grammar import Grammar, LexicalRule, SyntacticRule
from brillig.problem import ExtendProblem, Problem, RefineProblem
from brillig.solution import Outcome, Run, Solution, Status, load
from brillig.trees import Tree

__all__ = [
    "BrilligError",
    "Corpus",
    "ExtendProblem",
    "Grammar",
    "LexicalRule",
    "Outcome",
    "Problem",
    "RefineProblem",
    "Run",
    "Solution",
    "Status",
    "SyntacticRule",
    "Tree",
    "extend",
    "infer",
    "load",
    "read_corpus",
    "refine",
]


def __getattr__(name: str) -> str:
    # Looking the version up takes longer than everything else here, and few ask for it.
    if name == "__version__":
        from importlib.metadata import version

        return version("brillig")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
