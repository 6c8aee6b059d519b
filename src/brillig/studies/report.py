"""What a store says: rows for the live table and `status`, and the whole report."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from brillig.studies.statistics import (
    Summary,
    SurvivalStep,
    Times,
    adjust_holm,
    log_rank,
    survival_curve,
)
from brillig.studies.store import Store
from brillig.studies.trial import Setting

MAX_STEPS = 200  # of a survival curve; more would not be seen


@dataclass(frozen=True)
class Row:
    """A setting and what its trials say so far."""

    number: int
    setting: Setting
    summary: Summary

    @property
    def complete(self) -> bool:
        return self.summary.trials == self.setting.trials

    def to_json(self) -> dict[str, Any]:
        low, high = self.summary.interval()
        reason = self.setting.impossible()
        return {
            "name": self.setting.name,
            "trials": self.setting.trials,
            "done": self.summary.trials,
            "successes": self.summary.successes,
            "rate": self.summary.rate if self.summary.trials else None,
            "interval": [low, high],
            "iterations": self.summary.iterations,
            "iterations_per_success": self.summary.iterations_per_success,
            "standard_error": self.summary.standard_error,
            "microseconds_per_iteration": self.summary.microseconds_per_iteration,
        } | ({} if reason is None else {"infeasible": reason})


def rows(store: Store) -> list[Row]:
    return [
        Row(number, setting, Summary(*store.totals(number)))
        for number, setting in enumerate(store.plan.settings)
    ]


def status_json(store: Store, holder: str | None) -> dict[str, Any]:
    """The JSON of `study status`."""
    table = rows(store)
    return {
        "name": store.plan.name,
        "trials": store.plan.trials,
        "done": sum(row.summary.trials for row in table),
        "complete": all(row.complete for row in table),
        "seconds": store.seconds,
        "running": holder,
        "settings": [row.to_json() for row in table],
    }


def solutions(store: Store, setting: int) -> list[dict[str, Any]]:
    """The grammars found, the most frequent first."""
    return [
        {"canonical": canonical, "count": count, "grammar": json.loads(grammar)}
        for canonical, count, grammar in store.solutions(setting)
    ]


@dataclass(frozen=True)
class Comparison:
    """Two settings by the log-rank test; `faster` is None where the difference may well be chance."""

    first: str
    second: str
    z: float
    p_value: float
    adjusted: float  # for all comparisons of the report

    @property
    def faster(self) -> str | None:
        if self.adjusted >= 0.05:
            return None
        return self.first if self.z > 0 else self.second

    def sentence(self) -> str:
        if self.faster is None:
            names = f"{self.first} and {self.second}"
            return f"{names}: no difference beyond chance (log-rank p = {self.adjusted:.2g})"
        slower = self.second if self.faster == self.first else self.first
        return f"{self.faster} is faster than {slower} (log-rank p = {self.adjusted:.2g})"

    def to_json(self) -> dict[str, Any]:
        return {
            "first": self.first,
            "second": self.second,
            "z": self.z,
            "p_value": self.p_value,
            "adjusted_p_value": self.adjusted,
            "faster": self.faster,
        }


@dataclass(frozen=True)
class Report:
    """All of a study, ready to be shown."""

    name: str
    seconds: float
    table: list[Row]
    curves: list[list[SurvivalStep]]
    found: list[list[dict[str, Any]]]
    comparisons: list[Comparison]

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "trials": sum(row.setting.trials for row in self.table),
            "done": sum(row.summary.trials for row in self.table),
            "seconds": self.seconds,
            "settings": [
                row.to_json()
                | {
                    "survival": [[step.iterations, step.survival] for step in thin(curve)],
                    "solutions": found,
                }
                for row, curve, found in zip(self.table, self.curves, self.found, strict=True)
            ],
            "comparisons": [comparison.to_json() for comparison in self.comparisons],
        }


def make_report(store: Store, pairs: list[tuple[str, str]] | None = None) -> Report:
    """The report, with the settings compared that are asked for, else each with the most frugal one."""
    table = rows(store)
    times = [Times.of(store.ends(row.number)) for row in table]
    if pairs is None:
        pairs = list(_default_pairs(table))
    return Report(
        store.plan.name,
        store.seconds,
        table,
        [survival_curve(time) for time in times],
        [solutions(store, row.number) for row in table],
        compare({row.setting.name: time for row, time in zip(table, times, strict=True)}, pairs),
    )


def _default_pairs(table: list[Row]) -> Iterator[tuple[str, str]]:
    costs = {row.setting.name: row.summary.iterations_per_success for row in table}
    solved = {name: cost for name, cost in costs.items() if cost is not None}
    if solved:
        best = min(solved, key=lambda name: solved[name])
        yield from (
            (best, row.setting.name) for row in table if row.setting.name != best and row.summary.trials
        )


def compare(times: dict[str, Times], pairs: list[tuple[str, str]]) -> list[Comparison]:
    """Log-rank tests, with Holm's correction for their number."""
    tests = [log_rank(times[first], times[second]) for first, second in pairs]
    adjusted = adjust_holm([test.p_value for test in tests])
    return [
        Comparison(first, second, test.z, test.p_value, p)
        for (first, second), test, p in zip(pairs, tests, adjusted, strict=True)
    ]


def thin(curve: list[SurvivalStep]) -> list[SurvivalStep]:
    """At most MAX_STEPS of its steps, the first and the last among them."""
    if len(curve) <= MAX_STEPS:
        return curve
    last = len(curve) - 1
    return [curve[round(k * last / (MAX_STEPS - 1))] for k in range(MAX_STEPS)]
