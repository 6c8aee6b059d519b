"""The queue: a fair limit, places in the queue, pause, stop, and an end for every job."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from brillig.errors import BrilligError
from brillig.limits import Brake
from brillig.studio.jobs import Job, JobQueue, State


@pytest.fixture
def queue() -> Iterator[JobQueue]:
    made = JobQueue(2, turn=0.3, most_waiting=6)
    yield made
    made.close()


def until_stopped(job: Job) -> str:
    """A run that counts its rounds and ends only when asked to."""
    rounds = 0
    while not job.brake.is_set():
        rounds += 1
        job.live["rounds"] = rounds
        time.sleep(0.005)
    return f"{job.owner} made {rounds} rounds"


def submit(
    queue: JobQueue, owner: str, work: Callable[[Job], object] = until_stopped, seconds: float = 60
) -> Job:
    return queue.submit(owner, "a run", work, time_limit=seconds, live={"rounds": 0})


def wait_for(condition: Callable[[], bool], seconds: float = 5.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)


def test_no_more_run_than_the_limit_and_the_queue_shows_places(queue: JobQueue) -> None:
    jobs = [submit(queue, f"tab{k}") for k in range(5)]
    assert [job.state for job in jobs] == [State.RUNNING] * 2 + [State.QUEUED] * 3
    assert [queue.place(job) for job in jobs] == [0, 0, 1, 2, 3]
    queue.stop(jobs[0])
    wait_for(lambda: queue.place(jobs[2]) == 0)
    assert [queue.place(job) for job in jobs[3:]] == [1, 2]


def test_a_run_that_others_wait_for_gives_way_so_that_everybody_gets_on(queue: JobQueue) -> None:
    jobs = [submit(queue, f"tab{k}") for k in range(5)]
    for _ in range(40):
        assert queue.running() <= 2
        time.sleep(0.02)
    wait_for(lambda: all(job.live["rounds"] > 0 for job in jobs), 10)
    for job in jobs:
        queue.stop(job)
    for job in jobs:
        assert job.finished.wait(5)
        assert job.state is State.STOPPED
        assert job.result == f"{job.owner} made {job.live['rounds']} rounds"


def test_a_paused_run_stands_still_leaves_its_place_and_goes_on(queue: JobQueue) -> None:
    first, second, third = (submit(queue, f"tab{k}") for k in range(3))
    queue.pause(first)
    wait_for(lambda: third.state is State.RUNNING)
    time.sleep(0.05)
    before = first.live["rounds"]
    time.sleep(0.2)
    assert first.live["rounds"] == before
    queue.stop(second)
    queue.resume(first)
    wait_for(lambda: first.live["rounds"] > before)


def test_a_stopped_run_ends_also_while_it_is_paused_or_waits_for_its_turn(queue: JobQueue) -> None:
    jobs = [submit(queue, f"tab{k}") for k in range(4)]
    queue.pause(jobs[0])
    for job in jobs:
        queue.stop(job)
    for job in jobs:
        assert job.finished.wait(5)
        assert job.state is State.STOPPED
    assert queue.running() == queue.waiting() == 0


def test_a_run_ends_when_its_time_is_up_and_pausing_does_not_count(queue: JobQueue) -> None:
    job = submit(queue, "tab", seconds=0.5)
    queue.pause(job)
    time.sleep(0.7)
    assert not job.over
    queue.resume(job)
    assert job.finished.wait(5)
    assert job.seconds >= 0.5
    assert job.state is State.STOPPED


def test_a_tab_has_one_run_and_the_queue_has_an_end(queue: JobQueue) -> None:
    submit(queue, "tab0")
    with pytest.raises(BrilligError, match="has a run already"):
        submit(queue, "tab0")
    for k in range(1, 8):
        submit(queue, f"tab{k}")
    with pytest.raises(BrilligError, match="6 runs are waiting"):
        submit(queue, "tab9")


def test_a_failing_run_says_so_and_frees_its_place(
    queue: JobQueue, capfd: pytest.CaptureFixture[str]
) -> None:
    def refuse(job: Job) -> None:
        raise BrilligError("the sentence is no good")

    def break_down(job: Job) -> None:
        raise KeyError("oh")

    for work, message in ((refuse, "the sentence is no good"), (break_down, "KeyError")):
        job = submit(queue, "tab", work)
        assert job.finished.wait(5)
        assert job.state is State.FAILED
        assert message in job.error
    assert "KeyError" in capfd.readouterr().err
    assert queue.running() == 0


def test_closing_stops_everything() -> None:
    queue = JobQueue(1)
    jobs = [submit(queue, f"tab{k}") for k in range(3)]
    queue.close()
    assert all(job.over for job in jobs)
    with pytest.raises(BrilligError, match="ending"):
        submit(queue, "late")


def test_a_stop_is_never_lost_to_a_hold() -> None:
    for _ in range(200):
        brake = Brake()
        threads = [threading.Thread(target=act) for act in (brake.hold, brake.stop)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        asked = threading.Thread(target=brake.is_set, daemon=True)
        asked.start()
        asked.join(2)
        assert not asked.is_alive()
        assert brake.is_set()


def test_holding_suspends_the_exact_engines_process_and_stopping_ends_it() -> None:
    from brillig.engines.exact import solve_exactly
    from brillig.language.builtin import builtin
    from brillig.language.corpus import Corpus
    from brillig.limits import Limits
    from brillig.parsing.generate import generate
    from brillig.problems import Problem
    from brillig.problems.solution import Status

    corpus = Corpus.of(generate(builtin("toy1"), 20, seed=1))
    brake = Brake()
    outcomes = []
    # Large enough that it cannot be decided while we look.
    problem = Problem(corpus, 12, 4, 7)
    run = threading.Thread(target=lambda: outcomes.append(solve_exactly(problem, Limits(), cancel=brake)))
    run.start()
    wait_for(lambda: bool(_children(run)), 10)
    brake.hold()
    wait_for(lambda: _children(run) == ["T"], 5)
    brake.release()
    wait_for(lambda: _children(run) not in ([], ["T"]), 5)
    brake.stop()
    run.join(5)
    assert outcomes[0].status is Status.UNKNOWN
    assert _children(run) == []


def _children(thread: threading.Thread) -> list[str]:
    """The states of the processes that a thread started (T: suspended)."""
    import os
    from pathlib import Path

    states = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            command = (folder / "cmdline").read_bytes()
        except (OSError, IndexError):
            continue
        if int(fields[1]) == os.getpid() and b"brillig.engines.exact.worker" in command:
            states.append(fields[0])
    return states
