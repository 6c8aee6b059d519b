"""`infer` without numbers on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import assert_refused, brillig, brillig_json

SENTENCES = """the cat sleeps
the dog sleeps
a dog barks
the cat sees a dog
a dog sees the cat
the dog chases a cat
"""


@pytest.fixture
def pets(tmp_path: Path) -> Path:
    file = tmp_path / "pets.txt"
    file.write_text(SENTENCES)
    return file


def test_without_numbers_the_fewest_bits_are_chosen(pets: Path, tmp_path: Path) -> None:
    out = tmp_path / "pets.json"
    data = brillig_json("infer", pets, "--max-iterations", 2000, "-o", out)
    assert data["status"] == "found"
    assert data["run"]["engine"] == "grow"
    assert data["choice"]["criterion"] == "length"
    assert data["choice"]["points"][data["choice"]["chosen"]]["bits"] > 0
    assert len(data["trees"]) == 6
    assert brillig("parse", out, pets).returncode == 0


def test_too_many_folds_are_refused_before_the_search(pets: Path) -> None:
    done = brillig("infer", pets, "--hold-out", 7)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "brillig: --hold-out: 6 sentences are too few for 7; hold out another part\n"


def test_held_out_sentences_are_measured_or_it_is_said_that_they_are_not(pets: Path) -> None:
    assert "bits per word" in brillig("infer", pets, "--hold-out", 0.2).stdout
    stopped = brillig("infer", pets, "--hold-out", 0.2, "--time-limit", 0.01).stdout
    assert "bits per word" not in stopped
    assert "Held out: not measured" in stopped or "No grammar found" in stopped


def test_the_bits_are_told_in_words(pets: Path) -> None:
    done = brillig("infer", pets, "--engine", "grow", "--max-iterations", 2000)
    assert done.returncode == 0
    assert " bits (" in done.stdout
    assert "brought nothing better" in done.stdout


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (["--choose", "length", "--engine", "exact"], "leave one of them out"),
        (["--choose", "max-min", "--engine", "grow"], "use --engine auto"),
        (["--exceptions", "some"], "--exceptions: 'some'"),
        (["--exceptions", "1", "--choose", "max-min"], "--exceptions"),
        (["--choose", "length", "-c", "6", "-l", "3", "-r", "3"], "--choose"),
    ],
)
def test_what_does_not_go_together_is_refused(pets: Path, options: list[str], part: str) -> None:
    assert_refused(brillig("infer", pets, *options), part)
