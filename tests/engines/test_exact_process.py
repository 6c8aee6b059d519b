"""The exact engine's process: one for many requests, none for what was stopped, none without its parent."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from brillig.engines import race
from brillig.engines.exact import child, solve_exactly, solving
from brillig.engines.exact.child import Child
from brillig.language.grammar import Grammar
from brillig.limits import Budget, Ended, Limits
from brillig.problems.solution import Status
from exact_data import toy1
from tiny_problems import feasible_problem


@pytest.fixture(autouse=True)
def none_idle() -> None:
    child._end_idle()


def test_one_process_answers_one_request_after_the_other() -> None:
    answers = [solve_exactly(feasible_problem(seed)) for seed in range(12)]
    assert len({answer.status for answer in answers}) == 2
    (worker,) = child._idle
    again = [solve_exactly(feasible_problem(seed)) for seed in range(12)]
    assert child._idle == [worker]
    assert [a.solution and a.solution.grammar for a in answers] == [
        a.solution and a.solution.grammar for a in again
    ]


def test_what_was_stopped_is_not_gone_on_with() -> None:
    solve_exactly(feasible_problem(1))
    (worker,) = child._idle
    hard = solve_exactly(toy1(100, categories=14, lexical=4, rules=9), Limits(time_limit=0.3))
    assert hard.status is Status.UNKNOWN
    assert child._idle == []
    assert worker.process.returncode == -signal.SIGKILL


def test_a_process_that_was_ended_while_it_waited_is_replaced() -> None:
    first = solve_exactly(feasible_problem(1))
    (worker,) = child._idle
    worker.process.kill()
    worker.process.wait()
    assert solve_exactly(feasible_problem(1)).status is first.status
    assert child._idle != [worker]


PARENT = """
import sys, threading, time
sys.path[:0] = sys.argv[1:]
from brillig.engines.exact import child, solve_exactly
from exact_data import toy1
from tiny_problems import feasible_problem

# The thread that starts a process may end before it.
thread = threading.Thread(target=solve_exactly, args=(feasible_problem(1),))
thread.start()
thread.join()
waits, busy = child._idle.pop(), threading.Thread(target=solve_exactly, args=(toy1(100, 11, 14, 4, 9),))
busy.start()
print(waits.process.pid, waits.process.poll(), flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it is seen in /proc")
def test_no_process_outlives_its_parent() -> None:
    helpers = Path(__file__).parents[1] / "helpers"
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(helpers)], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        pid, returned = parent.stdout.readline().split()
        assert returned == "None"
        until = time.monotonic() + 60
        while len(children := _children(parent.pid)) < 2:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert int(pid) in children
        parent.kill()
    while any(os.path.exists(f"/proc/{one}") for one in children):
        assert time.monotonic() < until
        time.sleep(0.02)


def _children(process: int) -> list[int]:
    listed = (path.read_text() for path in Path(f"/proc/{process}/task").glob("*/children"))
    return [int(number) for text in listed for number in text.split()]


def test_a_ctrl_c_while_a_process_starts_is_not_heard_by_it() -> None:
    # It has two moments: before it has a session of its own, and while it imports.
    for number in (signal.SIGINT, signal.SIGTERM):
        for moment in range(6):
            worker = child._Worker()
            try:
                time.sleep(moment * 0.02)
                worker.process.send_signal(number)
                if number is signal.SIGINT:
                    worker.ask(solving._request(feasible_problem(1), most=1, trees=True))
                    with selectors.DefaultSelector() as selector:
                        selector.register(worker.answers, selectors.EVENT_READ)
                        assert selector.select(60)
                    assert b'"event"' in os.read(worker.answers.fileno(), 1 << 16)
                else:
                    assert "ended by signal 15" in str(worker.failure())
            finally:
                worker.end()
    assert not {signal.SIGINT, signal.SIGTERM} & signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_a_process_that_ends_as_it_is_asked_is_replaced() -> None:
    expected = solve_exactly(feasible_problem(1))
    (worker,) = child._idle
    worker.process.send_signal(signal.SIGSTOP)  # so that the request is taken, and never read
    with Child(solving._request(feasible_problem(1), most=1, trees=True)) as asked:
        worker.process.kill()
        found = [event for event in asked.events(Budget.begin()) if event["event"] == "solution"]
    assert expected.solution is not None
    assert [Grammar.from_json(event["grammar"]) for event in found] == [expected.solution.grammar]


@pytest.mark.parametrize("engine", ["exact", "auto"])
def test_who_stops_us_may_end_the_process_too(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stop, begin = threading.Event(), child._begin

    def begin_and_end(request: dict[str, Any]) -> tuple[child._Worker, bool]:
        worker = begin(request)[0]
        worker.process.send_signal(signal.SIGKILL)
        worker.process.wait()
        stop.set()
        return worker, False

    monkeypatch.setattr(child, "_begin", begin_and_end)
    monkeypatch.setattr(race, "HEAD_START", 60.0)  # the other engine has given up by then
    monkeypatch.setattr(race, "has_classes", lambda _: False)
    problem = toy1(100, categories=14, lexical=4, rules=9)
    outcome = race.solve(problem, engine, Limits(max_iterations=1), cancel=stop)
    assert (outcome.status, outcome.ended) == (Status.UNKNOWN, Ended.CANCELLED)
