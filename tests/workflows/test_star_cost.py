"""Starred sentences that cost many bits: a doubt where they mix word classes, none where they split them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.parsing.bits import describe
from brillig.workflows.choosing import Choice, choose_by_length
from brillig.workflows.doubt import FEW_BITS, Doubt, look_for_doubt
from brillig.workflows.stars import Unstarred, find_mixed, refusable

SENTENCES = [
    *("mały kot śpi", "mała kotka śpi", "duży kot śpi", "duża kotka śpi", "duży pies śpi", "duża krowa śpi"),
    *("mały pies je mleko", "mała krowa je chleb", "mały kot je chleb", "duża kotka je mleko"),
]
STAR = ("mała", "kot", "śpi")
STARRED = Corpus(tuple(tuple(s.split()) for s in SENTENCES), rejected=(STAR,))
ADJECTIVES, NOUNS = ("mały", "mała", "duży", "duża"), ("kot", "kotka", "pies", "krowa")
CLASSES = {"A": ("śpi",), "C": ("je",), "E": ("mleko", "chleb"), "D": ADJECTIVES, "N": NOUNS}
RULES = [("S", "B", "A"), ("B", "D", "N"), ("A", "C", "E")]
PLAIN = Grammar.of("S", RULES, {word: [name] for name, words in CLASSES.items() for word in words})
# “mała” stands with the objects, “kotka” and “krowa” with the verb.
MIXED = Grammar.of(
    "S",
    [*RULES, ("B", "E", "C")],
    {word: list(homes) for word, homes in PLAIN.lexicon.items()}
    | {"mała": ["E"], "kotka": ["C"], "krowa": ["C", "N"]},
)
SPLIT = Grammar.of(
    "S",
    [*RULES, ("B", "F", "G")],
    {word: list(homes) for word, homes in PLAIN.lexicon.items()}
    | {"mała": ["F"], "duża": ["F"], "kotka": ["G"], "krowa": ["G"]},
)


def test_words_of_torn_classes_are_mixed_and_split_or_whole_classes_are_not() -> None:
    mixed = find_mixed(MIXED, PLAIN)
    assert mixed is not None
    one, other = mixed
    assert set(MIXED.lexicon[one]) & set(MIXED.lexicon[other])
    assert not set(PLAIN.lexicon[one]) & set(PLAIN.lexicon[other])
    assert find_mixed(SPLIT, PLAIN) is None
    assert find_mixed(PLAIN, SPLIT) is None
    assert find_mixed(PLAIN, PLAIN) is None


def test_a_star_with_a_word_that_no_sentence_has_costs_nothing() -> None:
    assert refusable(STARRED) == (STAR,)
    assert refusable(replace(STARRED, rejected=(("mała", "ryba", "śpi"),))) == ()


@cache
def chosen() -> Choice:
    return choose_by_length(STARRED, engine="grow")


def doubted(grammar: Grammar, more: float) -> Doubt:
    """About a choice that has this grammar, and this many bits more than the one without stars."""
    choice = chosen()
    description = describe(PLAIN, STARRED)
    mine = choice.solution
    assert mine is not None
    assert mine.bits is not None
    data = description.bits.total + more - mine.bits.total + mine.bits.data
    mine = replace(mine, grammar=grammar, bits=replace(mine.bits, data=data))
    made = replace(choice, outcome=replace(choice.outcome, solution=mine), rivals=())
    return look_for_doubt(replace(made, unstarred=Unstarred(((PLAIN, description),))))


def test_a_costly_star_that_mixes_classes_is_a_doubt_and_said_first() -> None:
    doubt = doubted(MIXED, FEW_BITS + 1)
    assert doubt
    assert doubt.stars is not None
    assert "to refuse “*mała kot śpi” takes 7.0 bits more" in doubt.lines()[0]
    data = doubt.to_json()["stars"]
    assert data["sentences"] == ["mała kot śpi"]
    assert data["bits_more"] == 7
    assert Grammar.from_json(data["grammar_without"]) == PLAIN
    assert doubted(MIXED, FEW_BITS - 1).stars is None
    assert doubted(SPLIT, FEW_BITS + 1).stars is None


def test_sentences_are_learned_without_stars_where_there_are_some() -> None:
    assert chosen().unstarred is not None
    assert choose_by_length(replace(STARRED, rejected=()), engine="grow").unstarred is None
