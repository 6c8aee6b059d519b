"""`--preset paper` is one word for the paper's form of everything, and divide and concur alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import brillig
from brillig.language.builtin import builtin
from brillig.parsing.generate import generate
from command import brillig as run
from refine_cases import toy2_solution


@pytest.fixture
def sentences(tmp_path: Path) -> Path:
    path = tmp_path / "toy2.txt"
    path.write_text("\n".join(generate(builtin("toy2"), 40, seed=3)) + "\n")
    return path


def test_infer_with_the_preset_alone_is_divide_and_concur(sentences: Path) -> None:
    done = run("infer", sentences, "-c", 5, "-l", 2, "-r", 4, "--preset", "paper", "--gamma", 0.01, "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)["run"]
    assert answer["engine"] == "concur"
    assert answer["restarts"] == 0


@pytest.mark.parametrize("command", ["infer", "extend", "refine"])
def test_another_engine_with_the_preset_is_refused(command: str, sentences: Path, tmp_path: Path) -> None:
    solution = tmp_path / "solution.json"
    toy2_solution(3, 30).save(solution)
    arguments = {
        "infer": [sentences, "-c", 5, "-l", 2, "-r", 3],
        "extend": [solution, sentences],
        "refine": [solution, "--features", "B=2", "--rules", "S>B A=2"],
    }[command]
    done = run(command, *arguments, "--preset", "paper", "--engine", "exact")
    assert done.returncode == 2
    assert "--preset" in done.stderr
    assert "leave" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_extend_in_the_papers_form_keeps_the_old_trees(tmp_path: Path) -> None:
    base = toy2_solution(3, 30)
    extended = base.extend(["dogs glorp Kim", "Kim glorp dogs"], preset="paper")
    assert extended.run.engine == "concur"
    assert extended.grammar.lexicon["glorp"] == ("D",)
    assert extended.trees[: len(base.trees)] == base.trees
    assert len(extended.trees) == len(base.trees) + 2
    with pytest.raises(brillig.BrilligError, match="leave out engine exact"):
        base.extend(["dogs glorp Kim"], preset="paper", engine="exact")


def test_studies_of_the_refiner_and_extender_take_the_preset(tmp_path: Path) -> None:
    solution, new = tmp_path / "solution.json", tmp_path / "new.txt"
    toy2_solution(3, 20).save(solution)
    new.write_text("dogs glorp Kim\nKim glorp dogs\n")
    done = run("study", new, "--extend", solution, "--preset", "paper", "--trials", 2, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["successes"] >= 1
    options = ("--features", "C=2", "--rules", "B>C B=2", "--preset", "paper", "--max-iterations", 5000)
    done = run("study", "--refine", solution, *options, "--trials", 2, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["trials"] == 2


def test_the_true_projection_is_an_option_of_infer(sentences: Path) -> None:
    numbers = ("-c", 5, "-l", 2, "-r", 4)
    done = run("infer", sentences, *numbers, "--strict-word-choice", "--engine", "concur", "--json")
    assert done.returncode == 0, done.stderr
    refused = run("infer", sentences, *numbers, "--strict-word-choice", "--engine", "exact")
    assert refused.returncode == 2
    assert "--strict-word-choice" in refused.stderr
