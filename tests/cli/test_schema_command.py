"""`brillig schema`: what commands print is what the schemas say, judged by the package jsonschema."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from brillig.cli import run
from brillig.interop.schema import SCHEMAS, schema_of

jsonschema = pytest.importorskip("jsonschema")

PETS = "the cat sleeps\nthe dog sees a cat\na dog barks\nthe cat chases the dog\n"
MORE = "a cat sees the dog\nthe dog sleeps\n*dog the sleeps\n"


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    capsys.readouterr()
    run([*arguments, "--json"])
    return json.loads(capsys.readouterr().out)


def check(name: str, data: Any) -> None:
    jsonschema.Draft202012Validator(schema_of(name)).validate(data)


@pytest.fixture
def solution(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    (tmp_path / "pets.txt").write_text(PETS)
    (tmp_path / "more.txt").write_text(MORE)
    file = tmp_path / "pets.json"
    check("infer", output(capsys, "infer", str(tmp_path / "pets.txt"), "--jobs", "1", "-o", str(file)))
    return file


def test_schemas_are_schemas_and_the_command_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    for name in SCHEMAS:
        assert run(["schema", name]) == 0
        printed = json.loads(capsys.readouterr().out)
        jsonschema.Draft202012Validator.check_schema(printed)
        assert printed == schema_of(name)
    assert run(["schema", "poem"]) == 2
    assert "there is no schema of 'poem'" in capsys.readouterr().err


def test_the_file_and_every_output_keep_to_their_schema(
    solution: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = json.loads(solution.read_text())
    check("solution", saved)
    assert "suggested_names" in saved
    name, more = str(solution), str(solution.parent / "more.txt")
    commands: dict[str, Sequence[str]] = {
        "extend": ("extend", name, more),
        "enlarge": ("enlarge", name, more, "--jobs", "1"),
        "show": ("show", name),
        "parse": ("parse", name, more, "--best", "--all-trees"),
        "generate": ("generate", name, "-n", "3"),
        "score": ("score", name, more),
        "compare": ("compare", name, "toy1", "-n", "20"),
        "certify": ("certify", name),
        "error": ("show", "nothing.json"),
    }
    for schema, command in commands.items():
        check(schema, output(capsys, *command))
    pets = str(solution.parent / "pets.txt")
    check("ask", output(capsys, "ask", pets, "--oracle", "cat", "--questions", "0"))
    check("infer", output(capsys, "infer", pets, "-c", "4", "-l", "2", "-r", "2"))  # without a grammar


def test_a_wrong_file_does_not_keep_to_it(solution: Path) -> None:
    saved = json.loads(solution.read_text())
    for wrong in ({"trees": None}, {"grammar": {"start": "S"}}, {"status": "lost"}, {"version": 9}):
        with pytest.raises(jsonschema.ValidationError):
            check("solution", saved | wrong)


def test_a_refined_solution_keeps_to_it(solution: Path) -> None:
    import brillig

    known = brillig.load(solution)
    features = {known.grammar.lexicon["the"][0]: 2}
    refined = brillig.refine(known, features, engine="exact", time_limit=20, outcome=True)
    check("refine", refined.to_json())
