"""Growing by bits: exact shares, precision, recall, bits against the truth's and time, on fresh draws.

    python benchmarks/bench_growing.py [SIZE ...] [--names toy1,toy2,nested,...] [--draws N]

Seconds are of the processor until the search ended, all threads together; `reached` is the share of it
at which the grammar was found. Exact: precision and recall 1.0 on 1000 draws each way, words not seen aside.
"""

from __future__ import annotations

import argparse
import statistics
import time

from brillig.engines.grow import grow
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.parsing.bits import bits_of
from brillig.parsing.evaluate import compare
from fragment_texts import TEXTS
from fragments import truth_and_sample

FIRST_SEED = 7000


def seen_part(grammar: Grammar, corpus: Corpus) -> Grammar:
    """The truth with the words of the corpus only: what could be learned."""
    return Grammar.of(
        grammar.start,
        grammar.syntactic,
        {word: cats for word, cats in grammar.lexicon.items() if word in corpus.counts},
    )


def run(name: str, number: int, draws: int) -> None:
    exact, precisions, seconds, misses = 0, [], [], 0
    for draw in range(draws):
        truth, corpus = truth_and_sample(name, number, FIRST_SEED + draw)
        began = time.process_time()
        grown = grow(corpus, Limits(seed=draw))
        spent = time.process_time() - began
        if grown.grammar is None or grown.description is None:
            print(f"{name:>10} {number:>4} draw {draw}: no grammar", flush=True)
            continue
        found = compare(grown.grammar, truth)
        true_bits = ""
        if isinstance(truth, Grammar):
            bits = bits_of(seen_part(truth, corpus), corpus).total
            misses += bits < grown.description.bits.total - 2
            true_bits = f", truth {bits:.1f}"
        good = found.precision == 1.0 and found.recall == found.recall_cap
        exact += good
        precisions.append(found.precision)
        seconds.append(spent)
        print(
            f"{name:>10} {number:>4} draw {draw}: {'exact' if good else '     '} "
            f"precision {found.precision:.3f} recall {found.recall:.3f} of {found.recall_cap:.3f}, "
            f"{grown.description.bits.total:.1f} bits{true_bits}, "
            f"{len(grown.grammar.syntactic)} rules, {len(grown.grammar.words_of)} word classes, "
            f"{spent:.1f} s, reached at {grown.reached / max(1, grown.work):.2f}",
            flush=True,
        )
    if precisions:
        print(
            f"{name:>10} {number:>4}: exact {exact} of {draws}, "
            f"precision {statistics.median(precisions):.3f}, {statistics.median(seconds):.1f} s; "
            f"the truth has fewer bits {misses} times",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("sizes", nargs="*", type=int, default=[100, 200])
    parser.add_argument("--names", default=",".join(["toy1", "toy2", *TEXTS]))
    parser.add_argument("--draws", type=int, default=5)
    options = parser.parse_args()
    for name in options.names.split(","):
        for number in options.sizes:
            run(name, number, options.draws)


if __name__ == "__main__":
    main()
