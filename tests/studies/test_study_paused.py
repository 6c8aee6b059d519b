"""A study whose process is stopped and goes on: the time between is not its own, the answers are the same."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import pytest

from command import brillig, start
from study_helpers import LONG_SPEC, answers, write_spec


def run_paused(tmp_path: Path, trials: int, pause: float, limit: float) -> tuple[float, float]:
    """Compare a paused study with an undisturbed one; the seconds that it took, and what it says it took."""
    spec, store = write_spec(tmp_path, trials, LONG_SPEC), tmp_path / "paused.db"
    began = time.monotonic()
    process = start("study", "run", spec, "--store", store, "--time-limit", limit, "--json")
    try:
        while not store.exists():
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        process.send_signal(signal.SIGSTOP)
        time.sleep(pause)
        process.send_signal(signal.SIGCONT)
        printed, error = process.communicate(timeout=300)
    finally:
        process.kill()
        process.wait()
    took = time.monotonic() - began
    assert process.returncode in (0, 1), error
    other = tmp_path / "undisturbed.db"
    assert brillig("study", "run", spec, "--store", other).returncode in (0, 1)
    assert len(answers(other)) == trials
    assert answers(store) == answers(other)
    return took, json.loads(printed)["seconds"]


def test_a_stopped_study_does_not_count_the_time_between(tmp_path):
    took, said = run_paused(tmp_path, trials=2, pause=4.0, limit=200)
    assert said < took - 3.0


@pytest.mark.soak
def test_a_study_stopped_for_longer_than_its_limit_comes_to_its_end(tmp_path):
    took, said = run_paused(tmp_path, trials=2, pause=60.0, limit=45)
    assert took > 60
    assert said < 45
