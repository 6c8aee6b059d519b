"""Flat and binary forms: whether they have the same language, and how many rules each has.

    python benchmarks/bench_flat.py [SOLUTION ...] [--learned 40] [--time-limit SECONDS]

The grammars are those that are built in, the classics in their binary form, the truths of the fragments, one
learned from sentences of each rung of the ladder and of the paper's two languages, and the solutions given.
Languages are compared by the test of equality, up to a length. A line for each, and the totals.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from brillig.engines.grow import grow
from brillig.language.builtin import BUILTIN, builtin
from brillig.language.cfg import Cfg
from brillig.language.flatten import flatten
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.parsing.languages import Bounds, compare_languages
from brillig.problems.solution import load
from brillig_lab.classics import CLASSICS
from fragment_texts import LADDER, TEXTS
from fragments import Fragment, truth_and_sample

BOUNDS = Bounds(8, 5_000, 120_000)
SEED = 9000


def grammars(solutions: list[Path], number: int, limit: float) -> Iterator[tuple[str, Grammar | Cfg]]:
    for name in BUILTIN:
        yield f"built-in {name}", builtin(name)
    for name, classic in CLASSICS.items():
        yield f"classic {name}", classic.binary
    for name in TEXTS:
        yield f"fragment {name}", Fragment(name).grammar
    for name in (*LADDER, "toy1", "toy2"):
        _, corpus = truth_and_sample(name, number, SEED)
        found = grow(corpus, Limits(seed=1, time_limit=limit)).grammar
        if found is not None:
            yield f"learned {name}", found
    for file in solutions:
        yield f"solution {file.stem}", load(file).grammar


def count_rules(grammar: Grammar | Cfg) -> int:
    if isinstance(grammar, Grammar):
        return len(grammar.syntactic)
    return sum(len(rule.right) > 1 or isinstance(rule.right[0], str) for rule in grammar.rules)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("solutions", nargs="*", type=Path)
    parser.add_argument("--learned", type=int, default=40, help="sentences to learn from")
    parser.add_argument("--time-limit", type=float, default=5.0, help="seconds a search")
    options = parser.parse_args()
    total = same = more = before = after = 0
    for name, grammar in grammars(options.solutions, options.learned, options.time_limit):
        flat = flatten(grammar)
        compared = compare_languages(grammar, flat.to_cfg(), BOUNDS)
        rules = count_rules(grammar)
        equal = compared.difference is None
        total, same, more = total + 1, same + equal, more + (flat.size > rules)
        before, after = before + rules, after + flat.size
        kept = f"same language up to {compared.length} words" if equal else f"NOT: {compared.difference}"
        print(f"{name:>28}: {rules:>3} rules, flat {flat.size:>3}; {kept}", flush=True)
    print(
        f"{total} grammars: {same} with the same language, {more} with more rules; {before} -> {after} rules"
    )


if __name__ == "__main__":
    main()
