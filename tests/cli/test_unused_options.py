"""An option that would do nothing is refused, by its name, before anything is computed."""

from __future__ import annotations

import pytest

from brillig.cli import run
from command import brillig, brillig_json

TEXT = "a b\nb a\n"
SIZES = ("-c", 3, "-l", 0, "-r", 2)


@pytest.fixture(scope="module")
def solution(tmp_path_factory):
    path = tmp_path_factory.mktemp("unused") / "solution.json"
    done = brillig("infer", "-", *SIZES, "-o", path, stdin=TEXT)
    assert done.returncode == 0, done.stderr
    return path


@pytest.fixture
def refused(tmp_path, capsys):
    """Run a command in this process: it is refused in one line that names the option."""
    text = tmp_path / "text"
    text.write_text(TEXT)

    def check(option: str, command: str, *arguments: object) -> None:
        status = run([command, *(str(text if a == "TEXT" else a) for a in arguments)])
        printed = capsys.readouterr()
        error = printed.out if "--json" in arguments else printed.err
        assert status == 2, error
        assert option in error
        assert error.count("leave it out") < 2
        assert len(error.strip().splitlines()) == 1

    return check


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--batch", 1),
        ("--beta", 0.4),
        ("--gamma", 0.1),
        ("--kappa", 1.0),
        ("--preset", "paper"),
        ("--preset", "default"),
        ("--restart-after", 100),
        ("--record", "run"),
    ],
)
def test_how_divide_and_concur_searches_is_no_matter_elsewhere(refused, tmp_path, option, value):
    given = (option, tmp_path / value if option == "--record" else value)
    # A choice by bits is recorded in its own way; the paper's protocol is not.
    chosen = ("--choose", "max-min") if option == "--record" else ()
    refused(option, "infer", "TEXT", *chosen, *given)
    refused(option, "infer", "TEXT", *SIZES, "--engine", "exact", *given)
    refused(option, "infer", "TEXT", *SIZES, "--engine", "grow", *given)


def test_growing_does_not_walk_through_numbers(refused):
    refused("grow", "search", "TEXT", "--engine", "grow")
    refused("beta", "study", "TEXT", *SIZES, "--engine", "grow", "--trials", 1, "--beta", 0.4)


@pytest.mark.parametrize("command", ["infer", "search", "study"])
def test_the_exact_engine_makes_no_iterations(refused, command):
    sizes = () if command == "search" else SIZES
    refused("--max-iterations", command, "TEXT", *sizes, "--engine", "exact", "--max-iterations", 100)


def test_a_json_object_has_one_form(refused, solution):
    refused("--trees", "parse", solution, "TEXT", "--json", "-k", 3)
    refused("--trees", "show", solution, "--json", "-k", 3)
    refused("--trees", "show", solution, "--format", "cfg", "-k", 3)
    refused("--format", "show", solution, "--json", "--format", "cfg")
    refused("--trees", "show", "toy1", "-k", 3)
    refused("--flat", "show", solution, "--json", "--flat")
    refused("--binary: ", "show", solution, "--format", "cfg", "--binary")


def test_a_study_takes_only_what_its_kind_uses(refused, solution):
    refine = ("--refine", solution, "--features", "A=1", "--trials", 1)
    refused("--categories", "study", *refine, "-c", 3)
    refused("--lexical, --first", "study", *refine, "-l", 0, "--first", 1)
    refused("--case", "study", *refine, "--case", "fold")
    refused("--allow", "study", *refine, "--allow", "one-word")
    refused("--rules", "study", "TEXT", "--extend", solution, "--trials", 1, "-r", 2)
    refused("--features", "study", "TEXT", *SIZES, "--features", "A=2", "--trials", 1)
    refused("--jobs", "study", "TEXT", *SIZES, "--trials", 1, "--cluster", "local:1", "--jobs", 2)


def test_what_is_of_use_is_taken(solution):
    data = brillig_json("infer", "-", *SIZES, "--engine", "concur", "--beta", 0.4, "--batch", 1, stdin=TEXT)
    assert data["status"] == "found"
    done = brillig("parse", solution, "-", "-k", 2, stdin="a b\n")
    assert done.returncode == 0, done.stderr
