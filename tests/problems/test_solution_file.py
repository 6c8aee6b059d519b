"""The solution file: what is written comes back, whole or not at all; renaming keeps it a solution."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from brillig.errors import BrilligError
from brillig.files import write_whole
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar, SyntacticRule
from brillig.language.tree import Tree
from brillig.parsing.cyk import trees_using_all
from brillig.parsing.generate import generate
from brillig.problems import ExtendProblem, RefineProblem
from brillig.problems.check import violations
from brillig.problems.renaming import renamed
from brillig.problems.solution import Run, Solution, load
from grammar_strategies import random_grammar
from solutions import a_solution


def test_a_solution_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    a_solution().save(file)
    assert load(file) == a_solution()
    data = json.loads(file.read_text())
    assert (data["format"], data["version"]) == ("brillig-solution", 1)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert load(file) == a_solution()


@pytest.mark.parametrize("seed", range(5))
def test_solutions_of_random_grammars_come_back(seed: int, tmp_path: Path) -> None:
    grammar = random_grammar(seed + 1, categories=5, rules=12, words=8, homographs=2)
    corpus = Corpus.of(generate(grammar, 10, max_words=12))
    trees = trees_using_all(grammar, corpus.sentences)
    assert trees is not None
    solution = Solution(grammar, trees, ExtendProblem(grammar, corpus), Run("exact"))
    solution.save(tmp_path / "s.json")
    assert load(tmp_path / "s.json") == solution


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "s.json"
    write_whole(file, "old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(BrilligError, match="cannot be written"):
        write_whole(file, "new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def a_refinement() -> Solution:
    base = Grammar.of("S", [("S", "B", "A")], {"dog": ["B"], "dogs": ["B"], "walks": ["A"], "walk": ["A"]})
    base_trees = tuple(
        Tree.node("S", Tree.leaf("B", b), Tree.leaf("A", a)) for b, a in (("dog", "walks"), ("dogs", "walk"))
    )
    limits = {SyntacticRule("S", "B", "A"): 2}
    problem = RefineProblem(base, base_trees, {"A": 2, "B": 2}, limits)
    grammar = Grammar.of(
        "S",
        [("S", "B_0", "A_0"), ("S", "B_1", "A_1")],
        {"dog": ["B_0"], "dogs": ["B_1"], "walks": ["A_0"], "walk": ["A_1"]},
    )
    trees = trees_using_all(grammar, problem.corpus.sentences)
    assert trees is not None
    return Solution(grammar, trees, problem, Run("exact"))


def test_a_renamed_refinement_is_still_one(tmp_path: Path) -> None:
    solution = a_refinement()
    assert violations(solution.problem, solution.grammar, solution.trees) == []
    once = renamed(solution, {"B_0": "N_singular", "A_1": "V_plural"})
    twice = renamed(once, {"N_singular": "N_1", "S": "Root"})
    for copy in (once, twice):
        assert violations(copy.problem, copy.grammar, copy.trees) == []
        copy.save(tmp_path / "s.json")
        assert load(tmp_path / "s.json") == copy
    assert twice.grammar.start == "Root"
    assert set(twice.grammar.categories) == {"Root", "N_1", "B_1", "A_0", "V_plural"}
    back = renamed(twice, {"N_1": "B_0", "V_plural": "A_1", "Root": "S"})
    assert back == solution


def test_a_renamed_extension_is_still_one() -> None:
    base = a_solution().grammar
    corpus = Corpus.of(["a c"])
    grammar = Grammar.of("S", [("S", "A", "B")], {"a": ["A"], "b": ["B"], "c": ["B"]})
    trees = trees_using_all(grammar, corpus.sentences)
    assert trees is not None
    solution = Solution(grammar, trees, ExtendProblem(base, corpus), Run("exact"))
    copy = renamed(solution, {"B": "Verb"})
    assert violations(copy.problem, copy.grammar, copy.trees) == []
    assert isinstance(copy.problem, ExtendProblem)
    assert copy.problem.base.words_of["Verb"] == ("b",)
