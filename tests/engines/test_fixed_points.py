"""Fixed points as the paper reads them, and batches that change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from brillig import Problem, Status
from brillig.engines.concur.changing import ChangingNetwork
from brillig.engines.concur.driver import Stop
from brillig.engines.concur.fixed_point import read_trees, rounded_lexicon
from brillig.engines.concur.infer import infer, named_rules
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout, Numbering
from brillig.engines.concur.settings import DEFAULT, PAPER
from brillig.language.layers import LayeredTree, Step, to_layers, to_tree
from brillig.limits import Limits
from brillig.problems.check import violations
from brillig.problems.extend import ExtendProblem
from data import sample, toy2_grammar

# How fixed points are read does not depend on these; with h > 0 they have some within few iterations.
TOY2 = replace(
    PAPER, gamma=1e-2, kappa=1.5, metric="mean", tensor="limit", lift="printed", restart_after=None
)


def converge(problem: Problem) -> InferenceNetwork:
    """A network at a fixed point."""
    network = InferenceNetwork(Layout.of(problem), TOY2)
    for seed in range(30):
        network.start(seed)
        if network.run(4000)[1] is Stop.CONVERGED:
            return network
    raise AssertionError("no start converged")


def test_layers_are_read_back_as_the_tree_they_were_made_of() -> None:
    found = infer(Problem(sample("toy2", 40, 3), 5, 2, 3), Limits(0, jobs=1)).solution
    assert found is not None
    assert all(to_tree(to_layers(tree)) == tree for tree in found.trees)


def test_layers_whose_copies_disagree_are_no_tree() -> None:
    steps = (Step(("S",), ("A", "B"), 0), Step(("A", "A"), ("A", "C", "D"), 1))
    assert to_tree(LayeredTree(("x", "y", "z"), steps)) is None


def test_the_trees_of_a_fixed_point_are_those_of_its_layers() -> None:
    problem = Problem(sample("toy2", 30, 11), 5, 2, 3)
    network = converge(problem)
    names, rules = Numbering.of(problem).names, set(named_rules(problem, network.kernel.rules()))
    trees = read_trees(network, problem.corpus.sentences, names, rules)
    assert trees is not None
    chosen = network.kernel.word_categories()
    for tree, sentence, categories in zip(trees, problem.corpus.sentences, chosen, strict=True):
        assert tree.words() == sentence
        assert [leaf.label for leaf in tree.leaves()] == [names[k] for k in categories]
        assert set(tree.rules()) <= rules
    network.start(5)
    network.run(1)
    assert read_trees(network, problem.corpus.sentences, names, rules) is None


@pytest.mark.parametrize("seed", range(3))
def test_with_homographs_words_have_what_their_vectors_round_to(seed: int) -> None:
    problem = Problem(sample("toy2", 30, 50 + seed), 5, 2, 3, 2)
    network = converge(problem)
    lexicon = rounded_lexicon(network.kernel.word_means())
    chosen: list[set[int]] = [set() for _ in lexicon]
    for words, categories in zip(network.layout.sentences, network.kernel.word_categories(), strict=True):
        for word, category in zip(words, categories, strict=True):
            chosen[word].add(category)
    assert all(trees <= set(vector) for trees, vector in zip(chosen, lexicon, strict=True))
    assert sum(map(len, lexicon)) <= len(lexicon) + 2
    outcomes = [infer(problem, Limits(k, 4000, jobs=1), settings=TOY2) for k in range(4)]
    found = [outcome.solution for outcome in outcomes if outcome.solution is not None]
    assert found
    assert all(violations(problem, one.grammar, one.trees) == [] for one in found)


@pytest.mark.parametrize("settings", [DEFAULT, TOY2], ids=["default", "paper"])
def test_changing_batches_find_the_grammar_of_all_sentences(settings) -> None:
    problem = Problem(sample("toy2", 80, 21), 5, 2, 3)
    changing = replace(settings, batch=10, change_after=200)
    for seed in range(3):
        outcome = infer(problem, Limits(seed, 60_000, jobs=1), settings=changing)
        assert outcome.solution is not None, outcome.reason
        expected = toy2_grammar(problem.corpus.words)
        assert outcome.solution.grammar.canonical_text == expected
        assert outcome.run == replace(
            infer(problem, Limits(seed, 60_000, jobs=1), settings=changing).run, seconds=outcome.run.seconds
        )


def test_a_changing_batch_keeps_its_size_and_comes_to_every_sentence() -> None:
    problem = Problem(sample("toy2", 40, 5), 5, 2, 3)
    sentences = tuple(problem.corpus.distinct)
    network = ChangingNetwork(problem, sentences, replace(TOY2, batch=7, change_after=3))
    network.start(1)
    seen: set[tuple[str, ...]] = set()
    for _ in range(2 * len(sentences)):
        assert len(set(network.batch)) == 7
        seen |= set(network.batch)
        before = network.kernel.tensor_estimate()
        assert network.run(10)[0] <= 3
        network.change([sentences[0]])
        assert sentences[0] in network.batch
        assert network.kernel.tensors().shape[1:] == before.shape
    assert seen == set(sentences)


def test_a_changing_batch_goes_on_with_what_sentences_share() -> None:
    problem = Problem(sample("toy2", 40, 5), 5, 2, 3)
    network = ChangingNetwork(
        problem, tuple(problem.corpus.distinct), replace(TOY2, batch=7, change_after=50)
    )
    network.run(50)
    shared, mu = network.kernel.tensor_estimate(), network.kernel.mu()
    means = dict(zip(network.layout.words, network.kernel.word_means(), strict=True))
    network.change()
    assert all(abs(copy - shared).max() < 1e-5 for copy in network.kernel.tensors())
    assert network.kernel.mu() == mu
    vectors = network.kernel.vectors()
    both = [
        (w, rows)
        for w, rows in zip(network.layout.words, network.layout.occurrences, strict=True)
        if w in means
    ]
    assert both
    assert all(abs(vectors[row] - means[w]).max() < 1e-5 for w, rows in both for row in rows)


def test_a_search_whose_metric_runs_away_can_be_saved() -> None:
    from brillig.engines.concur.extend_layout import extension_layout
    from brillig.engines.concur.settings import preset_settings
    from refine_cases import PAPER_REFINED

    corpus = sample("toy2-past", 60, 4712)
    problem = ExtendProblem(PAPER_REFINED, corpus, 4)
    layout = extension_layout(problem, corpus.sentences)
    network = InferenceNetwork(layout, replace(preset_settings("paper", "extend"), gamma=0.3))
    for seed in range(3):
        network.start(seed)
        for _ in range(20):
            network.run(50)
            network.load(network.save())
            assert all(1e-3 <= round(mu, 6) <= 1e3 for mu in network.kernel.mu())


def test_the_printed_cost_still_leads_to_checked_answers() -> None:
    problem = Problem(sample("toy2", 30, 50), 5, 2, 3, 2)
    outcome = infer(problem, Limits(0, 20_000, jobs=1), settings=replace(DEFAULT, literal=True))
    assert outcome.status is Status.FOUND
    assert outcome.solution is not None
    assert violations(problem, outcome.solution.grammar, outcome.solution.trees) == []
