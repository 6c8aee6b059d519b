"""`brillig.Learner`: what comes later changes as little as it has to."""

from __future__ import annotations

import threading

import pytest

import brillig

FIRST = "the cat sleeps\na dog sleeps\nthe dog sees a cat\na cat sees the dog"


def test_sentences_stars_and_answers_are_learned_as_they_come() -> None:
    learner = brillig.Learner(FIRST)
    first = learner.grammar
    learner.add(["the cat sees the cat"])  # the grammar has it already
    assert learner.grammar == first
    assert learner.changes == []
    assert len(learner.solution.trees) == 5
    learner.add(["the old cat sleeps", "an old dog sees the old cat", "the old dog sleeps"])
    assert learner.accepts("a dog sees the old dog")
    assert any("old" in line for line in learner.changes)
    learner.answer("an cat sleeps", False)
    assert not learner.accepts("an cat sleeps")
    assert all(learner.accepts(sentence) for sentence in learner.sentences)
    with pytest.raises(brillig.BrilligError, match="'the cat sleeps' is right as sentence 1 and wrong"):
        learner.star("the cat sleeps")
    assert learner.starred == (("an", "cat", "sleeps"),)


def test_a_judge_may_be_asked_in_between() -> None:
    learner = brillig.Learner(FIRST)
    learner.ask(lambda sentence: sentence[0] in ("the", "a"), 2)
    assert len(learner.sentences) + len(learner.starred) == 6
    assert all(learner.accepts(sentence) for sentence in learner.sentences)
    assert not any(learner.accepts(sentence) for sentence in learner.starred)


def test_nothing_is_learned_from_nothing() -> None:
    with pytest.raises(brillig.BrilligError, match="no sentences yet"):
        _ = brillig.Learner().grammar


def test_a_reading_and_a_cancel_of_other_kinds_are_refused_in_words() -> None:
    with pytest.raises(brillig.BrilligError, match=r"is not a Reading; write brillig.Reading"):
        brillig.infer(FIRST, reading={"tokens": "code"})  # type: ignore[call-overload]
    with pytest.raises(brillig.BrilligError, match=r"give a threading.Event"):
        brillig.infer(FIRST, cancel=lambda: True)  # type: ignore[call-overload]
    stop = threading.Event()
    stop.set()
    with pytest.raises(brillig.NotFound):
        brillig.infer(FIRST, 5, 2, 3, engine="concur", cancel=stop)


def test_a_file_has_a_line_for_each_tree_and_slim_none() -> None:
    solution = brillig.Learner(FIRST).solution
    lines = solution.to_text().splitlines()
    start = lines.index(' "trees": [')
    assert lines[start + 5] == " ],"
    slim = solution.to_json(slim=True)
    assert "trees" not in slim
    assert "sentences" not in slim["problem"]
    assert slim["grammar"] == solution.to_json()["grammar"]
