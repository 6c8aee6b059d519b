"""Mixed orders: starts that differ by their numbers, and a search that is the same however it is run."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace

import numpy as np

from brillig import Corpus, Problem
from brillig.engines.concur.changing import ChangingNetwork
from brillig.engines.concur.infer import infer
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.pause import Paused
from brillig.engines.concur.settings import DEFAULT, FIRST_STARTS, Settings, of_start
from brillig.language.builtin import builtin
from brillig.limits import Limits
from brillig.parsing.generate import generate

MIXED = Settings(order="mixed")
PAPERS, OTHER, KEPT = ("divide-first", "printed"), ("concur-first", "printed"), ("concur-first", "kept")


def toy1(number: int, seed: int) -> Problem:
    return Problem(Corpus.of(generate(builtin("toy1"), number, seed=seed)), 8, 4, 5)


def test_the_first_starts_are_the_papers_and_the_others_take_turns() -> None:
    assert [of_start(MIXED, number) for number in range(8)] == [PAPERS] * 5 + [KEPT, OTHER, KEPT]
    assert Counter(of_start(MIXED, number) for number in range(5, 105)) == {OTHER: 50, KEPT: 50}
    for order in ("divide-first", "concur-first"):
        assert {of_start(Settings(order=order, lift="at-x"), number) for number in range(9)} == {
            (order, "at-x")
        }


def test_a_start_is_the_same_whatever_was_before_it() -> None:
    layout = Layout.of(toy1(4, 0))
    network = InferenceNetwork(layout, replace(MIXED, decode_every=0))
    for number in (5, 0, 6, 7):
        order, lift = of_start(MIXED, number)
        alone = InferenceNetwork(layout, replace(MIXED, order=order, lift=lift, decode_every=0))
        network.vary(number)
        for each in (network, alone):
            each.start(7)
            each.run(60)
        assert np.array_equal(network.kernel.vectors(), alone.kernel.vectors())


def test_a_batch_that_changes_keeps_the_order_of_its_start() -> None:
    problem = toy1(8, 0)
    states = []
    for order, lift, number in (("mixed", "printed", 5), ("concur-first", "kept", 0)):
        settings = replace(DEFAULT, order=order, lift=lift, batch=3, change_after=20, decode_every=0)
        network = ChangingNetwork(problem, problem.corpus.sentences, settings)
        network.vary(number)
        network.start(5)
        for _ in range(4):
            network.run(20)
        states.append(network.kernel.vectors())
    assert np.array_equal(*states)


def test_a_mixed_search_does_not_depend_on_threads_nor_on_stops() -> None:
    problem = toy1(10, 2)
    whole = infer(problem, Limits(seed=3, jobs=1), settings=MIXED)
    assert whole.solution is not None
    assert whole.run.restarts > FIRST_STARTS
    threads = infer(problem, Limits(seed=3, jobs=3), settings=MIXED)
    assert threads.solution is not None
    assert (threads.run.iterations, threads.solution.grammar) == (
        whole.run.iterations,
        whole.solution.grammar,
    )

    class Soon:
        """Set after it has been asked a few times: in the middle of a start."""

        def __init__(self) -> None:
            self.asked = itertools.count()

        def is_set(self) -> bool:
            return next(self.asked) > 150

    point: list[Paused] = []
    outcome, stops = (
        infer(problem, Limits(seed=3, jobs=1), settings=MIXED, cancel=Soon(), paused=point.append),
        0,
    )
    while outcome.solution is None and stops < 200:
        stops += 1
        outcome = infer(
            problem,
            Limits(seed=3, jobs=1),
            settings=MIXED,
            cancel=Soon(),
            resume=point[-1],
            paused=point.append,
        )
    assert stops > 0
    assert outcome.solution is not None
    assert (outcome.run.iterations, outcome.solution.grammar) == (
        whole.run.iterations,
        whole.solution.grammar,
    )
