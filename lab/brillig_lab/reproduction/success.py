"""Table 4: how often inference succeeds on 10, 20, 50 and 100 sentences, and at what cost."""

from __future__ import annotations

from collections.abc import Mapping

from brillig.engines.concur.settings import DEFAULT, PAPER
from brillig_lab.reproduction.paper import TABLE4, Statistics
from brillig_lab.reproduction.paper_runs import infer_often, paper_runs
from brillig_lab.reproduction.pictures import rates_image, survival_image
from brillig_lab.reproduction.report import OWN_SETTINGS, PAPER_SETTINGS, Image, Row, Section
from brillig_lab.reproduction.setup import Setup
from brillig_lab.reproduction.trials import (
    Trials,
    cost_text,
    judge_cost,
    judge_rate,
    paper_cost,
    paper_rate,
    rate_text,
)


def run_table4(setup: Setup) -> Section:
    """With Brillig's settings; at full scale with the paper's, too."""
    scale = setup.scale
    done: dict[tuple[str, int], Trials] = {}
    if OWN_SETTINGS in setup.forms:
        for size in scale.sizes:
            done[OWN_SETTINGS, size] = infer_often(setup, size, DEFAULT, scale.trials, scale.seconds)
    if setup.paper_trials:
        for size in scale.sizes:
            done[PAPER_SETTINGS, size] = paper_runs(setup, size).trials
    rows, notes = [], []
    for (settings, size), trials in done.items():
        rows += compare_rows(f"{size} sentences", trials, TABLE4[size], settings)
        if trials.shortened:
            notes.append(f"{size} sentences, {settings}: {trials.shortened}")
        each = trials.summary.microseconds_per_iteration
        if each is not None:
            notes.append(f"{size} sentences, {settings}: {each:.0f} microseconds an iteration.")
    if not setup.paper_trials:
        notes.append(
            "The paper's own settings are run at full scale, or with --preset paper: a trial takes minutes."
        )
    notes.append(
        "The paper's settings are `--preset paper`: independent random copies, gamma 1e-4, no early "
        "decoding. The rule of the metric update is ours, as the paper does not give one, and so are the "
        f"lift that is kept and a new start after {PAPER.restart_after:,} iterations. Every trial has at "
        f"most {scale.limit:,} iterations; those that Brillig spends on completing a candidate are counted."
    )
    title = "Table 4: success at (8, 4, 5)"
    return Section("table4", title, tuple(rows), images=_images(done), notes=tuple(notes))


def compare_rows(what: str, trials: Trials, paper: Statistics, settings: str) -> list[Row]:
    """The rate and the cost beside the paper's."""
    summary = trials.summary
    rates = Row(
        f"{what}: successes", paper_rate(paper), rate_text(summary), judge_rate(summary, paper), settings
    )
    rows = [rates]
    if paper.cost is not None:
        costs = Row(
            f"{what}: iterations per success",
            paper_cost(paper),
            cost_text(summary),
            judge_cost(summary, paper),
            settings,
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
