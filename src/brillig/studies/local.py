"""Trials on the cores of this machine: threads, since the kernel lets go of the interpreter."""

from __future__ import annotations

import queue
import threading

from brillig.studies.parcel import Parcel, Returned, run_parcel
from brillig.studies.plan import Plan


class LocalPool:
    """Threads that run parcels. Stopped, they come back at once with checkpoints."""

    def __init__(self, plan: Plan, jobs: int) -> None:
        self._plan = plan
        self._stop = threading.Event()
        self._inbox: queue.SimpleQueue[Parcel | None] = queue.SimpleQueue()
        self._outbox: queue.SimpleQueue[Returned | BaseException] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"trial-{number}", daemon=True) for number in range(jobs)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def slots(self) -> int:
        return len(self._threads)

    @property
    def note(self) -> str:
        """What a person should know about the pool just now; mostly nothing."""
        return ""

    def submit(self, parcel: Parcel) -> None:
        self._inbox.put(parcel)

    def collect(self, timeout: float) -> list[Returned]:
        """Parcels that have come back; waits for the first."""
        returned: list[Returned] = []
        try:
            returned.append(self._raised(self._outbox.get(timeout=timeout)))
            while True:
                returned.append(self._raised(self._outbox.get_nowait()))
        except queue.Empty:
            return returned

    def stop(self) -> list[Returned]:
        """Stop all trials; what they have come to."""
        self._stop.set()
        for _ in self._threads:
            self._inbox.put(None)
        for thread in self._threads:
            thread.join()
        returned = []
        while not self._outbox.empty():
            ended = self._outbox.get()
            if isinstance(ended, Returned):
                returned.append(ended)
        return returned

    @staticmethod
    def _raised(ended: Returned | BaseException) -> Returned:
        if isinstance(ended, BaseException):
            raise ended
        return ended

    def _work(self) -> None:
        while (parcel := self._inbox.get()) is not None:
            try:
                ended: Returned | BaseException = run_parcel(
                    self._plan.settings[parcel.setting], parcel, self._stop
                )
            except BaseException as error:  # whatever it is, it is the coordinator's to report
                ended = error
            self._outbox.put(ended)
