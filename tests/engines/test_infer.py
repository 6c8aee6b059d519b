"""Inference by divide and concur: what it finds is right, checked, and the same for any number of threads."""

from __future__ import annotations

import threading
import time

import pytest

from brillig import Corpus, Problem, Status, read_corpus
from brillig.engines.concur.complete import Completion, complete
from brillig.engines.concur.infer import infer
from brillig.engines.concur.settings import DEFAULT, PAPER, Settings
from brillig.limits import Limits
from brillig.problems.check import violations
from data import sample, toy1_bracketings, toy2_grammar

HOMOGRAPH = [
    "the man hit the dog",
    "a dog hit the man",
    "the man saw a dog",
    "the dog saw a man",
    "the saw hit a dog",
    "a man hit the saw",
    "the dog hit a saw",
    "a saw saw the man",
    "the man bit a dog",
    "a dog bit the saw",
]


@pytest.mark.parametrize("seed", [3, 4])
def test_toy1_gives_one_of_the_four_bracketings(seed: int) -> None:
    problem = Problem(sample("toy1", 60, seed), 8, 4, 5)
    outcome = infer(problem, Limits(seed=seed))
    assert outcome.status is Status.FOUND
    solution = outcome.solution
    assert solution is not None
    assert violations(problem, solution.grammar, solution.trees) == []
    assert solution.grammar.canonical_text in toy1_bracketings(problem.corpus.words)


@pytest.mark.parametrize("seed", range(5))
def test_toy2_gives_the_papers_grammar(seed: int) -> None:
    problem = Problem(sample("toy2", 100, seed), 5, 2, 3)
    outcome = infer(problem, Limits(seed=seed, max_iterations=10_000))
    assert outcome.solution is not None
    assert outcome.solution.grammar.canonical_text == toy2_grammar(problem.corpus.words)


def test_the_same_seed_gives_the_same_answer_whatever_the_threads() -> None:
    problem = Problem(read_corpus("examples/ten-sentences.txt"), 8, 4, 5)
    outcomes = [infer(problem, Limits(seed=5, jobs=jobs)) for jobs in (1, 2, 3)]
    assert len({outcome.solution.grammar for outcome in outcomes if outcome.solution}) == 1
    assert len({(outcome.run.iterations, outcome.run.restarts) for outcome in outcomes}) == 1


def test_a_batch_is_taken_to_all_sentences() -> None:
    problem = Problem(sample("toy1", 300, 8), 8, 4, 5)
    outcome = infer(problem, Limits(), settings=Settings(batch=10))
    assert outcome.solution is not None
    assert len(outcome.solution.trees) == 300


def test_homographs_are_found_when_they_are_allowed() -> None:
    corpus = Corpus.of(HOMOGRAPH)
    found = infer(Problem(corpus, 6, 3, 3, 1), Limits(max_iterations=300_000))
    assert found.solution is not None
    lexicon = found.solution.grammar.lexicon
    assert {word for word, categories in lexicon.items() if len(categories) > 1} == {"saw"}
    assert set(lexicon["saw"]) == {*lexicon["man"], *lexicon["hit"]}
    none = infer(Problem(corpus, 6, 3, 3, 0), Limits(max_iterations=20_000))
    assert none.status is Status.UNKNOWN
    assert "no proof" in none.reason


def test_the_papers_preset_converges_without_finishing() -> None:
    problem = Problem(sample("toy2", 40, 1), 5, 2, 3)
    settings = Settings(**{**PAPER.__dict__, "gamma": 1e-2})
    found = [infer(problem, Limits(seed=seed, max_iterations=10_000), settings=settings) for seed in range(6)]
    solved = [outcome for outcome in found if outcome.solution is not None]
    assert len(solved) >= 2
    for outcome in solved:
        assert outcome.run.restarts == 0
        assert violations(problem, outcome.solution.grammar, outcome.solution.trees) == []


def test_what_cannot_be_is_said_at_once() -> None:
    corpus = Corpus.of(["a b", "b a"])
    for numbers, word in [
        ((5, 3, 4), "with more than words"),
        ((8, 3, 6), "entries of the lexicon"),
        ((9, 1, 3), "at least 4 rules"),
        ((7, 0, 9), "too few"),
    ]:
        outcome = infer(Problem(corpus, *numbers), Limits())
        assert outcome.status is Status.INFEASIBLE
        assert word in outcome.reason


def test_stopping_is_quick_and_reports_the_closest_state() -> None:
    cancel = threading.Event()
    threading.Timer(0.5, cancel.set).start()
    began = time.monotonic()
    outcome = infer(Problem(sample("toy1", 100, 1), 8, 4, 4), Limits(), cancel=cancel)
    assert time.monotonic() - began < 1.5
    assert outcome.status is Status.UNKNOWN
    assert outcome.run.iterations > 0
    assert outcome.nearest is not None
    assert set(outcome.unexplained) <= set(range(1, 101))


def test_a_hopeless_sentence_is_a_proof_for_the_chart_network() -> None:
    # S → A B only: no sentence of three words has a tree.
    task = Completion(3, 2, [(2, 0, 1)], [[0, 1], [0, 1, 0]], [[], []], may=range(2))
    done = complete(task, seed=0, starts=3, iterations=5, beta=0.5)
    assert done.lexicon is None
    assert done.hopeless == [1]


def test_the_settings_have_the_papers_values() -> None:
    assert (PAPER.beta, PAPER.gamma, PAPER.order, PAPER.correlated) == (0.5, 1e-4, "divide-first", False)
    assert PAPER.decode_every == 0
    assert PAPER.batch is None
    assert DEFAULT.restart_after is not None
