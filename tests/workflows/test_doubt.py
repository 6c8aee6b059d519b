"""Doubt about a choice by bits: near runners-up, other seeds, halves; each with a sentence that tells."""

from __future__ import annotations

from dataclasses import replace

from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Budget, Limits
from brillig.parsing.cyk import accepts
from brillig.workflows.choosing import Choice, choose_by_length
from brillig.workflows.doubt import (
    FEW_BITS,
    check_stability,
    choose_of_seeds,
    find_difference,
    look_for_doubt,
)

PETS = Corpus.of(
    ["the cat sleeps", "the dog sleeps", "a dog barks", "the cat sees a dog", "a dog sees the cat"]
)
SHORT = Limits(max_iterations=1000)
LOOSE = Grammar.of(
    "S",
    [("S", "A", "B"), ("A", "A", "B"), ("B", "B", "A")],
    {"the": ["A"], "a": ["A"], "sees": ["A"]} | {word: ["B"] for word in ("cat", "dog", "sleeps", "barks")},
)


def chosen() -> Choice:
    return choose_by_length(PETS, SHORT)


def test_a_difference_is_a_sentence_that_only_one_allows() -> None:
    choice = chosen()
    assert choice.solution is not None
    mine = choice.solution.grammar
    difference = find_difference(mine, LOOSE, PETS)
    assert difference is not None
    words = difference.sentence.split()
    assert accepts(mine, words) is difference.chosen_allows
    assert accepts(LOOSE, words) is not difference.chosen_allows
    assert find_difference(mine, mine, PETS) is None


def test_only_a_near_runner_up_of_another_language_is_a_doubt() -> None:
    choice = chosen()
    assert choice.solution is not None
    assert choice.solution.bits is not None
    mine, bits = choice.solution.grammar, choice.solution.bits.total
    near = look_for_doubt(replace(choice, rivals=((bits + 1, LOOSE),)))
    assert near.runner_up is not None
    assert round(near.runner_up[0], 6) == 1
    assert "bits more" in near.lines()[-1]
    assert not look_for_doubt(replace(choice, rivals=((bits + FEW_BITS + 1, LOOSE),)))
    assert not look_for_doubt(replace(choice, rivals=((bits, mine),)))


def choose(part: Corpus | None, budget: Budget) -> Choice:
    return choose_by_length(PETS if part is None else part, budget, engine="grow")


def test_stability_tries_seeds_and_halves() -> None:
    choice = replace(chosen(), rivals=())
    budget = Budget.begin(SHORT)
    lightest, seeds = choose_of_seeds(choice, 1, budget, choose)
    assert len(seeds) <= 1
    found = check_stability(lightest, 1, budget, choose, seeds)
    assert found.halves[0] == 1
    assert len(found.lines()) >= 1
    assert check_stability(choice, 0, budget, choose).lines() == []


def test_what_another_seed_finds_with_fewer_bits_is_the_answer() -> None:
    """A search of which the first seed is unlucky: the lightest is handed over, and the others doubt it."""
    lucky = chosen()
    assert lucky.solution is not None
    assert lucky.solution.bits is not None
    heavy = replace(lucky.solution.bits, data=lucky.solution.bits.data + 12)
    bad = replace(lucky.outcome, solution=replace(lucky.solution, bits=heavy))
    unlucky = replace(lucky, outcome=bad)
    lightest, others = choose_of_seeds(unlucky, 2, Budget.begin(SHORT), lambda _part, _budget: lucky)
    assert lightest is lucky
    assert len(others) == 2
    assert (
        "gave the same language"
        in check_stability(lightest, 1, Budget.begin(SHORT), choose, others).lines()[0]
    )
