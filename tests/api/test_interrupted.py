"""Ctrl-C in Python: what was found until then comes with the exception, and the next call is undisturbed."""

from __future__ import annotations

import os
import signal
import threading

import pytest

import brillig
from brillig.limits import CtrlC, hear_ctrl_c
from brillig.problems.check import violations
from brillig.workflows.max_min_result import SearchResult
from data import LONG_WALK

PETS = ["the cat sees a dog", "a dog sleeps", "the dog sleeps", "a cat sees the dog", "the cat sleeps"]


@pytest.fixture(autouse=True)
def usual_handler():
    """As it is in a program; whoever runs the tests may have ignored Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)


def press_when(true):
    """A progress callback that presses Ctrl-C once, when what it is told is so."""
    pressed = []

    def told(seen):
        if not pressed and true(seen):
            pressed.append(seen)
            os.kill(os.getpid(), signal.SIGINT)

    return told


def test_the_best_grammar_so_far_comes_with_the_exception():
    progress = press_when(lambda seen: seen.missed == 0)
    with pytest.raises(KeyboardInterrupt) as stopped:
        brillig.infer(list(LONG_WALK), progress=progress, jobs=1)
    error = stopped.value
    assert isinstance(error, brillig.Interrupted)
    assert len(error.best.trees) == len(LONG_WALK)
    assert violations(error.best.problem, error.best.grammar, error.best.trees) == []
    assert error.outcome.ended == "cancelled"
    assert error.outcome.solution == error.best
    assert error.outcome.choice["proven"] is False


def test_a_search_hands_over_its_front():
    progress = press_when(lambda text: "4 rules" in str(text))  # by then a grammar with three rules is known
    with pytest.raises(brillig.Interrupted) as stopped:
        brillig.search(PETS, engine="exact", progress=progress)
    assert isinstance(stopped.value.outcome, SearchResult)
    assert stopped.value.outcome.front
    assert stopped.value.best.grammar.size()["syntactic_rules"] == 3
    assert "not proven best" in stopped.value.outcome.reason


def test_a_study_hands_over_the_trials_that_are_done():
    progress = press_when(lambda view: view.done >= 2)
    with pytest.raises(brillig.Interrupted) as stopped:
        brillig.study(list(LONG_WALK), 5, 2, 3, trials=100_000, progress=progress)
    assert stopped.value.outcome.trials >= 2


def test_a_certificate_hands_over_what_is_proven():
    solution = brillig.infer(["a b", "b a"], 3, 0, 2, allow="lexical-root", engine="exact")
    with pytest.raises(brillig.Interrupted) as stopped:
        brillig.certify(solution, progress=press_when(lambda note: note == "tighter settings"))
    assert stopped.value.outcome.complete
    assert stopped.value.best == solution


def test_nothing_found_yet_is_no_best_grammar():
    hard = [" ".join(f"w{(7 * i + j * j) % 23}" for j in range(3 + i % 5)) for i in range(40)]
    progress = press_when(lambda seen: True)
    with pytest.raises(brillig.Interrupted) as stopped:
        brillig.infer(hard, 9, 4, 9, engine="concur", progress=progress)
    assert stopped.value.best is None
    assert stopped.value.outcome.status == "unknown"


def test_a_second_ctrl_c_insists():
    with CtrlC() as stop:
        os.kill(os.getpid(), signal.SIGINT)
        assert stop.is_set()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)


def test_a_ctrl_c_that_python_ignored_ends_the_next_search(monkeypatch):
    """As one in the midst of an import does: its exception is printed, and forgotten."""
    monkeypatch.setattr("brillig.limits._heard", False)
    before = signal.signal(signal.SIGINT, hear_ctrl_c)
    try:
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
        with CtrlC() as stop:
            assert stop.is_set()
    finally:
        signal.signal(signal.SIGINT, before)


def test_elsewhere_ctrl_c_is_left_alone():
    """In another thread nobody can hear it, and a program's own handler stays."""
    heard = []
    mine = signal.signal(signal.SIGINT, lambda *_: heard.append(1))
    try:
        assert brillig.infer(["a b"], 3, 0, 1, engine="concur").trees
        with CtrlC() as stop:
            os.kill(os.getpid(), signal.SIGINT)
        assert heard == [1]
        assert not stop.is_set()
    finally:
        signal.signal(signal.SIGINT, mine)
    found = []
    thread = threading.Thread(target=lambda: found.append(brillig.infer(["a b"], 3, 0, 1)))
    thread.start()
    thread.join(60)
    assert found[0].trees
