"""Classes first: a problem solved on classes of words is solved on the words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from brillig.engines import race
from brillig.engines.classes import find_classes, has_classes, solve_on_classes
from brillig.engines.race import solve
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.limits import Budget, Limits
from brillig.parsing.generate import generate
from brillig.problems import Problem
from brillig.problems.check import violations
from brillig.problems.solution import Status


def toy1(number: int, seed: int, *size: int) -> Problem:
    return Problem(Corpus.of(generate(builtin("toy1"), number, seed=seed)), *size)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_solution_on_classes_is_one_on_words(seed: int) -> None:
    problem = toy1(60, seed, 8, 4, 5)
    budget = Budget.begin(Limits(seed=seed, jobs=1))
    classes, opened, *_ = find_classes(problem, budget)
    assert len(opened.problem.corpus.words) > len(classes.problem.corpus.words)
    assert len(classes.problem.corpus) < len(set(problem.corpus.sentences))
    assert set(classes.home) == set(problem.corpus.words)
    found = solve_on_classes(problem, budget)
    assert found is not None
    assert found.solution is not None
    assert violations(problem, found.solution.grammar, found.solution.trees) == []
    for first, second in [("the", "my"), ("saw", "ate")]:  # one class, so one category
        if classes.home[first] == classes.home[second]:
            assert found.solution.grammar.lexicon[first] == found.solution.grammar.lexicon[second]


def test_no_solution_on_classes_says_nothing() -> None:
    problem = toy1(60, 1, 8, 4, 4)  # infeasible: one rule too few
    assert solve_on_classes(problem, Budget.begin(Limits(jobs=1))) is None


def test_classes_are_for_large_problems_without_homographs() -> None:
    assert not has_classes(toy1(20, 1, 8, 4, 5))
    large = toy1(20, 1, 10, 4, 8)
    assert has_classes(large)
    assert not has_classes(replace(large, homographs=1))


def test_the_race_takes_the_answer_on_classes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brillig.engines.classes.LARGE", 8)
    # Divide and concur is kept from answering first.
    monkeypatch.setattr(race._Race, "_run_concur", lambda self: None)
    problem = toy1(60, 3, 8, 4, 5)
    outcome = solve(problem, "auto", Limits(time_limit=60, jobs=1))
    assert outcome.status is Status.FOUND
    assert "classes of words" in outcome.reason
    assert outcome.solution is not None
    assert violations(problem, outcome.solution.grammar, outcome.solution.trees) == []
