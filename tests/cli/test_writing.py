"""What is written, and where: nothing of the user's is overwritten by accident, and no answer is lost."""

from __future__ import annotations

import ast
import json
import os
import resource
import stat
import subprocess
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from brillig.cli import run
from brillig.errors import BrilligError
from brillig.files import replacing, write_whole
from brillig.problems.solution import load
from brillig.recording.reader import read_recording
from command import BRILLIG, assert_refused, brillig
from solutions import a_solution

PACKAGE = Path(__file__).parents[2] / "src" / "brillig"
SMALL = ("-c", "3", "-l", "0", "-r", "1", "--engine", "concur")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with sentences, a solution and a study."""
    monkeypatch.chdir(tmp_path)
    Path("sentences.txt").write_text("a b\n")
    a_solution().save("solution.json")
    Path("spec.toml").write_text(SPEC)
    assert command("study sentences.txt -c 3 -l 0 -r 1 --trials 2 --store study.db") == 0
    return tmp_path


SPEC = """
[[setting]]
name = "small"
sentences = ["a b"]
categories = 3
lexical = 0
rules = 1
trials = 2
"""


def command(text: str) -> int:
    """A command in this process; a blank in an argument is written as `_`."""
    return run([word.replace("S>A_B", "S>A B") for word in text.split()])


# Every command and option that writes, with each input that it could overwrite.
OVERWRITING = {
    "infer -o": ("infer sentences.txt -c 3 -l 0 -r 1 -o {}", "sentences.txt"),
    "infer --record": ("infer sentences.txt -c 3 -l 0 -r 1 --record {}", "sentences.txt"),
    "search -o": ("search sentences.txt -o {}", "sentences.txt"),
    "search --store": ("search sentences.txt --store {}", "sentences.txt"),
    "refine -o": ("refine solution.json --features A=1 -o {}", "solution.json"),
    "extend -o, SOLUTION": ("extend solution.json sentences.txt -o {}", "solution.json"),
    "extend -o, FILE": ("extend solution.json sentences.txt -o {}", "sentences.txt"),
    "enlarge -o, SOLUTION": ("enlarge solution.json sentences.txt -o {}", "solution.json"),
    "enlarge -o, FILE": ("enlarge solution.json sentences.txt -o {}", "sentences.txt"),
    "rename -o": ("rename solution.json A=Q -o {}", "solution.json"),
    "draw -o": ("draw picture.svg -o {}", "picture.svg"),
    "certify --proof": ("certify proof.cnf --proof {}", "proof.cnf"),
    "study --store": ("study sentences.txt -c 3 -l 0 -r 1 --store {}", "sentences.txt"),
    "study run --store": ("study run spec.toml --store {}", "spec.toml"),
    "study report -o": ("study report study.db -o {}", "study.db"),
    "study export -o": ("study export study.db -o {}", "study.db"),
}


@pytest.mark.parametrize("link", ["itself", "symbolic", "hard"])
def test_an_output_that_is_an_input_is_refused(
    link: str, files: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("picture.svg", "proof.cnf"):
        (files / name).write_bytes((files / "solution.json").read_bytes())
    for case, (text, name) in OVERWRITING.items():
        source = files / name
        output = source
        if link != "itself":
            output = files / f"other{source.suffix}"
            output.unlink(missing_ok=True)
            os.symlink(source, output) if link == "symbolic" else os.link(source, output)
        before, number = source.read_bytes(), source.stat().st_ino
        capfd.readouterr()
        wanted = str(output.with_suffix("")) if case == "certify --proof" else str(output)
        assert command(text.format(wanted)) == 2, case
        out, err = capfd.readouterr()
        assert out == "", case
        assert err.count("\n") == 1, case
        assert str(output) in err, case
        assert (source.read_bytes(), source.stat().st_ino) == (before, number), case
        assert output.is_symlink() == (link == "symbolic"), case


def test_two_outputs_that_are_one_file_are_refused(files: Path, capfd: pytest.CaptureFixture[str]) -> None:
    both = files / "both"
    assert run(["infer", str(files / "sentences.txt"), *SMALL, "-o", str(both), "--record", str(both)]) == 2
    assert "the same file" in capfd.readouterr().err
    assert not both.exists()


def test_the_real_command_refuses_to_overwrite_its_input(tmp_path: Path) -> None:
    file = tmp_path / "sentences.txt"
    file.write_text("a b\n")
    assert_refused(brillig("infer", file, *SMALL, "-o", file), "-o", str(file), "name another file")
    assert file.read_text() == "a b\n"


WRITERS: dict[str, tuple[str, str]] = {
    "infer -o": ("infer sentences.txt -c 3 -l 0 -r 1 --engine concur -o {}", ".json"),
    "infer --record": ("infer sentences.txt -c 3 -l 0 -r 1 --engine concur --record {}", ".run"),
    "extend -o": ("extend solution.json sentences.txt -o {}", ".json"),
    "rename -o": ("rename solution.json A=Q -o {}", ".json"),
    "rename -o, rules": ("rename solution.json A=Q -o {}", ".cfg"),
    "draw -o": ("draw solution.json -o {}", ".svg"),
    "study report -o": ("study report study.db -o {}", ".md"),
    "study export -o, csv": ("study export study.db -o {}", ".csv"),
    "study export -o, parquet": ("study export study.db -o {}", ".parquet"),
}


def test_a_link_stays_a_link_and_its_target_is_written(files: Path) -> None:
    for case, (text, ending) in WRITERS.items():
        target, link = files / f"target{ending}", files / f"link{ending}"
        target.write_text("old")
        target.chmod(0o640)
        link.unlink(missing_ok=True)
        link.symlink_to(target.name)
        assert command(text.format(link)) == 0, case
        assert link.is_symlink(), case
        assert target.read_bytes() != b"old", case
        assert stat.S_IMODE(target.stat().st_mode) == 0o640, case
    assert load(files / "target.json").grammar.categories == ("S", "B", "Q")


def test_a_link_to_nothing_yet_makes_its_target(files: Path) -> None:
    for case, (text, ending) in {
        **WRITERS,
        "study --store": ("study sentences.txt -c 3 -l 0 -r 1 --trials 2 --store {}", ".db"),
        "search --store": (
            "search sentences.txt --engine exact --max-categories 3 --max-rules 2 --store {}",
            ".points",
        ),
        "study export -o, store": ("study export study.db -o {}", ".copy.db"),
    }.items():
        link, target = files / f"new{ending}", files / "elsewhere" / f"new{ending}"
        target.parent.mkdir(exist_ok=True)
        target.unlink(missing_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(target)
        assert command(text.format(link)) in (0, 1), case
        assert link.is_symlink(), case
        assert target.stat().st_size > 0, case


def read_pipe(path: Path, action: Callable[[], int]) -> tuple[int, bytes]:
    """What comes out of a named pipe while something is done."""
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(path.read_bytes()), daemon=True)
    reader.start()
    status = action()
    reader.join(20)
    assert got, "nothing was written"
    return status, got[0]


def test_a_pipe_is_written_to_and_stays_a_pipe(files: Path) -> None:
    for case, (text, ending) in WRITERS.items():
        plain, pipe = files / f"plain{ending}", files / f"pipe{ending}"
        assert command(text.format(plain)) == 0, case
        pipe.unlink(missing_ok=True)
        os.mkfifo(pipe)
        status, data = read_pipe(pipe, partial(command, text.format(pipe)))
        assert status == 0, case
        assert stat.S_ISFIFO(pipe.stat().st_mode), case
        assert data[:8] == plain.read_bytes()[:8], case
        if case == "infer --record":
            (files / "copy").write_bytes(data)
            assert read_recording(files / "copy").status == "found"


def test_a_pipe_that_nobody_reads_is_not_waited_for_for_ever(
    files: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brillig.files.PIPE_SECONDS", 0.1)
    os.mkfifo(files / "alone")
    capfd.readouterr()
    for option in ("-o", "--record"):
        assert command(f"infer sentences.txt {option} alone") == 2
        assert "alone: cannot be written (nobody reads the pipe)" in capfd.readouterr().err


def test_a_store_is_no_pipe(files: Path, capfd: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(files / "pipe.db")
    capfd.readouterr()
    for text in (
        "study status pipe.db",
        "study sentences.txt -c 3 -l 0 -r 1 --store pipe.db",
        "search sentences.txt --store pipe.db",
        "ask sentences.txt --judgements pipe.db",
    ):
        assert command(text) == 2
        assert "a pipe or a device" in capfd.readouterr().err


@pytest.mark.parametrize("through", ["pipe", "file"])
def test_standard_output_can_be_named(through: str, tmp_path: Path) -> None:
    """Also where it is a file: replacing that would lose what is still to be printed."""
    solution = tmp_path / "solution.json"
    a_solution().save(solution)
    words = [BRILLIG, "rename", str(solution), "A=Q", "-o", "/dev/stdout"]
    if through == "pipe":
        text = subprocess.run(words, capture_output=True, check=True, timeout=60).stdout.decode()
    else:
        with (tmp_path / "out").open("wb") as file:
            subprocess.run(words, stdout=file, check=True, timeout=60)
        text = (tmp_path / "out").read_text()
    data, end = json.JSONDecoder().raw_decode(text)
    assert data["grammar"]["syntactic"] == [["S", "Q", "B"]]
    assert "S → Q B" in text[end:]


@pytest.mark.parametrize("place", ["/dev/full"])
def test_an_answer_that_cannot_be_written_is_printed(
    place: str, files: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (files / "folder").mkdir()
    for text in (
        "infer sentences.txt -c 3 -l 0 -r 1 --engine concur -o {}",
        "extend solution.json sentences.txt -o {}",
        "refine solution.json --features A=1 --rules S>A_B=1 -o {}",
        "search sentences.txt --engine exact --max-categories 3 --max-rules 2 -o {}",
    ):
        capfd.readouterr()
        status = command(text.format(place))
        out, err = capfd.readouterr()
        assert status == 2, (text, err)
        assert place in err
        assert err.count("\n") == 1
        assert "S → " in out, text
        kept = files / "kept.json"
        kept.write_text(out.splitlines()[-1])
        assert len(load(kept).trees) >= 1
        assert command(f"{text.format(place)} --json") == 2
        out, err = capfd.readouterr()
        assert out.count("\n") == 1
        json.loads(out)
    assert not any(path.name.endswith(".part") for path in files.rglob("*"))


def test_a_report_that_cannot_be_written_is_printed(files: Path, capfd: pytest.CaptureFixture[str]) -> None:
    capfd.readouterr()
    assert command("study report study.db -o /dev/full") == 2
    out, err = capfd.readouterr()
    assert "/dev/full" in err
    assert "setting" in out


def test_a_proof_that_cannot_be_written_does_not_cost_the_certificate(
    files: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    capfd.readouterr()
    assert command("certify solution.json --no-core --proof none/proof") == 2
    out, err = capfd.readouterr()
    assert "none/proof.cnf" in err
    assert "the solution is unique" in out


def test_a_full_disk_ends_neither_the_search_nor_its_answer(tmp_path: Path) -> None:
    """The system refuses every file of more than a few bytes, as a full disk would."""
    file, output, record = tmp_path / "sentences.txt", tmp_path / "solution.json", tmp_path / "run"
    file.write_text("a b\n")
    output.write_text("precious")
    done = subprocess.run(
        [BRILLIG, "infer", str(file), *SMALL, "-o", str(output), "--record", str(record)],
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64)),
    )
    assert done.returncode == 2, done.stderr
    assert "S → B A" in done.stdout
    assert json.loads(done.stdout.splitlines()[-1])["status"] == "found"
    assert str(output) in done.stderr
    assert "Traceback" not in done.stderr
    assert output.read_text() == "precious"
    assert {path.name for path in tmp_path.iterdir()} == {"sentences.txt", "solution.json", "run"}


def test_a_recording_that_ends_early_says_so_after_the_answer(tmp_path: Path) -> None:
    file, record = tmp_path / "sentences.txt", tmp_path / "run"
    file.write_text("a b\n")
    done = subprocess.run(
        [BRILLIG, "infer", str(file), *SMALL, "--record", str(record)],
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64)),
    )
    assert done.returncode == 2, done.stderr
    assert "S → B A" in done.stdout
    assert str(record) in done.stderr
    assert "recording ends early" in done.stderr


def test_a_store_that_cannot_grow_costs_neither_the_search_nor_its_answer(tmp_path: Path) -> None:
    file, store = tmp_path / "sentences.txt", tmp_path / "walk.json"
    file.write_text("a b\nb a\n")
    walk = [BRILLIG, "search", str(file), "--engine", "exact", "--max-rules", "2", "--store", str(store)]

    def limited(size: int) -> subprocess.CompletedProcess[str]:
        """The system refuses longer files, as a full disk would."""
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))  # noqa: E731
        return subprocess.run(walk, capture_output=True, text=True, timeout=60, preexec_fn=limit)

    done = limited(64)  # not even an empty one: told before the search
    assert done.returncode == 2
    assert done.stdout == ""
    assert str(store) in done.stderr
    assert not store.exists()
    done = limited(700)
    assert done.returncode == 2, done.stderr
    assert "S → A B | B A" in done.stdout
    assert f"brillig: {store}: cannot be written" in done.stderr
    assert done.stderr.count("\n") == 1
    assert store.stat().st_size <= 700
    assert json.loads(store.read_text())["format"] == "brillig-search"


def test_what_goes_wrong_in_the_middle_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def write_half() -> None:
        with replacing(path) as part:
            part.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]
    with pytest.raises(BrilligError, match="is a folder"):
        write_whole(tmp_path, "text")
    loop = tmp_path / "loop"
    loop.symlink_to("loop")
    with pytest.raises(BrilligError, match="cannot be written"):
        write_whole(loop, "text")


def test_a_name_of_the_greatest_length_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 255)
    write_whole(path, "text")
    assert path.read_text() == "text"


# Who opens files to write in a way of its own, and why that is right.
OWN_WAYS = {
    "cli/studio": "a file that leads the browser to the page",
    "files": "here it is done",
    "recording/writer": "appends while the search runs",
    "recording/growth": "appends while the search runs",
    "workflows/asking/judgements": "appends each answer at once",
    "workflows/asking/judges": "a question in a folder of its own, for the program that answers",
    "lock": "the lock itself, which holds no answer",
    "engines/exact/child": "an unnamed file, to speak to the process",
    "engines/exact/proof": "inside `replacing`",
    "studies/export": "inside `replacing`",
}
WRITING = {"write_text", "write_bytes", "mkstemp", "NamedTemporaryFile", "TemporaryFile", "replace", "rename"}


def test_all_that_is_written_goes_through_one_module() -> None:
    """A file opened to write anywhere else would not follow links, spare pipes or be whole."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = str(path.relative_to(PACKAGE).with_suffix(""))
        found = [getattr(node, "lineno", 0) for node in ast.walk(ast.parse(path.read_text())) if writes(node)]
        assert not found or name in OWN_WAYS, f"{name}, lines {found}: write with brillig.files"


def writes(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if called == "open":
        modes = [
            a.value for a in (*node.args, *(k.value for k in node.keywords)) if isinstance(a, ast.Constant)
        ]
        return any(isinstance(mode, str) and mode[:1] in ("w", "a", "x") for mode in modes)
    if called in ("replace", "rename"):
        return isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "os"
    return called in WRITING
