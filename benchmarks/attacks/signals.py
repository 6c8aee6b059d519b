"""SIGINT, SIGTERM and SIGKILL at random moments: whole files or none, a status, no traceback, none left.

SIGINT goes to the process and its children, as a terminal sends it. The cases named "start" run the program
itself, the others a fork of one that has imported everything: that is where the moments of the work are.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from attacks.running import Attack, Ended, run_command

STATUS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}
FINISHED = (0, 1)  # it came to its end before the signal did
ORPHANS = 10.0  # seconds that children may live on
OUTPUTS = (
    "out.json",
    "out.svg",
    "j",
    "study.db",
    "study.db-wal",
    "study.db-shm",
    "store.json",
    "run",
)

NUMBERS = "-c 6 -l 2 -r 4"
HARD = "-c 7 -l 3 -r 3"  # nothing to be found
COMMANDS = {
    "infer": "infer s.txt -o out.json",
    "infer exact": f"infer s.txt {HARD} --engine exact --time-limit 3 -o out.json",
    "infer concur": f"infer s.txt {HARD} --engine concur --time-limit 2 -o out.json",
    "infer race": f"infer s.txt {NUMBERS} -o out.json",
    "infer record": f"infer s.txt {HARD} --engine concur --time-limit 1 --record run",
    "ask": f"ask s.txt --judgements j --oracle '{sys.executable} judge.py' --time-limit 2 -o out.json",
    "refine": "refine numbers.json --features auto --time-limit 2 -o out.json",
    "extend": "extend numbers.json more.txt -o out.json",
    "enlarge": "enlarge s.json more.txt --time-limit 2 -o out.json",
    "search": "search s.txt --time-limit 2 --store store.json -o out.json",
    "study": "study run study.toml --store study.db",
    "certify": "certify numbers.json --time-limit 2",
    "generate": "generate toy1 -n 20000",
    "parse": "parse ambiguous.cfg long.txt -k 50",
    "compare": "compare s.json toy1",
    "score": "score s.json s.txt",
    "show": "show s.json --format lark",
    "draw": "draw s.json -o out.svg",
}


def attacks(folder: Path) -> Iterator[Attack]:
    for title, command in {"start": COMMANDS["infer exact"], **COMMANDS}.items():
        whole: list[float] = []

        for number in STATUS:

            def attack(
                case: int,
                command: str = command,
                number: signal.Signals = number,
                whole: list[float] = whole,
                cold: bool = title == "start",
            ) -> tuple[str, float]:
                while len(whole) < 3 and sum(whole) < 2:
                    done = run_command(folder, "--version" if cold else command, cold=cold)
                    assert done.status in FINISHED, done.errors
                    whole.append(done.seconds)
                    clear(folder)
                after = random.Random(case).uniform(0, 0.95 * min(whole))
                return attack_once(folder, command, number, after, cold=cold)

            yield Attack(f"{title} {number.name}", attack)


def clear(folder: Path) -> None:
    for name in OUTPUTS:
        path = folder / name
        if path.is_dir():
            for inner in path.iterdir():
                inner.unlink()
            path.rmdir()
        path.unlink(missing_ok=True)


def attack_once(
    folder: Path, command: str, number: signal.Signals, after: float, *, cold: bool
) -> tuple[str, float]:
    clear(folder)
    before = set(os.listdir(folder))
    running = set(members_of_us())
    done = run_command(folder, command, number, after, cold=cold)
    found = next(troubles(folder, before, running, number, done), None)
    clear(folder)
    return found or ("finished" if done.status in FINISHED else "stopped"), done.seconds


def members_of_us() -> list[int]:
    """Processes of the program's own, wherever they belong: workers have sessions of their own."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if b"brillig.engines.exact.worker" in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


def troubles(
    folder: Path, before: set[str], running: set[int], number: signal.Signals, done: Ended
) -> Iterator[str]:
    if done.status is None:
        yield "no end"
        return
    if "Traceback" in done.errors or "Error:" in done.errors:
        yield f"traceback: {done.errors.strip().splitlines()[-1][:120]}"
    if done.status not in (STATUS[number], -number, *FINISHED):  # negative before the program's first line
        yield f"status {done.status}: {done.errors.strip()[-120:]}"
    for name in ("out.json", "store.json"):
        if (folder / name).exists():
            try:
                json.loads((folder / name).read_text())
            except ValueError:
                yield f"a part of {name}"
    left = set(os.listdir(folder)) - before - set(OUTPUTS)
    if left:
        for name in left:
            (folder / name).unlink()
        if number is not signal.SIGKILL:
            yield f"left behind: {', '.join(sorted(left))}"
    until = time.monotonic() + ORPHANS
    while alive := [pid for pid in members_of_us() if pid not in running and is_ours(pid, folder)]:
        if time.monotonic() > until:
            for pid in alive:
                os.kill(pid, signal.SIGKILL)
            yield f"{len(alive)} processes left"
            return
        time.sleep(0.05)


def is_ours(pid: int, folder: Path) -> bool:
    """Whether it was started in our folder."""
    try:
        return os.readlink(f"/proc/{pid}/cwd") == str(folder)
    except OSError:
        return False
