"""What is sent to be computed, and what comes back: small values, the same for threads and for a cluster.

A parcel is a few trials of one setting, or a slice of a long one. It comes back after some seconds with what
is done of it: results, checkpoints, and trials that there was no time for.
"""

from __future__ import annotations

import dataclasses
import math
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from brillig.limits import Cancel
from brillig.studies.trial import Setting, TrialResult, run_trial

SLICE_SECONDS = 3.0


@dataclass(frozen=True)
class Item:
    """A trial, and where to go on with it."""

    trial: int
    checkpoint: bytes | None = None


@dataclass(frozen=True)
class Parcel:
    """Trials of one setting (by its number in the study) to run for about `seconds`."""

    setting: int
    items: tuple[Item, ...]
    seconds: float = SLICE_SECONDS


@dataclass(frozen=True)
class Returned:
    """A parcel that has come back: trials that are done, and those that are not."""

    setting: int
    results: tuple[tuple[int, TrialResult], ...] = ()
    left: tuple[Item, ...] = ()

    def to_message(self) -> list[Any]:
        """As plain lists, texts and bytes."""
        return [
            self.setting,
            [[trial, *dataclasses.astuple(result)] for trial, result in self.results],
            [[item.trial, item.checkpoint] for item in self.left],
        ]

    @classmethod
    def from_message(cls, message: Sequence[Any]) -> Returned:
        setting, results, left = message
        return cls(
            setting,
            tuple((row[0], TrialResult(*row[1:])) for row in results),
            tuple(Item(*item) for item in left),
        )


@dataclass(frozen=True)
class _Deadline:
    """Stops a trial after some seconds, or when everything is stopped."""

    stop: Cancel
    at: float

    def is_set(self) -> bool:
        return self.stop.is_set() or time.monotonic() >= self.at


def run_parcel(setting: Setting, parcel: Parcel, stop: Cancel | None = None) -> Returned:
    """Run its trials one after the other. Each has all the seconds, but none is begun after them."""
    stop = stop or threading.Event()
    began = time.monotonic()
    results: list[tuple[int, TrialResult]] = []
    left: list[Item] = []
    for item in parcel.items:
        now = time.monotonic()
        if stop.is_set() or (results and now - began >= parcel.seconds) or left:
            left.append(item)
            continue
        # A trial that would begin anew is not stopped for its time: it might never end.
        until = now + parcel.seconds if setting.can_pause else math.inf
        ended = run_trial(setting, item.trial, _Deadline(stop, until), item.checkpoint)
        if isinstance(ended, TrialResult):
            results.append((item.trial, ended))
        else:
            left.append(Item(item.trial, ended))
    return Returned(parcel.setting, tuple(results), tuple(left))
