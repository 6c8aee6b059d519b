"""Islands on a cluster: Dask's workers take steps of them, and the answer is that of one process.

An island does not need the others within a step. After it the kernel judges each round: the best, whether to
end, and what the worst island gets. A worker keeps the islands it has and goes on with them; one that has not
makes it again from its beginning, with what it got after each step, so that workers may come and go.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from brillig import __version__
from brillig._kernel import ROUNDS_A_STEP, Growth, GrowthPlan, judge_round
from brillig.errors import BrilligError

Answer = tuple[float, int, list[tuple[int, int, int]], list[int], list[tuple[int, int]], int]
# The best at the end of a round, the work after which it was found, whether the island began in every way,
# how many beginnings came to that best, and what else the island had found.
Look = tuple[Answer, int, bool, int, list[Answer]]
Present = tuple[Answer, bool]  # the best of all islands, and whether the one that gets it is the worst

MAX_KEPT = 16  # islands that a worker keeps
LOOK = 0.05  # seconds between two looks at whether to stop

_kept: OrderedDict[tuple[str, int], tuple[int, Growth]] = OrderedDict()
_lock = threading.Lock()


@dataclass(frozen=True)
class Task:
    """What all islands have in common: the kernel's arguments, in its order."""

    key: str
    words: int
    sentences: list[list[int]]
    rejected: list[list[int]]
    known: tuple[list[tuple[int, int, int]], list[int], list[tuple[int, int]], int]
    joins: list[int]
    islands: list[tuple[bool, bool, bool, float, int]]
    seed: int
    round: int
    least: int
    enough: int
    most: int
    branches: int
    meetings: int

    def plan(self) -> GrowthPlan:
        """How all islands work."""
        plan = GrowthPlan()
        plan.islands = self.islands
        recursive, shared, equal = ([island[i] for island in self.islands] for i in range(3))
        plan.widest = (any(recursive), any(shared), any(equal))
        plan.seed, plan.round = self.seed, self.round
        plan.least, plan.enough, plan.most = self.least, self.enough, self.most
        plan.branches, plan.meetings = self.branches, self.meetings
        return plan

    def start(self, jobs: int) -> Growth:
        """All islands in this process."""
        plan = self.plan()
        plan.jobs = jobs
        return self._grow(plan)

    def make(self, island: int) -> Growth:
        """One of them, in steps."""
        plan = self.plan()
        plan.islands, plan.first, plan.stepwise = [self.islands[island]], island, True
        plan.least, plan.enough, plan.most = 0, 2**62, 2**62
        return self._grow(plan)

    def _grow(self, plan: GrowthPlan) -> Growth:
        return Growth(self.words, self.sentences, self.rejected, self.known, self.joins, plan)


def take_step(
    version: str, task: Task, island: int, received: list[Present | None]
) -> tuple[str, list[Look], str]:
    """What a worker does: the step after those whose presents are given; its rounds, and who did it."""
    from distributed import get_worker

    address = str(get_worker().address)
    if version != __version__:
        return __version__, [], address
    with _lock:
        done, growth = _kept.pop((task.key, island), (0, None))
    if growth is None or done > len(received):
        done, growth = 0, task.make(island)
    looks: list[Look] = []
    for step in range(done, len(received) + 1):
        present = received[step - 1] if step else None
        looks = growth.step([] if present is None else [present])
    with _lock:
        _kept[task.key, island] = (len(received) + 1, growth)
        dropped = [_kept.popitem(last=False)[1] for _ in range(len(_kept) - MAX_KEPT)]
    del dropped  # outside the lock: the end of an island takes a moment
    return __version__, looks, address


def forget(key: str) -> None:
    """A worker ends the islands of a search."""
    with _lock:
        gone = [_kept.pop(place) for place in list(_kept) if place[0] == key]
    del gone


