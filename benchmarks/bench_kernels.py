"""Two builds of the kernel, turn and turn about: whether a change has made an iteration slower.

    python benchmarks/bench_kernels.py BEFORE AFTER [--runs 15]

BEFORE and AFTER are folders with a package `brillig` and its compiled kernel in it, as `pip install --no-deps
--target FOLDER` makes them. Each run is a process of its own that measures as `brillig bench` does, but in
seconds of the processor, with the same iterations for both; which comes first changes from pair to pair.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from own_search import KINDS

# Sentences by their name in own_search.py, and iterations of about a second.
MEASURED = {"toy1-10": 150_000, "toy1-50": 33_000, "nested-100": 10_000}

# An editable install would be found before the folder that is asked for.
CHILD = """
import sys, time
sys.meta_path[:] = [finder for finder in sys.meta_path if "ScikitBuild" not in type(finder).__name__]
folder, *cases = sys.argv[1:]
sys.path.insert(0, folder)
import brillig
from brillig.engines.concur import measure
from brillig.language.corpus import Corpus
from brillig.problems import Problem
assert brillig.__file__.startswith(folder), brillig.__file__
measure.perf_counter = time.process_time
for case in cases:
    path, c, lexical, rules, iterations = case.split(",")
    problem = Problem(Corpus.of(open(path).read().splitlines()), int(c), int(lexical), int(rules))
    print(measure.measure(problem, iterations=int(iterations)).microseconds_per_iteration)
"""


def microseconds(folder: Path, cases: list[str]) -> list[float]:
    command = [sys.executable, "-c", CHILD, str(folder.resolve()), *cases]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    printed = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
    return [float(text) for text in printed.split()]


def compare(before: Path, after: Path, runs: int, folder: Path) -> None:
    cases = []
    for name, iterations in MEASURED.items():
        path = folder / f"{name}.txt"
        path.write_text("\n".join(KINDS[name].draw(0)) + "\n")
        cases.append(",".join(map(str, (path, *KINDS[name].size, iterations))))
    pairs = []
    for run in range(runs):
        builds = (before, after) if run % 2 == 0 else (after, before)
        measured = {build: microseconds(build, cases) for build in builds}
        pairs.append((measured[before], measured[after]))
    print(f"{runs} runs of each; microseconds per iteration: median (quickest to slowest)")
    for number, name in enumerate(MEASURED):
        old, new = ([pair[build][number] for pair in pairs] for build in (0, 1))
        ratio = statistics.median(b / a for a, b in zip(old, new, strict=True))
        print(f"{name:12} {_spread(old)}   {_spread(new)}   median of the ratios {ratio:.3f}")


def _spread(values: list[float]) -> str:
    return f"{statistics.median(values):7.2f} ({min(values):.2f} to {max(values):.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--runs", type=int, default=15)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        compare(arguments.before, arguments.after, arguments.runs, Path(folder))


if __name__ == "__main__":
    main()
