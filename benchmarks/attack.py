"""Signals at random moments to every command: whole files or none, a status, no traceback, none left behind.

    python benchmarks/attack.py [--times N] [--only COMMAND] [--seed S]

Each command runs once to its end to see how long it takes, then N times for each of SIGINT (to the process
and its children, as a terminal sends it), SIGTERM and SIGKILL, sent at a random moment of that time. A row
has the runs, what was seen of each outcome, and the longest time from the signal to the end.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

BRILLIG = [sys.executable, "-m", "brillig"]
STATUS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}
FINISHED = (0, 1)  # it came to its end before the signal did
PATIENCE = 20.0  # seconds until an end is called missing; far more than on a machine with nothing else to do
ORPHANS = 5.0  # seconds that children may live on

JUDGE = """
import sys
for line in sys.stdin:
    print("yes" if line.split()[:1] in (["the"], ["a"]) else "no", flush=True)
"""

NUMBERS = "-c 6 -l 3 -r 4"
COMMANDS = {
    "infer": "infer s.txt -o out.json",
    "infer exact": f"infer s.txt {NUMBERS} --engine exact --time-limit 6 -o out.json",
    "infer concur": f"infer s.txt {NUMBERS} --engine concur --time-limit 6 -o out.json",
    "ask": f"ask s.txt --oracle '{sys.executable} judge.py' --time-limit 8 -o out.json",
    "refine": "refine s.json --features auto --time-limit 8 -o out.json",
    "extend": "extend s.json more.txt -o out.json",
    "enlarge": "enlarge s.json more.txt --time-limit 8 -o out.json",
    "search": "search s.txt --time-limit 8 -o out.json",
    "study": f"study s.txt {NUMBERS} --trials 20",
    "certify": "certify s.json --time-limit 8",
    "generate": "generate toy1 -n 200000",
    "parse": "parse ambiguous.cfg long.txt -k 200",
    "compare": "compare s.json toy1",
    "score": "score s.json s.txt",
    "draw": "draw s.json -o out.svg",
}


def prepare(folder: Path) -> None:
    sentences = run_to_end(folder, "generate toy1 -n 60 --seed 3").stdout.splitlines()
    (folder / "s.txt").write_text("\n".join(s for s in sentences if len(s.split()) <= 8))
    (folder / "more.txt").write_text("the big cat saw a dog\nmy dog walked\n")
    (folder / "judge.py").write_text(JUDGE)
    (folder / "ambiguous.cfg").write_text("S -> S S | 'a' | 'b'\n")
    (folder / "long.txt").write_text(
        "\n".join(" ".join("ab"[i % 2] for i in range(n)) for n in range(10, 30))
    )
    done = run_to_end(folder, "infer s.txt -o s.json")
    assert done.returncode == 0, done.stderr


def run_to_end(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*BRILLIG, *shlex.split(command)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


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


def attack(folder: Path, command: str, number: signal.Signals, after: float) -> tuple[str, float]:
    """One run: what came of it, and the seconds from the signal to the end."""
    for name in ("out.json", "out.svg", "s.txt.judgements"):
        (folder / name).unlink(missing_ok=True)
    before = set(os.listdir(folder))
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [*BRILLIG, *shlex.split(command)],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        time.sleep(after)
        sent = time.monotonic()
        if process.poll() is None:
            (os.killpg if number is signal.SIGINT else os.kill)(process.pid, number)
        try:
            status = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return "no end", PATIENCE
        took = time.monotonic() - sent
        errors.seek(0)
        said = errors.read().decode(errors="replace")
    return next(troubles(folder, before, process.pid, number, status, said), how(number, status)), took


def how(number: signal.Signals, status: int) -> str:
    return "finished" if status in FINISHED else "stopped"


def troubles(
    folder: Path, before: set[str], session: int, number: signal.Signals, status: int, said: str
) -> Iterator[str]:
    if "Traceback" in said or "Error:" in said:
        yield f"traceback: {said.strip().splitlines()[-1][:120]}"
    if status not in (STATUS[number], -number, *FINISHED):  # negative before the program's first line
        yield f"status {status}: {said.strip()[-120:]}"
    output = folder / "out.json"
    if output.exists():
        try:
            json.loads(output.read_text())
        except ValueError:
            yield "a part of a file"
    left = set(os.listdir(folder)) - before - {"out.json", "out.svg", "s.txt.judgements"}
    if left:
        for name in left:
            (folder / name).unlink()
        if number is not signal.SIGKILL:
            yield f"left behind: {', '.join(sorted(left))}"
    until = time.monotonic() + ORPHANS
    while alive := members(session):
        if time.monotonic() > until:
            for pid in alive:
                os.kill(pid, signal.SIGKILL)
            yield f"{len(alive)} processes left"
            return
        time.sleep(0.05)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--only", choices=COMMANDS, action="append")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    source, failed = random.Random(options.seed), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)
        for title in options.only or COMMANDS:
            began = time.monotonic()
            run_to_end(folder, COMMANDS[title])
            whole = min(time.monotonic() - began, 30.0)
            for number in STATUS:
                runs = [
                    attack(folder, COMMANDS[title], number, source.uniform(0, whole))
                    for _ in range(options.times)
                ]
                seen = Counter(what for what, _ in runs)
                failed += sum(n for what, n in seen.items() if what not in ("stopped", "finished"))
                slowest = max((took for what, took in runs if what == "stopped"), default=0.0)
                told = ", ".join(f"{n} {what}" for what, n in seen.most_common())
                print(f"{title:13} {number.name:8} {told}; at most {slowest:.1f} s", flush=True)
    print(f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
