"""Probabilities of rules: the most probable tree against all trees, drawing, files, and NLTK's PCFG."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice, product
from math import log2, prod
from random import Random

import pytest

from brillig.errors import BrilligError
from brillig.interop.nltk import to_nltk_pcfg
from brillig.language.cfg_text import to_cfg
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule
from brillig.language.tree import Tree
from brillig.parsing.cyk import parse_all
from brillig.parsing.generate import draw
from brillig.parsing.probability import by_alternative, estimate_weights, most_probable, sum_of_trees
from brillig.parsing.report import parse_report
from brillig.problems import Problem
from brillig.problems.chosen import order_weights
from brillig.problems.renaming import renamed
from brillig.problems.solution import Run, Solution
from grammar_strategies import random_grammar

GRAMMAR = Grammar.of(
    "S",
    [("S", "N", "V"), ("V", "V", "P"), ("N", "N", "P"), ("V", "T", "N"), ("P", "O", "N")],
    {"Bob": ["N"], "Ann": ["N"], "saw": ["T"], "ran": ["V"], "near": ["O"], "by": ["O"]},
)
SENTENCES = ["Bob ran", "Ann saw Bob near Ann", "Bob near Ann saw Ann by Bob near Ann", "Ann ran by Bob"]


def solution() -> Solution:
    corpus = Corpus.of(SENTENCES)
    trees = tuple(parse_all(GRAMMAR, sentence, 1)[0] for sentence in corpus.sentences)
    assert all(isinstance(tree, Tree) for tree in trees)
    made = Solution(GRAMMAR, trees, Problem(corpus, 6, 2, 5), Run("exact"))  # type: ignore[arg-type]
    return Solution(
        GRAMMAR, made.trees, made.problem, made.run, weights=order_weights(made.rule_weights, GRAMMAR)
    )


def chance(tree: Tree, weights: dict[SyntacticRule | LexicalRule, float]) -> float:
    return prod(weights[SyntacticRule(*rule)] for rule in tree.rules()) * prod(
        weights[LexicalRule(leaf.label, leaf.word)] for leaf in tree.leaves()
    )


@pytest.mark.parametrize("sentence", SENTENCES)
def test_no_tree_is_more_probable_than_the_best(sentence: str) -> None:
    weights = solution().rule_weights
    words = sentence.split()
    found = most_probable(GRAMMAR, weights, words)
    assert found is not None
    every = [tree for tree in parse_all(GRAMMAR, words, 1000) if isinstance(tree, Tree)]
    assert found[1] == pytest.approx(log2(max(chance(tree, weights) for tree in every)))
    assert chance(found[0], weights) == pytest.approx(2 ** found[1])
    assert most_probable(GRAMMAR, weights, [*words, "saw"]) is None


def test_weights_are_kept_and_renamed_and_add_up() -> None:
    made = solution()
    data = json.loads(made.to_text())
    assert data["version"] == 2
    assert Solution.from_json(data) == made
    named = renamed(made, {"N": "NP"})
    assert (
        dict(named.weights)[SyntacticRule("NP", "NP", "P")]
        == dict(made.weights)[SyntacticRule("N", "N", "P")]
    )
    data["weights"][0][-1] /= 2
    with pytest.raises(BrilligError, match="add up to"):
        Solution.from_json(data)
    del data["weights"][0]
    with pytest.raises(BrilligError, match="none for"):
        Solution.from_json(data)


def test_drawing_with_weights_follows_them() -> None:
    weights = estimate_weights(GRAMMAR, solution().trees)
    drawn = Counter(sentence[0] for sentence in islice(draw(GRAMMAR, 1, weights=weights), 400))
    alike = dict.fromkeys(weights, 0.0) | {
        rule: 1.0 for rule in weights if rule[0] != "N" or rule == LexicalRule("N", "Bob")
    }
    assert set(drawn) == {"Bob", "Ann"}
    only = {sentence[0] for sentence in islice(draw(GRAMMAR, 1, max_words=8, weights=alike), 50)}
    assert only == {"Bob"}


def test_nltk_reads_the_weights() -> None:
    nltk = pytest.importorskip("nltk")
    made = solution()
    text = to_cfg(GRAMMAR, by_alternative(made.rule_weights))
    read = nltk.PCFG.fromstring(text)
    direct = to_nltk_pcfg(GRAMMAR, made.rule_weights)
    assert {str(p.lhs()) + str(p.rhs()): round(p.prob(), 4) for p in read.productions()} == {
        str(p.lhs()) + str(p.rhs()): round(p.prob(), 4) for p in direct.productions()
    }
    words = SENTENCES[2].split()
    best = next(iter(nltk.ViterbiParser(direct).parse(words)))
    ours = most_probable(GRAMMAR, made.rule_weights, words)
    assert ours is not None
    assert log2(best.prob()) == pytest.approx(ours[1], abs=1e-3)


@pytest.mark.parametrize("seed", range(12))
def test_the_probability_of_a_sentence_is_that_of_all_its_trees(seed: int) -> None:
    grammar = random_grammar(seed, categories=4, rules=8, words=4, homographs=2)
    rng = Random(seed)
    weights: dict[SyntacticRule | LexicalRule, float] = {rule: rng.uniform(0.01, 1) for rule in grammar}
    for length in range(1, 6):
        for words in islice(product(grammar.words, repeat=length), 60):
            chances = chances_of(grammar, weights, grammar.start, words)
            assert len(chances) == len(parse_all(grammar, words, 10_000))
            assert 2 ** sum_of_trees(grammar, weights, words) == pytest.approx(sum(chances))
            best = most_probable(grammar, weights, words)
            assert (best is None) == (not chances)
            if best is not None:
                assert 2 ** best[1] == pytest.approx(max(chances))
                assert chance(best[0], weights) == pytest.approx(max(chances))


def chances_of(
    grammar: Grammar, weights: dict[SyntacticRule | LexicalRule, float], top: str, words: tuple[str, ...]
) -> list[float]:
    """The probability of each tree, by definition and without a parser."""
    is_word = len(words) == 1 and top in grammar.lexicon[words[0]]
    found = [weights[LexicalRule(top, words[0])]] if is_word else []
    for rule in grammar.expansions.get(top, ()):
        for middle in range(1, len(words)):
            for left in chances_of(grammar, weights, rule.left, words[:middle]):
                rights = chances_of(grammar, weights, rule.right, words[middle:])
                found += [weights[rule] * left * right for right in rights]
    return found


def test_parse_tells_bits_and_why_it_rejects() -> None:
    made = solution()
    corpus = Corpus.of([*SENTENCES, "Bob saw near Ann"])
    report = parse_report(made.grammar, corpus, weights=made.rule_weights, all_trees=True)
    best, together = report[2].bits, report[2].all_bits
    assert best is not None
    assert together is not None
    assert together < best
    assert f"({report[2].count} trees; {best:.2f} bits, ln p = " in str(report[2])
    assert report[0].bits == report[0].all_bits
    assert report[4].why == "no rule joins 'Bob' (N) + 'saw' (T) + 'near Ann' (P)"
    assert report.to_json()["sentences"][4]["why"] == report[4].why
