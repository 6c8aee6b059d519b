"""Running a command to be attacked: mostly in a fork of this process, which has imported the program."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "helpers"))

from warm import _import_all, _open_streams

PROGRAM = str(Path(sys.executable).parent / "brillig")
PATIENCE = 60.0  # seconds until an end is called missing, on a machine that has much else to do
EXPECTED = ("stopped", "finished", "refused")

JUDGE = """
import sys
for line in sys.stdin:
    print("yes" if line.split()[:1] in (["the"], ["a"]) else "no", flush=True)
"""
SENTENCES = """the cat sleeps
a dog sleeps
the dog sees a cat
a cat sees the dog
the cat sees the cat
a dog sees a dog
the big cat sleeps
a big dog sees the cat
"""
STUDY = """
name = "a study"
trials = 40
[[setting]]
name = "one"
file = "s.txt"
categories = 7
lexical = 3
rules = 3
max_iterations = 500
"""


Run = Callable[[int], tuple[str, float]]


@dataclass(frozen=True)
class Attack:
    """One case, to be run with a number that makes it the same again: what came of it, and its seconds."""

    case: str
    run: Run
    most: int = 1_000_000


@dataclass(frozen=True)
class Ended:
    status: int | None  # None: it did not end
    out: str
    errors: str
    seconds: float  # from the signal, if any, to the end


def prepare(folder: Path) -> None:
    """The files that commands are given."""
    import brillig

    assert Path(brillig.__file__).is_relative_to(Path(__file__).parents[2]), "another brillig is installed"
    _import_all()  # which puts the program's folder first, in place of that of the helpers
    sys.path.append(str(Path(__file__).parents[2] / "tests" / "helpers"))
    (folder / "s.txt").write_text(SENTENCES)
    (folder / "more.txt").write_text("the small cat sleeps\na big dog sees the small dog\n")
    (folder / "judge.py").write_text(JUDGE)
    (folder / "ambiguous.cfg").write_text("S -> S S | 'a' | 'b'\n")
    (folder / "long.txt").write_text("\n".join(" ".join("ab"[i % 2] for i in range(n)) for n in range(5, 25)))
    (folder / "study.toml").write_text(STUDY)
    done = run_command(folder, "infer s.txt -o s.json")
    assert done.status == 0, done.errors
    done = run_command(folder, "infer s.txt -c 6 -l 2 -r 4 --engine exact -o numbers.json")
    assert done.status == 0, done.out


def start(folder: Path, command: str, out: int, errors: int, *, cold: bool = False) -> int:
    """The process of a command, in a session of its own, with the signals of a shell's."""
    words = shlex.split(command)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    child = os.fork()
    if child:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        return child
    try:
        # As the program does before its first import: what is before that is Python's.
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        os.setsid()
        os.chdir(folder)
        for number, stream in enumerate((os.open(os.devnull, os.O_RDONLY), out, errors)):
            os.dup2(stream, number)
        if cold:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            os.execv(PROGRAM, ["brillig", *words])
        sys.argv = ["brillig", *words]
        _open_streams()
        from brillig.__main__ import main

        main()
    except SystemExit as end:
        sys.stdout.flush()
        os._exit(end.code if isinstance(end.code, int) else 0 if end.code is None else 1)
    except BaseException:
        import traceback

        traceback.print_exc()
        os._exit(70)
    finally:
        os._exit(71)


def run_command(
    folder: Path,
    command: str,
    number: signal.Signals | None = None,
    after: float = 0.0,
    *,
    cold: bool = False,
    patience: float = PATIENCE,
    out_path: str | None = None,
) -> Ended:
    """Run it, send it a signal after so many seconds, and wait for its end."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        sent = time.monotonic()
        to = out.fileno() if out_path is None else os.open(out_path, os.O_WRONLY)
        child = start(folder, command, to, errors.fileno(), cold=cold)
        if out_path is not None:
            os.close(to)
        status = None
        if number is not None:
            status = wait_for(child, after)
            sent = time.monotonic()
            if status is None:
                try:
                    (os.killpg if number is signal.SIGINT else os.kill)(child, number)
                except ProcessLookupError:  # it has no group of its own yet
                    os.kill(child, number)
        if status is None:
            status = wait_for(child, patience)
        seconds = time.monotonic() - sent
        if status is None:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
        out.seek(0)
        errors.seek(0)
        said, told = (stream.read().decode(errors="replace") for stream in (out, errors))
    return Ended(status, said, told, seconds)


def wait_for(child: int, seconds: float) -> int | None:
    """How the process ended; None where it did not within the time."""
    until = time.monotonic() + seconds
    while True:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        left = until - time.monotonic()
        if left <= 0:
            return None
        time.sleep(min(0.01, left))


def members(session: int) -> list[int]:
    """The processes of a session that are alive."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def judge_end(done: Ended, statuses: tuple[int, ...] = (0, 1)) -> str:
    """What came of a command that nobody disturbed: it answered, or refused in one line."""
    if done.status is None:
        return "no end"
    if "Traceback" in done.errors:
        return f"traceback: {done.errors.strip().splitlines()[-1][:120]}"
    if done.status in statuses:
        return "finished"
    lines = [line for line in done.errors.splitlines() if line.startswith("brillig: ")]
    if '{"error": ' in done.out:  # with --json
        lines.append(done.out)
    return "refused" if done.status == 2 and lines else f"status {done.status}: {done.errors.strip()[-150:]}"


def in_python(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
