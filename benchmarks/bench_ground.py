"""The ground floor: our parser against NLTK's chart parser, and the time of canonical forms."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from itertools import product

import nltk

from brillig.interop.nltk import to_nltk
from brillig.language.builtin import builtin
from brillig.language.canonical import canonical_names, canonical_rules
from brillig.language.grammar import Grammar
from brillig.parsing.cyk import count_all, parse_corpus
from brillig.parsing.generate import generate


def seconds(work: Callable[[], object], repeats: int = 7) -> float:
    """The quickest of some runs: the one that other programs on the machine disturbed least."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    bench_parsing()
    bench_canonical()


def bench_parsing() -> None:
    """One tree of each sentence: the same work for both, trees as Python objects included."""
    cfg = builtin("toy1")
    texts = generate(cfg, 1000, seed=7)
    sentences = [text.split() for text in texts]
    chart = nltk.ChartParser(to_nltk(cfg))
    theirs = seconds(lambda: [next(iter(chart.parse(s))) for s in sentences], repeats=3)
    ours = seconds(lambda: parse_corpus(cfg, sentences))
    counting = seconds(lambda: count_all(cfg, sentences))
    print("1000 toy1 sentences, one tree each:")
    print(f"  nltk.ChartParser {theirs:8.3f} s")
    print(f"  brillig          {ours:8.4f} s   ratio {theirs / ours:.0f} (at least 100 wanted)")
    print(f"  brillig, number of trees {counting:.4f} s   ratio {theirs / counting:.0f}")


def random_grammar(categories: int, seed: int) -> Grammar:
    rng = random.Random(seed)
    names = [f"C{i}" for i in range(categories)]
    rules = [(rng.choice(names), rng.choice(names), rng.choice(names)) for _ in range(2 * categories)]
    lexicon = {f"w{i}": [rng.choice(names)] for i in range(categories)}
    return Grammar.of(names[0], rules, lexicon)


def bench_canonical() -> None:
    print("canonical form, milliseconds (at most 20 wanted):")
    for categories in (4, 8, 12, 16):
        grammars = [random_grammar(categories, seed) for seed in range(20)]
        times = [seconds(lambda g=grammar: canonical_names(g)) for grammar in grammars]
        print(f"  random, {categories:2} categories      {1000 * max(times):8.3f} (slowest of 20)")
    pairs = Grammar.of("S", [("S", f"A{i}", f"B{i}") for i in range(8)], {})
    alike = Grammar.of("S", [("S", f"A{i}", f"A{j}") for i, j in product(range(15), repeat=2)], {})
    group = Grammar.of("S", [(f"A{i}", f"A{j}", f"A{i ^ j}") for i, j in product(range(16), repeat=2)], {})
    for name, grammar in (("8 equal pairs", pairs), ("16, all alike", alike), ("a group of 16", group)):
        print(f"  {name:24}  {1000 * seconds(lambda g=grammar: canonical_names(g)):8.3f}")
    rules = [(0, 1, 2), (3, 4, 2), (1, 2, 5), (2, 2, 3), (2, 6, 7)]
    marked = [0, 0, 0, 0, 1, 1, 1, 1]
    time_of_1000 = seconds(lambda: [canonical_rules(rules, marked) for _ in range(1000)])
    print(f"  bare rules, 8 categories   {time_of_1000:8.3f}")


if __name__ == "__main__":
    main()
