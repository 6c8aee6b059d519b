"""Conventional brackets: how near the trees of what is learned are to the true ones, as found and as shown.

    python benchmarks/bench_brackets.py [SIZE ...] [--names toy2,small,...] [--draws N] [--time-limit SECONDS]

A line a draw: bracketing F1 against the truth's trees, on the sentences that were learned from, of the
grammar as it was found and with conventional brackets, and how many bits these cost; at the end the means.
"""

from __future__ import annotations

import argparse
import statistics

from brillig.engines.grow import grow
from brillig.engines.grow.solving import described_solution
from brillig.limits import Limits
from brillig.parsing.bits import describe
from brillig.parsing.structure import compare_structure
from brillig.problems.solution import Run
from brillig.workflows.bracketing import bracket_conventionally
from fragment_texts import LADDER
from fragments import truth_and_sample

FIRST_SEED = 7000


def measure(name: str, number: int, draw: int, limit: float) -> tuple[float, float, float] | None:
    """F1 as found and as shown, and the bits between them; None without a grammar."""
    truth, corpus = truth_and_sample(name, number, FIRST_SEED + draw)
    grown = grow(corpus, Limits(seed=draw, time_limit=limit))
    if grown.grammar is None or grown.description is None:
        return None
    found = described_solution(grown.grammar, grown.description, corpus, Run("grow", draw))
    if found is None:
        return None
    bits = grown.description.bits.total
    shown = bracket_conventionally(found, bits)
    scores = [
        compare_structure(one.grammar, truth, corpus.sentences).bracketing_f1 or 0.0 for one in (found, shown)
    ]
    return scores[0], scores[1], describe(shown.grammar, corpus).bits.total - bits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=[100, 200])
    parser.add_argument("--names", default=",".join((*LADDER, "toy2", "toy1")))
    parser.add_argument("--draws", type=int, default=2)
    parser.add_argument("--time-limit", type=float, default=40.0, help="seconds a draw")
    options = parser.parse_args()
    measured = []
    for draw in range(options.draws):
        for number in options.sizes:
            for name in options.names.split(","):
                found = measure(name, number, draw, options.time_limit)
                if found is None:
                    print(f"{name:>10} {number:>4} draw {draw}: no grammar", flush=True)
                    continue
                measured.append(found)
                before, after, more = found
                print(
                    f"{name:>10} {number:>4} draw {draw}: F1 {before:.3f} -> {after:.3f}, {more:+.1f} bits",
                    flush=True,
                )
    changes = [after - before for before, after, _ in measured]
    print(
        f"{len(measured)} searches: mean F1 {statistics.mean(one[0] for one in measured):.3f} -> "
        f"{statistics.mean(one[1] for one in measured):.3f}, "
        f"higher in {sum(change > 0.005 for change in changes)}, lowest change {min(changes):+.3f}, "
        f"at most {max(one[2] for one in measured):+.1f} bits"
    )


if __name__ == "__main__":
    main()
