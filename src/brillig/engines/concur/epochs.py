"""Searches one after the other, each on its batch, that count as one run, for every kind of problem."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, TypeVar

from brillig.engines.concur.driver import Examine, Network, Progress, Searched, search, seed_of
from brillig.engines.concur.pause import Paused, WhenPaused
from brillig.engines.outcome import Outcome
from brillig.limits import Budget, Ended
from brillig.problems import AnyProblem
from brillig.problems.solution import Run, Status

ENGINE = "concur"

N = TypeVar("N", bound=Network)
A = TypeVar("A")


def say_impossible(problem: AnyProblem, budget: Budget) -> Outcome | None:
    """The outcome where counting alone shows that there is no solution."""
    reason = problem.impossible()
    if reason is None:
        return None
    run = Run(ENGINE, budget.seed, 0, 0, budget.seconds)
    return Outcome(Status.INFEASIBLE, problem, run, reason=reason)


@dataclass
class Epochs:
    """Iterations, restarts and seconds of all searches so far. Each epoch has a seed of its own.

    Stopped in the middle of one, it tells `paused` where it can go on; made with `resume` it does.
    """

    budget: Budget
    progress: Callable[[Progress], None] | None
    resume: Paused | None
    paused: WhenPaused | None
    epoch: int = 0
    iterations: int = 0
    restarts: int = 0
    _before: float = field(default=0.0, init=False)  # seconds of a run that this one goes on with

    def __post_init__(self) -> None:
        if self.resume is not None:
            self.epoch, self._before = self.resume.epoch, self.resume.seconds
            self.iterations, self.restarts = self.resume.iterations, self.resume.restarts

    @property
    def seconds(self) -> float:
        return self._before + self.budget.seconds

    def search(
        self,
        make_network: Callable[[], N],
        examine: Examine[N, A],
        batch: tuple[int, ...],
        *,
        most: int | None,
        least: int = 0,
        memory: int = 0,
        **options: Any,
    ) -> Searched[A]:
        """The next epoch: up to `most` iterations of the whole run, but `least` in any case.

        `batch` are the numbers of what is worked on; the options are those of the driver. `memory` is what a
        network takes, of which every thread has one: no more threads than fit.
        """
        threads = self.budget.threads
        if memory:
            threads = min(threads, self.budget.limits.memory // memory)
        if threads == 0:
            return Searched(None, self.iterations, self.restarts, self.seconds, inf, Ended.MEMORY)
        seed = self.budget.seed
        searched = search(
            make_network,
            examine,
            self.budget.part(
                seed=seed if self.epoch == 0 else seed_of(seed, self.epoch) >> 1,
                max_iterations=None if most is None else max(least, most - self.iterations),
                jobs=threads,
            ),
            progress=self._add_up(),
            resume=None if self.resume is None else self.resume.search,
            **options,
        )
        self.resume = None
        if searched.checkpoint is not None and self.paused is not None:
            point = searched.checkpoint
            self.paused(Paused(self.epoch, batch, self.iterations, self.restarts, self.seconds, point))
        self.iterations += searched.iterations
        self.restarts += searched.restarts
        self.epoch += 1
        return searched

    def _add_up(self) -> Callable[[Progress], None] | None:
        """Progress that counts the earlier epochs, too."""
        progress = self.progress
        if progress is None:
            return None
        return lambda seen: progress(
            replace(
                seen,
                iterations=seen.iterations + self.iterations,
                restarts=seen.restarts + self.restarts,
                seconds=self.seconds,
            )
        )

    def run(self, ended: Ended) -> Run:
        return Run(ENGINE, self.budget.seed, self.iterations, self.restarts, self.seconds, ended)

    def not_found(self, ended: Ended, gap: str = "") -> str:
        """The sentence of an unknown outcome."""
        return say_nothing(ended, self.iterations, gap)


def say_nothing(ended: Ended, iterations: int, gap: str = "") -> str:
    """The sentence of an unknown outcome."""
    what = "stopped" if ended is Ended.CANCELLED else "nothing"
    full = ", when its memory was used up (fewer sentences need less)" if ended is Ended.MEMORY else ""
    return f"{what} after {iterations:,} iterations{gap}{full}; that is no proof that there is none"
