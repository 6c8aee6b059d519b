"""Messages are values: below the doors none names an option, and nobody takes one apart."""

from __future__ import annotations

import ast
import pickle
import re
from pathlib import Path

import pytest

from brillig.cli import run
from brillig.cli.refusing import describe, option_name
from brillig.errors import BrilligError, Option, Place, TroublesError
from prose import strings, tree_of

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "brillig"
DOORS = {"cli", "studio", "api"}
READS = re.compile(r" in (str\(error\)|error\.message)")
AN_OPTION = re.compile(r"(?<![\w-])(--[a-z]|-[clrH]\b)")


def test_no_message_below_the_doors_names_an_option() -> None:
    found: list[str] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE)
        if place.parts[0] not in DOORS:
            tree = tree_of(path)
            found += [f"{place}:{line}: {s}" for line, s in strings(tree) if AN_OPTION.search(s)]
    assert found == []


def test_what_is_wrong_and_what_to_do_are_said_apart() -> None:
    """A hint is a value of its own; a semicolon before one would hide it from programs."""
    found: list[str] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "BrilligError" and node.args:
                texts = [text for _, text in strings(node.args[0]) if "; " in text]
                found += [f"{path.relative_to(PACKAGE)}:{node.lineno}: {text}" for text in texts]
    assert found == []


def test_each_door_has_its_own_names() -> None:
    error = BrilligError(
        ("not with ", Option("tokens", "code")),
        hint=("leave it out, or say ", Option("stars", False)),
        place=Place("a; b.txt", 3),
        field="tags",
    )
    assert str(error) == "a; b.txt, line 3: tags: not with tokens code; leave it out, or say stars False"
    told = "a; b.txt, line 3: --tags: not with --tokens code; leave it out, or say --no-stars"
    assert error.told(option_name) == told
    assert describe(error) == {
        "message": "--tags: not with --tokens code",
        "file": "a; b.txt",
        "line": 3,
        "hint": "leave it out, or say --no-stars",
        "field": "tags",
    }


def test_an_error_comes_whole_from_another_process() -> None:
    error = BrilligError("wrong", hint="mend it", place=Place("x", 1), field="seed")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.place, again.field) == (str(error), error.place, "seed")
    several = pickle.loads(pickle.dumps(TroublesError([error, error])))
    assert [str(one) for one in several.troubles] == [str(error)] * 2


def test_brackets_and_semicolons_in_a_hint_stay_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import json

    text = tmp_path / "text"
    text.write_text("1+2\n3-4\n*5 6\n")
    assert run(["infer", str(text), "-c", "3", "-l", "0", "-r", "2", "--json"]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert (error["message"], error["file"]) == ("no sentences", str(text))
    assert error["hint"].startswith("write one sentence per line")
    assert "--tokens code splits names" in error["hint"]
    assert error["hint"].count("(") == error["hint"].count(")")


def test_nobody_asks_what_a_value_has() -> None:
    """What a value can do, its type says; a message is told, never looked into."""
    found = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(tree_of(path))
        if (isinstance(node, ast.Call) and ast.unparse(node.func) == "hasattr")
        or (isinstance(node, ast.Compare) and READS.search(ast.unparse(node)))
    ]
    assert found == []
