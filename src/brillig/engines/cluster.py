"""Work on a cluster of Dask: the way to it, and points of a walk.

Each point is solved as one process would solve it, so that a walk comes to the same answer; only sooner: the
workers solve the one that is asked for, and meanwhile those that may be asked for next.
"""

from __future__ import annotations

import contextlib
import logging
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from brillig import __version__
from brillig.engines.exact.solving import say_stopped
from brillig.engines.outcome import Outcome
from brillig.engines.race import solve
from brillig.errors import BrilligError
from brillig.limits import Budget, Limits
from brillig.problems import Problem
from brillig.problems.solution import Run, Status

LOOK = 0.05  # seconds between two looks at whether to stop
CONNECT_SECONDS = 10

Task = tuple[Problem, str, int, float | None]


@contextlib.contextmanager
def connect(address: str | None, jobs: int | None = None) -> Iterator[Any]:
    """A Dask client: of a scheduler's address, or of workers of our own, `local:4`; None without one."""
    if address is None:
        yield None
        return
    if jobs is not None:
        message = "these are for this machine, and a cluster's workers have their own"
        raise BrilligError(message, hint="leave it out", field="jobs")
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        hint = "install it with: pip install 'brillig[cluster]'"
        raise BrilligError("a cluster needs Dask", hint=hint, field="cluster") from None
    _silence()
    kind, colon, number = address.partition(":")
    if kind == "local" and colon:
        if not number.isdecimal() or len(number) > 4 or not 1 <= int(number) <= 1000:
            hint = "write local:N with N workers, for example local:4"
            raise BrilligError(f"{address!r} has no number of workers", hint=hint, field="cluster")
        with _ignoring_ctrl_c():
            cluster = LocalCluster(
                n_workers=int(number), threads_per_worker=1, dashboard_address=None, silence_logs=50
            )
        with cluster, Client(cluster) as client:
            yield client
        return
    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError, ValueError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        message = f"{address}: no scheduler answers ({reason})"
        raise BrilligError(message, hint="check the address", field="cluster") from None
    try:
        yield client
    finally:
        with contextlib.suppress(Exception):  # of a scheduler that is gone there is nothing to close
            client.close(timeout=2)


@contextlib.contextmanager
def _ignoring_ctrl_c() -> Iterator[None]:
    """Processes that are started here leave Ctrl-C, which a terminal sends to all, to the coordinator."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _silence() -> None:
    """Dask tells of every worker that goes; what matters of it we say ourselves."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def solve_point(version: str, problem: Problem, engine: str, limits: Limits) -> Outcome | str:
    """What a worker does; its own version where that is another."""
    return __version__ if version != __version__ else solve(problem, engine, limits)


@dataclass
class ClusterSolver:
    """A solver for `workflows.max_min.search`: workers of a Dask client solve points, some ahead of time."""

    client: Any
    _futures: dict[Task, Any] = field(default_factory=dict)

    def __call__(self, problem: Problem, engine: str, budget: Budget) -> Outcome:
        """The point that is asked for; unknown where it is time to stop."""
        from distributed import wait

        seconds = None if budget.time_limit is None else round(budget.time_limit, 1)
        future = self._send((problem, engine, budget.seed, seconds), budget, 1)
        room = sum(self.client.nthreads().values()) - 1
        for other in _next_points(problem):
            running = sum(not waiting.done() for waiting in self._futures.values())
            if running <= room:
                self._send((other, engine, budget.seed, seconds), budget, 0)
        while not future.done():
            ended = budget.ended()
            if ended is not None:
                run = Run(engine, budget.seed, seconds=budget.seconds, ended=ended)
                return Outcome(Status.UNKNOWN, problem, run, None, say_stopped(ended, budget))
            with contextlib.suppress(TimeoutError):
                wait([future], timeout=LOOK)
        return self._result(future)

    def close(self) -> None:
        """Nothing is waited for any more."""
        with contextlib.suppress(Exception):  # a scheduler may be gone by now
            self.client.cancel(list(self._futures.values()), force=True)

    def _send(self, task: Task, budget: Budget, priority: int) -> Any:
        if task not in self._futures:
            problem, engine, seed, seconds = task
            limits = replace(budget.limits, seed=seed, time_limit=seconds, jobs=1)
            self._futures[task] = self.client.submit(
                solve_point, __version__, problem, engine, limits, pure=False, priority=priority
            )
        return self._futures[task]

    def _result(self, future: Any) -> Outcome:
        try:
            outcome = future.result(timeout=30)
        except BrilligError:
            raise
        except Exception as error:
            reason = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
            raise BrilligError(
                f"the cluster lost a point ({reason})", hint="look at the workers' logs"
            ) from None
        if isinstance(outcome, str):
            raise BrilligError(
                f"a worker has brillig {outcome}, but this is {__version__}", hint="install the same there"
            )
        found: Outcome = outcome
        return found


def _next_points(problem: Problem) -> Iterator[Problem]:
    """What the walk asks next if there is a solution, and if there is none."""
    more = [(0, 1, 0), (1, 0, 0)] if problem.lexical else [(1, 0, 0), (0, 1, 0)]
    for categories, lexical, rules in more:
        with contextlib.suppress(BrilligError):  # there is no such point
            other = replace(
                problem,
                categories=problem.categories + categories,
                lexical=problem.lexical + lexical,
                rules=problem.rules + rules,
            )
            if other.impossible() is None:
                yield other
