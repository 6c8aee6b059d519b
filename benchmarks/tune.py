"""The tuning harness: settings of the search against fresh data sets, with intervals.

    python benchmarks/tune.py [--data-sets 12] [--only NAME] [-o results.json]

Each trial is one fresh data set with its own seed, one thread, at most MOST iterations. Iterations per
success are all iterations / successes, finishing included; the interval is that of a memoryless search.
docs/explanation/search-dynamics.md tells what came of it.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import dataclass, replace

from brillig.engines.concur.infer import infer
from brillig.engines.concur.settings import DEFAULT, PAPER, Settings
from brillig.files import write_whole
from brillig.language.builtin import builtin
from brillig.language.cfg import Cfg
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.parsing.generate import generate
from brillig.problems import Problem

MOST = 400_000


def relative_clauses() -> Grammar:
    """A third grammar, with relative clauses: "the girl that sees Kim likes a dog"."""
    lexicon = {
        "NP": "Kim Jody",
        "D": "a the",
        "N": "girl dog child car",
        "C": "that who",
        "TV": "sees likes",
        "VP": "walks sleeps",
    }
    rules = [("S", "NP", "VP"), ("NP", "D", "N"), ("NP", "NP", "RC"), ("RC", "C", "VP"), ("VP", "TV", "NP")]
    words = {word: [category] for category, text in lexicon.items() for word in text.split()}
    return Grammar.of("S", rules, words)


@dataclass(frozen=True)
class Group:
    """Data sets of one kind."""

    name: str
    source: Cfg | Grammar
    sentences: int
    size: tuple[int, int, int]
    longest: int = 60

    def problem(self, seed: int) -> Problem:
        texts = generate(self.source, self.sentences, seed=1000 + seed, max_words=self.longest)
        return Problem(Corpus.of(texts), *self.size)


def groups() -> list[Group]:
    toy1, toy2, third = builtin("toy1"), builtin("toy2"), relative_clauses()
    return [
        Group("toy1, 10, (8,4,5)", toy1, 10, (8, 4, 5)),
        Group("toy1, 20, (8,4,5)", toy1, 20, (8, 4, 5)),
        Group("toy1, 50, (8,4,5)", toy1, 50, (8, 4, 5)),
        Group("toy1, 100, (8,4,5)", toy1, 100, (8, 4, 5)),
        Group("toy1, 50, (7,4,5)", toy1, 50, (7, 4, 5)),
        Group("toy1, 50, (8,4,6)", toy1, 50, (8, 4, 6)),
        Group("toy1, 50, (9,5,6)", toy1, 50, (9, 5, 6)),
        Group("toy2, 100, (5,2,3)", toy2, 100, (5, 2, 3)),
        Group("relative clauses, 30, (8,4,5)", third, 30, (8, 4, 5), 10),
    ]


def variants() -> dict[str, Settings]:
    return {
        "default": DEFAULT,
        "restart 500": replace(DEFAULT, restart_after=500),
        "restart 1000": replace(DEFAULT, restart_after=1000),
        "restart 5000": replace(DEFAULT, restart_after=5000),
        "gamma 0.005": replace(DEFAULT, gamma=0.005),
        "gamma 0.05": replace(DEFAULT, gamma=0.05),
        "kappa 1.2": replace(DEFAULT, kappa=1.2),
        "kappa 2.5": replace(DEFAULT, kappa=2.5),
        "tensor norm": replace(DEFAULT, tensor="norm"),
        "metric mean-shared": replace(DEFAULT, metric="mean-shared", kappa=1.0),
        "tensor norm, metric mean-shared": replace(DEFAULT, tensor="norm", metric="mean-shared", kappa=1.0),
        "lift kept, concur first": replace(DEFAULT, lift="kept", order="concur-first"),
        "lift kept": replace(DEFAULT, lift="kept"),
        "concur first": replace(DEFAULT, order="concur-first"),
        "beta 0.7": replace(DEFAULT, beta=0.7),
        "beta 0.3": replace(DEFAULT, beta=0.3),
        "independent start": replace(DEFAULT, correlated=False),
        "no metric update": replace(DEFAULT, gamma=0.0),
        "candidates: the r_s most used only": replace(DEFAULT, decode_extra=0),
        "candidates: two more": replace(DEFAULT, decode_extra=2),
        "decode every 20": replace(DEFAULT, decode_every=20),
        "batch 10": replace(DEFAULT, batch=10),
        "batch 50": replace(DEFAULT, batch=50),
        "no finishing": replace(DEFAULT, decode_every=0),
        "paper": PAPER,
    }


@dataclass(frozen=True)
class Row:
    """One setting on one group."""

    setting: str
    group: str
    trials: int
    successes: int
    iterations: int
    seconds: float

    @property
    def per_success(self) -> float | None:
        return self.iterations / self.successes if self.successes else None

    def __str__(self) -> str:
        if not self.successes:
            return (
                f"{self.setting:36} {self.group:30} {self.successes:3}/{self.trials}  > {self.iterations:.1e}"
            )
        value = self.iterations / self.successes
        spread = 1.96 / math.sqrt(self.successes)
        low, high = value / (1 + spread), value / (1 - spread) if spread < 1 else math.inf
        return (
            f"{self.setting:36} {self.group:30} {self.successes:3}/{self.trials}  {value:.2e} "
            f"[{low:.1e}, {high:.1e}]  {self.seconds / self.successes:.2f} s"
        )


def measure(name: str, settings: Settings, group: Group, data_sets: int) -> Row:
    successes = iterations = 0
    began = time.process_time()
    for seed in range(data_sets):
        outcome = infer(group.problem(seed), Limits(seed, MOST, None, 1), settings=settings)
        successes += outcome.solution is not None
        iterations += outcome.run.iterations
    return Row(name, group.name, data_sets, successes, iterations, time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data-sets", type=int, default=12)
    parser.add_argument("--only", default="", help="settings whose name begins so")
    parser.add_argument("-o", "--output", default="", help="write the rows as JSON")
    options = parser.parse_args()
    rows = []
    for name, settings in variants().items():
        if not name.startswith(options.only):
            continue
        for group in groups():
            row = measure(name, settings, group, options.data_sets)
            rows.append(row)
            print(row, flush=True)
            if options.output:
                write_whole(options.output, json.dumps([row.__dict__ for row in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
