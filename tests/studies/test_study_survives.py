"""A study survives whatever ends it: it goes on, nothing is lost, nothing is counted twice."""

from __future__ import annotations

import json
import random
import signal
import time
from pathlib import Path

import pytest

from command import brillig, brillig_json, only_progress, start
from study_helpers import (
    LONG_SPEC,
    SPEC,
    answers,
    number_done,
    undisturbed,
    wait_until_done,
    write_spec,
)


def kill_and_resume(folder: Path, trials: int, kills: int, *extra: str) -> None:
    """SIGKILL at random moments, resume each time; then compare with an undisturbed run, trial by trial."""
    rng = random.Random(trials)
    spec, store = write_spec(folder, trials), folder / "killed.db"
    expected = undisturbed(spec, folder / "whole.db")
    moments = sorted(rng.sample(range(1, len(expected)), kills))
    for moment in moments:
        command = ("resume", store) if store.exists() else ("run", spec, "--store", store)
        process = start("study", *command, *extra)
        wait_until_done(store, moment, process)
        time.sleep(rng.random() * 0.05)
        process.kill()
        process.communicate()
    before = answers(store)
    assert set(before) <= set(expected)
    done = brillig("study", "resume", store, *extra)
    assert done.returncode == 0, done.stderr
    assert answers(store) == expected


def test_killed_and_resumed_it_has_the_results_of_an_undisturbed_run(tmp_path: Path) -> None:
    kill_and_resume(tmp_path, trials=100, kills=3)


@pytest.mark.soak
def test_killed_and_resumed_at_full_size(tmp_path: Path) -> None:
    for number in range(5):
        folder = tmp_path / str(number)
        folder.mkdir()
        kill_and_resume(folder, trials=200 + number, kills=5)


def test_long_trials_go_on_from_where_ctrl_c_stopped_them(tmp_path: Path) -> None:
    spec, store = write_spec(tmp_path, 2, LONG_SPEC), tmp_path / "stopped.db"
    expected = undisturbed(spec, tmp_path / "whole.db")
    process = start("study", "run", spec, "--store", store, "--json")
    while not store.exists():
        time.sleep(0.02)
    time.sleep(0.3)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert time.monotonic() - began < 10
    assert process.returncode == 130
    assert only_progress(err)
    status = json.loads(out)
    assert status["done"] < 2
    assert number_done(store) == status["done"]
    again = brillig_json("study", "resume", store)
    assert again["complete"]
    assert answers(store) == expected


def test_ctrl_c_reports_what_was_found_so_far(tmp_path: Path) -> None:
    sentences = tmp_path / "toy2.txt"
    sentences.write_text(brillig("sample-data", "toy2", "-n", 100, "--seed", 2).stdout)
    for seconds in (3, 6, 12, 24):  # how long until the first success depends on the machine
        process = start("study", sentences, "-c", 5, "-l", 2, "-r", 3, "--trials", 100_000, "--json")
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 130
        assert only_progress(err)
        if out and (found := json.loads(out))["successes"]:
            assert 0 < found["successes"] <= found["trials"] < 100_000
            return
    raise AssertionError("no success in 24 seconds")


def test_the_same_command_goes_on_and_another_is_refused(tmp_path: Path) -> None:
    spec, store = write_spec(tmp_path, 40), tmp_path / "s.db"
    first = brillig_json("study", "run", spec, "--store", store, "--time-limit", 0)
    assert first["done"] < 80
    second = brillig_json("study", "run", spec, "--store", store)
    assert second["done"] == second["trials"] == 80
    third = brillig_json("study", "run", spec, "--store", store)
    assert third["settings"] == second["settings"]
    write_spec(tmp_path, 40, SPEC.replace("600", "700"))
    before = store.read_bytes()
    refused = brillig("study", "run", spec, "--store", store)
    assert refused.returncode == 2
    assert "max_iterations 600 there, 700 here" in refused.stderr
    assert store.read_bytes() == before


def test_results_do_not_depend_on_the_number_of_threads(tmp_path: Path) -> None:
    spec = write_spec(tmp_path, 30)
    found = []
    for jobs in (1, 3):
        store = tmp_path / f"{jobs}.db"
        assert brillig("study", "run", spec, "--store", store, "--jobs", jobs).returncode == 0
        found.append(answers(store))
    assert found[0] == found[1]
    assert len({row[3] for row in found[0]}) == 2, "both successes and failures"


def test_any_trial_can_be_run_again_alone(tmp_path: Path) -> None:
    spec, store = write_spec(tmp_path, 10), tmp_path / "s.db"
    rows = undisturbed(spec, store)
    for trial in (0, 9, 10, 19):
        again = brillig_json("study", "rerun", store, trial)
        assert again["same"] is True
        assert again["again"]["iterations"] == rows[trial][4]
        assert again["seed"] == rows[trial][2]
    beyond = brillig("study", "rerun", store, 20)
    assert beyond.returncode == 2
    assert "from 0 to 19" in beyond.stderr
