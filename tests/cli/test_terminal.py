"""What reaches a terminal: words, file names and messages are shown, and nothing in them is obeyed."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

from brillig.cli import run
from brillig.cli.output import escape, to_json_text
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.problems import Problem
from brillig.problems.solution import Run, Solution
from command import BRILLIG, brillig

HOSTILE = "\x1b]0;title\x07\x1b[2J"
C1 = "\x9b2J"
TURN = "\u202egnp"


def on_a_terminal(*arguments: object) -> str:
    """What a command writes when it stands at a terminal, both streams."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [BRILLIG, *map(str, arguments)], stdin=follower, stdout=follower, stderr=follower, close_fds=True
    )
    os.close(follower)
    seen = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:  # how Linux says that the other side has ended
            break
        if not part:
            break
        seen += part
    os.close(leader)
    process.wait(60)
    return seen.decode()


def assert_harmless(text: str) -> None:
    for character in ("\x1b]0;", "\x1b[2J", "\x07", "\x9b", "\u202e"):
        assert character not in text, repr(text)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A solution whose words would command a terminal."""
    one, two = f"{HOSTILE}a", f"{C1}{TURN}b"
    grammar = Grammar.of("S", [("S", "A", "B")], {one: ["A"], two: ["B"]})
    tree = Tree.node("S", Tree.leaf("A", one), Tree.leaf("B", two))
    path = tmp_path / "solution.json"
    Solution(grammar, (tree,), Problem(Corpus.of([(one, two)]), 3, 0, 1), Run("hand")).save(path)
    return path


def test_control_characters_in_words_do_not_reach_a_terminal(tmp_path: Path) -> None:
    file, solution = tmp_path / "sentences.txt", tmp_path / "solution.json"
    file.write_text(f"{HOSTILE}a {C1}b\n")
    small = ("-c", 3, "-l", 0, "-r", 1, "--engine", "concur", "--punctuation", "keep")
    text = on_a_terminal("infer", file, *small, "-o", solution)
    assert "\\x1b[2J" in text
    assert "\\x9b2J" in text
    assert_harmless(text)
    assert f"{C1}b" in json.loads(solution.read_text())["grammar"]["lexical"], "the file has the word itself"


def test_every_command_that_prints_words_escapes_them(
    hostile: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for words in (
        ["show", hostile],
        ["show", hostile, "--json"],
        ["certify", hostile, "--no-core"],
        ["rename", hostile, "A=Q"],
        ["rename", hostile, "A=Q", "-o", hostile.with_suffix(".cfg")],
        ["parse", hostile.with_suffix(".cfg"), "no-such-file"],
    ):
        run([str(word) for word in words])
        out, err = capfd.readouterr()
        assert out + err
        assert_harmless(out + err)
        if "--json" in words:
            json.loads(out)


def test_data_for_other_programs_is_as_it_is(hostile: Path) -> None:
    """Sentences that are generated into a file can be read again; only a terminal gets them escaped."""
    assert f"{HOSTILE}a" in brillig("generate", hostile, "-n", 2).stdout
    shown = on_a_terminal("generate", hostile, "-n", 2)
    assert "\\x1b[2Ja" in shown
    assert_harmless(shown)


def test_file_names_and_messages_are_escaped_too(tmp_path: Path) -> None:
    name = tmp_path / f"no{HOSTILE}{C1}.txt"
    text = on_a_terminal("parse", "toy1", name)
    assert "no such file" in text
    assert_harmless(text)
    assert_harmless(on_a_terminal("infer", f"{HOSTILE}", f"--{C1}"))


def test_a_file_name_that_is_not_utf8_can_be_spoken_of(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff.svg"
    solution = tmp_path / "solution.json"
    from solutions import a_solution

    a_solution().save(solution)
    done = subprocess.run(
        [BRILLIG, "draw", solution, "-o", name], capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert b"\\udcff.svg" in done.stdout
    assert Path(os.fsdecode(name)).exists()


def test_escaping_keeps_what_is_harmless() -> None:
    assert escape("Grüße → 你好\t🙂\n") == "Grüße → 你好\t🙂\n"
    assert escape("a\rb\x7f") == "a\\rb\\x7f"
    data = {"word": HOSTILE + C1 + TURN + "\x7f\r\n"}
    assert json.loads(to_json_text(data)) == data
    assert_harmless(to_json_text(data))
