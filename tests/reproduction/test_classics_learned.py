"""The classics, learned: samples, sizes, what counts as exact, and the EM-trained grammar beside them."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from brillig.language.grammar import Grammar
from brillig.problems.check import violations
from brillig_lab.classics import CLASSICS
from brillig_lab.reproduction.classics import LEARNERS, is_exact, problem_of, sample, trials
from brillig_lab.reproduction.pcfg import _expect, _normalise, train


@pytest.mark.parametrize("classic", CLASSICS.values(), ids=list(CLASSICS))
def test_samples_are_distinct_and_the_given_size_has_a_solution(classic) -> None:
    from brillig.parsing.cyk import trees_using_all

    corpus = sample(classic, 30, 0)
    assert len(set(corpus.sentences)) == len(corpus) <= 30
    assert all(classic.contains(sentence) for sentence in corpus.sentences)
    problem = problem_of(classic, corpus)
    assert problem.impossible() is None
    trees = trees_using_all(classic.binary, corpus.sentences)
    assert trees is not None
    assert violations(problem, classic.binary, trees) == []


def test_only_the_language_itself_is_exact() -> None:
    anbn = CLASSICS["anbn"]
    assert is_exact(anbn, anbn.binary)
    loose = Grammar.of("S", [("S", "A", "B"), ("B", "S", "B")], {"a": ["A"], "b": ["B"]})
    assert not is_exact(anbn, loose)


@pytest.mark.parametrize("name", ["exact engine", "divide and concur"])
def test_a_language_is_found_with_its_numbers(name: str) -> None:
    done = list(trials(CLASSICS["anbn"], LEARNERS[name], 20.0, 0))
    assert done[-1].exact
    assert done[-1].bits is not None


def probability(binary, lexical, words, x=0) -> float:
    """Of all trees, one by one."""
    if len(words) == 1:
        return float(lexical[x, words[0]])
    return sum(
        float(binary[x, y, z])
        * probability(binary, lexical, words[:k], y)
        * probability(binary, lexical, words[k:], z)
        for k in range(1, len(words))
        for y in range(len(binary))
        for z in range(len(binary))
    )


def test_expected_counts_are_those_of_all_trees() -> None:
    rng = np.random.default_rng(3)
    binary, lexical = _normalise(rng.random((3, 3, 3)), rng.random((3, 2)))
    batch = np.array([[0, 1, 1, 0], [1, 0, 0, 1]])
    likelihood, rules, words = _expect(batch, binary, lexical)
    true = [probability(binary, lexical, list(sentence)) for sentence in batch]
    assert likelihood == pytest.approx(float(np.log(true).sum()))
    # Four words have three inner nodes and four leaves; counts are derivatives of the likelihood.
    assert rules.sum() == pytest.approx(6)
    assert words.sum() == pytest.approx(8)
    step = 1e-6
    more = binary.copy()
    more[0, 1, 2] *= 1 + step
    changed = [probability(more, lexical, list(sentence)) for sentence in batch]
    assert rules[0, 1, 2] == pytest.approx(float((np.log(changed) - np.log(true)).sum()) / step, rel=1e-3)


def test_training_explains_what_it_was_trained_on() -> None:
    sentences = sample(CLASSICS["abn"], 5, 0).sentences
    grammar = train(sentences, 3).grammar()
    assert all(grammar.accepts(sentence) for sentence in sentences)


def test_the_table_that_is_checked_in_has_every_classic_by_every_learner() -> None:
    text = (Path(__file__).parents[2] / "docs" / "classics" / "report.md").read_text(encoding="utf-8")
    assert re.search(r"Run on \d{4}-\d\d-\d\d with `brillig reproduce classics --full", text)
    for name in CLASSICS:
        for learner in LEARNERS:
            assert f"| {name}, {learner} |" in text
