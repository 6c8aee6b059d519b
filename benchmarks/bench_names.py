"""Do categories keep their names from one run to the next?

    python benchmarks/bench_names.py [NAME ...] [--number 24] [--seed 1] [--time-limit SECONDS]

For each language four pairs of runs: a grammar and then `ask` with the truth as oracle, `refine`, `enlarge`
by half as many sentences more, and another seed. `ask` and the other seed are told the grammar of before
(`names`), as the page does by itself. Counted are the words whose class is the same before and after, as far
as both grammars have its words, and of these those with a class of the same name. D_1 for what was D and has
a feature now is counted apart, as recognised.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import brillig
from brillig.errors import BrilligError
from brillig.language.grammar import Grammar
from brillig.parsing.cyk import accepts
from brillig.problems.solution import Solution
from fragments import truth_and_sample

NAMES = ("toy2", "small", "gender", "recipes", "verb-last", "agreement")
QUESTIONS = 40


def count_kept(before: Solution, after: Solution) -> tuple[int, int, int]:
    """Words in a class that is the same in both; of these, whose class has its name; is recognised by it."""
    same = kept = recognised = 0
    for old, new in _same_classes(before.grammar, after.grammar):
        base = after.features.base_of(new) if after.features is not None else new.rpartition("_")[0]
        same += 1
        kept += old == new
        recognised += old in (new, base)
    return same, kept, recognised


def _same_classes(before: Grammar, after: Grammar) -> Iterator[tuple[str, str]]:
    """Of each word that both have: the names of its class where that is the same but for other words."""
    both = set(before.words) & set(after.words)
    for word in sorted(both):
        classes = {frozenset(both.intersection(after.words_of[c])): c for c in after.lexicon[word]}
        for old in before.lexicon[word]:
            new = classes.get(frozenset(both.intersection(before.words_of[old])))
            if new is not None:
                yield old, new


def _refine(solution: Solution, limit: float) -> Solution:
    """By bits, else the class with the most words in two."""
    try:
        return brillig.refine(solution, time_limit=limit)
    except BrilligError:
        grammar = solution.grammar
        own = [name for name in grammar.words_of if name != grammar.start]
        largest = max(own, key=lambda name: len(grammar.words_of[name]))
        return brillig.refine(solution, {largest: 2}, time_limit=limit)


def pairs(name: str, number: int, seed: int, limit: float) -> Iterator[tuple[str, Solution, Solution]]:
    """What was done, and the solutions before and after it."""
    truth, corpus = truth_and_sample(name, number + number // 2, seed)
    lines = corpus.texts()
    first, more = lines[:number], lines[number:]

    def learn(texts: list[str], **options: Any) -> Solution:
        found: Solution = brillig.infer(texts, jobs=1, time_limit=limit, **options)
        return found

    before = learn(first, seed=seed)
    yield "new seed", before, learn(first, seed=seed + 1, names=before)
    asked = brillig.ask(
        first, lambda words: accepts(truth, words), names=before, questions=QUESTIONS, seed=seed, jobs=1
    )
    if asked.solution is not None:
        yield "ask", before, asked.solution
    plain = learn(first, seed=seed, features="none")
    yield "refine", plain, _refine(plain, limit)
    yield "enlarge", before, brillig.enlarge(before, more, seed=seed, time_limit=limit, jobs=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", default=NAMES)
    parser.add_argument("--number", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--time-limit", type=float, default=5.0, help="seconds a search")
    options = parser.parse_args()
    total: dict[str, list[int]] = {}
    for name in options.names:
        for kind, before, after in pairs(name, options.number, options.seed, options.time_limit):
            counts = count_kept(before, after)
            told = f"{counts[1]} of {counts[0]} words, {counts[2]} recognised"
            print(f"{name:>10} {kind:>9}: {told}; {len(set(before.grammar.words))} words", flush=True)
            for group in (kind, "all"):
                rows = total.setdefault(group, [0, 0, 0, 0])
                total[group] = [a + b for a, b in zip(rows, (1, *counts), strict=True)]
    for group, (number, same, kept, recognised) in total.items():
        share = kept / max(same, 1)
        print(f"{group}: {number} pairs, {kept} of {same} words ({share:.0%}), {recognised} recognised")


if __name__ == "__main__":
    main()
