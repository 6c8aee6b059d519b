"""Studies on a real Dask cluster: workers come and go, the results are those of one machine."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from cluster_helpers import Cluster, cluster
from command import assert_refused, brillig, brillig_json, start
from study_helpers import (
    LONG_SPEC,
    SPEC,
    answers,
    number_done,
    undisturbed,
    wait_until_done,
    write_spec,
)

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")


def disturb_and_compare(running: Cluster, folder: Path, trials: int, blows: int) -> None:
    """Kill a worker and add another, again and again; then compare with one machine, trial by trial."""
    rng = random.Random(trials)
    spec, store = write_spec(folder, trials, SPEC.replace("600", "2000")), folder / "cluster.db"
    expected = undisturbed(spec, folder / "whole.db")
    process = start("study", "run", spec, "--store", store, "--cluster", running.address)
    for moment in sorted(rng.sample(range(1, len(expected) * 3 // 4), blows)):
        wait_until_done(store, moment, process)
        running.kill_worker(rng.randrange(len(running.workers)))
        running.add_worker()
    _, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert err == ""
    assert answers(store) == expected


def test_workers_come_and_go_and_the_results_are_the_same(tmp_path: Path) -> None:
    with cluster(tmp_path, 3) as running:
        disturb_and_compare(running, tmp_path, trials=20, blows=1)
        lost_scheduler(running, tmp_path)


def slices_move(running: Cluster, folder: Path) -> None:
    """The coordinator is killed in the middle of long trials; the next one goes on from their checkpoints."""
    spec, store = write_spec(folder, 2, LONG_SPEC.replace("40_000", "600_000")), folder / "long.db"
    process = start("study", "run", spec, "--store", store, "--cluster", running.address)
    while not (store.exists() and has_checkpoint(store)):
        assert process.poll() is None
        time.sleep(0.1)
    process.kill()
    process.communicate()
    assert number_done(store) < 2
    again = brillig_json("study", "resume", store)
    assert again["complete"]
    assert brillig_json("study", "rerun", store, 0)["same"] is True


def has_checkpoint(store: Path) -> bool:
    from brillig.studies.store import open_to_read

    with open_to_read(store) as opened:
        return bool(opened.checkpoints(0))


def lost_scheduler(running: Cluster, folder: Path) -> None:
    """It is said, what was done is kept, and the study goes on without the cluster."""
    spec, store = write_spec(folder, 3000, SPEC), folder / "lost.db"
    process = start("study", "run", spec, "--store", store, "--cluster", running.address)
    wait_until_done(store, 20, process)
    running.scheduler.kill()
    _, err = process.communicate(timeout=120)
    assert process.returncode == 2
    assert err.count("\n") == 1
    assert "scheduler is lost" in err
    assert number_done(store) >= 20
    done = brillig_json("study", "resume", store, "--time-limit", 0.5)
    assert done["done"] > 20


def test_a_worker_of_another_version_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other_version.py"
    other.write_text(
        "import brillig.studies.cluster\nbrillig.studies.cluster.engine_version = lambda: '0.0.7'\n"
    )
    spec, store = write_spec(tmp_path, 5), tmp_path / "s.db"
    with cluster(tmp_path, 0) as running:
        running.add_worker("--preload", other)
        running.wait_for_workers(1)
        refused = brillig("study", "run", spec, "--store", store, "--cluster", running.address)
        assert_refused(refused, "has brillig 0.0.7", "but this is")
    assert answers(store) == []
    assert brillig_json("study", "resume", store)["complete"]


def test_an_address_without_scheduler_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from brillig.cli import run

    monkeypatch.setattr("brillig.engines.cluster.CONNECT_SECONDS", 1)
    spec = write_spec(tmp_path, 5)
    for address in ("tcp://127.0.0.1:9", "local:none", "local:0", "nowhere"):
        assert run(["study", "run", str(spec), "--store", str(tmp_path / "s.db"), "--cluster", address]) == 2


@pytest.mark.soak
def test_workers_come_and_go_at_full_size(tmp_path: Path) -> None:
    with cluster(tmp_path, 3) as running:
        disturb_and_compare(running, tmp_path, trials=200, blows=8)
        slices_move(running, tmp_path)
