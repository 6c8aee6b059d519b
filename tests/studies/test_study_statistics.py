"""Rates, survival and comparisons, against textbooks and against the definitions."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brillig.studies.statistics import Summary, Times, adjust_holm, log_rank, survival_curve, wilson

# Remission of leukaemia in weeks (Freireich and others, 1963), the example of many textbooks.
TREATED = [(6, 1), (6, 1), (6, 1), (7, 1), (10, 1), (13, 1), (16, 1), (22, 1), (23, 1)] + [
    (at, 0) for at in (6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35)
]
CONTROL = [(at, 1) for at in (1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23)]

ends = st.lists(st.tuples(st.integers(1, 12), st.booleans()), max_size=20)


def times(rows: list[tuple[int, int]]) -> Times:
    return Times.of((at, bool(event)) for at, event in rows)


def test_survival_of_the_textbook_example() -> None:
    curve = {step.iterations: step.survival for step in survival_curve(times(TREATED))}
    for at, expected in (
        (6, 0.857),
        (7, 0.807),
        (10, 0.753),
        (13, 0.690),
        (16, 0.627),
        (22, 0.538),
        (23, 0.448),
    ):
        assert curve[at] == pytest.approx(expected, abs=5e-4)


def test_log_rank_of_the_textbook_example() -> None:
    test = log_rank(times(CONTROL), times(TREATED))
    assert test.z**2 == pytest.approx(16.79, abs=0.01)
    assert test.z > 0, "the control group is the one whose events come early"
    assert test.expected == pytest.approx(10.75, abs=0.01)
    assert test.p_value == pytest.approx(4.17e-5, rel=0.01)


@given(ends, ends)
def test_log_rank_is_what_its_definition_says(
    first: list[tuple[int, bool]], second: list[tuple[int, bool]]
) -> None:
    observed = expected = variance = 0.0
    for at in sorted({t for t, event in first + second if event}):
        n1 = sum(t >= at for t, _ in first)
        n = n1 + sum(t >= at for t, _ in second)
        d1 = sum(t == at and event for t, event in first)
        d = d1 + sum(t == at and event for t, event in second)
        observed += d1
        expected += d * n1 / n
        if n > 1:
            variance += d * (n1 / n) * (1 - n1 / n) * (n - d) / (n - 1)
    test = log_rank(Times.of(first), Times.of(second))
    assert (test.observed, test.expected, test.variance) == pytest.approx((observed, expected, variance))
    other = log_rank(Times.of(second), Times.of(first))
    assert other.z == pytest.approx(-test.z)


@given(ends, st.randoms())
def test_statistics_do_not_depend_on_the_order_of_results(
    rows: list[tuple[int, bool]], rng: random.Random
) -> None:
    shuffled = list(rows)
    rng.shuffle(shuffled)
    assert Times.of(rows) == Times.of(shuffled)


@given(ends)
def test_survival_falls_from_one_and_counts_the_censored(rows: list[tuple[int, bool]]) -> None:
    survival = 1.0
    for step in survival_curve(Times.of(rows)):
        events = sum(t == step.iterations and event for t, event in rows)
        assert step.at_risk == sum(t >= step.iterations for t, _ in rows)
        survival *= 1 - events / step.at_risk
        assert step.survival == pytest.approx(survival)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (83, 100, 0.7446, 0.8910)],
)
def test_wilson_intervals(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=2e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_wilson_intervals_hold_the_truth_about_95_times_in_100() -> None:
    rng = random.Random(1)
    held = 0
    for _ in range(2000):
        low, high = wilson(sum(rng.random() < 0.27 for _ in range(100)), 100)
        held += low <= 0.27 <= high
    assert 0.93 <= held / 2000 <= 0.97


def test_iterations_per_success_count_failed_trials_and_their_error_is_memoryless() -> None:
    summary = Summary(trials=5, successes=3, iterations=10683)
    assert summary.iterations_per_success == 3561
    assert summary.standard_error == pytest.approx(3561 / math.sqrt(3))
    assert summary.closing_line() == "3 / 5 solutions, 3561 +/- 2056 iterations/solution"
    none = Summary(trials=5, successes=0, iterations=50)
    assert none.iterations_per_success is None
    assert none.standard_error is None
    assert none.closing_line() == "0 / 5 solutions in 50 iterations"


def test_holm_correction() -> None:
    assert adjust_holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert adjust_holm([0.9, 0.8]) == pytest.approx([1.0, 1.0])
    assert adjust_holm([]) == []
