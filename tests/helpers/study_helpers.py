"""Stores, specs and processes for the tests of studies."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

from brillig.studies.store import open_to_read
from command import brillig

# Trials of a few milliseconds: some succeed, some do not, and there are two settings.
SPEC = """
name = "small"
max_iterations = 600
trials = {trials}
sample = "toy2"
sample_number = 60
sample_seed = 4
categories = 5
lexical = 2
rules = 3

[grid]
gamma = [0.02, 0.0]
"""

# Trials of a second or more, in one long start each.
LONG_SPEC = """
trials = {trials}
max_iterations = 40_000
preset = "paper"
sample = "toy1"
sample_number = 20
categories = 8
lexical = 4
rules = 5
"""


def write_spec(folder: Path, trials: int, text: str = SPEC) -> Path:
    path = folder / "spec.toml"
    path.write_text(text.format(trials=trials), encoding="utf-8")
    return path


def answers(store: Path) -> list[tuple[object, ...]]:
    """Setting, trial, seed, status, iterations, restarts and grammar of every trial: all but the time."""
    with open_to_read(store) as opened:
        return [(setting, trial, *result.answer) for setting, trial, result in opened.results()]


def undisturbed(spec: Path, store: Path) -> list[tuple[object, ...]]:
    done = brillig("study", "run", spec, "--store", store)
    assert done.returncode == 0, done.stderr
    return answers(store)


def number_done(store: Path) -> int:
    return len(answers(store)) if store.exists() else 0


def wait_until_done(store: Path, least: int, process: subprocess.Popen[str], timeout: float = 60) -> None:
    """Wait until at least `least` trials are stored, or the process has ended."""
    deadline = time.monotonic() + timeout
    while process.poll() is None and number_done(store) < least:
        assert time.monotonic() < deadline, "it makes no progress"
        time.sleep(0.02)
