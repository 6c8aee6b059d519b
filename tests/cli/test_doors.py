"""What the command line lets in: no module of the working folder, no number that nothing can hold."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from brillig.cli import app, run
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.parsing.cyk import parse_corpus
from brillig.problems import Problem
from brillig.problems.solution import Run, Solution, load
from brillig_lab.command import app as reproduce_app
from command import BRILLIG, assert_refused, brillig, start
from solutions import a_solution

SMALL = ("-c", "3", "-l", "0", "-r", "1")


# -- the working folder -----------------------------------------------------------------------------------


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A folder with modules that would be imported, were it on the path."""
    (tmp_path / "sentences.txt").write_text("a b\nb a\n")
    for name in (
        "pysat",
        "numpy",
        "json",
        "brillig",
        "typing_extensions",
        "distributed",
        "tornado",
        "msgpack",
    ):
        text = f"open({str(tmp_path / 'sprung')!r}, 'w').write(__name__)\nraise SystemExit('sprung')\n"
        (tmp_path / f"{name}.py").write_text(text)
    return tmp_path


def test_the_exact_engine_runs_no_module_of_the_working_folder(trap: Path) -> None:
    done = brillig(
        "infer", "sentences.txt", "-c", 3, "-l", 0, "-r", 2, "--engine", "exact", "--lexical-root", cwd=trap
    )
    assert done.returncode == 0, done.stderr
    assert not (trap / "sprung").exists(), (trap / "sprung").read_text()


def test_processes_of_a_cluster_run_no_module_of_the_working_folder(trap: Path) -> None:
    pytest.importorskip("distributed")
    done = brillig(
        "study", "sentences.txt", *SMALL, "--trials", 2, "--cluster", "local:1", "--json", cwd=trap
    )
    assert not (trap / "sprung").exists(), (trap / "sprung").read_text()
    assert done.returncode in (0, 1), done.stderr


# -- long sentences ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [100, 200])
def test_what_is_written_with_long_sentences_is_read_again(words: int, tmp_path: Path) -> None:
    file, base, extended = (tmp_path / name for name in ("sentences.txt", "base.json", "extended.json"))
    grammar = Grammar.of("S", [("S", "A", "B"), ("B", "A", "B")], {"a": ["A"], "b": ["B"]})
    sentences = [("a", "b"), ("a", "a", "b")]
    trees = tuple(tree for tree in parse_corpus(grammar, sentences) if tree is not None)
    Solution(grammar, trees, Problem(Corpus.of(sentences), 3, 0, 2), Run("hand")).save(base)
    file.write_text("a " * (words - 1) + "b\n")
    long = ("--max-sentence-words", words)
    done = brillig("extend", base, file, *long, "-o", extended)
    assert done.returncode == 0, done.stderr + done.stdout
    assert max(map(len, load(extended).problem.corpus.sentences)) == words
    again = brillig("extend", extended, file, *long, "-o", tmp_path / "again.json")
    assert again.returncode == 0, again.stderr


# -- numbers ----------------------------------------------------------------------------------------------


