"""Pictures of a choice by bits: the front, and how bits fell and rules appeared; and their files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brillig.drawing.choosing import make_drawing
from brillig.drawing.growth import spans
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.tree import Tree
from brillig.limits import Limits
from brillig.problems.solution import load
from brillig.recording.growth import GrowthRecorder, is_growth, read_growth
from brillig.workflows.choosing import choose_by_length

PETS = Corpus.of(
    ["the cat sleeps", "the dog sleeps", "a dog barks", "the cat sees a dog", "a dog sees the cat"]
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("growth") / "pets.run"
    with GrowthRecorder(path, PETS, 0) as recorder:
        choice = choose_by_length(PETS, Limits(max_iterations=1500), progress=recorder.observe)
        recorder.finish(choice.outcome)
    assert recorder.trouble is None
    assert choice.solution is not None
    choice.solution.save(path.with_suffix(".json"))
    return path


def test_a_recording_is_read_back_and_bits_only_fall(run: Path) -> None:
    assert is_growth(run)
    recording = read_growth(run)
    assert recording.corpus.sentences == PETS.sentences
    assert recording.solution == load(run.with_suffix(".json"))
    complete = [step.bits for step in recording.steps if not step.missed]
    assert complete
    assert complete == sorted(complete, reverse=True)


def test_a_recording_that_was_cut_off_is_read_as_far_as_it_goes(run: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.run"
    cut.write_text(run.read_text()[:-40])
    recording = read_growth(cut)
    assert recording.solution is None
    assert recording.steps == read_growth(run).steps
    cut.write_text(run.read_text().replace('"bits"', '"bit"'))
    with pytest.raises(BrilligError, match="damaged"):
        read_growth(cut)


def test_the_search_and_the_front_are_drawn(run: Path, tmp_path: Path) -> None:
    assert b"bits" in make_drawing(str(run)).to_bytes("svg")
    solution = str(run.with_suffix(".json"))
    front = make_drawing(solution, "front")
    assert b"chosen" in front.to_bytes("svg")
    assert make_drawing(str(run), "tree").kind == "tree"
    printed = tmp_path / "search.json"
    points = [{"categories": 6, "lexical": 3, "rules": 3, "bits": 80.5, "engine": "exact"}]
    printed.write_text(json.dumps({"front": points, "chosen": points[0]}))
    assert make_drawing(str(printed), "front").kind == "front"
    printed.write_text(json.dumps({"front": [{"categories": "6"}], "chosen": None}))
    with pytest.raises(BrilligError, match="no points to draw"):
        make_drawing(str(printed), "front")
    with pytest.raises(BrilligError, match="divide and concur"):
        make_drawing(str(run), log=True)


def test_spans_of_a_tree() -> None:
    tree = Tree.node("S", Tree.leaf("A", "a"), Tree.node("B", Tree.leaf("C", "c"), Tree.leaf("D", "d")))
    assert spans(tree) == {(0, 3): "S", (0, 1): "A", (1, 3): "B", (1, 2): "C", (2, 3): "D"}
