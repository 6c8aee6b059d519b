"""Extension: new words get their categories, what cannot be explained is named, and it can be done again."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from brillig.engines.concur.extend import extend
from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.parsing.cyk import accepts_all, parse_corpus
from brillig.parsing.diagnose import explain_failure, find_unexplained
from brillig.parsing.generate import generate
from brillig.problems import ExtendProblem, Problem
from brillig.problems.check import violations
from brillig.problems.solution import Run, Solution, Status, load
from brillig.workflows.extension import ExtensionRequest, extend_problem, run_extension
from refine_cases import FEATURES, RULES, toy2_solution

PAST = {"walked", "disappeared", "saw", "liked"}


@pytest.fixture(scope="module")
def refined() -> Solution:
    return toy2_solution(40).refine(FEATURES, RULES, engine="concur")


def run_trial(problem: ExtendProblem, seed: int, max_iterations: int) -> Outcome:
    return extend(problem, Limits(seed=seed, max_iterations=max_iterations, jobs=1))


def past(number: int = 100, seed: int = 41) -> Corpus:
    return Corpus.of(generate(builtin("toy2-past"), number, seed=seed))


def test_past_forms_get_both_verb_categories_and_nothing_else_changes(refined: Solution) -> None:
    extended = refined.extend(past(), homographs=4, engine="concur")
    lexicon, before = extended.grammar.lexicon, refined.grammar.lexicon
    assert extended.grammar.syntactic == refined.grammar.syntactic
    assert {word: lexicon[word] for word in before} == dict(before)
    assert set(lexicon) - set(before) == PAST
    assert set(lexicon["walked"]) == set(lexicon["disappeared"]) == {before["walk"][0], before["walks"][0]}
    assert set(lexicon["saw"]) == set(lexicon["liked"]) == {before["see"][0], before["sees"][0]}
    assert violations(extended.problem, extended.grammar, extended.trees) == []
    assert extended.trees[: len(refined.trees)] == refined.trees
    assert [tree.words() for tree in extended.trees[len(refined.trees) :]] == list(past().sentences)


def test_trials_need_few_iterations_and_three_homographs_do_not_do(refined: Solution) -> None:
    problem = extend_problem(refined, past(), 4)
    outcomes = [run_trial(problem, seed, 10_000) for seed in range(20)]
    assert all(outcome.status is Status.FOUND for outcome in outcomes)
    assert sum(outcome.run.iterations for outcome in outcomes) / 20 < 6600
    fewer = run_trial(extend_problem(refined, past(), 3), 0, 500)
    assert fewer.status is Status.INFEASIBLE
    assert "need 4 homographs or more, but 3 may be given" in fewer.reason
    for word in PAST:
        assert f"{word} needs 2" in fewer.reason


def test_what_is_not_proven_impossible_is_unknown(refined: Solution) -> None:
    # Each word has one category too few, but no sentence with one unknown word shows it.
    hard = ["Kim glorp these flub", "dogs glorp this flub", "Kim glorp flub", "every flub glorp Kim"]
    outcome = run_trial(extend_problem(refined, Corpus.of(hard), 0), 0, 300)
    assert outcome.status is Status.UNKNOWN
    assert "no proof" in outcome.reason
    exact = run_extension(ExtensionRequest(engine="exact"), refined, Corpus.of(hard))
    assert exact.status is Status.INFEASIBLE


def test_every_category_of_a_new_word_is_used_by_some_tree(refined: Solution) -> None:
    extended = refined.extend(past(), homographs=4, engine="concur", seed=5)
    used = {(leaf.label, leaf.word) for tree in extended.trees for leaf in tree.leaves()}
    assert used >= {rule for rule in extended.grammar.lexical if rule.word in PAST}


def test_agreement_in_number_comes_with_refinement(refined: Solution) -> None:
    truth = builtin("toy2")
    before = toy2_solution(40).grammar
    drawn = generate(refined.grammar, 300, seed=9)
    rejected = [text for text, ok in zip(drawn, accepts_all(truth, drawn), strict=True) if not ok]
    plural = {"these", "all"}
    for text in rejected:
        words = text.split()
        assert any(a in plural and b in plural for a, b in pairwise(words)), text
    assert 1 - len(rejected) / 300 > 0.9
    loose = generate(before, 300, seed=9)
    assert sum(accepts_all(truth, loose)) < 200
    assert all(accepts_all(refined.grammar, generate(truth, 300, seed=10)))


def test_extended_twice_refined_again_saved_and_loaded(refined: Solution, tmp_path: Path) -> None:
    once = refined.extend(past(60), homographs=4, engine="concur")
    twice = once.extend(["every cat walks", "these cats saw Kim"], engine="concur")
    assert twice.grammar.lexicon["cat"] == twice.grammar.lexicon["dog"]
    assert twice.grammar.lexicon["cats"] == twice.grammar.lexicon["dogs"]
    name = twice.grammar.lexicon["dog"][0]
    again = twice.refine({name: 2}, engine="concur", max_iterations=20_000)
    assert {f"{name}_0", f"{name}_1"} <= set(again.grammar.categories)
    for number, solution in enumerate((once, twice, again)):
        path = tmp_path / f"{number}.json"
        solution.save(path)
        loaded = load(path)
        assert (loaded.grammar, loaded.trees, loaded.problem) == (
            solution.grammar,
            solution.trees,
            solution.problem,
        )


def test_the_same_seed_gives_the_same_answer_on_any_number_of_threads(refined: Solution) -> None:
    problem = extend_problem(refined, past(), 6)
    one, three = (extend(problem, Limits(seed=2, jobs=jobs)) for jobs in (1, 3))
    assert one.solution is not None
    assert three.solution is not None
    assert one.solution.grammar == three.solution.grammar


def test_without_new_words_it_is_a_check(refined: Solution) -> None:
    fine = Corpus.of(generate(builtin("toy2"), 20, seed=77))
    outcome = run_extension(ExtensionRequest(engine="concur"), refined, fine)
    assert outcome.solution is not None
    assert outcome.solution.grammar == refined.grammar
    assert outcome.run.iterations == 0
    wrong = Corpus.of(["Kim walks", "these girls walks"])
    outcome = run_extension(ExtensionRequest(engine="concur"), refined, wrong)
    assert outcome.status is Status.INFEASIBLE
    assert "sentence 2, 'these girls walks'" in outcome.reason
    assert "'these girls'" in outcome.reason
    assert "'walks'" in outcome.reason


def test_a_word_in_an_impossible_place_is_named(refined: Solution) -> None:
    with pytest.raises(BrilligError, match="sentence 1, 'Kim walks quickly'") as refusal:
        refined.extend(["Kim walks quickly"], engine="concur")
    assert "\n" not in str(refusal.value)


def test_pieces_are_as_few_as_can_be_and_neighbours_do_not_join() -> None:
    grammar = Grammar.of(
        "S", [("S", "B", "A"), ("B", "C", "B")], {"the": ["C"], "dog": ["B"], "runs": ["A"], "a": ["C"]}
    )
    found = find_unexplained(grammar, [("the", "dog", "runs"), ("the", "dog", "a", "dog")], [])
    assert [one.number for one in found] == [2]
    assert [(p.start, p.end, p.categories) for p in found[0].pieces] == [(0, 2, ("B",)), (2, 4, ("B",))]
    assert found[0].spans == ("the dog a dog",)
    assert [p.categories for p in explain_failure(grammar, ("dog", "xyz"))] == [("B",), ()]
    assert find_unexplained(grammar, [("the", "cat", "runs")], ["cat"]) == []


TOY1 = {
    **{word: ["C"] for word in ("Bob", "John", "Mary")},
    **{word: ["D"] for word in ("by", "in", "on", "with")},
    **{word: ["E"] for word in ("ate", "saw", "walked")},
    **{word: ["F"] for word in ("man", "telescope", "cat", "park", "dog")},
    **{word: ["G"] for word in ("my", "a", "an", "the")},
}


def toy1_solution(sentences: list[str]) -> Solution:
    words = {word for text in sentences for word in text.split()}
    rules = [("S", "B", "C"), ("A", "D", "C"), ("B", "C", "E"), ("C", "C", "A"), ("C", "G", "F")]
    grammar = Grammar.of("S", rules, {word: TOY1[word] for word in words})
    trees = tuple(tree for tree in parse_corpus(grammar, sentences) if tree is not None)
    return Solution(grammar, trees, Problem(Corpus.of(sentences), 8, 4, 5), Run("hand"))


def test_a_thousand_sentences_follow_from_the_first_ten() -> None:
    sentences = generate(builtin("toy1"), 1000, seed=3)
    base = toy1_solution(sentences[:10])
    extended = base.extend(sentences[10:], engine="concur")
    assert extended.grammar.lexicon == toy1_solution(sentences).grammar.lexicon
    assert len(extended.trees) == 1000


def test_a_sentence_outside_the_language_is_named_among_a_thousand() -> None:
    sentences = generate(builtin("toy1"), 300, seed=4)
    base = toy1_solution(sentences[:20])
    new = Corpus.of([*sentences[20:200], "Bob ate ate John", *sentences[200:]])
    outcome = run_extension(ExtensionRequest(engine="concur"), base, new)
    assert outcome.status is Status.INFEASIBLE
    assert outcome.reason.startswith("sentence 181, 'Bob ate ate John'")
