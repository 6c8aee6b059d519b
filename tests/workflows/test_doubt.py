"""Doubt about a choice by bits: near runners-up, other seeds, halves; each with a sentence that tells."""

from __future__ import annotations

from dataclasses import replace

from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.parsing.cyk import accepts
from brillig.workflows.choosing import Choice, choose_by_length
from brillig.workflows.doubt import FEW_BITS, check_stability, find_difference, look_for_doubt

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


def test_stability_tries_seeds_and_halves() -> None:
    choice = replace(chosen(), rivals=())
    found = check_stability(choice, 1, SHORT)
    assert found.seeds[0] == 1
    assert found.halves[0] == 1
    data = found.to_json()
    assert data["seeds"]["tried"] == 1
    assert len(found.lines()) >= 2
    assert check_stability(choice, 0, SHORT).lines() == []
