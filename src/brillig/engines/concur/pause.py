"""Where a stopped engine goes on, in this process or in another one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from brillig.engines.concur.memory import Checkpoint


@dataclass(frozen=True)
class Paused:
    """Which batch it works on, what earlier ones took, and where the search of this one stands.

    batch   numbers of the sentences or trees in the batch; empty where there is none
    """

    epoch: int
    batch: tuple[int, ...]
    iterations: int
    restarts: int
    seconds: float
    search: Checkpoint


WhenPaused = Callable[[Paused], None]
