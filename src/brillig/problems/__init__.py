"""The kinds of problem: values that say at once what is impossible, and check an answer."""

from __future__ import annotations

from brillig.problems.extend import ExtendProblem
from brillig.problems.infer import MAX_CATEGORIES, Problem, max_rules
from brillig.problems.kind import AnyProblem, problem_from_json
from brillig.problems.refine import RefineProblem, parse_rule
from brillig.problems.restrictions import EVERYTHING, STRICT, Restrictions, Switch

__all__ = [
    "EVERYTHING",
    "MAX_CATEGORIES",
    "STRICT",
    "AnyProblem",
    "ExtendProblem",
    "Problem",
    "RefineProblem",
    "Restrictions",
    "Switch",
    "max_rules",
    "parse_rule",
    "problem_from_json",
]
