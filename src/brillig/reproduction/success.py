"""Table 4: how often inference succeeds on 10, 20, 50 and 100 sentences, and at what cost."""

from __future__ import annotations

from collections.abc import Mapping

from brillig.engines.concur.infer import infer
from brillig.engines.concur.settings import DEFAULT, PAPER, Settings
from brillig.limits import Limits
from brillig.problems import Problem
from brillig.reproduction.paper import TABLE4, Statistics
from brillig.reproduction.pictures import rates_image, survival_image
from brillig.reproduction.report import Image, Row, Section
from brillig.reproduction.setup import Setup
from brillig.reproduction.trials import (
    Trials,
    cost_text,
    judge_cost,
    judge_rate,
    paper_cost,
    paper_rate,
    rate_text,
    run_trials,
)


def run_table4(setup: Setup) -> Section:
    """With Brillig's settings; at full scale with the paper's, too."""
    scale = setup.scale
    done: dict[tuple[str, int], Trials] = {}
    for size in scale.sizes:
        done["Brillig's settings", size] = infer_often(setup, size, DEFAULT, scale.trials, scale.seconds)
    if scale.paper_trials:
        for size in scale.sizes:
            done["the paper's settings", size] = infer_often(
                setup, size, PAPER, scale.paper_trials, scale.paper_seconds
            )
    rows, notes = [], []
    for (settings, size), trials in done.items():
        rows += compare_rows(f"{size} sentences, {settings}", trials, TABLE4[size])
        if trials.shortened:
            notes.append(f"{size} sentences, {settings}: {trials.shortened}")
        each = trials.summary.microseconds_per_iteration
        if each is not None:
            notes.append(f"{size} sentences, {settings}: {each:.0f} microseconds an iteration.")
    if not scale.paper_trials:
        notes.append("The paper's own settings are run at full scale only: a trial of theirs takes minutes.")
    notes.append(
        "The paper's settings are `--preset paper`: independent random copies, gamma 1e-4, no restarts, no "
        "early decoding. The rule of the metric update is ours, as the paper does not give one. Every trial "
        f"has at most {scale.limit:,} iterations; those that Brillig spends on completing a candidate are "
        "counted."
    )
    title = "Table 4: success at (8, 4, 5)"
    return Section("table4", title, tuple(rows), images=_images(done), notes=tuple(notes))


def infer_often(setup: Setup, size: int, settings: Settings, number: int, seconds: float) -> Trials:
    """Trials on `size` sentences of toy1."""
    problem = Problem(setup.toy1(size), 8, 4, 5)
    return run_trials(
        lambda seed, stop: infer(
            problem, Limits(seed, setup.scale.limit, jobs=1), settings=settings, cancel=stop
        ),
        number,
        seed=setup.seed,
        seconds=seconds,
        jobs=setup.jobs,
    )


def compare_rows(what: str, trials: Trials, paper: Statistics) -> list[Row]:
    """The rate and the cost beside the paper's."""
    summary = trials.summary
    rows = [
        Row(f"{what}: successes", paper_rate(paper), rate_text(summary), judge_rate(summary, paper)),
    ]
    if paper.cost is not None:
        costs = Row(
            f"{what}: iterations per success",
            paper_cost(paper),
            cost_text(summary),
            judge_cost(summary, paper),
        )
        rows.append(costs)
    return rows


def _images(done: Mapping[tuple[str, int], Trials]) -> tuple[Image, ...]:
    shown = {key: trials for key, trials in done.items() if trials.decided}
    if not shown:
        return ()
    rates = {
        f"{size} sentences, {settings}": (t.summary.successes, t.summary.trials)
        for (settings, size), t in shown.items()
    }
    paper = [TABLE4[size].successes / TABLE4[size].trials for _, size in shown]
    series = {
        f"{size} sentences, {settings}": (
            [float(trial.iterations) for trial in t.trials],
            [trial.solution is not None for trial in t.trials],
        )
        for (settings, size), t in shown.items()
    }
    return (
        rates_image("table4-rates.svg", "Success rates; diamonds are the paper's", rates, paper),
        survival_image("table4-survival.svg", "The share of trials not yet solved, by iterations", series),
    )
