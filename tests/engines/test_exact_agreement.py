"""The exact engine against brute force over all grammars, and all three against each other."""

from __future__ import annotations

from collections import Counter

import pytest

import brute
from brillig.engines.concur.infer import infer
from brillig.engines.exact.infer import Inference
from brillig.engines.exact.lazy import Found, LazySearch
from brillig.limits import Limits
from brillig.parsing.chart import bits
from brillig.problems import Problem
from brillig.problems.check import violations
from tiny_problems import feasible_problem, general_problem, random_problem


def canonical(found: Found, problem: Problem):
    lexicon = {word: frozenset(bits(mask)) for word, mask in found.rules.lexical.items()}
    return brute.canonical(found.rules.syntactic, lexicon, problem.categories)


def agrees(problem: Problem, seed: int) -> int:
    """Compare one problem's solutions; their number."""
    expected = brute.all_solutions(problem)
    if problem.impossible():
        assert not expected, f"seed {seed}: said to be impossible"
        return 0
    found = list(LazySearch(Inference(problem)))
    for each in found:
        assert violations(problem, each.grammar, each.trees) == [], f"seed {seed}"
    assert {canonical(each, problem) for each in found} == brute.least(expected), f"seed {seed}"
    return len(expected)


MORE = [pytest.param(start, marks=pytest.mark.soak) for start in (100, 200, 300, 400)]


@pytest.mark.parametrize("start", [0, *MORE])
def test_exact_finds_what_brute_force_finds_and_nothing_else(start):
    assert sum(agrees(random_problem(seed), seed) for seed in range(start, start + 100)) > 0


@pytest.mark.parametrize("start", [0, *MORE[:3]])
def test_exact_finds_what_brute_force_finds_whatever_is_allowed(start):
    assert sum(agrees(general_problem(seed), seed) for seed in range(start, start + 100)) > 100


@pytest.mark.soak
def test_exact_finds_what_brute_force_finds_whatever_is_allowed_on_thousands_of_problems():
    seen = Counter()
    for seed in range(400, 5000):
        problem = general_problem(seed)
        seen[str(problem.restrictions)] += agrees(problem, seed) > 0
    assert len(seen) == 32  # every combination of switches
    assert min(seen.values()) > 0


def test_divide_and_concur_finds_what_there_is_whatever_is_allowed():
    seen = Counter()
    for seed in range(400, 700):
        problem = general_problem(seed)
        found = None if problem.impossible() else LazySearch(Inference(problem)).next()
        other = infer(problem, Limits(seed=seed, max_iterations=2000, jobs=1))
        assert other.solution is None or found is not None, f"seed {seed}: proven infeasible, yet found"
        if other.solution is not None:
            assert violations(problem, other.solution.grammar, other.solution.trees) == [], f"seed {seed}"
        seen[found is not None, other.solution is not None] += 1
    assert seen[True, True] > 10 * seen[True, False]


def never_contradict(seeds, iterations: int, most_rule_sets: float) -> Counter[tuple[str, str, str]]:
    """What the exact engine, divide and concur and, where it is possible, brute force say of each problem."""
    seen: Counter[tuple[str, str, str]] = Counter()
    for seed in seeds:
        problem = feasible_problem(seed)
        impossible = problem.impossible() is not None
        found = None if impossible else LazySearch(Inference(problem)).next()
        other = infer(problem, Limits(seed=seed, max_iterations=iterations, jobs=1))
        if found is None:
            assert other.solution is None, f"seed {seed}: proven infeasible, yet found"
        else:
            assert violations(problem, found.grammar, found.trees) == [], f"seed {seed}"
            assert other.status.value != "infeasible", f"seed {seed}: found, yet called infeasible"
        tried = "not tried"
        if brute.number_of_rule_sets(problem) <= most_rule_sets:
            solvable = brute.has_solution(problem)
            assert solvable == (found is not None), f"seed {seed}: brute force says {solvable}"
            tried = "found" if solvable else "infeasible"
        seen["infeasible" if found is None else "found", other.status.value, tried] += 1
    return seen


def test_the_engines_and_brute_force_never_contradict_each_other():
    seen = never_contradict(range(60), iterations=2000, most_rule_sets=1e5)
    assert seen["found", "found", "found"] > 0
    assert sum(count for (_, _, tried), count in seen.items() if tried == "infeasible") > 0


@pytest.mark.soak
def test_the_engines_and_brute_force_never_contradict_each_other_on_hundreds_of_problems():
    seen = never_contradict(range(60, 560), iterations=20_000, most_rule_sets=2e6)
    print(*sorted(seen.items()), sep="\n")
    assert sum(count for (_, _, tried), count in seen.items() if tried != "not tried") > 350
