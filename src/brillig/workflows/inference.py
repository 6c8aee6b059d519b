"""Inference: with the numbers given, or with the numbers chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from brillig.engines.outcome import Outcome
from brillig.engines.race import solve
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Budget, Cancel, Limits
from brillig.problems import Problem, Restrictions
from brillig.workflows.choosing import choose_by_length, chooses_by_length
from brillig.workflows.max_min import Settings, Solver, search

Numbers = tuple[int | None, int | None, int | None]


def run_inference(
    corpus: Corpus,
    numbers: Numbers,
    homographs: int,
    restrictions: Restrictions,
    limits: Limits | Budget,
    *,
    engine: str = "auto",
    choose: str | None = None,
    exceptions: int | None = 0,
    given: Grammar | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[Any], None] | None = None,
    cancel: Cancel | None = None,
) -> Outcome:
    """Solve with c, c_l and r_s given; without them choose by bits, or by the max-min protocol.

    By bits, restrictions are lifted where that pays, unless some are named.
    """
    categories, lexical, rules = numbers
    if numbers == (None, None, None):
        if chooses_by_length(choose, engine, homographs):
            return choose_by_length(
                corpus,
                limits,
                engine=engine,
                allow=restrictions or None,
                max_exceptions=exceptions,
                given=given,
                progress=progress,
                cancel=cancel,
            ).outcome
        return choose_numbers(
            corpus,
            homographs,
            restrictions,
            limits,
            engine=engine,
            given=given,
            progress=progress,
            cancel=cancel,
        )
    if categories is None or lexical is None or rules is None:
        raise BrilligError("give categories, lexical and rules together, or none of them")
    problem = Problem(corpus, categories, lexical, rules, homographs, restrictions, given)
    return solve(problem, engine, limits, progress=progress, cancel=cancel, options=options)


def choose_numbers(
    corpus: Corpus,
    homographs: int,
    restrictions: Restrictions,
    limits: Limits | Budget,
    *,
    engine: str = "auto",
    solver: Solver = solve,
    given: Grammar | None = None,
    progress: Callable[[Any], None] | None = None,
    cancel: Cancel | None = None,
) -> Outcome:
    """The protocol's choice, or the best grammar where it came to none; `progress` is told each point."""
    found = search(
        Settings(corpus, homographs, restrictions=restrictions, given=given),
        engine,
        limits,
        progress=None if progress is None else lambda _walk, point: progress(f"trying {point}"),
        cancel=cancel,
        solver=solver,
    )
    return replace(found.outcome, solution=found.solution, choice=found.choice())
