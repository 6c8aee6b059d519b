"""Restrictions: what each switch lifts, in the check and in files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import brillig
from brillig import BrilligError, Corpus, Grammar, Problem, Restrictions, Run, Solution, Tree, load
from brillig.problems import EVERYTHING, STRICT, Switch
from brillig.problems.check import violations

TWO = Grammar.of("S", [("S", "A", "B")], {"a": ["A"], "b": ["B"]})


def test_switches_are_read_from_names_and_texts() -> None:
    assert Restrictions.of("") == Restrictions.of([]) == STRICT
    assert Restrictions.of("all") == EVERYTHING
    assert Restrictions.of("recursive-root, one-word") == Restrictions.of(["one-word", "recursive-root"])
    assert str(Restrictions.of(["one-word", "equal-children"])) == "equal-children,one-word"
    with pytest.raises(BrilligError, match="'both' is not a switch; use equal-children, "):
        Restrictions.of("one-word,both")


@pytest.mark.parametrize(
    ("rules", "lexicon", "switch"),
    [
        ([("S", "A", "B"), ("A", "B", "B")], {"a": ["A"], "b": ["B"]}, Switch.EQUAL_CHILDREN),
        ([("S", "A", "B"), ("S", "A", "S")], {"a": ["A"], "b": ["B"]}, Switch.RECURSIVE_ROOT),
        ([("S", "A", "B"), ("A", "A", "B")], {"a": ["A"], "b": ["B"]}, Switch.SHARED_PAIRS),
        ([("S", "A", "B")], {"a": ["A", "S"], "b": ["B"]}, Switch.ONE_WORD),
    ],
)
def test_a_form_takes_its_switch_and_no_other(rules, lexicon, switch: Switch) -> None:
    grammar = Grammar.of("S", rules, lexicon)
    assert Restrictions.strictest(grammar) == Restrictions.of([switch])
    assert list(Restrictions.of([switch]).violations(grammar)) == []
    assert len(list(Restrictions(EVERYTHING.allow - {switch}).violations(grammar))) == 1
    assert list(STRICT.violations(TWO)) == []


def test_the_check_lets_s_stand_inside_only_where_it_may() -> None:
    grammar = Grammar.of("S", [("S", "A", "B"), ("B", "S", "C")], {"a": ["A"], "b": ["B"], "c": ["C"]})
    inner = Tree.node("S", Tree.leaf("A", "a"), Tree.leaf("B", "b"))
    tree = Tree.node("S", Tree.leaf("A", "a"), Tree.node("B", inner, Tree.leaf("C", "c")))
    problem = Problem(Corpus.of(["a a b c"]), 4, 0, 2)
    assert violations(problem, grammar, [tree]) == [
        "tree 1 uses S above its base",
        "B → S C has the start symbol on its right",
    ]
    loose = Problem(Corpus.of(["a a b c"]), 4, 0, 2, 0, Restrictions.of("recursive-root"))
    assert violations(loose, grammar, [tree]) == []


def test_a_word_alone_is_a_sentence_only_where_it_may_be() -> None:
    with pytest.raises(BrilligError, match="allow one-word"):
        Corpus.of(["stop", "go home"])
    corpus = Corpus.of(["stop", "go home"], one_word=True)
    reason = Problem(corpus, 3, 0, 1).impossible()
    assert reason is not None
    assert "sentence 1 is the one word 'stop'" in reason
    assert Problem(corpus, 3, 0, 1, 0, Restrictions.of("one-word")).impossible() is None


@pytest.mark.parametrize("engine", ["exact", "concur", "auto"])
def test_sentences_of_one_word_are_learned_with_the_others(engine: str, tmp_path: Path) -> None:
    sentences = ["stop", "go home", "wait", "run home", "go there"]
    solution = brillig.infer(sentences, 3, 0, 1, allow=("one-word",), engine=engine, max_iterations=20_000)
    grammar = solution.grammar
    assert set(grammar.words_of["S"]) == {"stop", "wait"}
    assert grammar.accepts("run there")
    assert grammar.accepts("wait")
    assert not grammar.accepts("home")
    solution.save(tmp_path / "s.json")
    assert load(tmp_path / "s.json").problem == solution.problem
    more = solution.extend(["halt", "go away"])
    assert more.grammar.accepts("halt")
    assert more.grammar.accepts("run away")


def test_files_are_of_version_1_as_long_as_they_can_be(tmp_path: Path) -> None:
    trees = (Tree.node("S", Tree.leaf("A", "a"), Tree.leaf("B", "b")),)
    for allow, version in (("", 1), ("equal-children,lexical-root", 1), ("shared-pairs", 2), ("all", 2)):
        problem = Problem(Corpus.of(["a b"]), 3, 0, 1, 0, Restrictions.of(allow))
        solution = Solution(TWO, trees, problem, Run("hand"))
        data = json.loads(solution.to_text())
        assert data["version"] == version
        assert ("allow" in data["problem"]) == (version == 2)
        assert ("distinct_children" in data["problem"]) == (version == 1)
        solution.save(tmp_path / "s.json")
        assert load(tmp_path / "s.json") == solution


@pytest.mark.parametrize("allow", ["one-word", ["no-such"], [1], {"all": True}])
def test_a_file_with_a_wrong_allow_is_refused(allow: object, tmp_path: Path) -> None:
    trees = (Tree.node("S", Tree.leaf("A", "a"), Tree.leaf("B", "b")),)
    problem = Problem(Corpus.of(["a b"]), 3, 0, 1, 0, EVERYTHING)
    data = Solution(TWO, trees, problem, Run("hand")).to_json()
    data["problem"]["allow"] = allow
    (tmp_path / "s.json").write_text(json.dumps(data))
    with pytest.raises(BrilligError, match=r"s\.json"):
        load(tmp_path / "s.json")
