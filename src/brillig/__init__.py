"""Brillig learns a readable context-free grammar from a handful of sentences."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from brillig.api import extend, infer, refine
    from brillig.engines.outcome import Outcome
    from brillig.errors import BrilligError
    from brillig.language.corpus import Corpus
    from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule
    from brillig.language.reading import Reading
    from brillig.language.text import read_corpus
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
    "Reading",
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

# Where each name is from. They are imported when they are first used: the command line, which needs few of
# them at a time, starts sooner, and a Ctrl-C while it does meets nothing but its own first lines.
_HOMES = {
    "api": ("extend", "infer", "refine"),
    "engines.outcome": ("Outcome",),
    "errors": ("BrilligError",),
    "language.corpus": ("Corpus",),
    "language.grammar": ("Grammar", "LexicalRule", "SyntacticRule"),
    "language.reading": ("Reading",),
    "language.text": ("read_corpus",),
    "language.tree": ("Tree",),
    "problems": ("ExtendProblem", "Problem", "RefineProblem", "Restrictions"),
    "problems.solution": ("Run", "Solution", "Status", "load"),
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("brillig")
    for module, names in _HOMES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(f"brillig.{module}"), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
