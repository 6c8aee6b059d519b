"""Choosing by description length: what `infer` without numbers does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from brillig.engines.grow import Grown, grow
from brillig.errors import BrilligError
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.language.reading import Reading
from brillig.language.text import read_texts
from brillig.limits import Budget, Ended, Limits
from brillig.parsing.bits import bits_of
from brillig.parsing.generate import generate
from brillig.problems.check import violations
from brillig.problems.solution import Solution, Status
from brillig.workflows import choosing
from brillig.workflows.choosing import choose_by_length, chooses_by_length

PETS = Corpus.of(
    ["the cat sleeps", "the dog sleeps", "a dog barks", "the cat sees a dog", "a dog sees the cat"]
)
SHORT = Limits(max_iterations=2000)


def test_a_time_limit_leaves_time_for_features(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[float | None] = []

    def noted(corpus: Corpus, limits: Budget, **options: Any) -> Grown:
        left.append(limits.left)
        return grow(corpus, SHORT, **options)

    monkeypatch.setattr(choosing, "grow", noted)
    for features in (True, False):
        choose_by_length(PETS, Limits(time_limit=100), features=features)
    assert left[0] == pytest.approx(80, abs=5)
    assert left[1] == pytest.approx(100, abs=5)


def test_the_choice_is_a_checked_solution_with_its_bits() -> None:
    choice = choose_by_length(PETS, SHORT)
    assert choice.chosen is not None
    assert choice.solution is not None
    assert violations(choice.solution.problem, choice.solution.grammar, choice.solution.trees) == []
    data = choice.outcome.to_json()
    assert data["choice"] == choice.to_json()
    point = data["choice"]["points"][choice.chosen]
    assert point["bits"] == pytest.approx(bits_of(choice.solution.grammar, PETS).total, abs=0.002)
    assert point["status"] == "found"
    assert data["choice"]["proven"] is False
    assert "exceptions" not in data
    assert len(data["weights"]) == len(choice.solution.grammar)


def test_a_limit_hands_over_the_best() -> None:
    choice = choose_by_length(PETS, Limits(max_iterations=1))
    assert choice.outcome.status is Status.FOUND
    assert choice.outcome.ended is Ended.ITERATIONS
    assert "may bring fewer bits" in choice.outcome.reason


def test_exceptions_are_listed_and_not_counted_as_explained() -> None:
    clean = generate(builtin("toy2"), 60, seed=8)
    corpus = Corpus.of([*clean, "likes every these Kim dogs all likes this"])
    choice = choose_by_length(corpus, Limits(max_iterations=6000), max_exceptions=None)
    solution = choice.solution
    assert solution is not None
    assert solution.exceptions is not None
    assert solution.exceptions.numbers == [61]
    assert len(solution.trees) == 60
    assert "exception, sentence 61" in str(solution)
    assert "60 of 61 sentences" in str(solution)
    data = json.loads(solution.to_text())
    assert data["exceptions"] == [61]
    assert data["trees"][60] is None
    assert data["problem"]["sentences"][60] == corpus.texts()[60]
    assert Solution.from_json(data) == solution
    data["exceptions"] = []
    with pytest.raises(BrilligError, match="without a tree"):
        Solution.from_json(data)


def test_the_fewest_bits_of_both_engines_win_and_the_winner_is_named() -> None:
    sentences = generate(builtin("toy2"), 12, seed=4)
    first, *rest = sentences[0].split()
    corpus = read_texts([" ".join([f"{first}/X", *rest]), *sentences[1:]], Reading(tags=True)).corpus
    choice = choose_by_length(corpus, SHORT)
    again = choose_by_length(corpus, Limits(max_iterations=2000, jobs=1))
    assert choice.points == again.points
    assert choice.solution is not None
    assert choice.chosen is not None
    engines = {point.engine for point in choice.points}
    assert engines == {"grow", "exact"}
    totals = [point.bits.total for point in choice.points if point.bits is not None]
    winner = choice.points[choice.chosen]
    assert winner.bits is not None
    assert winner.bits.total == min(totals)
    assert choice.solution.run.engine == winner.engine
    plain = choose_by_length(Corpus.of(sentences), SHORT)
    assert {point.engine for point in plain.points} == {"grow"}


@pytest.mark.parametrize(
    ("protocol", "engine", "homographs", "expected"),
    [
        (None, "auto", 0, True),
        (None, "grow", 0, True),
        (None, "exact", 0, False),
        (None, "concur", 0, False),
        (None, "auto", 2, False),
        ("max-min", "auto", 0, False),
        ("length", "auto", 0, True),
    ],
)
def test_who_chooses(protocol: str | None, engine: str, homographs: int, expected: bool) -> None:
    assert chooses_by_length(protocol, engine, homographs) is expected


@pytest.mark.parametrize(
    ("protocol", "engine", "homographs"),
    [("length", "exact", 0), ("max-min", "grow", 0), ("length", "auto", 1), ("best", "auto", 0)],
)
def test_what_does_not_go_together_is_refused(protocol: str, engine: str, homographs: int) -> None:
    with pytest.raises(BrilligError):
        chooses_by_length(protocol, engine, homographs)
