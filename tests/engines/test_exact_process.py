"""The exact engine's process: one for many requests, none for what was stopped, none without its parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from brillig.engines.exact import child, solve_exactly
from brillig.limits import Limits
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
