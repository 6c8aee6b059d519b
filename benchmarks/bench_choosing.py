"""Choosing without numbers: what is picked, how long it takes, and how it compares with the paper's protocol.

    python benchmarks/bench_choosing.py picks        toy1: bits of the choice and of known grammars
    python benchmarks/bench_choosing.py times [FILE ...]   until the final grammar, and until the answer
    python benchmarks/bench_choosing.py looseness    F1 of the choice against max-min's, a table
    python benchmarks/bench_choosing.py all

`--draws N` (5) and `--first SEED` choose the draws, `--names` the languages of `looseness`, `--size N` their
sentences, `--limit S` the seconds that max-min has. Times are also given as multiples of a fixed piece of
work of the same run, so that a busy machine does not count. Precision, recall are on 1000 strings each way.
"""

from __future__ import annotations

import argparse
import statistics
import time
from itertools import product
from pathlib import Path

from brillig.engines.grow import GrowProgress, grow
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.text import read_corpus
from brillig.limits import Limits
from brillig.parsing.bits import bits_of
from brillig.parsing.evaluate import Comparison, compare
from brillig.parsing.generate import generate
from brillig.workflows.choosing import Choice, choose_by_length
from brillig.workflows.inference import InferenceRequest, run_inference
from fragments import truth_and_sample

README = [
    "the cat sleeps",
    "the dog sleeps",
    "a dog barks",
    "the cat sees a dog",
    "a dog sees the cat",
    "the dog chases a cat",
]
LANGUAGES = "toy1,toy2,toy2-past,nested,agreement,gender,recipes,verb-last"
# Toy1's words by their kind: determiners, nouns, names, verbs, prepositions.
KINDS = {
    "D": "a an my the",
    "N": "cat dog man park telescope",
    "C": "Bob John Mary",
    "V": "ate saw walked",
    "P": "by in on with",
}


def paper_grammars(corpus: Corpus) -> list[Grammar]:
    """The paper's (8, 4, 5) in its four bracketings, with the words seen."""
    lexicon = {w: [kind] for kind, words in KINDS.items() for w in words.split() if w in corpus.counts}
    subject = ([("S", "Q", "C"), ("Q", "C", "V")], [("S", "C", "Q"), ("Q", "V", "C")])
    phrase = ([("C", "C", "R"), ("R", "P", "C")], [("C", "R", "C"), ("R", "C", "P")])
    return [
        Grammar.of("S", [*first, *second, ("C", "D", "N")], lexicon)
        for first, second in product(subject, phrase)
    ]


def true_grammar(corpus: Corpus) -> Grammar:
    """Toy1's true language at (10, 4, 8), with the words seen."""
    lexicon = {w: [kind] for kind, words in KINDS.items() for w in words.split() if w in corpus.counts}
    rules = "S C X|S C Y|C D N|C D E|E N R|X V C|Y X R|R P C"
    return Grammar.of("S", [tuple(rule.split()) for rule in rules.split("|")], lexicon)


def fixed_work() -> float:
    """Seconds of a piece of work that is always the same."""
    corpus = Corpus.of(generate(builtin("toy2"), 50, seed=1))
    began = time.perf_counter()
    grow(corpus, Limits(max_iterations=3000, jobs=1))
    return time.perf_counter() - began


def timed_choice(corpus: Corpus, seed: int) -> tuple[Choice, float, float, float]:
    """The choice; seconds until the first grammar, the final one, and the answer."""
    times: list[float] = []
    began = time.perf_counter()

    def see(seen: GrowProgress) -> None:
        if not seen.missed:
            times.append(time.perf_counter() - began)

    choice = choose_by_length(corpus, Limits(seed=seed), progress=see)
    end = time.perf_counter() - began
    return choice, times[0] if times else end, times[-1] if times else end, end


