"""`brillig refine` and `brillig extend`: what they print, write and return."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brillig.cli import run
from brillig.language.builtin import builtin
from brillig.parsing.generate import generate
from brillig.problems.solution import Solution, load
from refine_cases import PAPER_REFINED, toy2_solution

FEATURES = "A=2,B=3,C=2,D=2"
RULES = "S>B A=2, A>D B=4, B>C B=2"


@pytest.fixture
def base(tmp_path: Path) -> Path:
    path = tmp_path / "base.json"
    toy2_solution(50).save(path)
    return path


@pytest.fixture
def past(tmp_path: Path) -> Path:
    path = tmp_path / "past.txt"
    path.write_text("\n".join(generate(builtin("toy2-past"), 100, seed=51)), encoding="utf-8")
    return path


@pytest.mark.parametrize("engine", ["concur", "auto", "exact"])
def test_refine_then_extend_as_the_paper_does(
    base: Path, past: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], engine: str
) -> None:
    refined, extended = str(tmp_path / "refined.json"), str(tmp_path / "extended.json")
    refine = ["refine", str(base), "--features", FEATURES, "--rules", RULES, "--engine", engine, "--json"]
    assert run([*refine, "-o", refined]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["status"] == "found"
    assert printed["canonical"] == PAPER_REFINED.canonical_text
    assert Solution.from_json(printed).grammar == load(refined).grammar
    extend = ["extend", refined, str(past), "--engine", engine, "--json"]
    assert run([*extend, "-H", "4", "-o", extended]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert sorted(len(printed["grammar"]["lexical"][word]) for word in ("walked", "saw")) == [2, 2]
    assert load(extended).grammar.homographs == 4
    limit = [] if engine == "exact" else ["--max-iterations", "300"]
    assert run([*extend, "-H", "3", *limit]) == 1
    assert json.loads(capsys.readouterr().out)["status"] == "infeasible"


def test_the_steps_of_a_lowering_are_reported(base: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lower = ["refine", str(base), "--features", "A=2,B=2,C=2,D=2", "--engine", "exact", "--json"]
    assert run(lower) == 0
    steps = json.loads(capsys.readouterr().out)["steps"]
    assert steps[0]["verdict"] == "found"
    assert "impossible" in {step["verdict"] for step in steps}
    assert steps[0]["rules"] == {"S>B A": 4, "A>D B": 4, "B>C B": 4}


def test_what_cannot_be_explained_is_printed_and_in_the_json(
    base: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("Kim walks\nKim walks gladly\nwalks Kim\n", encoding="utf-8")
    assert run(["extend", str(base), str(bad), "--engine", "concur"]) == 1
    shown = capsys.readouterr().out
    assert "sentence 2, 'Kim walks gladly'" in shown
    assert "sentence 3, 'walks Kim'" in shown
    assert run(["extend", str(base), str(bad), "--engine", "concur", "--json"]) == 1
    unexplained = json.loads(capsys.readouterr().out)["unexplained"]
    assert [one["sentence"] for one in unexplained] == [2, 3]
    assert unexplained[1]["spans_without_parse"] == ["walks Kim"]


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--features", "Q=2"], 2, "'Q'"),
        (["--features", "A=0"], 2, "from 1"),
        (["--features", "A"], 2, "NAME=NUMBER"),
        (["--features", "A=2,A=3"], 2, "twice"),
        (["--features", ""], 2, "nothing is named"),
        (["--features", "A=2", "--rules", "S>B C=2"], 2, "not a rule"),
        (["--features", "A=2", "--rules", "S>BA=2"], 2, "blank"),
        (["--features", "auto", "--rules", RULES], 2, "leave both"),
        (["--features", "C=9"], 1, "cannot all be used"),
    ],
)
def test_refusals_are_one_line(
    base: Path, arguments: list[str], status: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["refine", str(base), "--engine", "concur", *arguments]) == status
    printed = capsys.readouterr()
    assert words in (printed.err if status == 2 else printed.out)
    assert printed.err.count("\n") <= 1
    assert "Traceback" not in printed.err


def test_a_grammar_or_a_solution_without_trees_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["refine", "toy2", "--features", "A=2"]) == 2
    assert "without trees" in capsys.readouterr().err
    data = toy2_solution(1, 5).to_json() | {"trees": []}
    path = tmp_path / "bare.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert run(["refine", str(path), "--features", "A=2"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
