"""What every engine is given besides its problem: how far it may go, and a way to be held or stopped.

`Limits` is what was asked for, a value. A `Budget` is made from it once, where the work begins, and handed
down: it has the only clock, and it says how the work ended.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from types import FrameType
from typing import Any, Protocol

from brillig.errors import Interrupted


class Ended(StrEnum):
    """How a run ended."""

    ANSWERED = "answered"  # found, or proven that there is nothing to find
    ITERATIONS = "iterations"  # all iterations made
    TIME = "time"  # the time limit was reached
    CANCELLED = "cancelled"  # stopped by its caller
    MEMORY = "memory"  # the memory that it may use was used up


# Where nobody says: 18 long lines took 2.6 GB in the exact engine without a bound.
LEAST_MEMORY, MAX_MEMORY = 512 << 20, 2 << 30


@dataclass(frozen=True)
class Limits:
    """seed, iterations a trial may take, seconds of running, and threads (None: every core).

    max_memory   megabytes that the work may add to this process, and that each process of the exact engine
                 may use; None: a quarter of the machine's
    """

    seed: int = 0
    max_iterations: int | None = None
    time_limit: float | None = None
    jobs: int | None = None
    max_memory: int | None = None

    @property
    def threads(self) -> int:
        return self.jobs or os.cpu_count() or 1

    @property
    def memory(self) -> int:
        """`max_memory` in bytes."""
        if self.max_memory is not None:
            return self.max_memory << 20
        pages = os.sysconf("SC_PHYS_PAGES") if "SC_PHYS_PAGES" in os.sysconf_names else 0
        whole = pages * os.sysconf("SC_PAGE_SIZE") if pages > 0 else 4 << 30
        return min(max(whole // 4, LEAST_MEMORY), MAX_MEMORY)


def resident_memory(process: int | None = None) -> int:
    """Bytes that a process, or this one, has in use; 0 where the system does not say."""
    try:
        with open(f"/proc/{'self' if process is None else process}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0


class Cancel(Protocol):
    """Asked now and then by a running engine; a `threading.Event` is one."""

    def is_set(self) -> bool: ...


def hear_ctrl_c(_signal: int, _frame: FrameType | None) -> None:
    """The program's handler of Ctrl-C before a search has its own: as Python's, but none is forgotten.

    Python ignores an exception that a Ctrl-C raises in the midst of its own housekeeping, such as that of an
    import; the next search then ends before it begins.
    """
    global _heard, _terminated
    _heard = True
    _terminated = _terminated or _signal == signal.SIGTERM
    raise KeyboardInterrupt


def status_of_interruption() -> int:
    """The exit status of the program after Ctrl-C, or after SIGTERM, which is one from another program."""
    return 128 + (signal.SIGTERM if _terminated else signal.SIGINT)


def ctrl_c_was_heard() -> bool:
    """Whether `hear_ctrl_c` was called: an error after that may be its exception in another one's clothes."""
    return _heard


_heard = _terminated = False


class CtrlC(threading.Event):
    """A `Cancel` that Ctrl-C sets while the block runs: work that is cancelled hands over what it has.

    A second Ctrl-C insists. In the program SIGTERM is a Ctrl-C, too. Outside the main thread, and where
    Ctrl-C is ignored or somebody else hears it, nothing is changed.
    """

    _raises = False

    def __init__(self) -> None:
        super().__init__()
        self._before: dict[int, Any] = {}

    def __enter__(self) -> CtrlC:
        here = threading.current_thread() is threading.main_thread()
        for heard, known in (
            (signal.SIGINT, (signal.default_int_handler, hear_ctrl_c)),
            (signal.SIGTERM, (hear_ctrl_c,)),
        ):
            if here and signal.getsignal(heard) in known:
                self._before[heard] = signal.signal(heard, self._press)
                if _heard:
                    self.set()
        return self

    def __exit__(self, *_: object) -> None:
        while self._before:
            signal.signal(*self._before.popitem())

    def raise_if_set(self, outcome: object, best: object) -> None:
        """After the block: what was found goes with the exception, since it cannot be returned."""
        if self.is_set():
            raise Interrupted(outcome, best)

    @contextmanager
    def raising(self) -> Iterator[None]:
        """While the block runs, the first Ctrl-C is an exception already: for waits that cannot look up."""
        self._raises = True
        try:
            if self.is_set():
                raise Interrupted
            yield
        finally:
            self._raises = False

    def _press(self, number: int, _frame: FrameType | None) -> None:
        global _terminated
        _terminated = _terminated or number == signal.SIGTERM
        insists = self.is_set()
        self.set()
        if insists or self._raises:
            raise Interrupted


class OutOfTime(BaseException):
    """The time of `ending_after` is up."""


@contextmanager
def ending_after(seconds: float | None) -> Iterator[None]:
    """End the block with `OutOfTime` after so long, wherever it is: for work that looks at no budget."""
    if seconds is None:
        yield
        return

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class _Clock:
    """Seconds for which this process could run: none of those for which it was stopped (Ctrl-Z, SIGSTOP).

    A stopped process cannot know when it was stopped. Whoever works under a budget looks at the clock many
    times a second, though; so a long gap between two looks, in which hardly any processor time was used, was
    no work.
    """

    GAP = 1.5  # seconds between two looks; a busy machine makes a thread wait for less
    IDLE = 0.02  # of the processor in that time; whoever computes has more, on a busy machine too

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._looked, self._used = time.monotonic(), time.process_time()
        self._lost = 0.0

    def now(self) -> float:
        with self._lock:
            wall, used = time.monotonic(), time.process_time()
            gap = wall - self._looked
            if gap > self.GAP and used - self._used < self.IDLE * gap:
                self._lost += gap
            self._looked, self._used = wall, used
            return wall - self._lost


