"""How long a search goes on after Ctrl-C, SIGTERM or the end of its time, on large files.

    python benchmarks/stops.py [CASE ...] [--after 1,6] [--limit 5]

Each case is a file. `infer FILE -o OUT` is sent SIGINT and SIGTERM once it has worked some seconds (of
the processor), and is given a time limit of its own. A line each: seconds of the clock and of its processors
from then to its end, its status, the most memory it took, and what OUT has: a solution, or nothing if no
grammar had been found yet. A load on the machine stretches the clock, not the seconds of the processor.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

Lines = Callable[[random.Random], list[str]]


def _words(number: int, length: int, vocabulary: int) -> Lines:
    return lambda r: [" ".join(f"w{r.randrange(vocabulary)}" for _ in range(length)) for _ in range(number)]


def _sentences(r: random.Random) -> list[str]:
    nouns, verbs = [f"n{i}" for i in range(40)], [f"v{i}" for i in range(20)]
    phrase = lambda: f"{r.choice(['the', 'a', 'my'])} {r.choice(nouns)}"  # noqa: E731
    return [f"{phrase()} {r.choice(verbs)} {phrase()}" for _ in range(100_000)]


def _passwords(r: random.Random) -> list[str]:
    names = [f"user{i}" for i in range(18)]
    return [f"{n}:x:{1000 + i}:{1000 + i}:{n.title()},,,:/home/{n}:/bin/bash" for i, n in enumerate(names)]


def _nested(r: random.Random) -> list[str]:
    return ["( " * n + "x " + ") " * n for n in range(1, 400)]


LONG = ("--max-sentence-words", "200")
CASES: dict[str, tuple[Lines, tuple[str, ...]]] = {
    "17,000 words": (_words(5000, 8, 17_000), ()),
    "100,000 sentences": (_sentences, ()),
    "18 password lines": (_passwords, ("--tokens", "characters")),
    "60 lines of 190 words": (_words(60, 190, 30), LONG),
    "30 lines of 200 new words": (_words(30, 200, 100_000), LONG),
    "2,000 lines of 100 letters": (
        lambda r: ["".join(r.choices("abcdefgh", k=100)) for _ in range(2000)],
        ("--tokens", "characters", *LONG),
    ),
    "brackets 400 deep": (_nested, ()),
    "60,000 words, once each": (lambda r: [f"a{i} b{i} c{i}" for i in range(20_000)], ()),
    "100,000 lines of two words": (lambda r: [" ".join(r.choices("ab", k=12)) for _ in range(100_000)], ()),
}


def used(pid: int) -> float:
    """Seconds of the processor that a process has taken so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stop(file: Path, options: tuple[str, ...], after: float, how: signal.Signals | None) -> str:
    """Start a search, stop it after some seconds, and tell how it ended."""
    out = file.with_suffix(".json")
    out.unlink(missing_ok=True)
    limit = () if how else ("--time-limit", str(after))
    command = [sys.executable, "-m", "brillig", "infer", str(file), *options, "-o", str(out), *limit]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    began = time.monotonic()
    while process.poll() is None and (used(process.pid) if how else time.monotonic() - began) < after:
        time.sleep(0.02)
    if process.poll() is not None:
        return f"ended by itself with {process.returncode}"
    before, then = used(process.pid), time.monotonic()
    if how:
        process.send_signal(how)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    clock = time.monotonic() - then
    took = usage.ru_utime + usage.ru_stime - before
    lines = (process.stderr.read() if process.stderr else "").strip().splitlines()
    kept = (
        f"{len(json.loads(out.read_text())['grammar']['syntactic'])} rules" if out.exists() else "no grammar"
    )
    return (
        f"{clock:5.1f} s, {took:5.1f} of processors; status {process.returncode:>3}, "
        f"{usage.ru_maxrss // 1024:>5} MB, {kept}"
        + ("; TRACEBACK" if any("Trace" in s for s in lines) else "")
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("cases", nargs="*", default=[])
    parser.add_argument("--after", default="1,6", help="seconds after which signals are sent")
    parser.add_argument("--limit", type=float, default=5.0)
    chosen = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as folder:
        for case in chosen.cases or CASES:
            make, options = CASES[case]
            file = Path(folder) / "large.txt"
            file.write_text("\n".join(make(random.Random(1))) + "\n")
            ways = [
                (float(s), how) for s in chosen.after.split(",") for how in (signal.SIGINT, signal.SIGTERM)
            ]
            for after, how in [*ways, (chosen.limit, None)]:
                name = how.name if how else "--time-limit"
                print(f"{case:>26}, {name:>12} {after:4.1f} s: {stop(file, options, after, how)}", flush=True)


if __name__ == "__main__":
    main()
