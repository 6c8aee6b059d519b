"""The budget: one clock, which stands still while a run is held or its process is stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from brillig import limits
from brillig.engines.concur.infer import infer
from brillig.engines.race import solve
from brillig.limits import Brake, Budget, Ended, Limits
from brillig.problems.solution import Run, Status
from exact_data import toy1


class FakeTime:
    """A clock and a processor that the test moves on."""

    def __init__(self, monkeypatch) -> None:
        self.wall = self.used = 100.0
        monkeypatch.setattr(limits.time, "monotonic", lambda: self.wall)
        monkeypatch.setattr(limits.time, "process_time", lambda: self.used)
        monkeypatch.setattr(limits, "_CLOCK", limits._Clock())

    def work(self, seconds: float, looking: Budget) -> None:
        """Work, looking at the clock ten times a second, with one thread that computes."""
        for _ in range(round(10 * seconds)):
            self.wall += 0.1
            self.used += 0.1
            looking.ended()

    def wait(self, seconds: float) -> None:
        self.wall += seconds


@pytest.fixture
def clock(monkeypatch) -> FakeTime:
    return FakeTime(monkeypatch)


def test_time_counts_from_the_making_and_ends_it(clock):
    budget = Budget.begin(Limits(time_limit=3.0))
    clock.work(2.5, budget)
    assert budget.ended() is None
    assert budget.left == pytest.approx(0.5)
    clock.work(1.0, budget)
    assert budget.ended() is Ended.TIME
    assert budget.left == 0.0


def test_time_while_held_does_not_count(clock):
    brake = Brake()
    budget = Budget.begin(Limits(time_limit=3.0), brake)
    clock.work(1.0, budget)
    for pause in (0.5, 60.0):  # a short one, and one that also looks like a stopped process
        brake.hold()
        clock.wait(pause)
        assert budget.seconds == pytest.approx(1.0)
        brake.release()
        assert budget.seconds == pytest.approx(1.0)
    brake.stop()
    assert budget.ended() is Ended.CANCELLED


def test_time_while_the_process_is_stopped_does_not_count(clock):
    budget = Budget.begin(Limits(time_limit=3.0))
    clock.work(1.0, budget)
    clock.wait(60.0)
    assert budget.seconds == pytest.approx(1.0)
    assert budget.ended() is None


def test_long_work_without_a_look_does_count(clock):
    budget = Budget.begin(Limits(time_limit=30.0))
    clock.wall += 20.0
    clock.used += 1.0  # a busy machine gave it no more
    assert budget.seconds == pytest.approx(20.0)


def test_a_part_ends_with_the_whole_or_before(clock):
    whole = Budget.begin(Limits(seed=7, time_limit=10.0, jobs=2))
    clock.work(4.0, whole)
    short, long = whole.part(seconds=1.0, seed=8), whole.part(seconds=100.0, jobs=1)
    assert (short.left, short.seed, short.threads) == (pytest.approx(1.0), 8, 2)
    assert (long.left, long.seed, long.threads) == (pytest.approx(6.0), 7, 1)
    stop = threading.Event()
    stopped = whole.part(cancel=stop)
    stop.set()
    assert stopped.ended() is Ended.CANCELLED
    assert whole.ended() is None


HARD = toy1(100, categories=14, lexical=4, rules=9)  # neither engine answers within seconds


@pytest.mark.parametrize("engine", ["concur", "exact", "auto"])
def test_a_run_that_was_held_longer_than_its_limit_goes_on(engine):
    brake = Brake()
    brake.hold()
    outcomes = []
    budget = Budget.begin(Limits(time_limit=1.0, jobs=2), brake)
    run = threading.Thread(target=lambda: outcomes.append(solve(HARD, engine, budget)))
    run.start()
    time.sleep(2.0)
    assert budget.seconds < 0.5
    assert run.is_alive()
    brake.release()
    run.join(30)
    assert outcomes[0].ended is Ended.TIME
    assert 0.5 < outcomes[0].run.seconds < 4.0


@pytest.mark.parametrize("engine", ["concur", "exact", "auto"])
def test_an_outcome_says_how_it_ended(engine):
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    assert solve(HARD, engine, cancel=stop).ended is Ended.CANCELLED
    assert solve(HARD, engine, Limits(time_limit=0.3)).ended is Ended.TIME
    easy = solve(toy1(), engine)
    assert (easy.status, easy.ended) == (Status.FOUND, Ended.ANSWERED)
    assert easy.to_json()["run"]["ended"] == "answered"


def test_iterations_end_a_run_too():
    outcome = infer(HARD, Limits(max_iterations=50))
    assert (outcome.status, outcome.ended) == (Status.UNKNOWN, Ended.ITERATIONS)


def test_a_run_without_its_end_is_read_and_a_wrong_one_refused():
    data = Run("concur", ended=Ended.TIME).to_json()
    assert Run.from_json(data).ended is Ended.TIME
    del data["ended"]
    assert Run.from_json(data).ended is Ended.ANSWERED
    with pytest.raises(ValueError, match="'ended': 'late'"):
        Run.from_json(data | {"ended": "late"})


WORKING = """
import sys, time
from brillig.limits import Budget, Limits
budget, until = Budget.begin(Limits(time_limit=2.0)), time.monotonic() + 60
print("begun", flush=True)
while budget.ended() is None and time.monotonic() < until:
    sum(range(20_000))
print(time.monotonic() - until + 60 > 4.5, flush=True)
"""


def test_a_process_that_was_stopped_has_its_time_afterwards():
    process = subprocess.Popen([sys.executable, "-c", WORKING], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        os.kill(process.pid, signal.SIGSTOP)
        time.sleep(4.0)
        os.kill(process.pid, signal.SIGCONT)
        # It had 2 s of its own besides the 4 s.
        assert process.communicate(timeout=60)[0] == "True\n"
    finally:
        process.kill()
        process.wait()
