"""Refinement: the paper's refined grammar from fresh data, limits, lowering, other trees, refusals."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

import brillig
from brillig.engines.concur.driver import Stop
from brillig.engines.concur.refine import (
    RefinementNetwork,
    RefineSettings,
    choose_batch,
    refine,
)
from brillig.engines.concur.refine_layout import RefineLayout
from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError
from brillig.language.grammar import Grammar, SyntacticRule
from brillig.language.tree import Tree
from brillig.limits import Limits
from brillig.parsing.bits import bits_of
from brillig.parsing.cyk import count_trees, parse
from brillig.problems import Problem, RefineProblem, parse_rule
from brillig.problems.check import violations
from brillig.problems.solution import Run, Solution, Status, load
from brillig.workflows.minimise import minimise_rules, other_trees
from brillig.workflows.refinement import lower
from refine_cases import FEATURES, PAPER_REFINED, RULES, tiny_problem, toy2_problem, toy2_solution

PAPER_TEXT = PAPER_REFINED.canonical_text


def run_trial(problem: RefineProblem, seed: int, max_iterations: int) -> Outcome:
    return refine(problem, Limits(seed=seed, max_iterations=max_iterations, jobs=1))


@pytest.mark.parametrize("seed", [101, 102, 103])
def test_fresh_data_gives_the_refined_grammar_of_the_paper(seed: int) -> None:
    problem = toy2_problem(seed)
    outcomes = [run_trial(problem, trial, 10**6) for trial in range(8)]
    assert [outcome.status for outcome in outcomes] == [Status.FOUND] * 8
    assert {o.solution.grammar.canonical_text for o in outcomes if o.solution} == {PAPER_TEXT}
    assert sum(outcome.run.iterations for outcome in outcomes) / 8 < 1.5e4


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(200, 210))
def test_a_hundred_trials_all_succeed_within_the_iterations_of_the_paper(seed: int) -> None:
    problem = toy2_problem(seed)
    outcomes = [run_trial(problem, trial, 10**6) for trial in range(100)]
    assert all(outcome.status is Status.FOUND for outcome in outcomes)
    assert sum(outcome.run.iterations for outcome in outcomes) / 100 < 1.5e4


def test_the_answer_does_not_depend_on_the_number_of_threads() -> None:
    problem = toy2_problem(5, 60)
    one, three = (refine(problem, Limits(seed=3, jobs=jobs)) for jobs in (1, 3))
    assert one.solution is not None
    assert three.solution is not None
    assert one.solution.grammar == three.solution.grammar
    assert one.run.iterations == three.run.iterations


@pytest.mark.parametrize("slice_", [1, 7, 50])
def test_iterations_do_not_depend_on_how_a_start_is_sliced(slice_: int) -> None:
    network = RefinementNetwork(RefineLayout.of(toy2_problem(9, 40)), RefineSettings())
    for seed in range(6):
        network.start(seed)
        whole, stop = network.run(300)
        state = network.kernel.vectors()
        network.start(seed)
        made = 0
        again = Stop.LIMIT
        while made < 300 and again is Stop.LIMIT:
            steps, again = network.run(min(slice_, 300 - made))
            made += steps
        assert (made, again) == (whole, stop)
        assert network.kernel.vectors() == state


def test_every_answer_passes_the_check_whatever_is_asked() -> None:
    found = 0
    for seed in range(30):
        for homographs in (0, 2):
            problem = tiny_problem(seed, homographs)
            outcome = run_trial(problem, seed, 3000)
            if outcome.status is Status.FOUND:
                assert outcome.solution is not None
                assert violations(problem, outcome.solution.grammar, outcome.solution.trees) == []
                found += 1
            elif outcome.status is Status.INFEASIBLE:
                assert problem.impossible() is not None
    assert found >= 8


def test_a_word_may_have_two_features_where_that_is_allowed() -> None:
    trees = tuple(
        Tree.node("S", Tree.leaf("N", noun), Tree.leaf("V", verb))
        for noun, verb in [
            ("dog", "runs"), ("cat", "runs"), ("dogs", "run"), ("cats", "run"), ("sheep", "run"),
            ("sheep", "runs"), ("dog", "sleeps"), ("dogs", "sleep"), ("sheep", "sleeps"),
        ]
    )  # fmt: skip
    lexicon = {leaf.word: [leaf.label] for tree in trees for leaf in tree.leaves()}
    grammar = Grammar.of("S", [("S", "N", "V")], lexicon)
    strict = RefineProblem(grammar, trees, {"N": 2, "V": 2}, {SyntacticRule("S", "N", "V"): 2})
    assert run_trial(strict, 0, 20_000).status is Status.UNKNOWN
    outcome = run_trial(replace(strict, homographs=1), 0, 200_000)
    assert outcome.solution is not None
    assert outcome.solution.grammar.homographs == 1


def test_a_feature_that_a_word_has_is_used_by_a_tree_where_that_can_be() -> None:
    # Two words and three features: one word needs two, and trees must show both.
    assert run_trial(tiny_problem(17, homographs=1), 0, 10_000).status is Status.FOUND


def test_one_feature_everywhere_is_the_grammar_itself() -> None:
    solution = toy2_solution(1, 10)
    outcome = refine(RefineProblem(solution.grammar, solution.trees, {}), Limits())
    assert outcome.solution is not None
    assert outcome.solution.grammar == solution.grammar
    assert outcome.solution.trees == solution.trees


def test_rules_that_no_tree_uses_are_left_out_and_named() -> None:
    solution = toy2_solution(1, 20)
    grammar = Grammar.of(
        "S",
        solution.grammar.syntactic,
        dict(solution.grammar.lexicon) | {"unicorn": ["B"], "walk": ["A", "B"]},
    )
    outcome = refine(RefineProblem(grammar, solution.trees, {"D": 2}), Limits(jobs=1))
    assert outcome.solution is not None
    assert "unicorn" not in outcome.solution.grammar.words
    assert "B → unicorn" in outcome.reason
    assert "B → walk" in outcome.reason


def test_many_trees_follow_from_a_batch() -> None:
    problem = toy2_problem(6, 1000)
    outcome = run_trial(problem, 0, 10**6)
    assert outcome.solution is not None
    assert outcome.solution.grammar.canonical_text == PAPER_TEXT
    assert len(outcome.solution.trees) == 1000
    assert violations(problem, outcome.solution.grammar, outcome.solution.trees) == []


def test_a_batch_has_every_word_and_rule() -> None:
    problem = toy2_problem(6, 300)
    batch = choose_batch(problem.trees, 3)
    assert {leaf for tree in batch for leaf in tree.leaves()} == {
        leaf for tree in problem.trees for leaf in tree.leaves()
    }
    assert len(batch) < len(set(problem.trees))
    assert len(set(batch)) == len(batch)


@pytest.mark.parametrize("seed", range(4))
def test_trees_that_a_batch_cannot_explain_join_it(seed: int) -> None:
    # Three trees say too little, so their answer is mostly wrong for the others.
    problem = toy2_problem(8)
    outcome = refine(problem, Limits(seed=seed, jobs=1), settings=RefineSettings(batch=3))
    assert outcome.solution is not None
    assert outcome.solution.grammar.canonical_text == PAPER_TEXT


def test_a_refinement_can_be_stopped() -> None:
    cancel = threading.Event()
    cancel.set()
    problem = replace(toy2_problem(1, 30), rule_limits={parse_rule("S>B A"): 2, parse_rule("A>D B"): 2})
    assert refine(problem, Limits(), cancel=cancel).status is Status.UNKNOWN


def test_refined_twice_saved_and_loaded(tmp_path: Path) -> None:
    once = toy2_solution(7).refine(FEATURES, RULES, engine="concur", seed=1)
    assert once.grammar.canonical_text == PAPER_TEXT
    name = once.grammar.lexicon["dog"][0]
    twice = once.refine({name: 2}, engine="concur", max_iterations=20_000)
    assert {f"{name}_0", f"{name}_1"} <= set(twice.grammar.categories)
    twice.save(tmp_path / "twice.json")
    loaded = load(tmp_path / "twice.json")
    assert (loaded.grammar, loaded.trees, loaded.problem) == (twice.grammar, twice.trees, twice.problem)
    again = once.refine({name: 2}, engine="concur", max_iterations=20_000)
    assert again.grammar == twice.grammar


def test_without_numbers_of_rules_they_are_lowered_to_those_of_the_paper() -> None:
    solution = toy2_solution(11)
    problem = RefineProblem(solution.grammar, solution.trees, FEATURES)
    done = lower(problem, Limits(max_iterations=15_000), minimise=True, engine="concur")
    assert done.outcome.solution is not None
    assert done.outcome.solution.grammar.canonical_text == PAPER_TEXT
    verdicts = {step.verdict for step in done.steps}
    assert verdicts == {"found", "not found", "impossible"}
    assert done.outcome.run.iterations == sum(step.outcome.run.iterations for step in done.steps)


def test_lowering_asks_nothing_that_follows_from_what_it_knows() -> None:
    solution = toy2_solution(12, 40)
    problem = RefineProblem(solution.grammar, solution.trees, {"A": 2, "B": 2, "C": 2, "D": 2})
    done = minimise_rules(problem, lambda asked: refine(asked, Limits(max_iterations=4000, jobs=1)))
    asked = [tuple(step.problem.limit_of(rule) for rule in problem.base.syntactic) for step in done.steps]
    assert len(set(asked)) == len(asked)
    failed = [limits for limits, step in zip(asked, done.steps, strict=True) if step.verdict != "found"]
    for first in failed:
        for later in asked[asked.index(first) + 1 :]:
            assert any(a < b for a, b in zip(first, later, strict=True))


def test_agreement_makes_the_description_shorter() -> None:
    base = toy2_solution(13)
    refined = base.refine(FEATURES, RULES, engine="concur")
    corpus = base.problem.corpus
    assert bits_of(refined.grammar, corpus).total < bits_of(base.grammar, corpus).total


def test_other_trees_are_other_parses_of_the_same_sentences() -> None:
    grammar = Grammar.of("S", [("S", "N", "V"), ("V", "V", "P"), ("P", "P", "Q")], {
        "man": ["N"], "sees": ["V"], "in": ["P"], "town": ["Q", "P"],
    })  # fmt: skip
    sentences = ["man sees in town", "man sees in"]
    assert [count_trees(grammar, s) for s in sentences] == [2, 1]
    first = tuple(t for t in (parse(grammar, s) for s in sentences) if t is not None)
    problem = RefineProblem(grammar, first, {})
    others = list(other_trees(problem, 0))
    assert len(others) == 1
    assert others[0][0] != first[0]
    assert others[0][0].words() == first[0].words()
    assert others[0][1] == first[1]


def test_retree_finds_what_the_given_trees_do_not_allow() -> None:
    # 'x a b' is (x a) b or x (a b); only the second lets the two kinds of a be told apart by their partners.
    grammar = Grammar.of(
        "S",
        [("S", "X", "B"), ("X", "X", "A"), ("B", "A", "B")],
        {"x": ["X"], "a1": ["A"], "a2": ["A"], "b1": ["B"], "b2": ["B"]},
    )

    def tree(text: str, right: bool) -> Tree:
        x, a, b = text.split()
        if right:
            inner = Tree.node("B", Tree.leaf("A", a), Tree.leaf("B", b))
            return Tree.node("S", Tree.leaf("X", x), inner)
        return Tree.node("S", Tree.node("X", Tree.leaf("X", x), Tree.leaf("A", a)), Tree.leaf("B", b))

    texts = ["x a1 b1", "x a2 b2"]
    left = tuple(tree(text, False) for text in texts)
    limits = {SyntacticRule("S", "X", "B"): 1, SyntacticRule("X", "X", "A"): 1}
    problem = RefineProblem(grammar, left, {"A": 2}, limits)
    plain = lower(problem, Limits(max_iterations=2000), engine="concur")
    assert plain.outcome.solution is None
    retreed = lower(problem, Limits(max_iterations=2000), engine="concur", retree=True)
    assert retreed.outcome.solution is not None
    assert retreed.outcome.solution.problem.corpus == problem.corpus


@pytest.mark.parametrize(
    ("features", "rules", "words"),
    [
        ({"Q": 2}, None, "Q"),
        ({"A": 0}, None, "from 1"),
        ({"S": 2}, None, "start symbol"),
        ({"A": 2}, {"S>A A": 2}, "not a rule"),
        ({"A": 2}, {"S>B A": 0}, "from 1"),
        ({"C": 9}, None, "cannot all be used"),
        ({"C": 4}, {"B>C B": 3}, "stands on the right"),
        ("some", None, "auto"),
        ("auto", {"S>B A": 2}, "leave both"),
    ],
)
def test_a_wrong_request_is_one_clear_line(features, rules, words: str) -> None:
    with pytest.raises(BrilligError, match=words) as refusal:
        brillig.refine(toy2_solution(1, 20), features, rules, engine="concur", max_iterations=1000)
    assert "\n" not in str(refusal.value)


def test_a_solution_without_trees_cannot_be_refined() -> None:
    solution = toy2_solution(1, 5)
    bare = Solution(solution.grammar, (), solution.problem, Run("hand"))
    with pytest.raises(BrilligError, match="has none"):
        bare.refine({"A": 2})


def test_counting_shows_what_is_impossible() -> None:
    solution = toy2_solution(2, 30)
    problem = RefineProblem(solution.grammar, solution.trees, {"C": 5})
    outcome = refine(problem, Limits())
    assert outcome.status is Status.INFEASIBLE
    assert "4 words" in outcome.reason
    assert isinstance(solution.problem, Problem)
