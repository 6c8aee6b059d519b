"""`--cluster` of `infer`, `search` and `reproduce`: what one process gives, from real workers on loopback."""

from __future__ import annotations

import json
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from brillig.language.builtin import builtin
from brillig.parsing.generate import generate
from brillig_lab.reproduction.classics import run_learner
from brillig_lab.reproduction.spread import map_on_cluster, over_cluster
from cluster_helpers import cluster
from command import assert_refused, brillig, brillig_json

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")


def without_times(found: dict[str, Any]) -> list[dict[str, Any]]:
    return [{name: point[name] for name in point if name != "seconds"} for point in found["front"]]


def test_two_workers_give_what_one_process_gives(tmp_path: Path) -> None:
    from distributed import Client

    toy1 = tmp_path / "toy1.txt"
    toy1.write_text("\n".join(generate(builtin("toy1"), 10, seed=2)) + "\n")
    small = tmp_path / "small.txt"
    small.write_text("the cat sleeps\na dog sleeps\nthe dog sees a cat\na cat sees the dog\n")
    grow = ("infer", toy1, "--engine", "grow", "--max-iterations", 2000)
    walk = ("search", small, "--engine", "exact", "--max-rules", 3)
    with cluster(tmp_path, 2) as running:
        alone, spread = brillig_json(*grow), brillig_json(*grow, "--cluster", running.address)
        assert spread["canonical"] == alone["canonical"]
        assert spread["run"]["iterations"] == alone["run"]["iterations"]
        here, there = brillig_json(*walk), brillig_json(*walk, "--cluster", running.address)
        assert without_times(there) == without_times(here)
        assert there["chosen"]["rules"] == here["chosen"]["rules"]
        with Client(running.address) as client, over_cluster(client):
            (elsewhere,) = map_on_cluster(run_learner, [("abn", "exact engine", 5.0, 0)])
    trials = run_learner("abn", "exact engine", 5.0, 0)
    assert elsewhere is not None
    assert [(one.grammar, one.exact) for one in elsewhere] == [(one.grammar, one.exact) for one in trials]


def test_the_program_itself_starts_workers(tmp_path: Path) -> None:
    """As a person runs it, not as a module: each worker reads the script of the program again."""
    file = tmp_path / "small.txt"
    file.write_text("the cat sleeps\na dog sleeps\nthe dog sees a cat\na cat sees the dog\n")
    program = Path(sysconfig.get_path("scripts")) / "brillig"
    options = ["infer", str(file), "--engine", "grow", "--max-iterations", "600", "--json"]
    alone, spread = (
        subprocess.run([program, *options, *more], cwd=tmp_path, capture_output=True, text=True, timeout=120)
        for more in ([], ["--cluster", "local:2"])
    )
    assert spread.returncode == 0, spread.stderr
    assert json.loads(spread.stdout)["canonical"] == json.loads(alone.stdout)["canonical"]


def test_a_cluster_is_refused_where_it_is_of_no_use(tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text("a b\n")
    numbers = ("-c", 3, "-l", 0, "-r", 1)
    assert_refused(brillig("infer", file, *numbers, "--cluster", "local:2"), "--cluster")
    assert_refused(brillig("infer", file, "--jobs", 2, "--cluster", "local:2"), "--jobs")
    assert_refused(brillig("search", file, "--preset", "paper", "--cluster", "local:2"), "--cluster")
