"""The harness that runs readings of the paper's text: it goes on where it was stopped, and counts."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

HARNESS = Path(__file__).parents[2] / "benchmarks" / "paper_rates.py"
SPEC = """
[[configuration]]
name = "norm"
problems = ["toy2-100"]
trials = 2
draws = 2
limit = 4000
settings = { tensor = "norm", metric = "mean-shared", kappa = 1.0 }

[[configuration]]
name = "preset"
problems = ["toy2-100"]
limit = 2000
"""


@pytest.fixture(scope="module")
def rates() -> ModuleType:
    spec = importlib.util.spec_from_file_location("paper_rates", HARNESS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["paper_rates"] = module
    spec.loader.exec_module(module)
    return module


def test_a_stopped_run_goes_on_and_ends_as_an_undisturbed_one(rates: ModuleType, tmp_path: Path) -> None:
    spec = tmp_path / "spec.toml"
    spec.write_text(SPEC)
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    rates.run(spec, whole, 1e9)
    rates.run(spec, part, 0.0)  # no time for any
    assert rates.read(part) == []
    part.write_text(whole.read_text().splitlines(keepends=True)[1])
    rates.run(spec, part, 1e9)

    def answers(path: Path) -> list[Any]:
        return sorted(
            (replace(t, seconds=0.0) for t in rates.read(path)), key=lambda t: (t.configuration, t.seed)
        )

    assert len(answers(whole)) == 3
    assert answers(whole) == answers(part)
    trial = rates.read(whole)[0]
    assert trial.iterations <= 4000
    assert 0 <= trial.frozen <= 1
    assert 0 <= trial.solved <= 1
    assert 0 <= trial.complete <= trial.rule_sets
    assert [t.draw for t in answers(whole) if t.configuration == "norm"] == [0, 1]
    assert trial.commit
    assert min(trial.mu_plain, trial.mu_lexical, trial.error) > 0


def test_the_table_counts_and_goes_between_the_marks(rates: ModuleType, tmp_path: Path) -> None:
    found = rates.Trial(
        "norm",
        "toy1-50",
        0,
        0,
        10**6,
        True,
        300_000,
        1.0,
        0.7,
        1.3,
        0.01,
        0.5,
        1.0,
        False,
        "S>Q NP, NP>NP PP",
        30,
        2,
        "abc",
    )
    missed = replace(found, draw=1, seed=1, success=False, iterations=10**6, trapped=True, rules="")
    text = rates.table([found, missed])
    row = text.splitlines()[2]
    for part in (
        "1/2",
        "1.3e+06",
        "93%, 4.5e+05",
        "0.70, 1.30",
        "1 S>Q NP, NP>NP PP",
        "| 2 | 1e+06",
        "4 of 60",
    ):
        assert part in row
    page = tmp_path / "page.md"
    page.write_text(f"before\n{rates.BEGIN}\nold\n{rates.END}\nafter\n")
    rates.put_between_marks(page, text)
    rates.put_between_marks(page, text)
    assert page.read_text() == f"before\n{rates.BEGIN}\n\n{text}\n\n{rates.END}\nafter\n"


def test_the_four_grammars_of_toy1_are_told_apart(rates: ModuleType) -> None:
    from brillig import Grammar

    words = {"Bob": ["C"], "saw": ["V"], "by": ["P"], "the": ["D"], "man": ["N"]}
    starts = {"S>Q NP": [("S", "Q", "C"), ("Q", "C", "V")], "S>NP VP": [("S", "C", "W"), ("W", "V", "C")]}
    loops = {"NP>NP PP": [("C", "C", "X"), ("X", "P", "C")], "NP>R NP": [("C", "R", "C"), ("R", "C", "P")]}
    for start, first in starts.items():
        for loop, second in loops.items():
            grammar = Grammar.of("S", [*first, *second, ("C", "D", "N")], words)
            assert rates.bracketing(grammar) == f"{start}, {loop}"


def test_rule_sets_that_reach_every_category_are_told_from_others(rates: ModuleType) -> None:
    from brillig.engines.concur.layout import Layout

    layout = Layout.of(rates.problem_of("toy2-100"))
    root, plain = layout.numbering.root, layout.plain
    assert (root, plain, layout.n) == (2, 2, 4)
    assert rates.uses_everything(layout, [(root, 0, 1), (0, 2, 3)])
    assert not rates.uses_everything(layout, [(root, 0, 1), (0, 0, 3)])
    assert not rates.uses_everything(layout, [(0, 1, 2), (1, 2, 3), (1, 0, 3)])  # nothing begins with S
