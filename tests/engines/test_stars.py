"""Starred sentences: a grammar that accepts one is no solution, for the check and for both engines."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import pytest

import brute
from brillig.engines.exact.kinds import encode
from brillig.engines.exact.lazy import LazySearch
from brillig.engines.grow import grow
from brillig.engines.race import solve
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.limits import Limits
from brillig.parsing.chart import bits
from brillig.parsing.cyk import accepts
from brillig.parsing.generate import draw
from brillig.problems import Problem, Restrictions
from brillig.problems.check import violations
from tiny_problems import random_problem


def starred_problem(seed: int) -> Problem:
    problem = random_problem(seed)
    rng = random.Random(seed)
    words = problem.corpus.words
    stars = {tuple(rng.choice(words) for _ in range(rng.randint(2, 3))) for _ in range(rng.randint(1, 2))}
    rejected = tuple(sorted(stars - set(problem.corpus.sentences)))
    return replace(problem, corpus=replace(problem.corpus, rejected=rejected))


def rejects(form, problem: Problem) -> bool:
    rules, lexicon = frozenset(form[0]), {word: frozenset(xs) for word, xs in form[1]}
    return not any(brute.label_sets(rules, lexicon, sentence) for sentence in problem.corpus.rejected)


@pytest.mark.parametrize("start", [0, 30])
def test_exact_finds_the_solutions_that_reject_the_stars(start: int) -> None:
    less = 0
    for seed in range(start, start + 30):
        problem = starred_problem(seed)
        if problem.impossible():
            continue
        every = brute.all_solutions(problem)
        expected = {form for form in every if rejects(form, problem)}
        less += len(expected) < len(every)
        found = list(LazySearch(encode(problem)))
        forms = {
            brute.canonical(
                one.rules.syntactic,
                {word: frozenset(bits(mask)) for word, mask in one.rules.lexical.items()},
                problem.categories,
            )
            for one in found
        }
        assert all(violations(problem, one.grammar, one.trees) == [] for one in found), f"seed {seed}"
        assert forms == brute.least(expected), f"seed {seed}"
    assert less > 0


@pytest.mark.parametrize("engine", ["exact", "concur"])
def test_an_engine_goes_on_until_the_stars_are_rejected(engine: str) -> None:
    corpus = replace(Corpus.of(["a b", "b a", "a b b"]), rejected=(("b", "b"), ("a", "a")))
    problem = Problem(
        corpus, 3, 0, 4, homographs=2, restrictions=Restrictions.of("equal-children,lexical-root")
    )
    outcome = solve(problem, engine, Limits(max_iterations=20_000, jobs=1))
    if outcome.solution is None:  # then brute force finds none either
        assert not any(rejects(form, problem) for form in brute.all_solutions(problem))
    else:
        assert violations(problem, outcome.solution.grammar, outcome.solution.trees) == []
    without = solve(replace(problem, corpus=replace(corpus, rejected=())), "exact", Limits(time_limit=60))
    assert without.solution is not None


def test_the_check_names_the_starred_sentence() -> None:
    corpus = Corpus.of(["a b", "b a"])
    problem = Problem(corpus, 3, 0, 3, homographs=2)
    found = solve(problem, "exact", Limits(time_limit=60)).solution
    assert found is not None
    accepted = found.grammar.generate(1)[0]
    starred = replace(problem, corpus=replace(corpus, rejected=(tuple(accepted.split()),)))
    assert violations(starred, found.grammar, found.trees) == [
        f"the starred sentence {accepted!r} is accepted"
    ]


def test_categories_never_take_the_name_of_a_word() -> None:
    found = solve(Problem(Corpus.of(["A B", "S B", "A B"]), 3, 0, 1), "exact", Limits(time_limit=60)).solution
    assert found is not None
    assert not set(found.grammar.categories) & set(found.grammar.words)
    assert violations(found.problem, found.grammar, found.trees) == []
    assert str(found.grammar) == 'S1 → A1 B1\nA1 → "A" | "S"\nB1 → "B"'
    assert str(found.trees[0]) == '(S1 (A1 "A") (B1 "B"))'


def test_growing_knows_stars_that_are_longer_than_all_sentences() -> None:
    sentences = (("c", "a"), ("b", "a", "d"), ("a", "a", "b"), ("d", "d", "d"))
    corpus = Corpus(sentences, rejected=(("a", "c", "d"), ("b", "c"), ("c", "c", "a", "b")))
    limits = Limits(seed=20, max_iterations=200, jobs=1)
    grown = grow(corpus, limits, allow=Restrictions.of("equal-children"))
    assert grown.grammar is None or not any(map(grown.grammar.accepts, corpus.rejected))


@pytest.mark.soak
def test_stars_are_rejected_where_classes_of_words_are_solved_first() -> None:
    sentences = tuple(islice(draw(builtin("toy1"), 1, 12), 30))
    rng = random.Random(1)
    mixed = {tuple(rng.sample(sentence, len(sentence))) for sentence in sentences}
    rejected = tuple(sorted(s for s in mixed if not accepts(builtin("toy1"), s)))
    problem = Problem(Corpus(sentences, rejected=rejected), 10, 4, 11)
    outcome = solve(problem, "exact", Limits(seed=1, time_limit=120))
    assert len(rejected) > 10
    assert outcome.solution is not None
    assert not any(map(outcome.solution.accepts, rejected))
