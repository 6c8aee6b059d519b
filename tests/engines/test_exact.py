"""The exact engine: what it finds, what it proves, and that it stops."""

from __future__ import annotations

import itertools
import threading
import time

import pytest

from brillig.engines.exact import enumerate_solutions, solve_exactly
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.limits import Limits
from brillig.parsing.equality import group_by_language, lexicon_key, same_language
from brillig.problems import ExtendProblem, Problem, RefineProblem
from brillig.problems.check import violations
from brillig.problems.solution import Status
from exact_data import extension, found, refined_solution, sentences, toy1, toy2_solution


def test_toy1_has_four_grammars_with_one_language_and_one_lexicon():
    every = enumerate_solutions(toy1())
    assert every.complete
    assert len(every.grammars) == 4
    assert len({lexicon_key(grammar) for grammar in every.grammars}) == 1
    groups, length = group_by_language(every.grammars)
    assert set(groups) == {0}
    assert length >= 8


@pytest.mark.parametrize(("categories", "lexical", "rules"), [(8, 4, 4), (8, 5, 5)])
def test_toy1_tighter_than_the_front_is_proven_infeasible(categories, lexical, rules):
    outcome = solve_exactly(toy1(categories=categories, lexical=lexical, rules=rules))
    assert outcome.status is Status.INFEASIBLE
    assert outcome.solution is None


def test_toy2_its_refinement_and_its_extension_are_unique():
    for solution in (toy2_solution(), refined_solution(), found(extension(4))):
        every = enumerate_solutions(solution.problem)
        assert every.complete
        assert [g.canonical_text for g in every.grammars] == [solution.grammar.canonical_text]


def test_the_extension_of_toy2_needs_four_homographs():
    assert solve_exactly(extension(3)).status is Status.INFEASIBLE
    assert found(extension(4)).grammar.homographs == 4


def test_the_same_problem_gives_the_same_answer():
    first, second = (found(toy1(20, seed=3)) for _ in range(2))
    assert (first.grammar, first.trees) == (second.grammar, second.trees)


def test_an_answer_holds_for_sentences_that_were_not_taken_in():
    problem = toy1(1000, seed=4)
    solution = found(problem)
    assert violations(problem, solution.grammar, solution.trees) == []


# -- brute force on tiny refinements and extensions -------------------------------------------------


def _tree(text: str) -> Tree:
    """`(S (A a) (B b))`."""
    tokens = iter(text.replace("(", " ( ").replace(")", " ) ").split())

    def read(token: str) -> Tree:
        assert token == "("
        label, following = next(tokens), next(tokens)
        if following != "(":
            assert next(tokens) == ")"
            return Tree.leaf(label, following)
        left, right = read(following), read(next(tokens))
        assert next(tokens) == ")"
        return Tree.node(label, left, right)

    return read(next(tokens))


def _featured(tree: Tree, features: dict[str, int]):
    """The tree with every choice of features."""
    names = (
        [tree.label]
        if features.get(tree.label, 1) == 1
        else [f"{tree.label}_{i}" for i in range(features[tree.label])]
    )
    if tree.is_leaf:
        return [Tree.leaf(name, tree.word) for name in names]
    lefts, rights = (_featured(branch, features) for branch in tree.branches)
    return [Tree.node(n, a, b) for n in names for a in lefts for b in rights]


def _of_trees(trees) -> Grammar:
    lexicon: dict[str, set[str]] = {}
    for tree in trees:
        for leaf in tree.leaves():
            lexicon.setdefault(leaf.word, set()).add(leaf.label)
    return Grammar.of("S", {rule for tree in trees for rule in tree.rules()}, lexicon)


@pytest.mark.parametrize("homographs", [0, 1])
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_refinements_are_those_of_brute_force(homographs, limit):
    trees = tuple(
        map(_tree, ["(S (A a) (B (A b) (C c)))", "(S (A b) (B (A a) (C d)))", "(S (A a) (B (A a) (C c)))"])
    )
    base = _of_trees(trees)
    features = {"A": 2, "C": 2}
    rule = next(r for r in base.syntactic if r.parent == "B")
    problem = RefineProblem(base, trees, features, {rule: limit}, homographs)
    solutions: dict[tuple, Grammar] = {}
    for chosen in itertools.product(*(_featured(tree, features) for tree in trees)):
        grammar = _of_trees(chosen)
        if not violations(problem, grammar, chosen):
            solutions[tuple(grammar)] = grammar
    expected = {
        grammar.canonical_text
        for grammar in solutions.values()
        if not any(set(other) < set(grammar) for other in solutions.values())
    }
    every = enumerate_solutions(problem)
    assert every.complete
    assert {grammar.canonical_text for grammar in every.grammars} == expected
    assert (solve_exactly(problem).status is Status.FOUND) == bool(expected)