def number_options(group: typer.Typer = app, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every option of every command that takes a number, as `study run --jobs`, and one it cannot take."""
    command: Any = typer.main.get_command(group)
    todo = [(path, command)]
    while todo:
        path, command = todo.pop()
        todo += [((*path, name), inner) for name, inner in getattr(command, "commands", {}).items()]
        for option in command.params:
            kind = str(getattr(option, "type_descriptor", None) or getattr(option, "type", "")).lower()
            if option.opts[0].startswith("-") and ("'int'" in kind or "'float'" in kind):
                yield (*path, option.opts[-1], "9223372036854775808" if "'int'" in kind else "nan")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("sentences.txt").write_text("a b\n")
    a_solution().save("solution.json")
    assert run(["study", "sentences.txt", *SMALL, "--trials", "1", "--store", "study.db"]) == 0
    return tmp_path


# What a command needs besides the option, so that it would run if the number were a good one.
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "infer": ("sentences.txt",),
    "search": ("sentences.txt",),
    "refine": ("solution.json", "--features", "A=1"),
    "extend": ("solution.json", "sentences.txt"),
    "enlarge": ("solution.json", "sentences.txt"),
    "certify": ("solution.json",),
    "show": ("solution.json",),
    "generate": ("toy1",),
    "sample-data": ("toy1",),
    "parse": ("toy1", "sentences.txt"),
    "bench": ("sentences.txt", *SMALL),
    "draw": ("solution.json", "-o", "picture.svg"),
    "reproduce": ("table1",),
    "studio": ("--no-browser", "--port", "0"),
}


def test_every_number_beyond_what_can_be_held_is_refused_in_one_line(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    options = [*number_options(), *number_options(reproduce_app, ("reproduce",))]
    assert len(options) > 40, "the options were not found"
    for *path, option, value in options:
        words = [*path, *ARGUMENTS.get(path[0], ())] if path else []
        if path[:1] == ["study"]:
            words = (
                ["study", "sentences.txt", *SMALL]
                if len(path) == 1 or path[1] == "[FILE]"
                else [*path, "study.db"]
            )
        capfd.readouterr()
        status = run([*words, option, value])
        out, err = capfd.readouterr()
        assert status == 2, (words, option, value, out, err)
        assert err.count("\n") == 1, (words, option, value, err)


def test_numbers_inside_other_options_are_bounded_too(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    large = "9" * 5000
    for words in (
        ["refine", "solution.json", "--features", f"A={large}"],
        ["refine", "solution.json", "--features", "A=1", "--rules", f"S>A B={large}"],
        ["study", "sentences.txt", "-c", "3", "-l", "0", "-r", large],
        ["study", "sentences.txt", *SMALL, "--set", f"retries={large}"],
        ["study", "sentences.txt", *SMALL, "--set", "retries=99999999999"],
        ["study", "sentences.txt", *SMALL, "--set", "beta=inf"],
        ["study", "sentences.txt", *SMALL, "--cluster", f"local:{large}"],
        ["study", "sentences.txt", *SMALL, "--trials", "2", "--seed", "9223372036854775807"],
    ):
        capfd.readouterr()
        assert run(words) == 2, words[-1][:40]
        assert capfd.readouterr().err.count("\n") == 1


def test_numbers_are_refused_however_they_are_written(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for value in ("18446744073709551616", "1" + "0" * 5000, "inf", "-inf", "1e999", "0x10", "", "-1"):
        capfd.readouterr()
        assert (
            run(["infer", "sentences.txt", *SMALL, "--time-limit" if "n" in value else "--seed", value]) == 2
        )
        assert capfd.readouterr().err.count("\n") == 1, value[:30]


def test_the_numbers_that_brought_it_down_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "sentences.txt"
    file.write_text("a b\n")
    assert_refused(brillig("study", file, *SMALL, "--seed", 2**63), "--seed", "smaller number")
    assert_refused(brillig("bench", file, *SMALL, "--seed", 2**64), "--seed", "smaller number")


def test_study_alone_explains_itself() -> None:
    done = brillig("study")
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: brillig study")
    assert done.stderr == ""


# -- Ctrl-C -----------------------------------------------------------------------------------------------


HARD = "\n".join(" ".join(f"w{(7 * i + j * j) % 23}" for j in range(3 + i % 5)) for i in range(40))


def test_ctrl_c_at_any_moment_is_one_line_at_most(tmp_path: Path) -> None:
    """From the start of the interpreter until the search runs, however long that takes on this machine."""
    file = tmp_path / "sentences.txt"
    file.write_text(HARD)
    began = time.monotonic()
    brillig("--version")
    whole = time.monotonic() - began
    words = ("infer", file, "-c", 9, "-l", 4, "-r", 9, "--engine", "concur")
    for step in range(1, 13):
        process = start(*words)
        time.sleep(step * whole / 8)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        if "KeyboardInterrupt" in err and BRILLIG not in err:
            continue  # Python itself was starting or importing; no line of ours was run
        # Before Python hears signals, the signal itself ends the process, which a shell calls 130 as well.
        assert process.returncode in (130, -signal.SIGINT), (step, process.returncode, err)
        assert err.count("\n") <= 1, (step, err)
        assert "Traceback" not in err


DISGUISED = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
import brillig.cli
from brillig.__main__ import main

class Descriptor:
    def __set_name__(self, owner, name):
        if PRESSED:
            os.kill(os.getpid(), signal.SIGINT)
        raise KeyError(name)

def run():
    class Defined:
        attribute = Descriptor()

brillig.cli.run = run
main()
"""


@pytest.mark.parametrize(("pressed", "status"), [(True, 130), (False, 1)])
def test_ctrl_c_in_the_midst_of_a_class_is_one_all_the_same(pressed: bool, status: int) -> None:
    """Python makes a RuntimeError of what is raised there; an error without a Ctrl-C stays an error."""
    code = DISGUISED.replace("PRESSED", str(pressed))
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == status, done.stderr
    assert ("Traceback" in done.stderr) == (not pressed)


LATE = """
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
import brillig.cli
from brillig.__main__ import main

put_back = signal.signal

def signal_first(number, handler):
    if handler is HANDLER:
        os.kill(os.getpid(), signal.SIGTERM)
    return put_back(number, handler)

def run():
    signal.signal = signal_first
    return 0

brillig.cli.run = run
main()
"""


@pytest.mark.parametrize("handler", ["signal.SIG_DFL", "main.__globals__['_quit']"])
def test_a_signal_while_handlers_are_put_back_is_no_traceback(handler: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LATE.replace("HANDLER", handler)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 143, done.stderr
    assert done.stderr == ""


TIDYING = """
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
import brillig.cli
from brillig.__main__ import main

class Tidied:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000):
            pass

def run():
    tidied = Tidied()
    del tidied
    return 0

brillig.cli.run = run
main()
"""


def test_ctrl_c_while_python_tidies_up_tells_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", TIDYING], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


INTERRUPTED = """
import brillig, os, signal, sys, threading
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    brillig.infer(sys.argv[1], 9, 4, 9, engine=sys.argv[2], jobs=int(sys.argv[3]))
except KeyboardInterrupt:
    print("KeyboardInterrupt")
"""


@pytest.mark.parametrize(("engine", "jobs"), [("concur", 1), ("concur", 2), ("auto", 2)])
def test_ctrl_c_in_python_is_a_keyboard_interrupt(engine: str, jobs: int, tmp_path: Path) -> None:
    file = tmp_path / "sentences.txt"
    file.write_text(HARD)
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, file, engine, str(jobs)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == "KeyboardInterrupt\n", done.stderr


@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2)])
def test_a_stream_that_was_closed_is_no_traceback(closed: tuple[int, ...], tmp_path: Path) -> None:
    """As by `brillig ... >&-`: nothing that is opened later may take its place."""
    (tmp_path / "sentences.txt").write_text("a b\n")
    words = ("infer", "sentences.txt", "-c", "3", "-l", "0", "-r", "1", "-o", "solution.json")

    def close() -> None:
        for number in closed:
            os.close(number)

    done = subprocess.run(
        [BRILLIG, *words], capture_output=True, text=True, cwd=tmp_path, timeout=60, preexec_fn=close
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert load(tmp_path / "solution.json").trees
    assert {path.name for path in tmp_path.iterdir()} == {"sentences.txt", "solution.json"}
    done = subprocess.run(
        [BRILLIG, "show", "nothing"], capture_output=True, text=True, timeout=60, preexec_fn=close
    )
    assert done.returncode == 2
