"""Many trials of one thing, as many as there is time for, and what they say beside the paper's figures."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from brillig.engines.outcome import Outcome
from brillig.limits import Cancel
from brillig.problems.solution import Solution, Status
from brillig.studies.statistics import Z95, Summary, wilson
from brillig_lab.reproduction.paper import Statistics
from brillig_lab.reproduction.spread import map_on_cluster, on_cluster

FEW = 10  # fewer trials or successes than this cannot agree with anything
Attempt = Callable[[int, Cancel], Outcome]


@dataclass(frozen=True)
class Trial:
    """One trial. Cut off: time was up before it had a success or used its iterations."""

    seed: int
    iterations: int
    seconds: float
    solution: Solution | None
    cut_off: bool


@dataclass(frozen=True)
class Trials:
    """All trials that were begun, in the order of their seeds, of those planned."""

    planned: int
    trials: tuple[Trial, ...]

    @property
    def solutions(self) -> tuple[Solution, ...]:
        return tuple(trial.solution for trial in self.trials if trial.solution is not None)

    @property
    def decided(self) -> tuple[Trial, ...]:
        return tuple(trial for trial in self.trials if not trial.cut_off)

    @property
    def summary(self) -> Summary:
        """Rates are of trials that were not cut off; iterations are of all of them."""
        return Summary(
            len(self.decided),
            len(self.solutions),
            sum(trial.iterations for trial in self.trials),
            sum(trial.seconds for trial in self.trials),
        )

    @property
    def shortened(self) -> str:
        """What was not run, in words; empty if everything was."""
        cut = len(self.trials) - len(self.decided)
        if len(self.decided) == self.planned:
            return ""
        return (
            f"{len(self.decided)} of {self.planned} planned trials were run to their end"
            + (f", {cut} cut off by the clock (their iterations are counted)" if cut else "")
            + "."
        )


def run_trials(attempt: Attempt, number: int, *, seed: int, seconds: float, jobs: int) -> Trials:
    """Trials with the seeds `seed`, `seed` + 1, ... on `jobs` threads or on the cluster; none goes on after
    `seconds`."""
    if on_cluster():
        rows = [(attempt, seed + trial, seconds) for trial in range(number)]
        ended = map_on_cluster(run_elsewhere, rows, seconds)
        return Trials(number, tuple(trial for trial in ended if trial is not None))
    stop = threading.Event()
    deadline = time.monotonic() + seconds

    def run(trial: int) -> Trial | None:
        if stop.is_set() or time.monotonic() >= deadline:
            return None
        return _run_one(attempt, seed + trial, stop)

    timer = threading.Timer(seconds, stop.set)
    timer.start()
    try:
        with ThreadPoolExecutor(jobs, thread_name_prefix="trial") as pool:
            try:
                done = list(pool.map(run, range(number)))
            finally:
                stop.set()  # after a Ctrl-C the pool waits for what is running
    finally:
        timer.cancel()
    return Trials(number, tuple(trial for trial in done if trial is not None))


def run_elsewhere(attempt: Attempt, seed: int, seconds: float) -> Trial:
    """One trial on a worker."""
    stop = threading.Event()
    timer = threading.Timer(seconds, stop.set)
    timer.start()
    try:
        return _run_one(attempt, seed, stop)
    finally:
        timer.cancel()


def _run_one(attempt: Attempt, seed: int, stop: threading.Event) -> Trial:
    outcome = attempt(seed, stop)
    undecided = outcome.solution is None and outcome.status is Status.UNKNOWN
    run = outcome.run
    return Trial(seed, run.iterations, run.seconds, outcome.solution, undecided and stop.is_set())


def rate_text(summary: Summary) -> str:
    """`27/100 (19-36%)`, with Wilson's 95% interval."""
    if summary.trials == 0:
        return "no trial ended"
    low, high = summary.interval()
    return f"{summary.successes}/{summary.trials} ({100 * low:.0f}-{100 * high:.0f}%)"


def cost_text(summary: Summary) -> str:
    """Iterations per success with the 95% interval of a search without memory."""
    cost = summary.iterations_per_success
    if cost is None:
        return f"no success in {number_text(summary.iterations)}"
    low, high = cost_interval(cost, summary.successes)
    return f"{number_text(cost)} ({number_text(low)}-{number_text(high)})"


def cost_interval(cost: float, successes: int) -> tuple[float, float]:
    """The logarithm of a memoryless search's cost has the standard error 1 / sqrt(successes)."""
    factor = math.exp(Z95 / math.sqrt(successes))
    return cost / factor, cost * factor


def number_text(value: float) -> str:
    """Two digits: `850`, `2.7e3`."""
    return f"{value:.0f}" if value < 1000 else f"{value:.1e}".replace("e+0", "e").replace("e+", "e")


def paper_rate(paper: Statistics) -> str:
    return f"{paper.successes}/{paper.trials}"


def paper_cost(paper: Statistics) -> str:
    if paper.cost is None or paper.error is None:
        return "not given"
    return f"{number_text(paper.cost)} ± {number_text(paper.error)}"


def judge_rate(summary: Summary, paper: Statistics) -> str:
    """Which rate is higher, by their 95% intervals; where these overlap, few trials decide nothing."""
    if summary.trials == 0:
        return "open"
    low, high = summary.interval()
    paper_low, paper_high = wilson(paper.successes, paper.trials)
    return "higher" if low > paper_high else "lower" if high < paper_low else _agreement(summary.trials)


def judge_cost(summary: Summary, paper: Statistics) -> str:
    """Which cost is lower, by their 95% intervals; where these overlap, few successes decide nothing."""
    cost = summary.iterations_per_success
    if paper.cost is None or paper.error is None:
        return "open"
    paper_low, paper_high = paper.cost - Z95 * paper.error, paper.cost + Z95 * paper.error
    if cost is None:
        return "costlier" if summary.iterations > 3 * paper_high else "open"  # e^-3 is 5%
    low, high = cost_interval(cost, summary.successes)
    if low > paper_high:
        return "costlier"
    return "cheaper" if high < paper_low else _agreement(summary.successes)


def _agreement(number: int) -> str:
    """Overlapping intervals are agreement only if they are not overlapping for being wide."""
    return "agrees" if number >= FEW else "open"