@pytest.mark.parametrize("homographs", [0, 1, 2])
def test_extensions_are_those_of_brute_force(homographs):
    base = Grammar.of("S", [("S", "A", "B"), ("A", "C", "A"), ("B", "B", "A")], {"a": ["A"], "c": ["C"]})
    corpus = Corpus.of(["a x", "c a x", "x y", "y x a"])
    problem = ExtendProblem(base, corpus, homographs)
    fitting = []
    choices = [c for size in range(1, 4) for c in itertools.combinations("ABC", size)]
    for of_x, of_y in itertools.product(choices, repeat=2):
        grammar = Grammar.of("S", base.syntactic, dict(base.lexicon) | {"x": of_x, "y": of_y})
        if len(of_x) + len(of_y) <= 2 + homographs and all(map(grammar.accepts, corpus.sentences)):
            fitting.append(grammar)
    expected = {g for g in fitting if not any(set(other) < set(g) for other in fitting)}
    every = enumerate_solutions(problem)
    assert every.complete
    assert set(every.grammars) == expected
    assert (solve_exactly(problem).status is Status.FOUND) == bool(expected)


# -- limits -----------------------------------------------------------------------------------------


def test_no_time_is_unknown_not_infeasible():
    assert solve_exactly(toy1(), Limits(time_limit=0)).status is Status.UNKNOWN


def test_a_time_limit_ends_a_hard_problem_at_once():
    started = time.monotonic()
    outcome = solve_exactly(toy1(100, categories=14, lexical=4, rules=9), Limits(time_limit=0.5))
    assert outcome.status is Status.UNKNOWN
    assert time.monotonic() - started < 5


def test_a_running_search_can_be_stopped():
    cancel = threading.Event()
    threading.Timer(0.3, cancel.set).start()
    started = time.monotonic()
    outcome = solve_exactly(toy1(100, categories=14, lexical=4, rules=9), cancel=cancel)
    assert outcome.status is Status.UNKNOWN
    assert time.monotonic() - started < 5


def test_at_most_so_many_solutions_are_listed():
    problem = toy1(60, categories=6, lexical=2, rules=5)
    every = enumerate_solutions(problem, most=3)
    assert not every.complete
    assert len(every.grammars) == 3
    assert len({grammar.canonical_text for grammar in every.grammars}) == 3


def test_the_number_of_solutions_is_exact_when_it_is_the_limit():
    every = enumerate_solutions(toy1(), most=4)
    assert every.complete
    assert len(every.grammars) == 4


def test_what_counting_excludes_needs_no_process():
    problem = Problem(sentences("toy1", 10, 1), 12, 4, 3)
    outcome = solve_exactly(problem)
    assert outcome.status is Status.INFEASIBLE
    assert outcome.reason == problem.impossible()


# -- languages --------------------------------------------------------------------------------------


def test_languages_are_compared_by_classes_of_words():
    right = Grammar.of(
        "S", [("S", "A", "B"), ("A", "C", "A")], {"a": ["A"], "b": ["B"], "c": ["C"], "d": ["C"]}
    )
    other = right.renamed({"A": "X", "C": "Y"})
    assert same_language(right, other) == (True, 12)
    wider = Grammar.of(
        "S", [("S", "A", "B"), ("A", "C", "A")], {"a": ["A"], "b": ["B"], "c": ["C"], "d": ["C", "A"]}
    )
    assert not same_language(right, wider)[0]
    without = Grammar.of("S", [("S", "A", "B")], {"a": ["A"], "b": ["B"]})
    assert not same_language(right, without)[0]


def test_a_difference_in_long_sentences_is_seen():
    short = Grammar.of(
        "S", [("S", "A", "B"), ("A", "C", "D"), ("D", "C", "E")], {"c": ["C"], "b": ["B"], "e": ["E", "A"]}
    )
    long = Grammar.of(
        "S",
        [("S", "A", "B"), ("A", "C", "D"), ("D", "C", "E"), ("E", "C", "D")],
        {"c": ["C"], "b": ["B"], "e": ["E", "A"]},
    )
    assert not same_language(short, long)[0]
