"""The exact engine on toy1, in units of a fixed formula that the same CaDiCaL solves in the same run.

`python benchmarks/bench_exact.py [--engine exact|concur|auto] [--hard] [--time-limit S]` runs it;
`--hard` adds the settings where the exact engine gets slow, and a grammar of six plain categories.
"""

from __future__ import annotations

import argparse
import statistics
import time

from brillig.engines.exact import enumerate_solutions
from brillig.engines.exact.formula import SOLVER
from brillig.engines.race import solve
from brillig.language.builtin import builtin
from brillig.language.cfg import Cfg
from brillig.language.cfg_text import parse_general
from brillig.language.corpus import Corpus
from brillig.limits import Limits
from brillig.parsing.generate import generate
from brillig.problems import Problem

SEEDS = range(3)

# Seven categories besides S and the words' own: noun and verb phrases with clauses in them.
NESTED = """
S -> NP VP
NP -> D NB | PN
NB -> AP NB | NB RC | N
AP -> G AP | A
RC -> C VP
VP -> V NP | VP PP | I
PP -> P NP
D -> 'the' | 'a'
N -> 'cat' | 'dog' | 'man'
A -> 'old' | 'big'
G -> 'very' | 'quite'
C -> 'that' | 'who'
PN -> 'Mary' | 'John'
V -> 'saw' | 'liked'
I -> 'slept' | 'left'
P -> 'in' | 'with'
"""


def pigeons(number: int = 9) -> list[list[int]]:
    """The fixed formula: `number` pigeons do not fit into one hole less."""
    holes = number - 1
    name = [[1 + p * holes + h for h in range(holes)] for p in range(number)]
    clauses = [list(row) for row in name]
    return clauses + [
        [-name[p][h], -name[q][h]] for h in range(holes) for p in range(number) for q in range(p)
    ]


def unit() -> float:
    """Seconds that the fixed formula takes."""
    from pysat.solvers import Solver

    started = time.perf_counter()
    with Solver(name=SOLVER, bootstrap_with=pigeons()) as solver:
        assert not solver.solve()
    return time.perf_counter() - started


def corpus(grammar: Cfg, number: int, seed: int) -> Corpus:
    return Corpus.of(generate(grammar, number, seed=seed))


def report(name: str, seconds: list[float], base: float) -> None:
    middle = statistics.median(seconds)
    print(f"{name:<44} {middle:8.2f} s {middle / base:8.1f} units", flush=True)


def easy(engine: str, limits: Limits, base: float) -> None:
    """First and all solutions of (8,4,5), and what is infeasible next to it."""
    toy1 = builtin("toy1")
    for number in (20, 100, 1000):
        problems = [Problem(corpus(toy1, number, seed), 8, 4, 5) for seed in SEEDS]
        outcomes = [solve(problem, engine, limits) for problem in problems]
        found = sum(outcome.solution is not None for outcome in outcomes)
        name = f"toy1, {number} sentences, first ({found}/{len(problems)})"
        report(name, [outcome.run.seconds for outcome in outcomes], base)
        if engine != "concur":
            every = [enumerate_solutions(problem, limits) for problem in problems]
            counts = ",".join(str(len(each.grammars)) for each in every)
            report(f"toy1, {number} sentences, all ({counts})", [each.seconds for each in every], base)
    for lexical, rules in ((4, 4), (5, 5)):
        problems = [Problem(corpus(toy1, 100, seed), 8, lexical, rules) for seed in SEEDS]
        outcomes = [solve(problem, engine, limits) for problem in problems]
        statuses = ",".join(sorted({outcome.status.value for outcome in outcomes}))
        report(f"toy1, (8,{lexical},{rules}): {statuses}", [o.run.seconds for o in outcomes], base)


def hard(engine: str, limits: Limits, base: float) -> None:
    """Where the exact engine gets slow."""
    nested = parse_general(NESTED, "nested", (("RC", 1), ("PP", 1)))
    points = [("toy1", builtin("toy1"), point) for point in ((10, 4, 6), (10, 5, 7), (11, 6, 8), (12, 6, 10))]
    points += [("nested", nested, (12, 5, 9)), ("nested", nested, (12, 5, 11))]
    for name, grammar, (categories, lexical, rules) in points:
        outcome = solve(Problem(corpus(grammar, 100, 0), categories, lexical, rules), engine, limits)
        text = f"{name}, ({categories},{lexical},{rules}): {outcome.status.value} by {outcome.run.engine}"
        report(text, [outcome.run.seconds], base)


def main(arguments: list[str] | None = None) -> None:
    """Print a line for each task; called by `make bench` without arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", choices=("exact", "concur", "auto"), default="exact")
    parser.add_argument("--hard", action="store_true")
    parser.add_argument("--time-limit", type=float, default=60.0)
    options = parser.parse_args(arguments or [])
    base = statistics.median(unit() for _ in range(3))
    print(f"{'the fixed formula (9 pigeons, 8 holes)':<44} {base:8.2f} s      1.0 units")
    limits = Limits(time_limit=options.time_limit, jobs=1)
    easy(options.engine, limits, base)
    if options.hard:
        hard(options.engine, limits, base)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
