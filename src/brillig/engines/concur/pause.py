"""Where a stopped engine goes on, in this process or in another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from brillig.engines.concur.memory import DAMAGED_ADVICE, Checkpoint
from brillig.errors import BrilligError

T = TypeVar("T")


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


def pick(items: Sequence[T], numbers: Sequence[int]) -> tuple[T, ...]:
    """The items that a checkpoint names."""
    if any(not 0 <= number < len(items) for number in numbers):
        raise BrilligError("a damaged checkpoint (it names what is not there)", hint=f"{DAMAGED_ADVICE}")
    return tuple(items[number] for number in numbers)
