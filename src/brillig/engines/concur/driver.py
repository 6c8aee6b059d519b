"""RRR: iterate two projections from random starts until they agree. It does not know grammars.

A `Network` holds a state and makes steps x' = x + beta (P_B(2 P_A(x) - x) - P_A(x)). The driver owns starts
and restarts, limits, threads, progress and cancelling. What a fixed point or a candidate means is for the
`examine` that it is given.

The answer does not depend on the number of threads. Starts are numbered, each has a seed of its own, and the
success of the lowest number wins. What is remembered between starts (`Memory`) is seen by a start only if it
comes from a start at least `LAG` before it, however the threads ran.

A search that is stopped leaves a `Checkpoint`. Resumed from there, by whatever process, it ends as it would
have ended undisturbed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Generic, Protocol, TypeVar, runtime_checkable

from brillig.engines.concur.memory import DAMAGED_ADVICE, LAG, Checkpoint, Memory
from brillig.errors import BrilligError
from brillig.language.plural import count
from brillig.limits import Budget, Cancel, Ended, Limits
from brillig.progress import Report

POLL_SECONDS = 0.1  # how long the driver waits before it looks whether it should stop
GAP_EVERY = 64  # iterations: the state with the smallest gap is the same on a fast machine and a slow one
SLICE_SECONDS = 0.01  # how long a thread computes before it looks whether it has been stopped
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
        """At most `iterations` steps; how many were made, and why it stopped."""

    def gap(self) -> float:
        """Root mean square of P_B - P_A over all variables, of the last step."""


@runtime_checkable
class Movable(Protocol):
    """A network whose state can be taken elsewhere in the middle of a start, to the last bit."""

    def save(self) -> bytes: ...

    def load(self, state: bytes) -> None: ...


@runtime_checkable
class Varied(Protocol):
    """A network whose starts differ by more than their seeds."""

    def vary(self, number: int) -> None:
        """Be what start `number` is to be, before it begins or goes on."""


N = TypeVar("N", bound=Network)


@dataclass(frozen=True)
class Examined(Generic[A]):
    """What came of looking at a state: an answer or none, and the iterations it took to find out."""

    answer: A | None = None
    iterations: int = 0


@dataclass(frozen=True)
class Progress(Report):
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

    def line(self) -> str:
        made = f"{count(self.iterations, 'iteration')}, {count(self.restarts, 'restart')}"
        return f"divide and concur: {made}, gap {self.gap:.3g} (0: solved)"

    def figures(self) -> Mapping[str, float | None]:
        names = ("iterations", "rate", "restarts", "gap", "best_gap")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class Searched(Generic[A]):
    """How a search ended. Iterations are those of all starts up to the successful one, examining included."""

    answer: A | None
    iterations: int
    restarts: int
    seconds: float
    best_gap: float
    ended: Ended = Ended.ANSWERED
    closest: object = None  # what `keep` kept of the state with the smallest gap
    checkpoint: Checkpoint | None = None  # where to go on, of a search that was stopped


@dataclass
class _Start(Generic[A]):
    number: int
    iterations: int = 0
    own: int = 0
    state: bytes | None = None
    gap: float = float("inf")
    best_gap: float = float("inf")
    closest: object = None
    answer: A | None = None
    complete: bool = False


Examine = Callable[[N, Stop, int, Memory], Examined[A]]
Observe = Callable[[N, int, int], None]


def search(
    make_network: Callable[[], N],
    examine: Examine[N, A],
    limits: Limits | Budget,
    *,
    restart_after: int | None,
    cancel: Cancel | None = None,
    progress: Callable[[Progress], None] | None = None,
    observe: Observe[N] | None = None,
    observe_every: int | None = None,
    keep: Callable[[N], object] | None = None,
    resume: Checkpoint | None = None,
) -> Searched[A]:
    """Run numbered starts on `limits.jobs` threads until one has an answer or a limit is reached.

    `examine(network, stop, start, memory)` is asked at every CONVERGED and CANDIDATE.
    `observe(network, start, iteration)` is called after every `observe_every` iterations of a start, and once
    more when the start has an answer. What `keep(network)` makes of the state with the smallest gap is in the
    result. With `resume` it goes on where a stopped search was, and counts as if it had not been stopped.
    """
    return _Search(
        make_network,
        examine,
        Budget.begin(limits, cancel),
        restart_after,
        progress,
        observe,
        observe_every,
        keep,
        resume or Checkpoint(0, 0),
    ).run()


def seed_of(seed: int, start: int) -> int:
    """A seed for each start: consecutive seeds must not share starts."""
    return (seed * 0x9E3779B97F4A7C15 + start * 0xD1B54A32D192ED03 + 0x2545F4914F6CDD1D) % 2**64


@dataclass
class _Search(Generic[N, A]):
    make_network: Callable[[], N]
    examine: Examine[N, A]
    budget: Budget
    restart_after: int | None
    progress: Callable[[Progress], None] | None
    observe: Observe[N] | None
    observe_every: int | None
    keep: Callable[[N], object] | None
    resumed: Checkpoint
    memory: Memory = field(init=False)
    starts: dict[int, _Start[A]] = field(default_factory=dict)
    winner: int | None = None
    stopping: threading.Event = field(default_factory=threading.Event)
    stopped: Ended | None = None  # from outside: by a limit of time or by `cancel`
    counted: int = field(init=False)  # the first start whose iterations are not in `spent` yet
    spent: int = field(init=False)
    reported: float = field(default_factory=time.monotonic)
    networks: threading.local = field(default_factory=threading.local)

    def __post_init__(self) -> None:
        self.memory = Memory(self.resumed.tried)
        self.counted, self.spent = self.resumed.start, self.resumed.iterations

    def run(self) -> Searched[A]:
        if self.budget.threads == 1:
            self._run_here()
        else:
            self._run_in_threads()
        return self._sum_up()

    def _run_here(self) -> None:
        """One start after the other on the caller's thread: short searches are not to pay for a pool."""
        number = self.resumed.start
        while self._may_begin(number, number, 0):
            self.starts[number] = self._new_start(number)
            self._run_start(self.starts[number])
            number += 1
            self._look_up()  # between starts too: one may end at once

    def _run_in_threads(self) -> None:
        waiting: dict[Future[None], int] = {}
        first_open = next_start = self.resumed.start  # every start before the first open one is complete
        pool = ThreadPoolExecutor(self.budget.threads, thread_name_prefix="brillig")
        try:
            while True:
                while self._may_begin(next_start, first_open, len(waiting)):
                    self.starts[next_start] = self._new_start(next_start)
                    waiting[pool.submit(self._run_start, self.starts[next_start])] = next_start
                    next_start += 1
                if not waiting:
                    break
                done, _ = wait(waiting, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
                for future in done:
                    del waiting[future]
                    future.result()
                while first_open in self.starts and self.starts[first_open].complete:
                    first_open += 1
                self._look_up()
        finally:
            self.stopping.set()
            pool.shutdown(wait=True, cancel_futures=True)

    def _new_start(self, number: int) -> _Start[A]:
        point = self.resumed
        if number == point.start and point.state is not None:
            return _Start(number, point.spent, point.own, point.state)
        return _Start(number)

    def _may_begin(self, number: int, first_open: int, running: int) -> bool:
        if self.stopping.is_set() or self.winner is not None or running >= self.budget.threads:
            return False
        if self.restart_after is None and number > first_open:
            return False  # one after the other: only a start that is stuck or was refused has a successor
        if self.budget.max_iterations is not None:
            while self.counted < first_open:
                self.spent += self.starts[self.counted].iterations
                self.counted += 1
            if self.spent >= self.budget.max_iterations:
                return False
        return number < first_open + LAG

    def _look_up(self) -> bool:
        """Whether to stop; on the caller's thread, so it is also where progress is told, now and then."""
        now = time.monotonic()
        if now - self.reported >= POLL_SECONDS:
            self.reported = now
            self._report()
        return self._asked_to_stop()

    def _asked_to_stop(self) -> bool:
        """Asked by every thread that computes: a `Brake` that is held holds each of them here."""
        if not self.stopping.is_set():
            ended = self.budget.ended()
            if ended is not None:
                self.stopped = ended
                self.stopping.set()
        return self.stopping.is_set()

    def _run_start(self, start: _Start[A]) -> None:
        network: N | None = getattr(self.networks, "network", None)
        if network is None:
            network = self.networks.network = self.make_network()
        if isinstance(network, Varied):
            network.vary(start.number)
        if start.state is not None and isinstance(network, Movable):
            try:
                network.load(start.state)
            except ValueError as error:
                raise BrilligError(f"a damaged checkpoint ({error})", hint=f"{DAMAGED_ADVICE}") from None
            start.state = None
        else:
            network.start(seed_of(self.budget.seed, start.number))
            start.iterations = start.own = 0
        most, limit = self.restart_after, self.budget.max_iterations
        if limit is not None:  # what a start does past it is not counted; the same with any number of threads
            most = limit - self.spent if most is None else min(most, limit)
        own, slice_, begun = start.own, 32, False
        while most is None or own < most:
            # Not asked before the first slice: a search that is stopped again and again has to come on.
            if begun and self._given_up(start):
                if self.winner is None and isinstance(network, Movable):
                    start.state = network.save()
                return
            begun = True
            steps = min(slice_, GAP_EVERY - own % GAP_EVERY, slice_ if most is None else most - own)
            if self.observe_every:
                steps = min(steps, self.observe_every - own % self.observe_every)
            began = time.perf_counter()
            made, stop = network.run(steps)
            if made == steps:
                slice_ = _next_slice(made, time.perf_counter() - began)
            own = start.own = own + made
            start.iterations += made
            start.gap = network.gap()
            looked = own % GAP_EVERY == 0 or own == most or made < steps
            if looked and start.gap < start.best_gap:
                start.best_gap = start.gap
                start.closest = self.keep(network) if self.keep else None
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
        start.complete = True

    def _given_up(self, start: _Start[A]) -> bool:
        stop = self._look_up() if self.budget.threads == 1 else self._asked_to_stop()
        return stop or (self.winner is not None and self.winner < start.number)

    def _report(self) -> None:
        if self.progress is not None and self.starts:
            starts = list(self.starts.values())
            self.progress(
                Progress(
                    iterations=sum(start.iterations for start in starts),
                    restarts=len(starts) - 1,
                    gap=starts[-1].gap,
                    best_gap=min(start.best_gap for start in starts),
                    seconds=self.budget.seconds,
                )
            )

    def _sum_up(self) -> Searched[A]:
        """Count the starts in their order; past the iteration limit nothing counts."""
        iterations, restarts, answer = self.resumed.iterations, max(0, self.resumed.start - 1), None
        best, best_gap = _Start[A](0), self.resumed.best_gap
        most, limit_reached = self.budget.max_iterations, False
        checkpoint: Checkpoint | None = None
        for number in sorted(self.starts):
            start = self.starts[number]
            best_gap = min(best_gap, start.best_gap)
            if not start.complete and checkpoint is None:
                checkpoint = self._checkpoint(start, iterations, best_gap)
            iterations += start.iterations
            restarts = number
            if start.best_gap < best.best_gap:
                best = start
            if most is not None and iterations >= most and (start.answer is None or iterations > most):
                iterations, limit_reached = most, checkpoint is None or checkpoint.start == number
                break
            if start.answer is not None and number == self.winner:
                answer = start.answer
                break
        ended = Ended.ITERATIONS if limit_reached or self.stopped is None else self.stopped
        if answer is not None:
            ended = Ended.ANSWERED
        if ended in (Ended.ANSWERED, Ended.ITERATIONS):
            checkpoint = None
        elif checkpoint is None:
            following = max(self.starts, default=self.resumed.start - 1) + 1
            checkpoint = self._checkpoint(_Start(following), iterations, best_gap)
        seconds = self.budget.seconds
        return Searched(answer, iterations, restarts, seconds, best_gap, ended, best.closest, checkpoint)

    def _checkpoint(self, start: _Start[A], before: int, best_gap: float) -> Checkpoint:
        """At this start: in the middle where its state could be saved, else at its beginning."""
        if start.state is None:
            return Checkpoint(start.number, before, best_gap, tried=self.memory.up_to(start.number - 1))
        tried = self.memory.up_to(start.number)
        return Checkpoint(start.number, before, best_gap, start.iterations, start.own, start.state, tried)


def _next_slice(made: int, seconds: float) -> int:
    per_iteration = max(seconds / made, 1e-7)
    return max(1, min(100_000, int(SLICE_SECONDS / per_iteration)))
