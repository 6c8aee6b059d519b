"""What every engine is given besides its problem: a seed, how far it may go, and a way to be stopped."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Limits:
    """seed, iterations a trial may take, seconds of wall clock, and threads (None: every core)."""

    seed: int = 0
    max_iterations: int | None = None
    time_limit: float | None = None
    jobs: int | None = None

    @property
    def threads(self) -> int:
        return self.jobs or os.cpu_count() or 1


class Cancel(Protocol):
    """Asked now and then by a running engine; a `threading.Event` is one."""

    def is_set(self) -> bool: ...


class Brake:
    """A `Cancel` that can also hold a run: `is_set` waits while held, so whoever asks stands still meanwhile.

    Engines that compute elsewhere than in the thread that asks look at `held` first and suspend that work.
    """

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._free = threading.Event()
        self._free.set()

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

    def hold(self) -> None:
        if not self._stop.is_set():
            self._free.clear()
            if self._stop.is_set():  # stopped at the same moment: a stop is never lost
                self._free.set()

    def release(self) -> None:
        self._free.set()

    def stop(self) -> None:
        self._stop.set()
        self._free.set()
