"""Stars, tags, brackets, given rules: what is known besides sentences. Engines, check and truth agree."""

from __future__ import annotations

from collections import Counter

import pytest

import brute
from brillig.engines.concur.infer import infer
from brillig.engines.exact.kinds import encode
from brillig.engines.exact.lazy import LazySearch
from brillig.engines.grow import solve_by_growing
from brillig.limits import Limits
from brillig.parsing.chart import bits
from brillig.problems import Problem
from brillig.problems.check import violations
from knowledge_problems import all_solutions, likely_problem, marked_problem, starred_problem

ITERATIONS = 1000


def agree(problem: Problem, seed: int, seen: Counter[str], *, grow: bool) -> None:
    """All solutions by the exact engine are those of brute force; the others find nothing else."""
    expected = all_solutions(problem)
    seen["solvable"] += bool(expected)
    if problem.impossible():
        assert not expected, f"seed {seed}: said to be impossible"
        return
    found = list(LazySearch(encode(problem)))
    for one in found:
        assert violations(problem, one.grammar, one.trees) == [], f"seed {seed}"
    forms = {
        brute.canonical(
            one.rules.syntactic,
            {word: frozenset(bits(mask)) for word, mask in one.rules.lexical.items()},
            problem.categories,
        )
        for one in found
    }
    if problem.given is None:
        assert forms == brute.least(expected), f"seed {seed}"
    else:  # a given rule may be superfluous, so what is least is another matter
        assert forms <= expected, f"seed {seed}"
        assert bool(forms) == bool(expected), f"seed {seed}"
    limits = Limits(seed=seed, max_iterations=ITERATIONS, jobs=1)
    outcomes = [infer(problem, limits)]
    if grow:
        outcomes.append(solve_by_growing(problem, Limits(seed=seed, max_iterations=200, jobs=1)))
    for outcome in outcomes:
        assert outcome.status.value != "infeasible", f"seed {seed}: {outcome.run.engine}"
        seen[f"{outcome.run.engine} {outcome.status.value}"] += bool(expected)
        if outcome.solution is not None:
            solution = outcome.solution
            assert expected, f"seed {seed}: {outcome.run.engine} found what is not there"
            assert violations(problem, solution.grammar, solution.trees) == [], f"seed {seed}"


def agree_on(make, seeds: range, *, grow_every: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        agree(make(seed), seed, seen, grow=seed % grow_every == 0)
    print(dict(seen))
    return seen


@pytest.mark.parametrize("make", [starred_problem, marked_problem, likely_problem])
def test_engines_brute_force_and_check_agree(make) -> None:
    seen = agree_on(make, range(40), grow_every=8)
    assert seen["solvable"] >= 4
    assert seen["concur found"] > 0


@pytest.mark.soak
@pytest.mark.parametrize("start", range(0, 500, 100))
@pytest.mark.parametrize("make", [starred_problem, marked_problem, likely_problem])
def test_engines_brute_force_and_check_agree_on_hundreds(make, start: int) -> None:
    seen = agree_on(make, range(start, start + 100), grow_every=2)
    assert seen["solvable"] >= 5
    assert seen["concur found"] > 0
