"""The race of both engines (`--engine auto`) against each engine alone, one thread for divide and concur."""

from __future__ import annotations

import statistics
import time

from brillig.engines.race import solve
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.limits import Limits
from brillig.parsing.generate import generate
from brillig.problems import Problem
from brillig.problems.solution import Status

# Easy and hard ones, and two that have no solution.
PROBLEMS = [
    ("toy1", 20, (8, 4, 5)),
    ("toy1", 100, (8, 4, 5)),
    ("toy1", 50, (7, 4, 5)),
    ("toy2", 50, (5, 2, 3)),
    ("toy1", 30, (8, 4, 6)),
    ("toy1", 100, (8, 4, 4)),
    ("toy2", 100, (5, 2, 2)),
    ("toy1", 40, (6, 3, 5)),
    ("toy1", 40, (9, 5, 6)),
    ("toy1", 10, (8, 4, 5)),
]
ROUNDS = 2
TIME_LIMIT = 20.0


def main() -> None:
    ratios, slower = [], 0
    for number in range(ROUNDS * len(PROBLEMS)):
        name, sentences, size = PROBLEMS[number % len(PROBLEMS)]
        corpus = Corpus.of(generate(builtin(name), sentences, seed=500 + number))
        seconds, status = {}, {}
        for engine in ("concur", "exact", "auto"):
            began = time.perf_counter()
            outcome = solve(Problem(corpus, *size), engine, Limits(number, None, TIME_LIMIT, 1))
            seconds[engine] = time.perf_counter() - began
            status[engine] = outcome.status
        alone = [e for e in ("concur", "exact") if status[e] is not Status.UNKNOWN]
        ratios.append(seconds["auto"] / min((seconds[e] for e in alone), default=TIME_LIMIT))
        slower += seconds["auto"] > max(seconds["concur"], seconds["exact"])
        times = ", ".join(f"{e} {seconds[e]:.2f} s ({status[e]})" for e in seconds)
        print(f"{name}, {sentences} sentences, {size}: {times}; ratio {ratios[-1]:.2f}", flush=True)
    print(
        f"auto against the faster engine: median {statistics.median(ratios):.2f}; "
        f"{slower} times slower than the slower"
    )


if __name__ == "__main__":
    main()
