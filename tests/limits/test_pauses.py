"""A pause of any length changes nothing: held, or stopped by the system, a run ends as an undisturbed one."""

from __future__ import annotations

import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from brillig import limits
from brillig.engines.race import solve
from brillig.limits import Brake, Budget, Ended, Limits
from brillig.problems.solution import Status
from command import start
from exact_data import toy1

PROBLEM = toy1(100, seed=5, categories=8, lexical=4, rules=5)


@pytest.fixture
def jump(monkeypatch):
    """Let an hour pass in which this process computes nothing."""
    offset = [0.0]
    real = time.monotonic
    monkeypatch.setattr(limits.time, "monotonic", lambda: real() + offset[0])

    def pass_an_hour() -> None:
        offset[0] += 3600.0

    return pass_an_hour


@pytest.fixture(scope="module", params=["concur", "exact", "auto"])
def undisturbed(request):
    return request.param, solve(PROBLEM, request.param, Limits(seed=3, jobs=2))


def check_same(outcome, undisturbed) -> None:
    engine, expected = undisturbed
    assert outcome.status is Status.FOUND
    assert outcome.ended is Ended.ANSWERED
    assert outcome.run.seconds < 1000
    if engine != "auto":  # which of two engines is first is not promised
        assert outcome.solution.grammar == expected.solution.grammar
        assert outcome.run.iterations == expected.run.iterations


def test_a_run_that_was_held_for_an_hour_ends_as_an_undisturbed_one(undisturbed, jump):
    brake, outcomes = Brake(), []
    brake.hold()
    budget = Budget.begin(Limits(seed=3, time_limit=600, jobs=2), brake)
    run = threading.Thread(target=lambda: outcomes.append(solve(PROBLEM, undisturbed[0], budget)))
    run.start()
    for _ in range(3):
        jump()
        brake.release()
        time.sleep(0.02)
        brake.hold()
    jump()
    brake.release()
    run.join(120)
    check_same(outcomes[0], undisturbed)


def test_a_process_that_was_stopped_for_an_hour_ends_as_an_undisturbed_one(undisturbed, jump):
    threading.Timer(0.05, jump).start()
    outcome = solve(PROBLEM, undisturbed[0], Limits(seed=3, time_limit=600, jobs=2))
    check_same(outcome, undisturbed)


def test_the_race_does_not_end_by_a_pause(jump, monkeypatch):
    """Divide and concur has given up, and the exact engine has as long again: a pause is not of that time."""
    monkeypatch.setattr("brillig.engines.race.GRACE", 100.0)
    hard, stop, outcomes = toy1(100, categories=14, lexical=4, rules=9), threading.Event(), []
    given_up = Limits(max_iterations=1, jobs=2)
    run = threading.Thread(target=lambda: outcomes.append(solve(hard, "auto", given_up, cancel=stop)))
    run.start()
    time.sleep(0.5)
    jump()
    time.sleep(1.0)
    assert run.is_alive()
    stop.set()
    run.join(60)
    assert outcomes[0].ended is Ended.CANCELLED


def child_of(process: int) -> int | None:
    """The exact engine's process, once it computes."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            works = b"exact.worker" in path.read_bytes()
            parent = int((path.parent / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has just ended
            continue
        if works and parent == process:
            return int(path.parent.name)
    return None


def state(process: int) -> str:
    """R: it computes, or would if there were a processor for it; S: it waits."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]


def state_after(seconds: float, process: int) -> str:
    time.sleep(seconds)
    return state(process)


def wait_until(true) -> None:
    until = time.monotonic() + 60
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.skipif(sys.platform != "linux", reason="it is seen in /proc")
def test_the_exact_engine_stands_still_while_its_parent_is_stopped(tmp_path):
    """Else a stopped command would find what an undisturbed one does not, and heat the machine meanwhile."""
    file = tmp_path / "sentences"
    file.write_text("\n".join(PROBLEM.corpus.texts()))
    process = start("infer", file, "-c", 12, "-l", 4, "-r", 9, "--engine", "exact", "--json")
    try:
        wait_until(lambda: child_of(process.pid) is not None)
        child = child_of(process.pid)
        wait_until(lambda: [state(child) for _ in range(3)] == ["R"] * 3)
        process.send_signal(signal.SIGSTOP)
        wait_until(lambda: {state_after(0.02, child) for _ in range(20)} == {"S"})
        process.send_signal(signal.SIGCONT)
        wait_until(lambda: state(child) == "R")
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
        assert process.returncode == 130, error
    finally:
        process.kill()
        process.wait()
