"""`brillig draw` as a person uses it."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from brillig.cli import run
from command import assert_refused, brillig, brillig_json
from recordings import record, ten_sentences
from solutions import a_solution


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("draw")
    outcome = record(folder / "run", ten_sentences())
    assert outcome.solution is not None
    outcome.solution.save(folder / "solution.json")
    record(folder / "lost", ten_sentences(rules=4), iterations=3000)
    return folder


@pytest.mark.parametrize("form", ["svg", "png"])
@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("solution.json", "tree"),
        ("solution.json", "layers"),
        ("solution.json", "rules"),
        ("run", "tree"),
        ("run", "layers"),
        ("run", "rules"),
        ("run", "search"),
        ("lost", "search"),
        ("lost", "layers"),
    ],
)
def test_every_kind_is_drawn_in_both_formats(
    folder: Path, capsys: pytest.CaptureFixture[str], source: str, kind: str, form: str
) -> None:
    picture = folder / f"{source}-{kind}.{form}"
    assert run(["draw", str(folder / source), "--kind", kind, "-o", str(picture)]) == 0
    assert str(picture) in capsys.readouterr().out
    data = picture.read_bytes()
    if form == "svg":
        assert ET.fromstring(data).tag == "{http://www.w3.org/2000/svg}svg"
    else:
        assert data.startswith(b"\x89PNG")


def test_without_a_kind_a_solution_gives_its_rules_and_a_run_its_search(folder: Path) -> None:
    for source, kind in (("solution.json", "rules"), ("run", "search")):
        said = brillig_json("draw", folder / source, "-o", folder / "any.svg")
        assert said["kind"] == kind
        assert said["bytes"] == (folder / "any.svg").stat().st_size


def test_the_sentence_that_is_named_is_drawn(folder: Path) -> None:
    words = json.loads((folder / "solution.json").read_text())["problem"]["sentences"][3].split()
    for kind in ("tree", "layers"):
        done = brillig(
            "draw", folder / "solution.json", "--kind", kind, "--sentence", 4, "-o", folder / "4.svg"
        )
        assert done.returncode == 0
        texts = [text.text for text in ET.parse(folder / "4.svg").iter("{http://www.w3.org/2000/svg}text")]
        assert [text for text in texts if text in words] == words


def test_the_same_search_gives_the_same_picture(folder: Path) -> None:
    for name in ("one.svg", "two.svg"):
        assert run(["draw", str(folder / "run"), "-o", str(folder / name)]) == 0
    assert (folder / "one.svg").read_bytes() == (folder / "two.svg").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["solution.json", "-o", "x.pdf"], ["x.pdf", ".svg"]),
        (["solution.json", "-o", "x"], [".png"]),
        (["solution.json"], ["-o"]),
        (["nothing.json", "-o", "x.svg"], ["nothing.json", "no such file"]),
        (["solution.json", "--kind", "search", "-o", "x.svg"], ["--record"]),
        (["solution.json", "--kind", "cake", "-o", "x.svg"], ["--kind", "tree"]),
        (["solution.json", "--kind", "tree", "--sentence", "11", "-o", "x.svg"], ["11", "1 to 10"]),
        (["solution.json", "--kind", "tree", "--sentence", "0", "-o", "x.svg"], ["1 to 10"]),
        (["run", "--kind", "layers", "--sentence", "11", "-o", "x.svg"], ["11", "1 to 10"]),
        (["solution.json", "--sentence", "1", "-o", "x.svg"], ["--sentence"]),
        (["solution.json", "--kind", "layers", "--iteration", "5", "-o", "x.svg"], ["--iteration"]),
        (["solution.json", "--log", "-o", "x.svg"], ["--log"]),
        (["lost", "--kind", "tree", "-o", "x.svg"], ["lost", "no solution"]),
        (["toy1", "-o", "x.svg"], ["toy1", "X → Y Z"]),
        (["solution.json", "-o", "no/x.svg"], ["no/x.svg", "cannot be written"]),
    ],
)
def test_refusals_say_what_and_what_to_do(folder: Path, arguments: list[str], parts: list[str]) -> None:
    assert_refused(brillig("draw", *arguments, cwd=folder), *parts)
    assert not list(folder.glob("x*"))


def test_a_picture_that_cannot_be_made_leaves_the_old_file(folder: Path) -> None:
    old = folder / "kept.svg"
    old.write_text("old")
    assert brillig("draw", folder / "lost", "--kind", "rules", "-o", old).returncode == 2
    assert old.read_text() == "old"


def test_letters_that_no_font_has_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from dataclasses import replace

    from brillig.language.corpus import Corpus
    from brillig.language.grammar import Grammar
    from brillig.language.tree import Tree

    rare = "\U0001f6d8"  # not assigned when the fonts of any likely machine were made
    solution = a_solution()
    odd = replace(
        solution,
        grammar=Grammar.of("S", [("S", "A", "B")], {rare: ["A"], "b": ["B"]}),
        trees=(Tree.node("S", Tree.leaf("A", rare), Tree.leaf("B", "b")),),
        problem=replace(solution.problem, corpus=Corpus.of([f"{rare} b"])),
    )
    odd.save(folder / "odd.json")
    assert run(["draw", str(folder / "odd.json"), "-o", str(folder / "odd.png")]) == 0
    assert "no font here" in capsys.readouterr().err
