"""Refining until the solution is unique: what is called unique is, and the paper's own numbers come out."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

import brillig
from brillig.engines.concur.refine import read_solution, refine
from brillig.language.tree import Tree
from brillig.limits import Budget, Limits
from brillig.problems import RefineProblem
from brillig.workflows.refinement import lower
from brillig.workflows.unique import ask_exact, lower_until_unique
from command import assert_refused
from command import brillig as brillig_command
from refine_cases import PAPER_REFINED, tiny_problem, toy2_solution


def count_by_trying(problem: RefineProblem, most: int) -> int | None:
    """How many solutions there are up to names: every feature of every word and node is tried."""
    words = sorted({(leaf.label, leaf.word) for tree in problem.trees for leaf in tree.leaves()})
    inner = [
        (number, path)
        for number, tree in enumerate(problem.trees)
        for path, node in walk(tree)
        if not node.is_leaf
    ]
    labels: dict[tuple[object, object], str] = {
        (n, p): node.label for n, t in enumerate(problem.trees) for p, node in walk(t)
    }
    places = [*words, *inner]
    names = [problem.refined_names(p[0] if p in words else labels[p]) for p in places]
    total = 1
    for options in names:
        total *= len(options)
    if total > most:
        return None
    found = set()
    for chosen in product(*names):
        name = dict(zip(places, chosen, strict=True))
        trees = tuple(relabel(tree, number, (), name) for number, tree in enumerate(problem.trees))
        solution = read_solution(problem, trees)
        if solution is not None:
            found.add(solution.grammar.canonical_text)
    return len(found)


def walk(tree: Tree, path: tuple[int, ...] = ()):
    yield path, tree
    for side, branch in enumerate(() if tree.is_leaf else tree.branches):
        yield from walk(branch, (*path, side))


def relabel(tree: Tree, number: int, path: tuple[int, ...], name: dict) -> Tree:
    if tree.is_leaf:
        return Tree.leaf(name[tree.label, tree.word], tree.word)
    left, right = (relabel(b, number, (*path, side), name) for side, b in enumerate(tree.branches))
    return Tree.node(name[number, path], left, right)


def test_what_is_called_unique_is_unique() -> None:
    budget = Budget.begin(Limits(jobs=1))
    compared = {True: 0, False: 0}
    for seed in range(60):
        problem = replace(tiny_problem(seed), rule_limits={})
        problem = replace(problem, features={c: min(2, n) for c, n in problem.features.items()})
        if problem.impossible() is not None or count_by_trying(problem, 150) is None:
            continue
        if min(compared.values()) >= 3:
            break
        done = lower_until_unique(
            problem, lambda p: refine(p, Limits(0, 2000, jobs=1)), ask_exact(budget), orders=1
        )
        for step in done.steps:
            if step.unique is not None and compared[step.unique] < 4:
                number = count_by_trying(step.problem, 150)
                if number is not None:
                    assert (number == 1) == step.unique, (seed, str(step), number)
                    compared[step.unique] += 1
    assert compared[True] >= 3, compared
    assert compared[False] >= 3, compared


@pytest.mark.soak
def test_with_two_features_each_nothing_is_unique_and_the_nouns_need_three() -> None:
    solution = toy2_solution(77)
    steps = []
    problem = RefineProblem(solution.grammar, solution.trees, {"A": 2, "B": 2, "C": 2, "D": 2})
    done = lower(problem, Limits(jobs=1), minimise=True, unique=True, watch=steps.append)
    assert done.outcome.solution is not None
    assert done.outcome.solution.grammar.canonical_text == PAPER_REFINED.canonical_text
    assert isinstance(done.outcome.problem, RefineProblem)
    assert done.outcome.problem.features == {"A": 2, "B": 3, "C": 2, "D": 2}
    assert {str(rule): n for rule, n in done.outcome.problem.rule_limits.items()} == {
        "S → B A": 2,
        "A → D B": 4,
        "B → C B": 2,
    }
    unique = [step for step in done.steps if step.unique]
    assert unique
    assert all(step.problem.features_of("B") == 3 for step in unique)
    assert [step.verdict for step in steps] == [step.verdict for step in done.steps]


def test_divide_and_concur_alone_asks_other_starts() -> None:
    solution = toy2_solution(5, 60)
    problem = RefineProblem(solution.grammar, solution.trees, {"A": 2, "B": 3, "C": 2, "D": 2})
    done = lower(problem, Limits(max_iterations=3000, jobs=1), minimise=True, unique=True, engine="concur")
    assert done.outcome.solution is not None
    assert any(step.unique for step in done.steps)


def test_python_and_the_command_say_how_far_to_lower(tmp_path) -> None:
    solution = toy2_solution(5, 40)
    path = tmp_path / "base.json"
    solution.save(path)
    with pytest.raises(TypeError):
        brillig.refine(solution, {"B": 2}, uniqe=True)  # type: ignore[call-overload]
    for options in (["auto", "--unique"], ["B=2", "--rules", "S>B A=2", "--fewest"]):
        how = "unique" if "--unique" in options else "to the fewest"
        assert_refused(brillig_command("refine", path, "--features", *options), how, "leave out --rules")
