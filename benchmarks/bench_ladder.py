"""The ladder: ten fragments of 6 to 30 word classes and 5 to 40 rules, learned from raw words, no numbers.

    python benchmarks/bench_ladder.py [SIZE ...] [--names small,...,broad] [--draws N] [--first DRAW]
    python benchmarks/bench_ladder.py 500 --names giving --vocabulary 20     300 words by Zipf's law

A line a draw: whether the language is exact, precision and recall on 1000 strings each way, bits against
the truth's, seconds until the final grammar was found and until the search ended, and the peak of memory.
Strings with words that were not seen, or with `--vocabulary` seen once, are set aside. Draws of one seed
differ from machine to machine in nothing but the seconds.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from dataclasses import dataclass
from itertools import islice

from brillig.engines.grow import Grown, grow
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.parsing.bits import bits_of
from brillig.parsing.cyk import accepts_all
from brillig.parsing.generate import draw
from fragment_texts import LADDER
from fragments import Fragment

FIRST_SEED = 7000
STRINGS = 1000


@dataclass(frozen=True)
class Trial:
    """One draw: what was found of it."""

    precision: float
    recall: float
    bits: float
    true_bits: float
    reached: float
    seconds: float

    @property
    def exact(self) -> bool:
        return self.precision == 1.0 and self.recall == 1.0


def share_accepted(judge: Grammar, source: Grammar, known: set[str]) -> float:
    """Of strings drawn from one grammar, with known words only: the share that the other accepts."""
    strings = list(islice((s for s in draw(source, 0, 60) if known.issuperset(s)), STRINGS))
    return sum(accepts_all(judge, strings)) / len(strings)


def seen_part(grammar: Grammar, known: set[str]) -> Grammar:
    """The truth with these words only: what could be learned."""
    lexicon = {word: cats for word, cats in grammar.lexicon.items() if word in known}
    return Grammar.of(grammar.start, grammar.syntactic, lexicon)


def judge(fragment: Fragment, corpus: Corpus, grown: Grown, seconds: float) -> Trial:
    assert grown.grammar is not None
    assert grown.description is not None
    seen = set(corpus.counts)
    known = {word for word in seen if corpus.counts[word] > 1} if fragment.vocabulary else seen
    truth = seen_part(fragment.grammar, seen)
    return Trial(
        share_accepted(truth, grown.grammar, known),
        share_accepted(grown.grammar, truth, known),
        grown.description.bits.total,
        bits_of(truth, corpus).total,
        seconds * grown.reached / max(1, grown.work),
        seconds,
    )


def run(fragment: Fragment, number: int, draws: range, limit: float | None) -> None:
    name = f"{fragment.name:>10} {number:>5}"
    trials = []
    for i in draws:
        corpus = Corpus.of(fragment.sample(number, FIRST_SEED + i))
        began = time.monotonic()
        grown = grow(corpus, Limits(seed=i, time_limit=limit))
        seconds = time.monotonic() - began
        if grown.grammar is None:
            print(f"{name} draw {i}: no grammar, {seconds:.1f} s", flush=True)
            continue
        trial = judge(fragment, corpus, grown, seconds)
        trials.append(trial)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{name} draw {i}: {'exact' if trial.exact else '     '} "
            f"precision {trial.precision:.3f} recall {trial.recall:.3f}, "
            f"{trial.bits:.1f} bits, truth {trial.true_bits:.1f} ({trial.bits - trial.true_bits:+.1f}), "
            f"{len(grown.grammar.syntactic)} rules, {len(grown.grammar.words_of)} word classes, "
            f"reached {trial.reached:.1f} s, ended {seconds:.1f} s, {peak:.0f} MB",
            flush=True,
        )
    if trials:
        print(
            f"{name}: exact {sum(t.exact for t in trials)} of {len(draws)}, "
            f"precision {statistics.median(t.precision for t in trials):.3f}, "
            f"recall {statistics.median(t.recall for t in trials):.3f}, "
            f"reached {statistics.median(t.reached for t in trials):.1f} s, "
            f"ended {statistics.median(t.seconds for t in trials):.1f} s; "
            f"the truth has fewer bits {sum(t.true_bits < t.bits - 0.5 for t in trials)} times",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=[100, 200, 500])
    parser.add_argument("--names", default=",".join(LADDER))
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--first", type=int, default=0, help="number of the first draw")
    parser.add_argument("--vocabulary", type=int, default=0, help="made-up words a class, by Zipf's law")
    parser.add_argument("--time-limit", type=float, default=None, help="seconds a draw")
    options = parser.parse_args()
    for name in options.names.split(","):
        fragment = Fragment(name, options.vocabulary)
        print(f"{name}: {len(fragment.words)} word classes, {len(fragment.rules)} rules", flush=True)
        for number in options.sizes:
            run(
                fragment,
                number,
                range(options.first, options.first + options.draws),
                options.time_limit,
            )


if __name__ == "__main__":
    main()
