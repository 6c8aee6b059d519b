"""What many trials say: rates with intervals, iterations per success, survival, and comparisons.

A trial that did not succeed is censored: it would have taken more iterations than it was given, nobody knows
how many. Everything here takes that into account.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from brillig.errors import BrilligError

Z95 = 1.959963984540054  # the normal quantile of 95% intervals


@dataclass(frozen=True)
class Summary:
    """How often it succeeded, and at what cost."""

    trials: int
    successes: int
    iterations: int
    busy_seconds: float = 0.0

    @property
    def rate(self) -> float:
        return self.successes / self.trials if self.trials else 0.0

    @property
    def iterations_per_success(self) -> float | None:
        """All iterations of all trials, the failed ones too, for each success: None without one."""
        return self.iterations / self.successes if self.successes else None

    @property
    def standard_error(self) -> float | None:
        """Of a search without memory: the number of successes in a given time is a Poisson number."""
        cost = self.iterations_per_success
        return None if cost is None else cost / math.sqrt(self.successes)

    @property
    def microseconds_per_iteration(self) -> float | None:
        return self.busy_seconds * 1e6 / self.iterations if self.iterations else None

    def interval(self) -> tuple[float, float]:
        return wilson(self.successes, self.trials)

    def closing_line(self) -> str:
        """As Elser's programs end: `3 / 5 solutions, 3561 +/- 750 iterations/solution`."""
        line = f"{self.successes} / {self.trials} solutions"
        if self.iterations_per_success is None or self.standard_error is None:
            return f"{line} in {self.iterations} iterations"
        return f"{line}, {self.iterations_per_success:.0f} +/- {self.standard_error:.0f} iterations/solution"


def wilson(successes: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval of a success rate; 0 to 1 without trials."""
    if not 0 <= successes <= trials:
        raise BrilligError(f"{successes} successes of {trials} trials make no rate")
    if trials == 0:
        return 0.0, 1.0
    rate, square = successes / trials, z * z / trials
    middle = (rate + square / 2) / (1 + square)
    half = z / (1 + square) * math.sqrt(rate * (1 - rate) / trials + square / (4 * trials))
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == trials else min(1.0, middle + half)
    return low, high


@dataclass(frozen=True)
class Times:
    """The iterations at which trials ended: with a success, or censored."""

    successes: tuple[int, ...]
    censored: tuple[int, ...]

    @classmethod
    def of(cls, trials: Iterable[tuple[int, bool]]) -> Times:
        """From pairs (iterations, whether it succeeded), in any order."""
        ends = list(trials)
        return cls(
            tuple(sorted(at for at, success in ends if success)),
            tuple(sorted(at for at, success in ends if not success)),
        )

    def __len__(self) -> int:
        return len(self.successes) + len(self.censored)


@dataclass(frozen=True)
class SurvivalStep:
    """After `iterations`, this share of trials is estimated to be still without a success."""

    iterations: int
    at_risk: int
    survival: float
    variance: float = 0.0  # Greenwood's sum

    @property
    def band(self) -> tuple[float, float]:
        """The 95% band, Greenwood's on the log-log scale."""
        if not 0 < self.survival < 1:
            return self.survival, self.survival
        width = Z95 * math.sqrt(self.variance) / abs(math.log(self.survival))
        return self.survival ** math.exp(width), self.survival ** math.exp(-width)


def survival_curve(times: Times) -> list[SurvivalStep]:
    """Kaplan and Meier's estimate: a step at every iteration count where a trial succeeded."""
    steps, survival, variance = [], 1.0, 0.0
    for at, events, at_risk in _events(times):
        survival *= 1 - events / at_risk
        variance += events / (at_risk * (at_risk - events)) if at_risk > events else 0.0
        steps.append(SurvivalStep(at, at_risk, survival, variance))
    return steps


def _events(times: Times) -> list[tuple[int, int, int]]:
    """(iterations, successes there, trials still running just before), for each time of a success."""
    result = []
    ends = sorted((*times.successes, *times.censored))
    past, index = 0, 0
    while index < len(times.successes):
        at = times.successes[index]
        events = 0
        while index < len(times.successes) and times.successes[index] == at:
            events += 1
            index += 1
        while past < len(ends) and ends[past] < at:
            past += 1
        result.append((at, events, len(ends) - past))
    return result


@dataclass(frozen=True)
class LogRank:
    """Do two groups of trials succeed equally fast? `z` is positive where the first is the faster one."""

    observed: float
    expected: float
    variance: float

    @property
    def z(self) -> float:
        return (self.observed - self.expected) / math.sqrt(self.variance) if self.variance > 0 else 0.0

    @property
    def p_value(self) -> float:
        """Two-sided: how likely a difference as large as this is between equals. 1 where nothing is known."""
        return math.erfc(abs(self.z) / math.sqrt(2))


def log_rank(first: Times, second: Times) -> LogRank:
    """Mantel and Cox's test, which counts censored trials for as long as they ran."""
    observed = expected = variance = 0.0
    both = Times(
        tuple(sorted((*first.successes, *second.successes))),
        tuple(sorted((*first.censored, *second.censored))),
    )
    ends = sorted((*first.successes, *first.censored))
    past = counted = 0
    for at, events, at_risk in _events(both):
        while past < len(ends) and ends[past] < at:
            past += 1
        own_events = 0
        while counted < len(first.successes) and first.successes[counted] == at:
            own_events += 1
            counted += 1
        share = (len(ends) - past) / at_risk
        observed += own_events
        expected += events * share
        if at_risk > 1:
            variance += events * share * (1 - share) * (at_risk - events) / (at_risk - 1)
    return LogRank(observed, expected, variance)


def adjust_holm(p_values: Sequence[float]) -> list[float]:
    """Holm's correction for several comparisons at once, in the order given."""
    order = sorted(range(len(p_values)), key=lambda k: p_values[k])
    adjusted, worst = [0.0] * len(p_values), 0.0
    for rank, k in enumerate(order):
        worst = max(worst, min(1.0, (len(p_values) - rank) * p_values[k]))
        adjusted[k] = worst
    return adjusted
