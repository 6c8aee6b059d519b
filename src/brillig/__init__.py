"""Brillig learns a readable context-free grammar from a handful of sentences."""

from __future__ import annotations

TYPE_CHECKING = False  # not from `typing`, which takes longer to import than all of this
if TYPE_CHECKING:
    from typing import Any

    from brillig.api.learner import Learner
    from brillig.api.learning import ask, enlarge, extend, infer, refine, search
    from brillig.api.using import certify, compare, draw, generate, parse, reproduce, score, study
    from brillig.engines.outcome import Outcome
    from brillig.errors import BrilligError, Infeasible, Interrupted, NotFound
    from brillig.language.corpus import Corpus
    from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule
    from brillig.language.reading import Reading
    from brillig.language.text import read_corpus
    from brillig.language.tree import Tree
    from brillig.problems import ExtendProblem, Problem, RefineProblem, Restrictions
    from brillig.problems.solution import Run, Solution, Status, load
    from brillig.workflows.asking.dialogue import Dialogue

__all__ = [
    "BrilligError",
    "Corpus",
    "Dialogue",
    "ExtendProblem",
    "Grammar",
    "Infeasible",
    "Interrupted",
    "Learner",
    "LexicalRule",
    "NotFound",
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
    "ask",
    "certify",
    "compare",
    "draw",
    "enlarge",
    "extend",
    "generate",
    "infer",
    "load",
    "parse",
    "read_corpus",
    "refine",
    "reproduce",
    "score",
    "search",
    "study",
]

# Where each name is from. They are imported when they are first used: the command line, which needs few of
# them at a time, starts sooner, and a Ctrl-C while it does meets nothing but its own first lines.
_HOMES = {
    "api.learner": ("Learner",),
    "api.learning": ("ask", "enlarge", "extend", "infer", "refine", "search"),
    "api.using": ("certify", "compare", "draw", "generate", "parse", "reproduce", "score", "study"),
    "engines.outcome": ("Outcome",),
    "errors": ("BrilligError", "Infeasible", "Interrupted", "NotFound"),
    "language.corpus": ("Corpus",),
    "language.grammar": ("Grammar", "LexicalRule", "SyntacticRule"),
    "language.reading": ("Reading",),
    "language.text": ("read_corpus",),
    "language.tree": ("Tree",),
    "problems": ("ExtendProblem", "Problem", "RefineProblem", "Restrictions"),
    "problems.solution": ("Run", "Solution", "Status", "load"),
    "workflows.asking.dialogue": ("Dialogue",),
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("brillig")
    for module, names in _HOMES.items():
        if name in names:
            from importlib import import_module

            value = globals()[name] = getattr(import_module(f"brillig.{module}"), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
