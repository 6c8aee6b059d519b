"""Grammars with more trees and sentences than there is time for: a limit and Ctrl-C end each command."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from command import brillig, start

RULES = """S -> A B | B A | A A | B B | S S | A S | S A | B S | S B
A -> A A | A B | S S | S A | 'a' | 'b'
B -> B B | B A | S S | A A | 'a' | 'b'
"""
COMMANDS = {
    "parse": ("parse", "rules.cfg", "long.txt", "-k", 1000),
    "compare": ("compare", "rules.cfg", "rules.cfg", "-n", 1_000_000),
    "generate": ("generate", "rules.cfg", "-n", 1_000_000, "--max-words", 10_000),
    "near": ("generate", "rules.cfg", "-n", 1_000_000, "--near", "many.txt"),
    "exhaustive": ("generate", "rules.cfg", "--exhaustive", 30),
    "score": ("score", "rules.cfg", "many.txt"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "rules.cfg").write_text(RULES)
    (tmp_path / "long.txt").write_text("\n".join("a b " * 30 for _ in range(200)))
    (tmp_path / "many.txt").write_text("\n".join(f"{'a ' * (n % 60)}b b" for n in range(10_000)))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_a_time_limit_ends_it(folder: Path, command: str) -> None:
    done = brillig(*COMMANDS[command], "--time-limit", 0.3, cwd=folder)
    if done.returncode == 2:  # known to be too much beforehand
        assert command == "exhaustive"
        assert "more than" in done.stderr
        return
    assert done.returncode == 1, done.stderr
    assert done.stderr == "brillig: time was up before the end; give --time-limit more seconds\n"


def test_ctrl_c_keeps_the_sentences_that_were_printed(folder: Path) -> None:
    with start(*COMMANDS["generate"]) as process:
        assert process.stdout is not None
        first = process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors in ("", "brillig: stopped\n")
    assert first in "ab"
