"""Exceptions: are scrambled sentences among good ones found, and is the grammar that of the clean file?

    python benchmarks/bench_noise.py [--names toy1,nested] [--sizes 50,200] [--planted 0,1,2,3,5] [--draws 10]

The planted sentences replace others; they are sentences with their words in another order that the grammar
of the clean file rejects. Then `infer --exceptions auto` is asked. The same grammar: precision and recall 1.0
against the clean file's on 1000 strings each way.
"""

from __future__ import annotations

import argparse
import random

from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.parsing.bits import bits_of
from brillig.parsing.cyk import accepts
from brillig.parsing.evaluate import compare
from brillig.workflows.choosing import Choice, choose_by_length
from fragments import truth_and_sample

FIRST_SEED = 31000


def plant(
    corpus: Corpus, grammar: Grammar, number: int, rng: random.Random
) -> tuple[Corpus, tuple[int, ...]]:
    """The corpus with some of its sentences scrambled, and which ones."""
    sentences = list(corpus.sentences)
    places = sorted(rng.sample(range(len(sentences)), number))
    for place in places:
        scrambled = list(sentences[place])
        while len(scrambled) < 3 or accepts(grammar, scrambled):
            scrambled = list(rng.choice(corpus.sentences))
            rng.shuffle(scrambled)
        sentences[place] = tuple(scrambled)
    return Corpus.of([" ".join(sentence) for sentence in sentences]), tuple(places)


def run(name: str, size: int, planted: int, draws: int, first: int) -> None:
    found = same = 0
    for seed in range(first, first + draws):
        corpus = truth_and_sample(name, size, seed)[1]
        clean = _solved(choose_by_length(corpus, Limits(seed=seed)))
        noisy, places = plant(corpus, clean, planted, random.Random(seed))
        choice = choose_by_length(noisy, Limits(seed=seed), max_exceptions=None)
        grammar = _solved(choice)
        assert choice.solution is not None
        exceptions = choice.solution.exceptions
        left_out = () if exceptions is None else tuple(exceptions.places)
        against = compare(grammar, clean)
        alike = against.precision == against.recall == 1
        found += left_out == places
        same += alike
        if left_out != places or not alike:
            bits = bits_of(grammar, noisy, left_out).total
            wanted = bits_of(clean, noisy, places).total
            print(
                f"  {name} at {size}, draw {seed}: left out {left_out}, planted {places}; "
                f"{against.precision:.3f} / {against.recall:.3f} of the clean file's; "
                f"{bits:.1f} bits, the clean file's grammar {wanted:.1f}",
                flush=True,
            )
    print(
        f"{name:>8} at {size:>3}, {planted} planted: exactly these in {found} of {draws}, "
        f"the clean file's grammar in {same}",
        flush=True,
    )


def _solved(choice: Choice) -> Grammar:
    assert choice.solution is not None
    return choice.solution.grammar


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--names", default="toy1,nested")
    parser.add_argument("--sizes", default="50,200")
    parser.add_argument("--planted", default="0,1,2,3,5")
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--first", type=int, default=FIRST_SEED)
    options = parser.parse_args()
    for size in map(int, options.sizes.split(",")):
        for name in options.names.split(","):
            for planted in map(int, options.planted.split(",")):
                run(name, size, planted, options.draws, options.first)


if __name__ == "__main__":
    main()
