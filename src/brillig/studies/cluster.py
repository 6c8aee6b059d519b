"""Trials on a cluster: Dask's scheduler and workers, wherever they are.

Workers get texts and bytes and give back the same; which of them computes a trial makes no difference. They
may come and go: what a lost one had is computed again. A worker of another version is refused.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import time
from functools import lru_cache
from typing import Any

from brillig.errors import BrilligError
from brillig.studies.parcel import Item, Parcel, Returned, run_parcel
from brillig.studies.plan import Plan
from brillig.studies.trial import Setting
from brillig.studies.version import engine_version

PROTOCOL = 1
MAX_LOSSES = 5  # so often a parcel may lose its worker before it is suspected of it
LOST_SECONDS = 15  # so long a scheduler may be out of reach


def run_message(caller: str, setting: str, message: list[Any]) -> list[Any]:
    """What a worker does: a parcel in, what has come of it out. The first part says whether it could."""
    own = version()
    if caller != own:
        return ["version", own, _worker_name()]
    number, items, seconds = message
    parcel = Parcel(number, tuple(Item(*item) for item in items), seconds)
    return ["done", run_parcel(_setting(setting), parcel).to_message()]


def version() -> str:
    """What has to be the same on both sides."""
    return f"{engine_version()} (protocol {PROTOCOL})"


def _worker_name() -> str:
    from distributed import get_worker

    return str(get_worker().address)


@lru_cache(maxsize=64)
def _setting(text: str) -> Setting:
    return Setting.from_json(json.loads(text))


class ClusterPool:
    """Parcels as Dask tasks."""

    def __init__(self, plan: Plan, client: Any) -> None:
        self._client = client
        self._texts = [json.dumps(setting.to_json(), ensure_ascii=False) for setting in plan.settings]
        self._names = [setting.name for setting in plan.settings]
        self._parcels: dict[
            Any, tuple[Parcel, int]
        ] = {}  # by future: what it computes, and its losses so far
        self._unsent: list[tuple[Parcel, int]] = []
        self._keys = itertools.count()
        self._slots, self._looked = 0, -1.0
        self._running = time.monotonic()  # when the scheduler was last known to be there
        self._prefix = f"brillig-{time.time_ns():x}"

    @property
    def slots(self) -> int:
        self._check_scheduler()
        if time.monotonic() - self._looked > 0.5 and self._client.status == "running":
            with contextlib.suppress(OSError, TimeoutError):  # it went just now; that shows soon
                self._slots = sum(self._client.nthreads().values())
            self._looked = time.monotonic()
        return self._slots if self._client.status == "running" else 0

    @property
    def note(self) -> str:
        return "" if self._slots else "waiting for workers"

    def submit(self, parcel: Parcel) -> None:
        self._send(parcel, 0)

    def _send(self, parcel: Parcel, losses: int) -> None:
        items = [[item.trial, item.checkpoint] for item in parcel.items]
        try:
            future = self._client.submit(
                run_message,
                version(),
                self._texts[parcel.setting],
                [parcel.setting, items, parcel.seconds],
                key=f"{self._prefix}-{next(self._keys)}",
                pure=False,
            )
        except (OSError, RuntimeError):  # the scheduler went just now
            self._unsent.append((parcel, losses))
        else:
            self._parcels[future] = (parcel, losses)

    def collect(self, timeout: float) -> list[Returned]:
        """Parcels that have come back; lost ones are sent again."""
        from distributed import wait

        self._check_scheduler()
        unsent, self._unsent = self._unsent, []
        for parcel, losses in unsent:
            self._send(parcel, losses)
        if not self._parcels or self._client.status != "running":
            time.sleep(timeout)
            return []
        with contextlib.suppress(TimeoutError, *_losses()):
            wait(list(self._parcels), timeout=timeout, return_when="FIRST_COMPLETED")
        if self._client.status != "running":  # lost while we waited: nothing can be asked or sent now
            return []
        return [
            returned
            for future in [future for future in self._parcels if future.status != "pending"]
            if (returned := self._receive(future)) is not None
        ]

    def stop(self) -> list[Returned]:
        """Forget what is out: it is computed again, from its last checkpoint, when the study goes on."""
        returned = []
        for future in list(self._parcels):
            if future.status == "finished":
                with contextlib.suppress(Exception):  # a scheduler may be gone by now, and its results too
                    kind, content, *_ = future.result(timeout=2)
                    if kind == "done":
                        returned.append(Returned.from_message(content))
        if self._client.status == "running":
            with contextlib.suppress(Exception):
                self._client.cancel(list(self._parcels), force=True)
        self._parcels.clear()
        return returned

    def _receive(self, future: Any) -> Returned | None:
        """The result of a task that has ended, or None for one that is sent again."""
        parcel, losses = self._parcels.pop(future)
        if future.status == "finished":
            answer = _result(future)
            if answer is not None:
                kind, *content = answer
                if kind == "version":
                    raise BrilligError(
                        f"the worker {content[1]} has brillig {content[0]}, but this is {version()}",
                        hint="install the same there, or remove the worker, then resume",
                    )
                return Returned.from_message(content[0])
        elif future.status == "error":
            error = future.exception(timeout=30)
            if not isinstance(error, _losses()):
                raise self._explain(error, parcel)
            losses += 1
            if losses >= MAX_LOSSES:
                trials = ", ".join(str(item.trial) for item in parcel.items)
                raise BrilligError(
                    f"{self._names[parcel.setting]}, trial {trials}: lost its worker {losses} times",
                    hint=("look at the workers' memory and logs, then resume"),
                )
        self._send(parcel, losses)
        return None

    def _explain(self, error: BaseException, parcel: Parcel) -> BrilligError:
        if isinstance(error, BrilligError):
            return error
        if isinstance(error, ImportError):
            return BrilligError(
                f"a worker has no brillig ({error})", hint=f"install {version()} there, then resume"
            )
        return BrilligError(
            f"{self._names[parcel.setting]}: a worker failed with {type(error).__name__} "
            f"({' '.join(str(error).split())[:200]})",
            hint="look at its log, then resume",
        )

    def _check_scheduler(self) -> None:
        if self._client.status == "running":
            self._running = time.monotonic()
        elif self._client.status in ("closed", "closing") or time.monotonic() - self._running > LOST_SECONDS:
            raise BrilligError(
                "the cluster's scheduler is lost",
                hint="what was done is kept: resume when there is one again",
            )


def _result(future: Any) -> list[Any] | None:
    """What a task returned; None if its worker went before it could tell."""
    try:
        answer: list[Any] = future.result(timeout=30)
        return answer
    except TimeoutError:
        return None
    except _losses():
        return None


def _losses() -> tuple[type[BaseException], ...]:
    """How it shows that a worker, or the way to it, went; these say nothing about what it computed."""
    from distributed import CancelledError, KilledWorker
    from distributed.comm import CommClosedError

    return (KilledWorker, CancelledError, CommClosedError)
