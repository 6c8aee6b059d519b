"""What every engine promises, whichever it is: one suite, run on each engine that there is.

A new engine is in `engine_names()`, and has to pass.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from brillig.engines.outcome import Outcome
from brillig.engines.race import solve
from brillig.engines.registry import engine_names
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.limits import Ended, Limits
from brillig.problems import Problem
from brillig.problems.check import violations
from brillig.problems.solution import Status
from brute_force import compile_brute, solvable
from data import sample
from tiny_problems import varied_problem

TINY = tuple(varied_problem(seed) for seed in range(7000, 7024))
PETS = Corpus.of(["the cat sleeps", "a dog sleeps", "the dog sees a cat", "a cat sees the dog"])
# Who is first in a race depends on the machine; everything else is to be the same.
ALONE = tuple(engine for engine in engine_names() if engine != "auto")


@cache
def large_problem() -> Problem:
    """Nothing that any engine answers at once."""
    return Problem(sample("toy2", 60, seed=3), 10, 4, 6)


@pytest.fixture(scope="module")
def truths(tmp_path_factory: pytest.TempPathFactory) -> tuple[bool, ...]:
    return tuple(solvable(compile_brute(tmp_path_factory.mktemp("brute")), TINY))


def try_solve(problem: Problem, engine: str, limits: Limits) -> Outcome | None:
    """None where the engine says beforehand that it does not take the problem."""
    try:
        return solve(problem, engine, limits)
    except BrilligError:
        assert engine in ALONE, "one of the engines takes any problem"
        return None


@pytest.mark.parametrize("engine", engine_names())
def test_found_is_checked_and_infeasible_is_true(engine: str, truths: tuple[bool, ...]) -> None:
    answers = [try_solve(problem, engine, Limits(seed=1, max_iterations=2000, jobs=1)) for problem in TINY]
    assert any(answer is not None and answer.solution is not None for answer in answers)
    for problem, answer, truth in zip(TINY, answers, truths, strict=True):
        if answer is None:
            continue
        assert (answer.solution is not None) == (answer.status is Status.FOUND)
        if answer.status is Status.FOUND:
            assert truth
            assert violations(problem, answer.solution.grammar, answer.solution.trees) == []
        elif answer.status is Status.INFEASIBLE:
            assert not truth
            assert answer.reason


@pytest.mark.parametrize("engine", engine_names())
def test_a_search_that_was_stopped_before_it_began_answers_nothing(engine: str) -> None:
    stop = threading.Event()
    stop.set()
    outcome = solve(large_problem(), engine, Limits(seed=1, jobs=1), cancel=stop)
    assert outcome.status is Status.UNKNOWN
    assert outcome.ended is Ended.CANCELLED
    assert outcome.solution is None


@pytest.mark.parametrize("engine", engine_names())
def test_a_search_can_be_stopped_from_its_first_report_on(engine: str) -> None:
    stop = threading.Event()
    outcome = solve(
        large_problem(), engine, Limits(seed=1, time_limit=60, jobs=1), lambda _: stop.set(), cancel=stop
    )
    assert stop.is_set(), "nothing was reported"
    assert outcome.ended in (Ended.CANCELLED, Ended.ANSWERED)
    assert (outcome.status is Status.UNKNOWN) == (outcome.ended is Ended.CANCELLED)


@pytest.mark.parametrize("engine", engine_names())
def test_time_is_a_limit_and_no_proof(engine: str) -> None:
    outcome = solve(large_problem(), engine, Limits(seed=1, time_limit=0.3, jobs=1))
    if outcome.ended is Ended.ANSWERED:
        assert outcome.solution is not None
    else:
        assert (outcome.status, outcome.ended) == (Status.UNKNOWN, Ended.TIME)
        assert outcome.reason


@pytest.mark.parametrize("engine", ALONE)
def test_a_seed_gives_the_same_answer_whatever_the_jobs(engine: str) -> None:
    problem = Problem(PETS, 6, 3, 3)
    for seed in (0, 5):
        runs = [solve(problem, engine, Limits(seed=seed, max_iterations=4000, jobs=jobs)) for jobs in (1, 2)]
        # Growing chooses its own numbers, which may be others than those asked for.
        assert runs[0].status is runs[1].status
        assert engine == "grow" or runs[0].status is Status.FOUND
        found = [run.nearest if run.solution is None else run.solution.grammar for run in runs]
        assert found[0] == found[1] is not None
        assert replace(runs[0].run, seconds=0) == replace(runs[1].run, seconds=0)


@pytest.mark.parametrize("engine", engine_names())
def test_what_came_nearest_explains_something(engine: str) -> None:
    """Anytime: a search without an answer hands over the best that it had."""
    outcome = solve(large_problem(), engine, Limits(seed=1, max_iterations=3000, time_limit=4, jobs=1))
    if outcome.status is Status.UNKNOWN:
        assert outcome.nearest is not None
        assert len(outcome.unexplained) < len(large_problem().corpus)


def test_an_engine_that_is_none_is_refused_by_name() -> None:
    with pytest.raises(BrilligError, match="guess"):
        solve(Problem(PETS, 6, 3, 3), "guess")


def test_the_truths_are_both(truths: tuple[bool, ...], tmp_path: Path) -> None:
    assert {True, False} == set(truths)
