"""The race of the engines: who wins, who is believed, and that it ends."""

from __future__ import annotations

import time

import pytest

from brillig.engines import race as engines
from brillig.engines.exact import solve_exactly
from brillig.engines.exact.cover import trees_using_all
from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError
from brillig.language.reading import Reading
from brillig.language.text import read_texts
from brillig.limits import Limits
from brillig.problems import Problem
from brillig.problems.solution import Run, Solution, Status
from exact_data import toy1, toy2


def unknown(problem, budget, *, progress=None):
    return Outcome(Status.UNKNOWN, problem, Run("concur", iterations=7), None, "nothing found")


def waiting(problem, budget, *, progress=None):
    while not budget.is_set():
        time.sleep(0.01)
    return unknown(problem, budget)


def failing(problem, budget, *, progress=None):
    raise RuntimeError("broken")


@pytest.fixture
def concur(monkeypatch):
    def use(function):
        monkeypatch.setattr("brillig.engines.concur.engine.solve_by_concur", function)

    return use


@pytest.mark.parametrize("other", [unknown, waiting, failing])
def test_the_exact_engine_wins_when_the_other_has_no_answer(concur, other):
    concur(other)
    outcome = engines.solve(toy2(), "auto")
    assert outcome.status is Status.FOUND
    assert outcome.run.engine == "exact"


def test_concur_wins_when_it_is_first(concur):
    problem = toy1(100, categories=8)
    known = solve_exactly(problem).solution

    def quick(problem, budget, *, progress=None):
        run = Run("concur", iterations=3)
        return Outcome(Status.FOUND, problem, run, Solution(known.grammar, known.trees, problem, run))

    concur(quick)
    outcome = engines.solve(problem)
    assert outcome.run.engine == "concur"
    assert outcome.solution.grammar == known.grammar


def test_a_wrong_answer_does_not_win(concur):
    problem = toy2()
    known = solve_exactly(problem).solution

    def wrong(problem, budget, *, progress=None):
        run = Run("concur")
        trees = known.trees[1:] + known.trees[:1]
        return Outcome(Status.FOUND, problem, run, Solution(known.grammar, trees, problem, run))

    concur(wrong)
    outcome = engines.solve(problem)
    assert outcome.run.engine == "exact"
    with pytest.raises(AssertionError):
        engines.solve(problem, "concur")


def test_a_proof_of_infeasibility_ends_the_race(concur):
    concur(waiting)
    outcome = engines.solve(toy1(rules=4))
    assert outcome.status is Status.INFEASIBLE
    assert outcome.run.engine == "exact"


def test_a_time_limit_ends_the_race_with_unknown(concur):
    concur(waiting)
    started = time.monotonic()
    outcome = engines.solve(toy1(40, categories=14, lexical=4, rules=9), limits=Limits(time_limit=0.5))
    assert outcome.status is Status.UNKNOWN
    assert time.monotonic() - started < 5
    assert engines.solve(toy1(), limits=Limits(time_limit=0)).status is Status.UNKNOWN


def test_the_race_ends_some_time_after_concur_gave_up(concur, monkeypatch):
    concur(unknown)
    monkeypatch.setattr(engines, "GRACE", 0.3)
    monkeypatch.setattr(engines, "CLASSES_FIRST", 0.3)
    outcome = engines.solve(toy1(100, categories=14, lexical=4, rules=9))
    assert outcome.status is Status.UNKNOWN
    assert "7 iterations" in outcome.reason


def test_concur_alone_never_calls_the_exact_engine(monkeypatch):
    """Neither in a process of its own nor here: tags and brackets are kept to without a solver."""

    def refuse(*_, **__):
        raise AssertionError("a formula")

    monkeypatch.setattr("brillig.engines.exact.solving.Child", None)
    monkeypatch.setattr("brillig.engines.exact.formula.Formula.__init__", refuse)
    sentences = ["the/D cat/N sleeps", "the dog sleeps", "[the cat] sees the dog", "the dog sees the cat"]
    corpus = read_texts(sentences, Reading(tags=True, brackets=True)).corpus
    found = engines.solve(Problem(corpus, 6, 3, 3), "concur", Limits(max_iterations=20_000)).solution
    assert found is not None
    assert found.grammar.lexicon["cat"] == ("N",)
    with pytest.raises(AssertionError, match="a formula"):
        trees_using_all(Hard(), ["a b"], ["S", "A", "B", "C", "D"])


class Hard:
    """One sentence whose two trees have all categories only together: only a proof ends this."""

    def words(self, item):
        return tuple(item.split())

    def first(self, item):
        return {(0, 2, 0): (1, 1, 2)}

    def forest(self, item):
        leaves = {(0, 1, 1): [], (1, 2, 2): [], (0, 1, 3): [], (1, 2, 4): []}
        return {(0, 2, 0): [(1, 1, 2), (1, 3, 4)], **leaves}


def test_an_unknown_engine_is_refused():
    with pytest.raises(BrilligError, match="not an engine"):
        engines.solve(toy2(), "guess")