class ClusterGrowth:
    """Looked at as the kernel's `Growth` is."""

    def __init__(self, client: Any, task: Task) -> None:
        self._client = client
        self._task = task
        self._plan = task.plan()
        self._received: list[list[Present | None]] = [[] for _ in task.islands]
        self._bests: list[Look] = [((inf, 0, [], [], [], 0), 0, False, -1, []) for _ in task.islands]
        self._best = 0
        self._work = self._rounds = self._improvements = 0
        self._ended = "running"
        self._stop = threading.Event()
        self._homes: dict[int, str] = {}
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="brillig-islands", daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        self._stop.set()

    def hold(self, held: bool) -> None:
        """Workers finish the step they are at; the next one waits for whoever looks at this."""

    def wait(self, seconds: float) -> bool:
        self._thread.join(seconds)
        if self._thread.is_alive():
            return False
        if self._error is not None:
            raise self._error
        return True

    def best(self) -> Answer:
        return self._bests[self._best][0]

    def bests(self) -> list[Answer]:
        return [best for best, *_ in self._bests] + [
            answer for *_, others in self._bests for answer in others
        ]

    def progress(self) -> tuple[int, int, int, int, str]:
        return self._best, self._work, self._bests[self._best][1], self._improvements, self._ended

    def _run(self) -> None:
        try:
            while self._ended == "running":
                looks = self._step()
                if looks is None:
                    self._ended = "cancelled"
                    return
                for rounds in zip(*looks, strict=True):
                    self._finish_round(rounds)
                    if self._ended != "running":
                        return
        except BaseException as error:
            self._error = error
        finally:
            with contextlib.suppress(Exception):  # a scheduler may be gone by now
                self._client.run(forget, self._task.key)

    def _step(self) -> list[list[Look]] | None:
        """The next step of every island; None when asked to stop."""
        from distributed import wait

        futures = [self._send(island) for island in range(len(self._task.islands))]
        while not all(future.done() for future in futures):
            if self._stop.is_set():
                self._client.cancel(futures, force=True)
                return None
            with contextlib.suppress(TimeoutError):
                wait(futures, timeout=LOOK)
        looks = []
        for island, future in enumerate(futures):
            version, rounds, self._homes[island] = self._result(future)
            if version != __version__:
                raise BrilligError(
                    f"the worker {self._homes[island]} has brillig {version}, but this is {__version__}",
                    hint="install the same there, or remove the worker",
                )
            looks.append(rounds)
        return looks

    def _send(self, island: int) -> Any:
        """To the worker that has the island, if it is still there."""
        there = self._client.scheduler_info()["workers"]
        home = self._homes.get(island)
        return self._client.submit(
            take_step,
            __version__,
            self._task,
            island,
            self._received[island],
            key=f"{self._task.key}-{island}-{len(self._received[island])}",
            pure=False,
            workers=[home] if home in there else None,
            allow_other_workers=home in there,
        )

    def _result(self, future: Any) -> tuple[str, list[Look], str]:
        try:
            answer: tuple[str, list[Look], str] = future.result(timeout=30)
        except BrilligError:
            raise
        except ImportError as error:
            raise BrilligError(
                f"a worker has no brillig ({error})", hint=f"install {__version__} there"
            ) from None
        except Exception as error:
            reason = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
            raise BrilligError(
                f"the cluster lost a search ({reason})", hint="look at the workers' logs"
            ) from None
        return answer

    def _finish_round(self, looks: Sequence[Look]) -> None:
        """As the kernel does at the end of a round."""
        self._rounds += 1
        self._work += self._task.round
        task = self._task
        best, worst, self._ended = judge_round(list(looks), task.islands[0][3], self._work, self._plan)
        self._improvements += list(looks) != self._bests
        self._bests = list(looks)
        if self._rounds % ROUNDS_A_STEP == 0:
            for island, received in enumerate(self._received):
                received.append((looks[best][0], island == worst) if best >= 0 and island != best else None)
        if best >= 0:
            self._best = best


def new_key() -> str:
    return f"brillig-grow-{time.time_ns():x}"
