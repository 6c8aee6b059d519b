"""The driver's promises: one answer whatever the threads, limits that hold, stopping at once."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

import pytest

from brillig.engines.concur import driver
from brillig.engines.concur.driver import Examined, Progress, Stop, search, seed_of
from brillig.engines.concur.memory import LAG, Memory
from brillig.engines.race import solve
from brillig.language.corpus import Corpus
from brillig.limits import Brake, Limits
from brillig.problems import Problem


@dataclass
class Counting:
    """A network that converges after a number of steps that its seed decides, or never."""

    need: int = 0
    made: int = 0
    pause: float = 0.0
    lucky: int = 40
    seeds: list[int] = field(default_factory=list)

    def start(self, seed: int) -> None:
        self.made = 0
        self.need = 50 if seed % self.lucky == 0 else 10**9
        self.seed = seed

    def run(self, iterations: int) -> tuple[int, Stop]:
        time.sleep(self.pause)
        steps = min(iterations, self.need - self.made)
        self.made += steps
        return steps, Stop.CONVERGED if self.made >= self.need else Stop.LIMIT

    def gap(self) -> float:
        return 1.0 / (1 + self.made)


def accept(network: Counting, _stop: Stop, start: int, _memory: Memory) -> Examined[int]:
    return Examined(start, iterations=3)


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_the_answer_does_not_depend_on_the_number_of_threads(seed: int) -> None:
    found = [
        search(lambda: Counting(pause=0.0005), accept, Limits(seed=seed, jobs=jobs), restart_after=100)
        for jobs in (1, 2, 5)
    ]
    first = next(k for k in range(10_000) if seed_of(seed, k) % 40 == 0)
    assert [result.answer for result in found] == [first] * 3
    assert {result.iterations for result in found} == {first * 100 + 53}
    assert {result.restarts for result in found} == {first}


def test_the_iteration_limit_holds_whatever_the_threads() -> None:
    for jobs in (1, 3):
        result = search(
            lambda: Counting(lucky=2**63), accept, Limits(max_iterations=1234, jobs=jobs), restart_after=100
        )
        assert result.answer is None
        assert result.iterations == 1234


def test_no_start_goes_on_past_the_limit() -> None:
    network = Counting(lucky=2**63)
    search(lambda: network, accept, Limits(max_iterations=300, jobs=1), restart_after=10**6)
    assert network.made == 300


def test_a_success_beyond_the_limit_does_not_count() -> None:
    first = next(k for k in range(10_000) if seed_of(0, k) % 40 == 0)
    limits = Limits(max_iterations=first * 100 + 52)
    assert search(Counting, accept, limits, restart_after=100).answer is None
    limits = Limits(max_iterations=first * 100 + 53)
    assert search(Counting, accept, limits, restart_after=100).answer == first


def test_cancelling_and_the_time_limit_stop_soon() -> None:
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    began = time.monotonic()
    result = search(
        lambda: Counting(pause=0.01, lucky=2**63), accept, Limits(), restart_after=10**6, cancel=cancel
    )
    assert result.answer is None
    assert time.monotonic() - began < 1.5
    began = time.monotonic()
    search(lambda: Counting(pause=0.01, lucky=2**63), accept, Limits(time_limit=0.2), restart_after=10**6)
    assert time.monotonic() - began < 1.5


def test_progress_counts_up() -> None:
    seen: list[Progress] = []
    search(
        lambda: Counting(pause=0.02, lucky=2**63),
        accept,
        Limits(time_limit=0.5),
        restart_after=10**5,
        progress=seen.append,
    )
    assert seen
    assert [p.iterations for p in seen] == sorted(p.iterations for p in seen)
    assert seen[-1].rate > 0


def test_observers_are_called_at_multiples() -> None:
    seen: list[tuple[int, int]] = []
    search(
        lambda: Counting(lucky=2**63),
        accept,
        Limits(max_iterations=250, jobs=1),
        restart_after=100,
        observe=lambda _network, start, iteration: seen.append((start, iteration)),
        observe_every=40,
    )
    assert seen == [(0, 40), (0, 80), (1, 40), (1, 80), (2, 40), (2, 80)]


def test_a_start_sees_only_what_every_number_of_threads_would_have_shown_it() -> None:
    memory = Memory()
    memory.note("a", 5)
    assert memory.attempts("a", 5) == 1
    assert memory.attempts("a", 6) == 0
    assert memory.attempts("a", 5 + LAG) == 1
    assert memory.attempts("b", 100) == 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_held_brake_holds_every_thread(jobs: int) -> None:
    brake, made = Brake(), [0]

    class Watched(Counting):
        def run(self, iterations: int) -> tuple[int, Stop]:
            made[0] += 1
            return super().run(iterations)

    limits = Limits(jobs=jobs)
    work = threading.Thread(
        target=lambda: search(
            lambda: Watched(pause=0.002, lucky=2**63), accept, limits, restart_after=10**9, cancel=brake
        )
    )
    work.start()
    time.sleep(0.1)
    brake.hold()
    time.sleep(0.1)  # for the slices that are under way
    standing = made[0]
    time.sleep(0.3)
    assert standing == made[0] > 0
    brake.release()
    time.sleep(0.1)
    assert made[0] > standing
    brake.stop()
    work.join(timeout=5)
    assert not work.is_alive()


def test_starts_that_end_at_once_do_not_hide_the_clock() -> None:
    class Stuck(Counting):
        def run(self, iterations: int) -> tuple[int, Stop]:
            return 1, Stop.STUCK

    for jobs in (1, 2):
        began = time.monotonic()
        result = search(Stuck, accept, Limits(time_limit=0.2, jobs=jobs), restart_after=100)
        assert result.answer is None
        assert time.monotonic() - began < 1.5


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_search_that_is_stopped_whenever_it_asks_still_comes_on(jobs: int) -> None:
    class Kept(Counting):
        def save(self) -> bytes:
            return f"{self.need} {self.made}".encode()

        def load(self, state: bytes) -> None:
            self.need, self.made = map(int, state.split())

    always, limits = threading.Event(), Limits(seed=1, max_iterations=5_000, jobs=jobs)
    always.set()
    whole = search(Kept, accept, limits, restart_after=100)
    result = search(Kept, accept, limits, restart_after=100, cancel=always)
    pieces = 1
    while result.checkpoint is not None:
        result = search(Kept, accept, limits, restart_after=100, cancel=always, resume=result.checkpoint)
        pieces += 1
        assert pieces < 1_000
    assert (result.answer, result.iterations) == (whole.answer, whole.iterations)
    assert pieces > 20


def test_what_came_nearest_is_the_same_on_any_machine(monkeypatch):
    corpus = Corpus.of(["a b a b", "b a", "a a b b", "b b a a", "a b", "b a b a b"])
    seen = set()
    for steps, jobs in ((1, 1), (37, 2), (100_000, 1), (100_000, 2)):
        monkeypatch.setattr(driver, "_next_slice", lambda _made, _seconds, steps=steps: steps)
        limits = Limits(3, max_iterations=4000, jobs=jobs)
        outcome = solve(Problem(corpus, 4, 1, 2), "concur", limits)
        assert outcome.nearest is not None
        seen.add((outcome.nearest.canonical_text, outcome.run.iterations, outcome.run.restarts))
    assert len(seen) == 1
