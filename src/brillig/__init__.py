"""Brillig learns a readable context-free grammar from a handful of sentences."""

from __future__ import annotations

from brillig.api import extend, infer, refine
from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus, read_corpus
from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule
from brillig.language.tree import Tree
from brillig.problems import ExtendProblem, Problem, RefineProblem, Restrictions
from brillig.problems.solution import Run, Solution, Status, load

__all__ = [
    "BrilligError",
    "Corpus",
    "ExtendProblem",
    "Grammar",
    "LexicalRule",
    "Outcome",
    "Problem",
    "RefineProblem",
    "Restrictions",
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
