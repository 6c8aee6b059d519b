"""RRR: iterate two projections from random starts until they agree. It does not know grammars.

A `Network` holds a state and makes steps x' = x + beta (P_B(2 P_A(x) - x) - P_A(x)). The driver owns starts
and restarts, limits, threads, progress and cancelling. What a fixed point or a candidate means is for the
`examine` that it is given.

The answer does not depend on the number of threads. Starts are numbered, each has a seed of its own, and the
success of the lowest number wins. What is remembered between starts (`Memory`) is seen by a start only if it
comes from a start at least `LAG` before it, however the threads ran.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Generic, Protocol, TypeVar

from brillig.limits import Cancel, Limits

LAG = 16
SLICE_SECONDS = 0.04  # how long a thread computes before it looks whether it has been stopped
A = TypeVar("A")


class Stop(IntEnum):
    """Why `Network.run` came back."""

    LIMIT = 0  # all iterations made
    CONVERGED = 1  # the gap is below the tolerance: P_A(x) is (nearly) in B
    CANDIDATE = 2  # the network has something that may be a solution already
    STUCK = 3  # the network knows that this start leads nowhere


class Network(Protocol):
    """Two projections, a metric and a state."""

    def start(self, seed: int) -> None:
        """A new random state, and the metric as it is at first."""

    def run(self, iterations: int) -> tuple[int, Stop]:
        """At most so many steps; how many were made, and why it stopped."""

    def gap(self) -> float:
        """Root mean square of P_B - P_A over all variables, of the last step."""


N = TypeVar("N", bound=Network)


@dataclass(frozen=True)
class Examined(Generic[A]):
    """What came of looking at a state: an answer or none, and the iterations it took to find out."""

    answer: A | None = None
    iterations: int = 0


class Memory:
    """What starts have tried, so that others need not try it again and again."""

    def __init__(self) -> None:
        self._tried: dict[Hashable, list[int]] = {}

    def note(self, key: Hashable, start: int) -> None:
        self._tried.setdefault(key, []).append(start)

    def attempts(self, key: Hashable, start: int) -> int:
        """How often this was tried, as far as start number `start` may know."""
        return sum(by == start or by <= start - LAG for by in self._tried.get(key, ()))


@dataclass(frozen=True)
class Progress:
    """A look at a running search."""

    iterations: int
    restarts: int
    gap: float
    best_gap: float
    seconds: float

    @property
    def rate(self) -> float:
        """Iterations a second."""
        return self.iterations / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True)
class Searched(Generic[A]):
    """How a search ended. Iterations are those of all starts up to the successful one, examining included."""

    answer: A | None
    iterations: int
    restarts: int
    seconds: float
    best_gap: float
    interrupted: bool = False


@dataclass
class _Start(Generic[A]):
    number: int
    iterations: int = 0
    gap: float = float("inf")
    best_gap: float = float("inf")
    answer: A | None = None
    complete: bool = False


Examine = Callable[[N, Stop, int, Memory], Examined[A]]
Observe = Callable[[N, int, int], None]


def search(
    make_network: Callable[[], N],
    examine: Examine[N, A],
    limits: Limits,
    *,
    restart_after: int | None,
    cancel: Cancel | None = None,
    progress: Callable[[Progress], None] | None = None,
    observe: Observe[N] | None = None,
    observe_every: int | None = None,
) -> Searched[A]:
    """Run numbered starts on `limits.threads` threads until one has an answer or a limit is reached.

    `examine(network, stop, start, memory)` is asked at every CONVERGED and CANDIDATE. `observe(network,
    start, iteration)` is called after every `observe_every` iterations of a start, and once more when the
    start has an answer.
    """
    return _Search(
        make_network, examine, limits, restart_after, cancel, progress, observe, observe_every
    ).run()


def seed_of(seed: int, start: int) -> int:
    """A seed for each start: consecutive seeds must not share starts."""
    return (seed * 0x9E3779B97F4A7C15 + start * 0xD1B54A32D192ED03 + 0x2545F4914F6CDD1D) % 2**64


@dataclass
class _Search(Generic[N, A]):
    make_network: Callable[[], N]
    examine: Examine[N, A]
    limits: Limits
    restart_after: int | None
    cancel: Cancel | None
    progress: Callable[[Progress], None] | None
    observe: Observe[N] | None
    observe_every: int | None
    memory: Memory = field(default_factory=Memory)
    starts: dict[int, _Start[A]] = field(default_factory=dict)
    winner: int | None = None
    stopping: threading.Event = field(default_factory=threading.Event)
    networks: threading.local = field(default_factory=threading.local)
    began: float = field(default_factory=time.monotonic)

    def run(self) -> Searched[A]:
        waiting: dict[Future[None], int] = {}
        first_open = 0  # every start before this one is complete
        next_start = 0
        interrupted = False
        pool = ThreadPoolExecutor(self.limits.threads, thread_name_prefix="brillig")
        try:
            while True:
                while self._may_begin(next_start, first_open, len(waiting)):
                    self.starts[next_start] = _Start(next_start)
                    waiting[pool.submit(self._run_start, self.starts[next_start])] = next_start
                    next_start += 1
                if not waiting:
                    break
                done, _ = wait(waiting, timeout=0.1, return_when=FIRST_COMPLETED)
                for future in done:
                    del waiting[future]
                    future.result()
                while first_open in self.starts and self.starts[first_open].complete:
                    first_open += 1
                if self._out_of_time():
                    self.stopping.set()
                self._report()
        except KeyboardInterrupt:
            interrupted = True
        finally:
            self.stopping.set()
            pool.shutdown(wait=True, cancel_futures=True)
        return self._sum_up(interrupted)

    def _may_begin(self, number: int, first_open: int, running: int) -> bool:
        if self.stopping.is_set() or self.winner is not None or running >= self.limits.threads:
            return False
        if self.restart_after is None and number > 0:
            return False
        if self.limits.max_iterations is not None:
            spent = sum(self.starts[k].iterations for k in range(first_open))
            if spent >= self.limits.max_iterations:
                return False
        return number < first_open + LAG

    def _out_of_time(self) -> bool:
        over = self.limits.time_limit
        return (self.cancel is not None and self.cancel.is_set()) or (
            over is not None and time.monotonic() - self.began >= over
        )

    def _run_start(self, start: _Start[A]) -> None:
        network: N | None = getattr(self.networks, "network", None)
        if network is None:
            network = self.networks.network = self.make_network()
        network.start(seed_of(self.limits.seed, start.number))
        most = self.restart_after or self.limits.max_iterations
        own, slice_ = 0, 32
        while (most is None or own < most) and not self._given_up(start):
            steps = slice_ if most is None else min(slice_, most - own)
            if self.observe_every:
                steps = min(steps, self.observe_every - own % self.observe_every)
            began = time.perf_counter()
            made, stop = network.run(steps)
            if made == steps:
                slice_ = _next_slice(made, time.perf_counter() - began)
            own += made
            start.iterations += made
            start.gap = network.gap()
            start.best_gap = min(start.best_gap, start.gap)
            if self.observe and self.observe_every and own % self.observe_every == 0:
                self.observe(network, start.number, own)
            if stop in (Stop.CONVERGED, Stop.CANDIDATE):
                examined = self.examine(network, stop, start.number, self.memory)
                start.iterations += examined.iterations
                if examined.answer is not None:
                    start.answer = examined.answer
                    if self.observe and self.observe_every:
                        self.observe(network, start.number, own)
                    self.winner = start.number if self.winner is None else min(self.winner, start.number)
                    break
            if stop in (Stop.CONVERGED, Stop.STUCK):
                break
        start.complete = not self._given_up(start) or start.answer is not None

    def _given_up(self, start: _Start[A]) -> bool:
        return self.stopping.is_set() or (self.winner is not None and self.winner < start.number)

    def _report(self) -> None:
        if self.progress is not None and self.starts:
            starts = list(self.starts.values())
            self.progress(
                Progress(
                    iterations=sum(start.iterations for start in starts),
                    restarts=len(starts) - 1,
                    gap=starts[-1].gap,
                    best_gap=min(start.best_gap for start in starts),
                    seconds=time.monotonic() - self.began,
                )
            )

    def _sum_up(self, interrupted: bool) -> Searched[A]:
        """Count the starts in their order; past the iteration limit nothing counts."""
        iterations, restarts, answer = 0, 0, None
        best_gap = float("inf")
        most = self.limits.max_iterations
        for number in sorted(self.starts):
            start = self.starts[number]
            iterations += start.iterations
            restarts = number
            best_gap = min(best_gap, start.best_gap)
            if most is not None and iterations >= most and (start.answer is None or iterations > most):
                iterations = most
                break
            if start.answer is not None and number == self.winner:
                answer = start.answer
                break
        seconds = time.monotonic() - self.began
        return Searched(answer, iterations, restarts, seconds, best_gap, interrupted)


def _next_slice(made: int, seconds: float) -> int:
    per_iteration = max(seconds / made, 1e-7)
    return max(1, min(100_000, int(SLICE_SECONDS / per_iteration)))
