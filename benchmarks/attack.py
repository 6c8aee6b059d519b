"""Attacks on every command: signals at random moments, damaged files, full disks and hostile programs.

    python benchmarks/attack.py run [PART ...] [--times N] [--only CASE] [--limit S] [--store FILE]
    python benchmarks/attack.py table [--store FILE]

Each attack is a line of the store, so that a run that was stopped goes on where it was, until each case has
been attacked N times. The parts are in `benchmarks/attacks/`; the table counts what came of each case.
Everything but "stopped", "finished" and "refused" is a finding.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from attacks import disks, explosions, oracles, pages, readers, signals
from attacks.running import EXPECTED, Attack, prepare

STORE = Path(__file__).parent / "results" / "attack.jsonl"
PARTS = {
    "signals": signals.attacks,
    "readers": readers.attacks,
    "disks": disks.attacks,
    "oracles": oracles.attacks,
    "explosions": explosions.attacks,
    "pages": pages.attacks,
}


def read_store(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def run(options: argparse.Namespace) -> int:
    began, failed = time.monotonic(), 0
    done = Counter((row["part"], row["case"]) for row in read_store(options.store))
    with tempfile.TemporaryDirectory() as name, options.store.open("a") as store:
        folder = Path(name)
        prepare(folder)
        for part in options.parts or PARTS:
            attacks: list[Attack] = list(PARTS[part](folder))
            for attack in attacks:
                if options.only and not any(only in attack.case for only in options.only):
                    continue
                wanted = min(options.times, attack.most)
                for number in range(done[part, attack.case], wanted):
                    if options.limit and time.monotonic() - began > options.limit:
                        print("the time is up; run it again to go on")
                        return failed
                    what, seconds = attack.run(number)
                    row = {"part": part, "case": attack.case, "number": number, "what": what}
                    store.write(json.dumps(row | {"seconds": round(seconds, 2)}) + "\n")
                    store.flush()
                    if what not in EXPECTED:
                        failed += 1
                        print(f"{part}, {attack.case}, number {number}: {what}", flush=True)
    return failed


def table(options: argparse.Namespace) -> int:
    rows: dict[tuple[str, str], list[dict[str, object]]] = defaultdict(list)
    for row in read_store(options.store):
        rows[str(row["part"]), str(row["case"])].append(row)
    failed = 0
    for (part, case), runs in rows.items():
        seen = Counter(str(row["what"]) for row in runs)
        failed += sum(number for what, number in seen.items() if what not in EXPECTED)
        told = ", ".join(f"{number} {what}" for what, number in seen.most_common())
        slowest = max(float(str(row["seconds"])) for row in runs)
        print(f"{part:11} {case:34} {len(runs):5}: {told}; at most {slowest:.1f} s")
    print(f"{sum(map(len, rows.values()))} attacks, {failed} findings")
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("do", choices=("run", "table"))
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--only", action="append", help="cases that have this in their name")
    parser.add_argument("--limit", type=float, help="seconds after which no further run begins")
    parser.add_argument("--store", type=Path, default=STORE)
    options = parser.parse_args()
    return 1 if (run if options.do == "run" else table)(options) else 0


if __name__ == "__main__":
    sys.exit(main())
