"""Disks that are full or read-only, and pipes in place of files: an answer is told or refused in one line.

The full disk is a small one of memory, which only root can make; elsewhere those cases are left out.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from attacks.running import PATIENCE, Attack, Run, judge_end, run_command

JUDGE = "python3 judge.py"
WRITING = {
    "infer": "infer s.txt -o {}/out.json",
    "infer record": "infer s.txt -c 7 -l 3 -r 3 --engine concur --time-limit 1 --record {}/run",
    "ask": f"ask s.txt --judgements {{}}/j --oracle '{JUDGE}' --time-limit 1 -o {{}}/out.json",
    "refine": "refine numbers.json --features auto --time-limit 2 -o {}/out.json",
    "extend": "extend numbers.json more.txt -o {}/out.json",
    "enlarge": "enlarge s.json more.txt --time-limit 2 -o {}/out.json",
    "search": "search s.txt --time-limit 2 --store {}/store.json -o {}/out.json",
    "study": "study run study.toml --store {}/study.db",
    "certify": "certify numbers.json --proof {}/proof --time-limit 2",
    "draw": "draw s.json -o {}/out.svg",
}
PRINTING = {
    "generate": "generate toy1 -n 5000",
    "parse": "parse ambiguous.cfg long.txt -k 50",
    "infer": "infer s.txt --json",
    "show": "show s.json",
    "schema": "schema",
}


def attacks(folder: Path) -> Iterator[Attack]:
    for name, options in (("full", "size=64k"), ("read-only", "ro")):
        place = mounted(options)
        if place is None:
            continue
        if name == "full":
            (place / "filling").write_bytes(bytes(60_000))
        for title, command in WRITING.items():
            yield Attack(f"{name} disk, {title}", _written(folder, place, command))
    for title, command in WRITING.items():
        yield Attack(f"/dev/full, {title}", _to_device(folder, command))
        yield Attack(f"FIFO, {title}", _to_pipe(folder, command))
    for title, command in PRINTING.items():
        yield Attack(f"output to a full disk, {title}", _printed(folder, command))
    for title in ("infer - ", "parse s.json", "score s.json", "extend numbers.json"):
        yield Attack(f"sentences from a FIFO, {title}", _read_from_pipe(folder, title))


def mounted(options: str) -> Path | None:
    """The folder of a disk of memory; None where that is not allowed."""
    place = tempfile.mkdtemp(prefix="attack-")
    atexit.register(os.rmdir, place)
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", place], capture_output=True, check=False
    )
    if done.returncode:
        return None
    atexit.register(subprocess.run, ["umount", place], check=False)  # before its folder is removed
    return Path(place)


def _written(folder: Path, place: Path, command: str) -> Run:
    def run(_number: int) -> tuple[str, float]:
        before = {path: path.read_bytes() for path in place.iterdir() if path.is_file()}
        done = run_command(folder, command.replace("{}", str(place)))
        what = judge_end(done)
        for path in place.iterdir():
            if path in before or path.suffix != ".json":
                continue
            if not path.read_bytes().strip().endswith(b"}"):
                what = f"a part of {path.name}"
        for path in sorted(place.rglob("*"), reverse=True):
            if path not in before:
                path.rmdir() if path.is_dir() else path.unlink()
        return what, done.seconds

    return run


def _to_device(folder: Path, command: str) -> Run:
    def run(_number: int) -> tuple[str, float]:
        words = command.replace("{}/out.json", "/dev/full").replace("{}/out.svg", "/dev/full")
        words = words.replace("{}/j", "/dev/full").replace("{}/store.json", "/dev/full")
        words = words.replace("{}/study.db", "/dev/full").replace("{}/run", "/dev/full")
        done = run_command(folder, words.replace("{}/proof", "/dev/full"))
        return judge_end(done), done.seconds

    return run


def _to_pipe(folder: Path, command: str) -> Run:
    """Somebody reads a little of the pipe and goes."""

    def run(number: int) -> tuple[str, float]:
        place = folder / "pipes"
        place.mkdir(exist_ok=True)
        names = [name for name in ("out.json", "out.svg", "run", "j") if f"/{name}" in command]
        for name in names:
            os.mkfifo(place / name)

        def read() -> None:
            handles = [os.open(place / name, os.O_RDONLY | os.O_NONBLOCK) for name in names]
            until = time.monotonic() + (0.3 if number % 2 else PATIENCE)
            while time.monotonic() < until and not over.is_set():
                for handle in handles:
                    with contextlib.suppress(BlockingIOError):
                        os.read(handle, 100)
                time.sleep(0.005)
            for handle in handles:
                os.close(handle)

        over = threading.Event()
        reader = threading.Thread(target=read)
        reader.start()
        done = run_command(folder, command.replace("{}", str(place)))
        over.set()
        reader.join()
        for path in place.iterdir():
            path.unlink()
        what = judge_end(done)
        return ("finished" if done.status == -13 else what), done.seconds

    return run


def _printed(folder: Path, command: str) -> Run:
    def run(_number: int) -> tuple[str, float]:
        done = run_command(folder, command, out_path="/dev/full")
        return judge_end(done), done.seconds

    return run


def _read_from_pipe(folder: Path, title: str) -> Run:
    """Sentences that come slowly, in pieces that end within a word."""

    def run(number: int) -> tuple[str, float]:
        path = folder / "pipe"
        os.mkfifo(path)
        text = (folder / "s.txt").read_bytes()

        def write() -> None:
            with path.open("wb") as file:
                for start in range(0, len(text), 37 + number):
                    file.write(text[start : start + 37 + number])
                    file.flush()
                    time.sleep(0.01)

        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        done = run_command(folder, f"{title.removesuffix(' - ')} {path}")
        path.unlink()
        return judge_end(done), done.seconds

    return run
