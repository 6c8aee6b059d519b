"""What every engine is given besides its problem: a seed, how far it may go, and a way to be stopped."""

from __future__ import annotations

import os
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
