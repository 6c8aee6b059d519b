"""The max-min protocol in the paper's order: where it ends, and what its steps say."""

from __future__ import annotations

import itertools
import threading
from dataclasses import replace

import pytest

import brillig
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Ended, Limits
from brillig.parsing.generate import generate
from brillig.problems import Restrictions
from brillig.problems.check import violations
from brillig.problems.solution import Status
from brillig.workflows.known_points import Point
from brillig.workflows.protocol import Protocol, Step, language_size, walk_protocol


def toy2(number: int, seed: int) -> Corpus:
    return Corpus.of(generate(builtin("toy2"), number, seed=seed))


def test_the_walk_on_the_second_grammar_ends_where_the_paper_does() -> None:
    seen = []
    walk = walk_protocol(toy2(100, 77), Limits(jobs=1), engine="exact", progress=seen.append)
    assert walk.finished
    assert walk.chosen is not None
    assert walk.chosen.point == Point(5, 2, 3, 0)
    assert walk.solution is not None
    assert violations(walk.solution.problem, walk.solution.grammar, walk.solution.trees) == []
    assert walk.to_json()["chosen"]["point"]["categories"] == 5
    assert len(seen) >= len(walk.steps)
    # r_s only falls within a pair (c, c_l), and c and c_l only rise.
    pairs = [(step.point.categories, step.point.lexical) for step in walk.steps]
    assert pairs == sorted(pairs)
    for _, steps in itertools.groupby(walk.steps, key=lambda s: (s.point.categories, s.point.lexical)):
        rules = [step.point.rules for step in steps]
        assert rules == sorted(rules, reverse=True)


def test_divide_and_concur_alone_walks_the_same_way() -> None:
    walk = walk_protocol(toy2(60, 77), Limits(0, 3000, jobs=1), engine="concur", max_categories=5)
    assert {step.engine for step in walk.steps} == {"concur"}
    assert walk.chosen is not None
    assert walk.chosen.point == Point(5, 2, 3, 0)


def test_the_preset_takes_divide_and_concur_alone() -> None:
    with pytest.raises(brillig.BrilligError, match="leave out engine exact"):
        brillig.search(toy2(10, 1), preset="paper", engine="exact")


def test_a_walk_that_is_stopped_hands_over_the_best_it_has_found() -> None:
    """A solution that there was no time to ask about is neither withheld nor called unique."""
    stop = threading.Event()

    def stop_when_found(step: Step) -> None:
        if step.solution is not None:
            stop.set()

    for engine in ("concur", "exact"):
        stop.clear()
        walk = walk_protocol(
            toy2(20, 77), Limits(jobs=1), engine=engine, progress=stop_when_found, cancel=stop
        )
        assert walk.chosen is None
        assert walk.solution is not None
        assert walk.solution.run.ended is Ended.CANCELLED
        assert violations(walk.solution.problem, walk.solution.grammar, walk.solution.trees) == []
        assert walk.reason.endswith("the best so far, not proven best.")
        assert all(step.unique is None for step in walk.steps)


def test_without_a_proof_nothing_is_called_unique() -> None:
    step = Step(Point(5, 2, 3, 0), Status.FOUND, "concur", 10, 0.1, 3, 2.0, unique=True)
    assert str(step).endswith("no other found")
    assert str(replace(step, proven=True)).endswith("unique")
    assert "unique" not in Protocol((step,), step, Ended.ANSWERED, 1.0).reason


def test_the_size_of_a_grammar_counts_its_trees() -> None:
    grammar = Grammar.of("S", [("S", "A", "B"), ("A", "C", "A")], {"a": ["A"], "b": ["B"], "c": ["C"]})
    assert [round(10 ** language_size(grammar, words)) for words in (2, 3, 5)] == [
        1,
        2,
        4,
    ]  # ab, cab, ccab ...
    ambiguous = Grammar.of("S", [("S", "A", "B"), ("A", "A", "A")], {"a": ["A"], "b": ["B"]})
    assert round(10 ** language_size(ambiguous, 4)) == 1 + 1 + 2  # aaab has two trees


def test_lexical_rules_to_spare_are_reduced_as_well() -> None:
    corpus = Corpus.of(["a b", "c d", "a d", "c b", "b a"])  # a and b stand on both sides
    walk = walk_protocol(
        corpus,
        Limits(jobs=1),
        engine="exact",
        homographs=4,
        max_categories=4,
        restrictions=Restrictions.of("lexical-root"),
    )
    assert walk.finished
    tried = [step.point.homographs for step in walk.steps]
    assert min(tried) < 4
    for step in walk.steps:
        if step.solution is not None:
            grammar = step.solution.grammar
            assert len(grammar.lexical) - len(grammar.lexicon) <= step.point.homographs
    asked = [step for step in walk.steps if step.unique is not None]
    assert asked
    for step in asked:  # one fewer was tried, and was not found
        fewer = replace(step.point, homographs=step.point.homographs - 1)
        assert step.point.homographs == 0 or any(
            other.point == fewer and other.solution is None for other in walk.steps
        )
