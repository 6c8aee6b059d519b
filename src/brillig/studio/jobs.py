"""Runs of several people on one machine: a fair limit, a queue with places, pause, stop.

It knows neither the page nor grammars. A job is a function that is given its `Job` and runs in a thread; it
asks `job.budget` whether to stop, and stands still there while it is held.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from brillig.errors import BrilligError
from brillig.limits import Brake, Budget, Limits
from brillig.studio.wording import control_name

TURN_SECONDS = 15.0  # a run that others wait for gives way after so long
TICK_SECONDS = 0.1
NICE = 5  # enough for the page to come first; more makes threads wait for each other that share a lock
MAX_WAITING = 64


def step_back() -> None:
    """Let this thread, and the threads and processes that it starts, come after the page."""
    if sys.platform == "linux":  # where threads have priorities of their own, and hand them on
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


class State(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


OVER = frozenset({State.DONE, State.STOPPED, State.FAILED})


@dataclass(eq=False)
class Job:
    """One run. Only the queue changes it; anyone may look."""

    number: int
    owner: str
    title: str
    work: Callable[[Job], Any] = field(repr=False)
    time_limit: float
    live: Any = None
    state: State = State.QUEUED
    result: Any = None
    error: str = ""
    step: int = 0  # the number of the solution that came of it
    threads: int = 1
    brake: Brake = field(default_factory=Brake, repr=False)
    finished: threading.Event = field(default_factory=threading.Event, repr=False)
    thread: threading.Thread | None = field(default=None, repr=False)
    turn_began: float = 0.0
    budget: Budget = field(default_factory=Budget.begin, repr=False)  # its own from the moment it runs
    seconds_taken: float | None = None

    @property
    def seconds(self) -> float:
        """Seconds of running, not of waiting."""
        if self.thread is None:
            return 0.0
        return self.budget.seconds if self.seconds_taken is None else self.seconds_taken

    @property
    def over(self) -> bool:
        return self.state in OVER


class JobQueue:
    """At most `running` jobs at a time, one for each owner, the others in a queue.

    The queue is in order of arrival. While someone waits, a job that has run for a turn is held and goes to
    the end of the queue, so that nobody waits for a long run to end. Paused jobs hold no place; on going on
    they queue again.
    """

    def __init__(
        self,
        running: int | None = None,
        *,
        turn: float = TURN_SECONDS,
        most_waiting: int = MAX_WAITING,
        max_memory: int | None = None,
    ) -> None:
        self.cores = os.cpu_count() or 1
        self.limit = running or self.cores
        self._turn = turn
        self._max_memory = max_memory
        self._most_waiting = most_waiting
        self._lock = threading.RLock()
        self._active: list[Job] = []  # every job that is not over
        self._queue: list[Job] = []
        self._count = 0
        self._closing = threading.Event()
        self._ticker = threading.Thread(target=self._tick, name="brillig-queue", daemon=True)
        self._ticker.start()

    def submit(
        self, owner: str, title: str, work: Callable[[Job], Any], *, time_limit: float, live: Any = None
    ) -> Job:
        """Queue a job, and run it at once where there is room."""
        with self._lock:
            if self._closing.is_set():
                raise BrilligError("the server is ending", hint="start it again")
            if any(job.owner == owner for job in self._active):
                raise BrilligError("this tab has a run already", hint="stop it or wait for its end")
            if len(self._queue) >= self._most_waiting:
                raise BrilligError(
                    f"{len(self._queue)} runs are waiting already", hint="try again in a minute"
                )
            self._count += 1
            job = Job(self._count, owner, title, work, time_limit, live)
            self._active.append(job)
            self._queue.append(job)
            self._dispatch()
            return job

    def place(self, job: Job) -> int:
        """1 for the job that comes next, 0 for a job that does not wait."""
        with self._lock:
            return self._queue.index(job) + 1 if job in self._queue else 0

    def running(self) -> int:
        with self._lock:
            return sum(job.state is State.RUNNING for job in self._active)

    def waiting(self) -> int:
        with self._lock:
            return len(self._queue)

    def pause(self, job: Job) -> None:
        with self._lock:
            if job.state in (State.RUNNING, State.QUEUED):
                if job in self._queue:
                    self._queue.remove(job)
                job.brake.hold()
                job.state = State.PAUSED
                self._dispatch()

    def resume(self, job: Job) -> None:
        with self._lock:
            if job.state is State.PAUSED:
                job.state = State.QUEUED
                self._queue.append(job)
                self._dispatch()

    def stop(self, job: Job) -> None:
        """Ask a job to end; what it has found so far is its result."""
        with self._lock:
            job.brake.stop()
            if job.thread is None and not job.over:
                self._end(job, State.STOPPED)
            elif job.state in (State.PAUSED, State.QUEUED):
                # It only has to come to its end, which is no work to queue for.
                if job in self._queue:
                    self._queue.remove(job)
                job.state = State.RUNNING

    def stop_owner(self, owner: str) -> None:
        with self._lock:
            for job in [job for job in self._active if job.owner == owner]:
                self.stop(job)

    def close(self, wait: float = 3.0) -> None:
        """Stop every job and wait so long for their ends."""
        self._closing.set()
        with self._lock:
            jobs = list(self._active)
            for job in jobs:
                self.stop(job)
        deadline = time.monotonic() + wait
        for job in jobs:
            job.finished.wait(max(0.0, deadline - time.monotonic()))

    # -- inside ---------------------------------------------------------------------------------------

    def _dispatch(self) -> None:
        while self._queue and self.running() < self.limit:
            job = self._queue.pop(0)
            job.state = State.RUNNING
            job.turn_began = time.monotonic()
            if job.thread is not None:
                job.brake.release()
                continue
            # A run alone has the machine; answers do not depend on the number of threads.
            job.threads = max(1, self.cores // self.running())
            job.brake.release()
            limits = Limits(time_limit=job.time_limit, jobs=job.threads, max_memory=self._max_memory)
            job.budget = Budget.begin(limits, job.brake)
            job.thread = threading.Thread(
                target=self._run, args=(job,), name=f"brillig-job-{job.number}", daemon=True
            )
            job.thread.start()

    def _run(self, job: Job) -> None:
        state = State.DONE
        step_back()
        try:
            job.result = job.work(job)
        except BrilligError as error:
            job.error, state = error.told(control_name), State.FAILED
        except Exception as error:
            # Whatever it was, this run ends and the others go on; the server's log has the details.
            import traceback

            traceback.print_exc()
            job.error, state = (
                f"the run failed ({type(error).__name__}); the server's log says more",
                State.FAILED,
            )
        with self._lock:
            if state is State.DONE and (job.brake.stopped or job.budget.left == 0):
                state = State.STOPPED
            self._end(job, state)

    def _end(self, job: Job, state: State) -> None:
        job.state, job.seconds_taken = state, job.seconds
        if job in self._queue:
            self._queue.remove(job)
        if job in self._active:
            self._active.remove(job)
        job.finished.set()
        self._dispatch()

    def _tick(self) -> None:
        while not self._closing.wait(TICK_SECONDS):
            with self._lock:
                for job in [job for job in self._active if job.state is State.RUNNING]:
                    if job.budget.left == 0 and not job.brake.stopped:
                        self.stop(job)
                self._rotate(time.monotonic())

    def _rotate(self, now: float) -> None:
        """Where someone waits, the run that has had its turn for longest gives way."""
        if not self._queue:
            return
        tired = [
            job
            for job in self._active
            if job.state is State.RUNNING and not job.brake.stopped and now - job.turn_began >= self._turn
        ]
        for job in sorted(tired, key=lambda job: job.turn_began)[: len(self._queue)]:
            job.brake.hold()
            job.state = State.QUEUED
            self._queue.append(job)
        self._dispatch()
