"""The coordinator: it alone writes the store. It hands out trials, and keeps what comes back."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from brillig.errors import BrilligError
from brillig.limits import Budget, Cancel, Limits
from brillig.progress import Report
from brillig.studies.parcel import SLICE_SECONDS, Item, Parcel, Returned
from brillig.studies.store import Store

COMMIT_SECONDS = 0.25  # results are kept so often: each commit waits for the disk
PARCEL_SECONDS = 0.25  # short trials are sent together, about so long
AHEAD = 2  # parcels for each slot, so that none waits for the coordinator


OnView = Callable[["View"], None]


class Pool(Protocol):
    """Where parcels are computed."""

    @property
    def slots(self) -> int: ...

    @property
    def note(self) -> str: ...

    def submit(self, parcel: Parcel) -> None: ...

    def collect(self, timeout: float) -> list[Returned]: ...

    def stop(self) -> list[Returned]: ...


@dataclass(frozen=True)
class View(Report):
    """A look at a running study: trials done of all, and the time left where that is known."""

    done: int
    trials: int
    seconds: float
    seconds_left: float | None
    note: str = ""

    def line(self) -> str:
        return f"{self.done} of {self.trials} trials"


def run_study(
    store: Store,
    pool: Pool,
    *,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
    watch: Callable[[View], None] | None = None,
) -> bool:
    """Run what is left of the study; whether all is done now.

    Stopped by the time limit, `cancel` or Ctrl-C (which is raised again), or by an error, all that has come
    back is in the store, with checkpoints of what was under way.
    """
    return _Coordinator(store, pool, Budget.begin(Limits(time_limit=time_limit), cancel), watch).run()


@dataclass
class _Coordinator:
    store: Store
    pool: Pool
    budget: Budget
    watch: Callable[[View], None] | None
    left: int = 0  # trials without a result when this run began
    running: int = 0  # trials that are out
    out: int = 0  # parcels that are out
    unsaved: list[Returned] = field(default_factory=list)  # come back, not yet in the store
    counted: float = 0.0  # up to when the store has the time
    trial_seconds: float = 0.0  # of those that came back in this run
    trials_back: int = 0
    waiting: deque[tuple[int, Item]] = field(default_factory=deque)  # came back unfinished

    def run(self) -> bool:
        fresh = self._fresh()
        self.left = self.store.plan.trials - sum(len(self.store.done(k)) for k in self._settings())
        ended = self.left == 0
        try:
            while not ended and not self.budget.is_set():
                self._hand_out(fresh)
                self._keep(self.pool.collect(0.1))
                self._tell()
                ended = self.trials_back >= self.left
        except BaseException:
            self._gather()
            with contextlib.suppress(BrilligError):  # a store that does not take it has said so, or will
                self._commit()
            raise
        self._gather()
        self._commit()
        return self.trials_back >= self.left

    def _settings(self) -> range:
        return range(len(self.store.plan.settings))

    def _fresh(self) -> Iterator[tuple[int, Item]]:
        """The trials without a result, those with a checkpoint first: they have waited longest."""
        for number in self._settings():
            checkpoints = self.store.checkpoints(number)
            for trial, data in sorted(checkpoints.items()):
                yield number, Item(trial, data)
            done = self.store.done(number)
            for trial in range(self.store.plan.settings[number].trials):
                if trial not in done and trial not in checkpoints:
                    yield number, Item(trial)

    def _hand_out(self, fresh: Iterator[tuple[int, Item]]) -> None:
        while self.out < AHEAD * self.pool.slots:
            parcel = self._next_parcel(fresh)
            if parcel is None:
                return
            self.pool.submit(parcel)
            self.out += 1
            self.running += len(parcel.items)

    def _next_parcel(self, fresh: Iterator[tuple[int, Item]]) -> Parcel | None:
        """A long trial alone, or as many short ones of a setting as take a moment together."""
        items: list[Item] = []
        setting, size = -1, self._parcel_size()
        while len(items) < size:
            following = self.waiting.popleft() if self.waiting else next(fresh, None)
            if following is None:
                break
            if items and (following[0] != setting or following[1].checkpoint is not None):
                self.waiting.appendleft(following)
                break
            setting = following[0]
            items.append(following[1])
            if following[1].checkpoint is not None:
                break
        return Parcel(setting, tuple(items), SLICE_SECONDS) if items else None

    def _parcel_size(self) -> int:
        if self.trials_back < 2 * self.pool.slots:
            return 1
        mean = self.trial_seconds / self.trials_back
        left = self.left - self.trials_back - self.running
        # Towards the end parcels shrink, so that all slots end together.
        fair = max(1, left // (AHEAD * max(1, self.pool.slots) * 2))
        return max(1, min(100, fair, int(PARCEL_SECONDS / max(mean, 1e-6))))

    def _keep(self, returned: list[Returned]) -> None:
        for parcel in returned:
            self.out -= 1
            self.running -= len(parcel.results) + len(parcel.left)
            self.trials_back += len(parcel.results)
            self.trial_seconds += sum(result.seconds for _, result in parcel.results)
            self.waiting.extend((parcel.setting, item) for item in parcel.left)
        self.unsaved += returned
        if self.unsaved and self.budget.seconds - self.counted >= COMMIT_SECONDS:
            self._commit()

    def _commit(self) -> None:
        now = self.budget.seconds
        self.store.record(self.unsaved, now - self.counted)
        self.unsaved, self.counted = [], now

    def _gather(self) -> None:
        """Stop the pool and take what it still has."""
        returned = self.pool.stop()
        self.trials_back += sum(len(parcel.results) for parcel in returned)
        self.unsaved += returned

    def _tell(self) -> None:
        if self.watch is None:
            return
        seconds = self.budget.seconds
        remaining = None
        if self.trials_back:
            remaining = seconds / self.trials_back * (self.left - self.trials_back)
        plan = self.store.plan
        done = plan.trials - self.left + self.trials_back
        self.watch(View(done, plan.trials, seconds, remaining, self.pool.note))
