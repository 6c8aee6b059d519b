"""Every refusal through the real command: status 2, one line that says what, where and what to do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from command import assert_refused, brillig
from solutions import a_solution

CORPUS_FILES: dict[str, tuple[bytes, list[str]]] = {
    "empty": (b"", ["no sentences", "write one sentence per line"]),
    "only comments": (b"# a b\n\n", ["no sentences"]),
    "not UTF-8": (b"a b\nc \xff\n", ["line 2", "not UTF-8", "save the file as UTF-8"]),
    "UTF-16": ("a b\nc d\n".encode("utf-16"), ["line 1", "UTF-8"]),
    "NUL byte": (b"a b\nc d\na\0b c\n", ["line 3", "NUL byte", "save the file"]),
    "one word": (b"hello.\n", ["no sentences", "line 1 'hello'", "two words"]),
    "too long": (b"w " * 61 + b"\n", ["no sentences", "line 1 (61 words)", "--max-sentence-words"]),
    "too many": (b"a b\n" * 100_001, ["line 100001", "100,000 sentences", "use a part"]),
    "too large": (b"# " + b"x" * (64 << 20), ["64 MB", "split"]),
}


@pytest.mark.parametrize("case", CORPUS_FILES)
def test_sentences_that_cannot_be_read(case: str, tmp_path: Path) -> None:
    data, parts = CORPUS_FILES[case]
    file = tmp_path / "sentences.txt"
    file.write_bytes(data)
    assert_refused(brillig("search", file), str(file), *parts)


@pytest.mark.parametrize("case", ["empty", "NUL byte", "one word", "too large"])
def test_standard_input_is_refused_alike(case: str) -> None:
    data, parts = CORPUS_FILES[case]
    assert_refused(brillig("search", "-", stdin=data), "standard input", *parts)


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    assert_refused(
        brillig("parse", "toy1", tmp_path / "none.txt"), "none.txt", "no such file", "check the name"
    )
    assert_refused(brillig("parse", "toy1", tmp_path), str(tmp_path), "is a folder", "name a text file")
    assert_refused(brillig("show", tmp_path / "none.json"), "none.json", "no such file")
    assert_refused(brillig("show", tmp_path / "none.cfg"), "none.cfg", "no such file")
    assert_refused(brillig("show", tmp_path), "is a folder")


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("parse", "toy9", "-"), ["toy9", "built-in", "toy1, toy2, toy2-past"]),
        (("sample-data", "toy9"), ["'toy9'", "toy1, toy2, toy2-past"]),
        (("sample-data", "toy1", "-n", "0"), ["-n", "--help"]),
        (("sample-data", "toy1", "-n", "many"), ["-n", "integer", "--help"]),
        (("sample-data", "toy1", "--seed", "-1"), ["--seed"]),
        (("generate", "toy1", "--max-words", "0"), ["--max-words"]),
        (("generate", "toy1", "--max-words", "2"), ["shortest sentence has 3 words", "raise --max-words"]),
        (("generate", "toy1", "--max-expansions", "3"), ["raise --max-expansions"]),
        (("generate",), ["GRAMMAR", "brillig generate --help"]),
        (("generate", "toy1", "--nonsense"), ["--nonsense"]),
        (("compare", "toy1", "toy1", "-n", "0"), ["-n"]),
        (("show", "toy1", "--format", "yacc"), ["yacc"]),
        (("rename", "toy1", "A=B"), ["toy1", "not a solution"]),
        (("parse", "toy1", "-", "--max-sentence-words", "1"), ["--max-sentence-words"]),
        (("nonsense",), ["nonsense", "brillig --help"]),
        (("show", "a\nb.json"), ["no such file"]),
    ],
)
def test_wrong_arguments(arguments: tuple[str, ...], parts: list[str]) -> None:
    assert_refused(brillig(*arguments), *parts)


def _without(name: str) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        del data[name]

    return change


def _set(value: object, *path: Any) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return change


SOLUTION_CHANGES: list[tuple[str, Callable[[Any], None], str]] = [
    ("format", _set("other", "format"), "not a brillig-solution file"),
    ("version", _set(3, "version"), "version 3, but this program reads versions 1 and 2"),
    ("version as text", _set("1", "version"), "version '1'"),
    *(
        (f"no {name}", _without(name), f"no field '{name}'")
        for name in ("status", "grammar", "canonical", "trees", "problem", "run")
    ),
    ("no version", _without("version"), "version None"),
    ("unknown category", _set([["S", "A", "Q"]], "grammar", "syntactic"), "category 'Q'"),
    ("two children missing", _set([["S", "A"]], "grammar", "syntactic"), "three category names"),
    ("rules as text", _set("S > A B", "grammar", "syntactic"), "list of rules"),
    ("lexicon as list", _set([], "grammar", "lexical"), "object"),
    ("word without category", _set([], "grammar", "lexical", "a"), "'a'"),
    ("word with a blank", _set(["A"], "grammar", "lexical", "a b"), "'a b' is not a word"),
    ("half a character", _set(["A"], "grammar", "lexical", "\ud800"), "not a word"),
    ("start as number", _set(7, "grammar", "start"), "'start' is not a string"),
    ("grammar as list", _set([], "grammar"), "a grammar is an object"),
    ("status unknown", _set("unknown", "status"), "holds no solution"),
    ("tree with another rule", _set([["S", ["B", "a"], ["A", "b"]]], "trees"), "tree 1 uses S → B A"),
    ("tree of no form", _set([["S"]], "trees"), "a tree is"),
    ("trees as object", _set({}, "trees"), "'trees' is not a list"),
    ("tree missing", _set([], "trees"), "one for each"),
    ("no sentences", _set([], "problem", "sentences"), "no sentences"),
    ("sentences as text", _set("a b", "problem", "sentences"), "list of texts"),
    ("no categories", lambda data: data["problem"].pop("categories"), "no field 'categories'"),
    ("categories as text", _set("3", "problem", "categories"), "not an integer"),
    ("switch as number", _set(1, "problem", "distinct_children"), "not true or false"),
    ("kind of problem", _set("guess", "problem", "kind"), "'guess' is no kind of problem"),
    ("problem as list", _set([], "problem"), "'kind'"),
    ("seed as text", _set("0", "run", "seed"), "'seed'"),
    ("run as list", _set([], "run"), "'run' is not an object"),
]


@pytest.mark.parametrize(
    ("change", "part"), [c[1:] for c in SOLUTION_CHANGES], ids=[c[0] for c in SOLUTION_CHANGES]
)
def test_a_solution_file_is_read_strictly(change: Callable[[Any], None], part: str, tmp_path: Path) -> None:
    data = json.loads(a_solution().to_text())
    change(data)
    file = tmp_path / "solution.json"
    file.write_text(json.dumps(data))
    assert_refused(brillig("show", file), str(file), part)


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"{", "not JSON"),
        (b"[]", "not a brillig-solution file"),
        (b"", "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 100_000, "not JSON"),
        (b'{"format": "brillig-solution", "version": NaN}', "version"),
    ],
)
def test_what_is_no_solution_file_at_all(data: bytes, part: str, tmp_path: Path) -> None:
    file = tmp_path / "solution.json"
    file.write_bytes(data)
    assert_refused(brillig("show", file), str(file), part)


def test_a_cfg_file_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "g.cfg"
    file.write_text("S -> A B\nA => 'a'\n")
    assert_refused(brillig("show", file), str(file), "line 2")


def test_renamings_that_cannot_be(tmp_path: Path) -> None:
    file = tmp_path / "solution.json"
    a_solution().save(file)
    assert_refused(brillig("rename", file, "X=Y"), "no category 'X'", "S, A, B")
    assert_refused(brillig("rename", file, "A=B"), "two categories would be named 'B'")
    assert_refused(brillig("rename", file, "A"), "write OLD=NEW")
    assert_refused(brillig("rename", file, "A=N P"), "'N P' cannot name a category")
    assert_refused(brillig("rename", file, "A=C,A=D"), "renamed twice")
    assert_refused(brillig("rename", file, "A=C", "-o", tmp_path / "no" / "x.json"), "cannot be written")
    assert_refused(brillig("rename", file, "A=C", "-o", tmp_path), "is a folder")


@pytest.mark.parametrize(
    ("arguments", "file", "line"),
    [
        (("infer", "nowhere.txt"), "nowhere.txt", None),
        (("show", "nowhere.json"), "nowhere.json", None),
        (("infer", "-", "-c", "8", "-l", "4", "-r", "5"), "standard input", 2),
        (("infer", "-", "-c", "no"), None, None),
        (("generate", "toy1", "--no-such-option"), None, None),
    ],
)
def test_under_json_refusals_are_json_too(arguments: tuple[str, ...], file: str | None, line: object) -> None:
    done = brillig(*arguments, "--json", stdin=b"a b\nc \xff\n")
    assert done.returncode == 2
    assert done.stderr == ""
    error = json.loads(done.stdout)["error"]
    assert set(error) >= {"message", "file", "line", "hint"}
    assert error["message"]
    assert error["hint"]
    assert (error["file"], error["line"]) == (file, line)