def show_picks(draws: int, first: int) -> None:
    print("toy1: what is picked (numbers, engine, precision / recall), and bits of known grammars")
    for number in (8, 10, 15, 20, 50):
        precisions = []
        for seed in range(first, first + draws):
            truth, corpus = truth_and_sample("toy1", number, seed)
            choice, *_ = timed_choice(corpus, seed)
            if choice.solution is None or choice.chosen is None:
                print(f"{number:>4} draw {seed}: no grammar")
                continue
            point = choice.points[choice.chosen]
            found = compare(choice.solution.grammar, truth)
            precisions.append(found.precision)
            paper = min(bits_of(grammar, corpus).total for grammar in paper_grammars(corpus))
            true = bits_of(true_grammar(corpus), corpus).total
            size = point.problem.categories, point.problem.lexical, point.problem.rules
            assert point.bits is not None
            print(
                f"{number:>4} draw {seed}: {size!s:>11} {point.engine:>5} {point.bits.total:8.1f} bits, "
                f"{found.precision:.3f} / {found.recall:.3f}; (8, 4, 5) {paper:.1f}, (10, 4, 8) {true:.1f}",
                flush=True,
            )
        if precisions:
            print(f"{number:>4}: precision {statistics.median(precisions):.3f} in the median", flush=True)


def show_times(draws: int, first: int, files: list[str]) -> None:
    print("seconds (multiples of a fixed piece of work) until the first grammar, the final one, the answer")
    tasks: list[tuple[str, list[Corpus]]] = [("README's six", [Corpus.of(README)])]
    for name in ("toy1", "toy2"):
        for number in (20, 100):
            samples = [truth_and_sample(name, number, seed)[1] for seed in range(first, first + draws)]
            tasks.append((f"{name} at {number}", samples))
    tasks += [(Path(file).name, [read_corpus(file, one_word=True)]) for file in files]
    for title, corpora in tasks:
        unit = fixed_work()
        runs = [timed_choice(corpus, seed)[1:] for seed, corpus in enumerate(corpora)]
        middle = [statistics.median(column) for column in zip(*runs, strict=True)]
        told = ", ".join(f"{seconds:6.2f} ({seconds / unit:4.1f})" for seconds in middle)
        print(f"{title:>24}: {told}; the piece of work takes {unit:.2f}", flush=True)


def show_looseness(names: list[str], number: int, draws: int, first: int, limit: float) -> None:
    print(
        f"F1 (precision / recall) from {number} sentences: the choice by bits, and max-min's in {limit:g} s"
    )
    gains = []
    for name in names:
        for seed in range(first, first + draws):
            truth, corpus = truth_and_sample(name, number, seed)
            choice, _, _, seconds = timed_choice(corpus, seed)
            began = time.perf_counter()
            old = run_inference(
                InferenceRequest(choose="max-min"), corpus, Limits(seed=seed, time_limit=limit)
            ).solution
            spent = time.perf_counter() - began
            new = choice.solution
            ours = None if new is None else compare(new.grammar, truth)
            theirs = None if old is None else compare(old.grammar, truth)
            gains.append((_f1(ours), _f1(theirs)))
            print(
                f"{name:>12} draw {seed}: {_told(ours)} in {seconds:5.1f} s; "
                f"{_told(theirs)} in {spent:5.1f} s",
                flush=True,
            )
    mean = [statistics.mean(column) for column in zip(*gains, strict=True)]
    lower = sum(ours < theirs - 0.005 for ours, theirs in gains)
    print(f"mean F1 {mean[0]:.3f} against {mean[1]:.3f}; lower in {lower} of {len(gains)}", flush=True)


def _f1(found: Comparison | None) -> float:
    return 0.0 if found is None else found.f1


def _told(found: Comparison | None) -> str:
    if found is None:
        return "no grammar             "
    return f"{found.f1:.3f} ({found.precision:.3f} / {found.recall:.3f})"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("picks", "times", "looseness", "all"))
    parser.add_argument("files", nargs="*", help="more files to time")
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--first", type=int, default=9000)
    parser.add_argument("--names", default=LANGUAGES)
    parser.add_argument("--size", type=int, default=50)
    parser.add_argument("--limit", type=float, default=120.0)
    options = parser.parse_args()
    if options.what in ("picks", "all"):
        show_picks(options.draws, options.first)
    if options.what in ("times", "all"):
        show_times(options.draws, options.first, options.files)
    if options.what in ("looseness", "all"):
        names = options.names.split(",")
        show_looseness(names, options.size, options.draws, options.first, options.limit)


if __name__ == "__main__":
    main()
