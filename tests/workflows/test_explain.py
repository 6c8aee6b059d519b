"""Why not: the conflict alone has no solution, without any one of its members it has; remedies are tried."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

import pytest

import brillig
from brillig.engines.exact.conflict import Conflict, find_conflict, first_solution, is_solvable
from brillig.language.corpus import Corpus
from brillig.limits import Limits
from brillig.problems import Problem, RefineProblem, Restrictions
from brillig.problems.restrictions import Switch
from brillig.problems.solution import Status
from brillig.workflows.explain import explain
from command import brillig_json
from tiny_problems import random_problem


def dropped(problem: Problem, kept: Collection[str], indices: Collection[int]) -> Iterator[Problem]:
    """The problem with only these sentences and demands, written down anew."""
    corpus = problem.corpus.part(indices)
    allow = {switch for switch in Switch if switch in problem.restrictions.allow or switch.value not in kept}
    for categories in [problem.categories] if "categories" in kept else range(2, problem.categories + 1):
        lexical = problem.lexical if "lexical" in kept else 0
        if lexical < categories:
            most = categories ** (3 if Switch.SHARED_PAIRS in allow else 2)
            rules = min(problem.rules, most) if "rules" in kept else most
            homographs = problem.homographs if "homographs" in kept else 1000
            yield Problem(corpus, categories, lexical, rules, homographs, Restrictions(frozenset(allow)))


def solvable(problem: Problem, kept: Collection[str], indices: Collection[int]) -> bool:
    return any(first_solution(one) is not None for one in dropped(problem, kept, indices))


def check(problem: Problem) -> None:
    seen: list[Conflict] = []
    conflict = find_conflict(problem, seen.append)
    assert conflict.minimal
    assert seen[-1] == conflict
    assert not solvable(problem, conflict.demands, conflict.sentences)
    for member in conflict.demands:
        assert solvable(problem, conflict.demands - {member}, conflict.sentences), member
    for index in conflict.sentences if len(conflict.sentences) > 1 else ():
        assert solvable(problem, conflict.demands, conflict.sentences - {index}), index


def infeasible(seeds: range) -> Iterator[Problem]:
    for seed in seeds:
        problem = random_problem(seed)
        if first_solution(problem) is None:
            yield problem


def test_a_conflict_is_minimal() -> None:
    checked = 0
    for problem in infeasible(range(14)):
        check(problem)
        checked += 1
    assert checked >= 6


@pytest.mark.soak
def test_fifty_conflicts_are_minimal() -> None:
    problems = list(infeasible(range(1000, 1080)))[:50]
    assert len(problems) == 50
    for problem in problems:
        check(problem)
        found = explain(problem, Limits(), seconds=60)
        assert found is not None
        assert found.minimal
        changes = {
            remedy.change: remedy.problem for remedy in problem.remedies([n - 1 for n in found.sentences])
        }
        for one in found.remedies:
            assert one.status is (
                Status.INFEASIBLE if first_solution(changes[one.change]) is None else Status.FOUND
            )


def test_the_reason_is_told_in_words() -> None:
    corpus = Corpus.of(["no no no", "no no", "no yes"])
    problem = Problem(corpus, 3, 0, 2)
    assert first_solution(problem) is None
    found = explain(problem, seconds=60)
    assert found is not None
    assert found.minimal
    text = str(found)
    assert "no no" in text
    assert "each word has one category" in text
    assert "Any one of these would help:" in text
    data = found.to_json()
    assert data["conflict"]["sentences"]
    assert {one["status"] for one in data["remedies"]} <= {"found", "infeasible", "unknown"}
    assert explain(replace(problem, homographs=2), seconds=60) is None


def test_a_star_can_be_what_stands_in_the_way() -> None:
    corpus = replace(Corpus.of(["a b", "c b", "a d", "c d"]), rejected=(("c", "d"), ("b", "a")))
    corpus = replace(corpus, sentences=corpus.sentences[:3])
    problem = Problem(corpus, 3, 0, 1)
    found = explain(problem, seconds=60)
    assert found is not None
    assert "*c d" in found.demands
    assert any(one.change == "without *c d" and one.status is Status.FOUND for one in found.remedies)


def test_refining_says_why_not() -> None:
    from solutions import a_solution

    base = a_solution()
    problem = RefineProblem(base.grammar, base.trees, {"A": 2})
    assert problem.demands()
    found = explain(problem, seconds=60)
    assert found is not None
    assert "features A" in found.demands


def test_a_sentence_asks_nothing_of_categories_that_it_does_without() -> None:
    sentences = ["the cat sleeps", "a dog barks", "the cat sees a dog", "a dog sees the cat"]
    base = brillig.infer(sentences, 6, 3, 3, engine="exact")
    (noun_phrase,) = {rule.left for rule in base.grammar.syntactic if rule.parent == "S"}
    problem = RefineProblem(base.grammar, base.trees, {noun_phrase: 2})
    conflict = find_conflict(problem, lambda _: None)
    assert conflict.minimal
    assert conflict.demands == {f"features {noun_phrase}"}
    assert not is_solvable(problem.relaxed(conflict.demands, conflict.sentences))
    assert is_solvable(problem.relaxed((), conflict.sentences))


def test_the_command_names_the_conflict(tmp_path) -> None:
    (tmp_path / "no.txt").write_text("no no no\nno no\nno yes\n")
    data = brillig_json("infer", tmp_path / "no.txt", "-c", 3, "-l", 0, "-r", 2)
    assert data["status"] == "infeasible"
    assert data["conflict"]["restrictions"]
    assert any(remedy["status"] == "found" for remedy in data["remedies"])
