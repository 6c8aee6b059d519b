"""The command `infer` through the real program."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import pytest

from brillig import load
from brillig.language.builtin import builtin
from brillig.language.grammar import Grammar
from brillig.parsing.cyk import accepts
from brillig.parsing.generate import generate
from brillig.problems.check import violations
from command import assert_refused, brillig, brillig_json, start, wait_for_work

TEN = "examples/ten-sentences.txt"
SIZE = ("-c", 8, "-l", 4, "-r", 5)


@pytest.fixture
def toy1(tmp_path: Path) -> Path:
    path = tmp_path / "toy1.txt"
    path.write_text("\n".join(generate(builtin("toy1"), 100, seed=2)) + "\n")
    return path


def test_json_is_the_contract(tmp_path: Path) -> None:
    out = tmp_path / "solution.json"
    data = brillig_json("infer", TEN, *SIZE, "--engine", "concur", "-o", out)
    assert data["status"] == "found"
    assert {"status", "grammar", "canonical", "trees", "problem", "run"} <= set(data)
    assert set(data["run"]) == {"engine", "seed", "iterations", "restarts", "seconds", "ended"}
    assert data["run"]["engine"] == "concur"
    assert data["grammar"]["start"] == "S"
    assert len(data["problem"]["sentences"]) == 10
    assert (data["problem"]["categories"], data["problem"]["lexical"], data["problem"]["rules"]) == (8, 4, 5)
    solution = load(out)
    assert violations(solution.problem, solution.grammar, solution.trees) == []
    assert json.loads(out.read_text())["canonical"] == data["canonical"]


def test_the_seed_decides_whatever_the_jobs() -> None:
    found = [
        brillig_json("infer", TEN, *SIZE, "--engine", "concur", "--seed", 5, "--jobs", jobs)["grammar"]
        for jobs in (1, 2)
    ]
    assert found[0] == found[1]


def test_not_found_and_infeasible_are_different_answers(toy1: Path) -> None:
    done = brillig("infer", toy1, "-c", 8, "-l", 4, "-r", 4, "--engine", "concur", "--max-iterations", 5000)
    assert done.returncode == 1
    assert done.stdout.startswith("No grammar found:")
    done = brillig("infer", toy1, "-c", 8, "-l", 4, "-r", 3)
    assert done.returncode == 1
    assert done.stdout.startswith("There is no such grammar:")


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (["-c", "8", "-l", "4"], "together"),
        (["-c", "0", "-l", "0", "-r", "2"], "categories"),
        (["-c", "8", "-l", "9", "-r", "5"], "lexical"),
        (["-c", "8", "-l", "4", "-r", "0"], "rules"),
        (["-c", "8", "-l", "4", "-r", "5", "--preset", "nonsense"], "--preset"),
        (["-c", "8", "-l", "4", "-r", "5", "--jobs", "0"], "--jobs"),
        (["-c", "x"], "-c"),
    ],
)
def test_wrong_options_are_refused_in_one_line(options: list[str], part: str) -> None:
    assert_refused(brillig("infer", TEN, *options), part)


def test_ctrl_c_stops_within_a_second_and_writes_nothing(toy1: Path, tmp_path: Path) -> None:
    out = tmp_path / "solution.json"
    process = start("infer", toy1, "-c", 8, "-l", 4, "-r", 4, "--engine", "concur", "-o", out, "--json")
    wait_for_work(process, 2.0)
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    stdout, _ = process.communicate(timeout=60)
    assert time.monotonic() - began < 10.0  # a second by the clock of an idle machine
    assert process.returncode == 130
    data = json.loads(stdout)
    assert data["status"] == "unknown"
    nearest = Grammar.from_json(data["nearest"]["grammar"])
    sentences = toy1.read_text().split("\n")[:-1]
    refused = [number for number, text in enumerate(sentences, 1) if not accepts(nearest, text)]
    assert data["nearest"]["unexplained"] == refused
    assert list(tmp_path.iterdir()) == [toy1]


def test_an_output_that_cannot_be_written_is_refused_before_the_search(tmp_path: Path) -> None:
    done = brillig("infer", TEN, *SIZE, "-o", tmp_path / "no" / "folder.json")
    assert_refused(done, "cannot be written")
    assert done.stdout == ""


def test_readings_of_the_rule_limit_and_of_the_metric_can_be_chosen() -> None:
    options = ("infer", TEN, "-c", 8, "-l", 4, "-r", 6, "--engine", "concur", "--seed", 1)
    runs = [
        brillig_json(*options, *reading)["run"]["iterations"]
        for reading in (
            (),
            ("--tensor", "limit", "--metric", "mean"),
            ("--tensor", "norm", "--metric", "weigh"),
        )
    ]
    assert runs[0] == runs[1] != runs[2]
    assert_refused(brillig(*options, "--tensor", "none"), "tensor", "'none'", "limit, norm")
    assert_refused(brillig(*options, "--metric", "none"), "metric", "'none'", "relax-tensor")


def test_a_study_takes_the_readings_from_its_file(tmp_path: Path) -> None:
    spec = tmp_path / "spec.toml"
    text = """
name = "readings"
sentences = ["a b c", "b c a", "a c"]
categories = 4
lexical = 1
rules = 3
trials = 2
preset = "paper"
[[setting]]
tensor = "norm"
metric = "METRIC"
"""
    spec.write_text(text.replace("METRIC", "relax-tensor"))
    brillig("study", "run", spec, "--store", tmp_path / "study.db")
    report = brillig_json("study", "report", tmp_path / "study.db")
    assert report["settings"][0]["trials"] == 2
    spec.write_text(text.replace("METRIC", "straight"))
    assert_refused(
        brillig("study", "run", spec, "--store", tmp_path / "other.db"), "metric", "'straight'", "weigh"
    )