_CLOCK = _Clock()


class _MemoryUse:
    """What this process has grown by since some work began. Once that was too much the work is over.

    What the process held before is not the work's: who calls Brillig from Python may hold much.
    """

    GLANCE = 0.05  # seconds between two looks

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._before = resident_memory()
        self._looked = time.monotonic()
        self._used_up = False

    def is_used_up(self) -> bool:
        now = time.monotonic()
        if not self._used_up and now - self._looked >= self.GLANCE:
            self._looked = now
            self._used_up = resident_memory() - self._before > self._limit
        return self._used_up


class Brake:
    """A `Cancel` that can also hold a run: `is_set` waits while held, so the caller stands still meanwhile.

    Engines that compute elsewhere than in the thread that asks look at `held` first and suspend that work.
    Time while held does not count against a budget.
    """

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._free = threading.Event()
        self._free.set()
        self._lock = threading.Lock()
        self._held_since: float | None = None
        self._held_before = 0.0

    def is_set(self) -> bool:
        self._free.wait()
        return self._stop.is_set()

    @property
    def held(self) -> bool:
        return not self._free.is_set()

    @property
    def stopped(self) -> bool:
        """Whether it was stopped; unlike `is_set` this never waits."""
        return self._stop.is_set()

    @property
    def held_seconds(self) -> float:
        """For how long it was held so far, all times together."""
        with self._lock:
            return self._held_before + self._held_now()

    def hold(self) -> None:
        with self._lock:
            if not self._stop.is_set() and self._held_since is None:
                self._held_since = _CLOCK.now()
                self._free.clear()

    def release(self) -> None:
        with self._lock:
            self._held_before += self._held_now()
            self._held_since = None
            self._free.set()

    def stop(self) -> None:
        self._stop.set()
        self.release()

    def _held_now(self) -> float:
        return 0.0 if self._held_since is None else _CLOCK.now() - self._held_since


class Budget:
    """What may still be spent. Time counts from its making, less what a `Brake` held; memory does, too, and a
    part of a budget shares it with the whole.

    A budget is a `Cancel` itself: whatever can only be cancelled is also stopped when time is up.
    """

    def __init__(
        self, limits: Limits, cancels: tuple[Cancel, ...] = (), memory: _MemoryUse | None = None
    ) -> None:
        self.limits = limits
        self._cancels = cancels
        self._memory = memory or _MemoryUse(limits.memory)
        self._began = self._now()

    @classmethod
    def begin(cls, limits: Limits | Budget | None = None, cancel: Cancel | None = None) -> Budget:
        """A budget for a piece of work that begins now: a part of the one that is given, if one is."""
        if isinstance(limits, Budget):
            return limits.part(cancel=cancel)
        return cls(limits or Limits(), () if cancel is None else (cancel,))

    @property
    def seed(self) -> int:
        return self.limits.seed

    @property
    def max_iterations(self) -> int | None:
        return self.limits.max_iterations

    @property
    def time_limit(self) -> float | None:
        return self.limits.time_limit

    @property
    def threads(self) -> int:
        return self.limits.threads

    @property
    def seconds(self) -> float:
        """Seconds spent."""
        return self._now() - self._began

    @property
    def left(self) -> float | None:
        """Seconds left, not below 0; None without a limit."""
        return None if self.time_limit is None else max(0.0, self.time_limit - self.seconds)

    @property
    def held(self) -> bool:
        """Whether asking would wait: there is work elsewhere to be suspended first."""
        return any(isinstance(cancel, Brake | Budget) and cancel.held for cancel in self._cancels)

    @property
    def held_seconds(self) -> float:
        """For how long it was held so far."""
        return sum(cancel.held_seconds for cancel in self._cancels if isinstance(cancel, Brake | Budget))

    def ended(self) -> Ended | None:
        """Why to stop now, or None. While a `Brake` is held this waits."""
        # Every one is asked, before the time is: a brake holds whoever asks.
        cancelled = [cancel.is_set() for cancel in self._cancels]
        # Without a limit the clock is looked at, too: a long gap between two looks would count as a stop.
        _CLOCK.now()
        if self.left == 0.0:
            return Ended.TIME
        if any(cancelled):
            return Ended.CANCELLED
        return Ended.MEMORY if self._memory.is_used_up() else None

    def is_set(self) -> bool:
        return self.ended() is not None

    def part(
        self,
        *,
        seconds: float | None = None,
        seed: int | None = None,
        max_iterations: int | None = None,
        jobs: int | None = None,
        cancel: Cancel | None = None,
    ) -> Budget:
        """A budget for a part of the work: what is left of this one, and no more than what is said here."""
        limits = replace(
            self.limits,
            time_limit=min((s for s in (self.left, seconds) if s is not None), default=None),
            seed=self.seed if seed is None else seed,
            max_iterations=self.max_iterations if max_iterations is None else max_iterations,
            jobs=self.limits.jobs if jobs is None else jobs,
        )
        cancels = self._cancels if cancel is None else (*self._cancels, cancel)
        return Budget(limits, cancels, self._memory)

    def of_at_most(self, iterations: int) -> Budget:
        """The same, with this many iterations unless it says how many."""
        return self if self.max_iterations is not None else self.part(max_iterations=iterations)

    def _now(self) -> float:
        return _CLOCK.now() - self.held_seconds
