"""The exact engine against brute force over all grammars, and all three against each other."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import brute
from brillig.check import violations
from brillig.concur.infer import infer
from brillig.corpus import Corpus
from brillig.exact.chart import bits
from brillig.exact.inference import Inference
from brillig.exact.lazy import Found, LazySearch
from brillig.limits import Limits
from brillig.problem import Problem


def random_problem(seed: int) -> Problem:
    """A small problem with either switch, h = 0 or 1; about one in six has solutions."""
    rng = random.Random(seed)
    words = "abcd"[: rng.randint(2, 4)]
    sentences = [tuple(rng.choice(words) for _ in range(rng.randint(2, 4))) for _ in range(rng.randint(2, 4))]
    categories = rng.choice([3, 4, 4])
    return Problem(
        Corpus(tuple(sentences)),
        categories,
        rng.randint(0, categories - 1),
        rng.randint(1, 4 if categories == 3 else 3),
        rng.choice([0, 0, 1]),
        rng.random() < 0.5,
        rng.random() < 0.5,
    )


def canonical(found: Found, problem: Problem):
    lexicon = {word: frozenset(bits(mask)) for word, mask in found.rules.lexical.items()}
    return brute.canonical(found.rules.syntactic, lexicon, problem.categories)


def agrees(seed: int) -> int:
    """Compare one problem's solutions; their number."""
    problem = random_problem(seed)
    expected = brute.all_solutions(problem)
    if problem.impossible():
        assert not expected, f"seed {seed}: said to be impossible"
        return 0
    found = list(LazySearch(Inference(problem)))
    for each in found:
        assert violations(problem, each.grammar, each.trees) == [], f"seed {seed}"
    assert {canonical(each, problem) for each in found} == brute.least(expected), f"seed {seed}"
    return len(expected)


@pytest.mark.parametrize("start", range(0, 500, 100))
def test_exact_finds_what_brute_force_finds_and_nothing_else(start):
    assert sum(agrees(seed) for seed in range(start, start + 100)) > 0


def feasible_problem(seed: int) -> Problem:
    """Sentences of a random rule set with c 4 to 6, the settings its own or a little off."""
    rng = random.Random(seed)
    c = rng.randint(4, 6)
    words = "abcdef"[: rng.randint(3, 6)]
    while True:
        rules = {(0, 1, 2)} | {
            (rng.randint(1, c - 2), *rng.sample(range(1, c), 2)) for _ in range(rng.randint(2, 4))
        }
        lexicon = {word: rng.randint(1, c - 1) for word in words}
        sentences = [s for s in (_derive(rng, rules, lexicon, 0, 5) for _ in range(40)) if s and len(s) < 7]
        if len(sentences) >= 6:
            break
    return Problem(
        Corpus(tuple(sentences[: rng.randint(3, 6)])),
        c,
        rng.randint(0, 2),
        max(1, len(rules) - rng.randint(0, 1)),
        rng.choice([0, 1]),
        rng.random() < 0.5,
        rng.random() < 0.5,
    )


def _derive(rng, rules, lexicon, x, depth):
    """Random words that category x derives, or None."""
    ways = [rule for rule in rules if rule[0] == x] if depth else []
    own = [word for word, category in lexicon.items() if category == x]
    if own and (not ways or rng.random() < 0.5):
        return (rng.choice(own),)
    if not ways:
        return None
    _, y, z = rng.choice(sorted(ways))
    left, right = (_derive(rng, rules, lexicon, child, depth - 1) for child in (y, z))
    return left + right if left and right else None


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
