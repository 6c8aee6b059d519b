"""The exact engine against brute force over all grammars."""

from __future__ import annotations

import random

import pytest

import brute
from brillig.check import violations
from brillig.corpus import Corpus
from brillig.exact.chart import bits
from brillig.exact.inference import Inference
from brillig.exact.lazy import Found, LazySearch
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


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_exact_finds_what_brute_force_finds_and_nothing_else(start):
    assert sum(agrees(seed) for seed in range(start, start + 20)) > 0


@pytest.mark.soak
def test_exact_finds_what_brute_force_finds_on_hundreds_of_problems():
    assert sum(agrees(seed) for seed in range(60, 500)) > 0
