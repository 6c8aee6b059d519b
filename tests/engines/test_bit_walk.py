"""The exact engine's walk by bits: always the same, its bound never too high, its grammars the lightest."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from brillig.engines.exact.bit_walk import BitWalk, WalkPoint, bits_floor, own_numbers
from brillig.engines.exact.walking import walk_by_bits
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Ended, Limits
from brillig.parsing.bits import bits_of
from brillig.parsing.cyk import accepts_all
from brillig.problems import STRICT, Problem, Restrictions
from brillig.problems.solution import Status

TINY = Corpus.of(["a b", "a c", "d a b", "d a c"])
PETS = Corpus.of(["the cat sleeps", "the dog sleeps", "a dog barks", "the cat sees a dog"])


def walk(
    corpus: Corpus, work: int | None = None, restrictions: Restrictions = STRICT, most: int = 1000
) -> list[WalkPoint]:
    """Its points; a walk of more than `most` fails."""
    points: list[WalkPoint] = []

    def report(point: WalkPoint) -> None:
        points.append(point)
        assert len(points) <= most

    BitWalk(Problem(corpus, 3, 0, 1, 0, restrictions), report, work).run()
    return points


def every_grammar(corpus: Corpus, categories: int, rules: int) -> list[Grammar]:
    """All grammars of the paper's model with exactly these numbers that explain the sentences."""
    names = ["A", "B", "C", "D"][: categories - 1]
    pairs = [(y, z) for y in names for z in names if y != z]
    found = []
    for chosen in combinations(pairs, rules):
        for parents in product(["S", *names], repeat=rules):
            syntactic = [(x, y, z) for x, (y, z) in zip(parents, chosen, strict=True)]
            for homes in product(names, repeat=len(corpus.words)):
                lexicon = {word: [home] for word, home in zip(corpus.words, homes, strict=True)}
                grammar = Grammar.of("S", syntactic, lexicon)
                if len(grammar.categories) == categories and all(accepts_all(grammar, corpus.sentences)):
                    found.append(grammar)
    return found


def test_no_grammar_of_brute_force_is_lighter_than_the_walk_or_the_bound() -> None:
    points = walk(TINY)
    best = min(point.bits for point in points)
    for categories, rules in ((3, 1), (3, 2), (4, 2)):
        grammars = every_grammar(TINY, categories, rules)
        least = min((bits_of(grammar, TINY).total for grammar in grammars), default=None)
        proven = [p for p in points if p.numbers == (categories, 0, rules) and p.status is Status.INFEASIBLE]
        assert not (proven and grammars)
        if least is not None:
            assert bits_floor(TINY, rules) <= least
            assert best <= least + 1e-6


def test_the_bound_holds_where_words_are_said_to_be_phrases() -> None:
    rules = "S X P|S N P|P V X|P V N|P W X|P W N|X D N"
    lexicon = {"these": ["D"], "dogs": ["N"], "see": ["V"], "like": ["W"], "sleep": ["P"]}
    grammar = Grammar.of("S", [tuple(rule.split()) for rule in rules.split("|")], lexicon)
    for sentences in (["dogs sleep"], ["dogs sleep", "dogs see these dogs", "these dogs like dogs"] * 3):
        corpus = Corpus.of(sentences)
        assert bits_floor(corpus, len(grammar.syntactic)) <= bits_of(grammar, corpus).total


@pytest.mark.parametrize("corpus", [TINY, PETS])
def test_the_same_sentences_make_the_same_walk(corpus: Corpus) -> None:
    assert walk(corpus) == walk(corpus)


def test_points_are_those_of_their_grammars() -> None:
    for point in walk(PETS):
        if point.grammar is not None:
            assert point.numbers == own_numbers(point.grammar)
            assert all(accepts_all(point.grammar, PETS.sentences))


def test_work_bounds_the_walk() -> None:
    assert len(walk(PETS, 20)) < len(walk(PETS))


@pytest.mark.parametrize("sentences", [["stop", "go home"], ["go home"], ["stop", "go home", "run home"]])
def test_a_walk_ends_where_more_rules_bring_the_same_grammar_again(sentences: list[str]) -> None:
    points = walk(Corpus.of(sentences, one_word=True), restrictions=Restrictions.of(["one-word"]), most=40)
    assert any(point.grammar is not None for point in points)


def test_from_outside_it_is_the_same_walk_and_a_limit_keeps_what_there_is() -> None:
    walked = walk_by_bits(PETS)
    assert walked.ended is Ended.ANSWERED
    assert [point.numbers for point in walked.points] == [point.numbers for point in walk(PETS)]
    assert walked.best is not None
    assert walk_by_bits(PETS, Limits(time_limit=1e-6)).ended is Ended.TIME
