"""Scores: as probabilities summed tree by tree; baselines that are probabilities; sentences kept apart."""

from __future__ import annotations

from itertools import product
from math import inf, isclose, log2
from random import Random
from typing import Any

import pytest

import brillig
from brillig._kernel import log_probabilities
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule
from brillig.language.tree import Tree
from brillig.parsing import score
from brillig.parsing.baselines import BASELINES
from brillig.parsing.cyk import parse_all
from brillig.parsing.probability import AnyRule, estimate_weights
from brillig.parsing.score import join_scores, score_sentences
from brillig.workflows.scoring import held_out_parts, score_held_out

WORDS = "abc"


def random_grammar(random: Random) -> tuple[Grammar, dict[AnyRule, float]]:
    """Any rules over up to four categories and three words, with probabilities that sum to 1."""
    names = ["S", "A", "B", "C"][: random.randint(2, 4)]
    triples = [rule for rule in product(names, repeat=3) if random.random() < 0.25]
    lexicon = {word: [name for name in names if random.random() < 0.5] or ["A"] for word in WORDS}
    grammar = Grammar.of("S", triples or [("S", "A", "A")], lexicon)
    weights: dict[AnyRule, float] = {
        rule: random.random() + 0.01 for rule in (*grammar.syntactic, *grammar.lexical)
    }
    totals = {name: sum(w for rule, w in weights.items() if rule[0] == name) for name in names}
    return grammar, {rule: weight / totals[rule[0]] for rule, weight in weights.items()}


def probability(tree: Tree, weights: dict[AnyRule, float]) -> float:
    result = 1.0
    for rule in tree.rules():
        result *= weights[SyntacticRule(*rule)]
    for leaf in tree.leaves():
        result *= weights[LexicalRule(leaf.label, leaf.word)]
    return result


def test_bits_are_those_of_all_trees_summed() -> None:
    random, accepted, ambiguous = Random(5), 0, 0
    for _ in range(100):
        grammar, weights = random_grammar(random)
        sentences = [tuple(random.choice(WORDS) for _ in range(random.randint(1, 4))) for _ in range(6)]
        score = score_sentences(grammar, weights, sentences)
        assert len(score.sentences) == len(sentences)
        for sentence, scored in zip(sentences, score.sentences, strict=True):
            trees = parse_all(grammar, " ".join(sentence), 5000)
            assert len(trees) < 5000
            total = sum(probability(tree, weights) for tree in trees)
            assert isclose(scored.bits, -log2(total), rel_tol=1e-9) if trees else scored.bits == inf
            accepted += bool(trees)
            ambiguous += len(trees) > 1
    assert accepted > 100
    assert ambiguous > 50


def test_long_sentences_do_not_vanish() -> None:
    grammar = Grammar.of("S", [("S", "A", "S")], {"a": ["A", "S"], "b": ["A"]})
    weights = dict.fromkeys((*grammar.syntactic, *grammar.lexical), 0.5)
    score = score_sentences(grammar, weights, [("a",) * 180])
    assert isclose(score.sentences[0].bits, 180 + 179)


@pytest.mark.parametrize("name", BASELINES)
def test_a_baseline_is_a_probability(name: str) -> None:
    """Over all sentences of up to a length the probabilities approach 1 and never pass it."""
    learned = [("a", "b"), ("a", "b"), ("a",), ("b", "a", "b")]
    model = BASELINES[name](learned)
    masses = [0.0]
    for length in range(1, 13):
        masses.append(masses[-1] + sum(2 ** model(s) for s in product("ab", repeat=length)))
    empty = 2 ** model(())
    assert masses[-1] + empty <= 1 + 1e-9
    assert masses[-1] + empty > 0.95


def test_words_not_seen_are_named_and_counted_apart() -> None:
    grammar = Grammar.of("S", [("S", "A", "B")], {"a": ["A"], "b": ["B"]})
    weights = dict.fromkeys((*grammar.syntactic, *grammar.lexical), 1.0)
    score = score_sentences(grammar, weights, [("a", "b"), ("b", "a"), ("a", "x"), ("x", "x")])
    assert (len(score.accepted), len(score.rejected), score.apart) == (1, 1, 2)
    assert score.unknown == {"x": 3}
    assert score.share_accepted == 0.5
    assert score.bits_per_word == 0
    assert score.baselines == {}
    assert "2 sentences apart, with words not seen: x" in str(score)


def test_a_solution_is_scored_beside_what_learned_from_the_same() -> None:
    sentences = ["the cat sleeps", "a dog sleeps", "the dog sees a cat", "a cat sees the dog"]
    solution = brillig.infer(sentences, 6, 3, 3)
    score = brillig.score(solution, ["the cat sees a dog", "dog the sees", "a bird sleeps"])
    assert set(score.baselines) == {"unigram", "bigram", "class-bigram"}
    assert score.bits_per_word is not None
    assert score.bits_per_word < score.baselines["unigram"]
    assert score.to_json()["rejected"] == ["dog the sees"]
    assert score.to_json()["unknown"] == {"sentences": 1, "words": {"bird": 1}}


def test_held_out_parts_are_disjoint_and_cover_everything() -> None:
    parts = list(held_out_parts(23, 4, 1))
    assert sorted(place for part in parts for place in part) == list(range(23))
    assert {len(part) for part in parts} == {5, 6}
    (single,) = held_out_parts(50, 0.1, 1)
    assert len(single) == 5
    assert list(held_out_parts(50, 0.1, 1)) == [single]
    assert list(held_out_parts(50, 0.1, 2)) != [single]


@pytest.mark.parametrize("share", [0, 1, -0.5, 2.5, 1000])
def test_a_share_that_cannot_be_held_out_is_refused(share: float) -> None:
    with pytest.raises(BrilligError, match="out of range"):
        list(held_out_parts(10, share, 0))


def test_folds_are_scored_by_what_was_learned_without_them() -> None:
    corpus = Corpus.of(["a b", "a a b", "a a a b", "a b b", "a a b b", "a b a b"])
    seen = []

    def learn(part: Corpus) -> brillig.Solution:
        seen.append(part.sentences)
        return brillig.infer([" ".join(s) for s in part.sentences], 3, 0, 6, allow="all", engine="exact")

    score = score_held_out(corpus, 3, 0, learn)
    assert score is not None
    assert [len(part) for part in seen] == [4, 4, 4]
    assert len(score.sentences) + score.apart == 6
    joined = join_scores([score, score])
    assert joined.bits_per_word == pytest.approx(score.bits_per_word)


def test_the_kernel_is_given_a_moment_of_work_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit and Ctrl-C are heard in between; a sentence that comes again is no work."""
    calls: list[int] = []

    def watched(*arguments: Any) -> list[float]:
        calls.append(len(arguments[-1]))
        return log_probabilities(*arguments)

    monkeypatch.setattr(score, "log_probabilities", watched)
    monkeypatch.setattr(score, "MAX_STEPS", 100)
    grammar = Grammar.of("S", [("S", "A", "S"), ("S", "A", "A")], {"a": ["A"], "b": ["A"]})
    sentences = [tuple(words) for words in product("ab", repeat=5)] * 3
    scored = score.score_sentences(grammar, estimate_weights(grammar, ()), sentences)
    assert calls == [1] * 32
    assert [one.bits for one in scored.sentences] == pytest.approx([9.0] * 96)
