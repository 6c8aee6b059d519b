"""Cores of hundreds of small problems, each judged by enumerating what its sentences alone leave."""

from __future__ import annotations

import pytest

from brillig.engines.exact.core import find_core
from brillig.engines.exact.infer import Inference
from brillig.engines.exact.lazy import LazySearch
from brillig.language.grammar import Grammar
from brillig.problems import Problem
from exact_data import restricted
from tiny_problems import feasible_problem, general_problem

MOST = 40  # problems with more solutions are left out


def all_solutions(problem: Problem, most: int) -> dict[str, Grammar]:
    """By canonical form; one more than `most` at the most."""
    found: dict[str, Grammar] = {}
    if problem.impossible() is None:
        for each in LazySearch(Inference(problem)):
            found[each.grammar.canonical_text] = each.grammar
            if len(found) > most:
                break
    return found


def judge(problem: Problem, seed: int) -> bool:
    """Whether there were solutions, few enough to judge the core of the problem by."""
    grammars = all_solutions(problem, MOST)
    if not 0 < len(grammars) <= MOST:
        return False

    def forces(numbers: list[int]) -> bool:
        smaller = problem.part([number - 1 for number in numbers])
        words = set(smaller.corpus.words)
        expected = {restricted(grammar, words) for grammar in grammars.values()}
        return set(all_solutions(smaller, len(grammars))) == expected

    core = find_core(problem, list(grammars.values()), lambda _: None)
    assert forces(core), f"seed {seed}"
    for number in core if len(core) > 1 else []:
        assert not forces([n for n in core if n != number]), f"seed {seed}: {number} is not needed"
    return True


# With many categories not all names of a solution are forbidden; a limit of 2 makes that so with few.
@pytest.mark.parametrize("most_images", [1000, 2])
@pytest.mark.parametrize("start", [0, *(pytest.param(more, marks=pytest.mark.soak) for more in (25, 50, 75))])
def test_a_core_forces_the_same_grammars_and_none_of_it_can_be_left_out(
    start: int, most_images: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brillig.engines.exact.encoding.MAX_IMAGES", most_images)
    monkeypatch.setattr("brillig.engines.exact.selection.MAX_IMAGES", most_images)
    assert sum(judge(feasible_problem(seed), seed) for seed in range(start, start + 25)) > 0


def test_a_core_forces_the_same_grammars_whatever_is_allowed() -> None:
    assert sum(judge(general_problem(seed), seed) for seed in range(150)) > 20
