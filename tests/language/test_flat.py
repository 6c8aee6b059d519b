"""The flat form of a grammar: the same language, no more rules, and what its notation says."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings

from brillig.language.builtin import BUILTIN, builtin
from brillig.language.cfg import Cfg
from brillig.language.cfg_text import parse_cfg
from brillig.language.flat import FlatGrammar, optional
from brillig.language.flatten import flatten
from brillig.language.grammar import Grammar
from brillig.parsing.languages import Bounds, compare_languages
from brillig_lab.classics import CLASSICS
from grammar_strategies import grammars, random_grammar

BOUNDS = Bounds(7, 3_000, 60_000)


def has_same_language(grammar: Grammar | Cfg, flat: FlatGrammar) -> bool:
    return compare_languages(grammar, flat.to_cfg(), BOUNDS).difference is None


def count_rules(grammar: Grammar | Cfg) -> int:
    if isinstance(grammar, Grammar):
        return len(grammar.syntactic)
    return sum(len(rule.right) > 1 or isinstance(rule.right[0], str) for rule in grammar.rules)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(grammars())
def test_any_grammar_keeps_its_language_and_gets_no_more_rules(grammar: Grammar) -> None:
    flat = flatten(grammar, keep=())
    assert has_same_language(grammar, flat)
    assert flat.size <= count_rules(grammar)


@pytest.mark.parametrize("seed", range(40))
def test_grammars_rich_in_recursion_keep_their_language(seed: int) -> None:
    rng = random.Random(seed)
    grammar = random_grammar(seed, categories=rng.randint(2, 6), rules=rng.randint(3, 10), words=5)
    for keep in ((), None):
        flat = flatten(grammar, keep)
        assert has_same_language(grammar, flat)
        assert flat.size <= count_rules(grammar)


@pytest.mark.parametrize("name", BUILTIN)
def test_the_built_in_grammars_keep_their_language(name: str) -> None:
    forms: list[Grammar | Cfg] = [builtin(name)]
    if name in CLASSICS:
        forms.append(CLASSICS[name].binary)
    for grammar in forms:
        flat = flatten(grammar)
        assert has_same_language(grammar, flat)
        assert flat.size <= count_rules(grammar)


def flat_text(rules: str) -> str:
    return str(flatten(parse_cfg(rules)))


@pytest.mark.parametrize(
    ("rules", "first"),
    [
        # a helper that occurs once is written out, and what one alternative has more is optional
        ("S -> NP A | NP B\nA -> V NP\nB -> V C\nC -> NP PP", "S → NP V NP (PP)"),
        ("S -> NP A | NP B\nA -> V NP\nB -> A PP", "S → NP V NP (PP)"),
        # a name that somebody gave stays
        ("S -> NP VP\nVP -> V NP", "S → NP VP"),
        # repetition: of what stands before, after, between, and of the thing itself
        ("S -> NP S | V PP", "S → NP* V PP"),
        ("S -> S PP | NP V", "S → NP V PP*"),
        ("S -> A V\nA -> NP A | PP", "S → NP* PP V"),
        ("S -> V A\nA -> NP A | NP", "S → V NP+"),
        ("S -> S S | NP V", "S → {NP V}+"),
        ("S -> NP S | S PP | V PP", "S → NP* V PP+"),
    ],
)
def test_rules_as_people_write_them(rules: str, first: str) -> None:
    words = "\n".join(f"{c} -> '{c.lower()}1' | '{c.lower()}2'" for c in ("NP", "V", "PP") if c in rules)
    grammar = parse_cfg(f"{rules}\n{words}")
    flat = flatten(grammar)
    assert has_same_language(grammar, flat)
    assert str(flat).splitlines()[0] == first


def test_a_phrase_that_has_a_name_is_written_by_it() -> None:
    """The subject, which is D N with something added to it as found, is an NP like the object."""
    cfg = parse_cfg(
        "S -> X F\nX -> X F | D N\nF -> V NP | 'sleeps'\nNP -> D N\nD -> 'the' | 'a'\nN -> 'cat' | 'dog'\n"
        "V -> 'sees' | 'hears'"
    )
    flat = flatten(cfg)
    assert str(flat).splitlines()[:3] == ["S → NP F+", "NP → D N", "F → V NP | sleeps"]
    assert has_same_language(cfg, flat)
    assert flat.size <= count_rules(cfg)


def test_words_of_a_phrase_that_repeats_become_a_class() -> None:
    text = flat_text("S -> NP V\nNP -> J NP | 'cat' | 'dog'\nJ -> 'old' | 'big'\nV -> 'sees' | 'sleeps'")
    assert text.splitlines() == [
        "S → NP V",
        "NP → J* N",
        "V → sees | sleeps",
        "J → big | old",
        "N → cat | dog",
    ]


def test_words_that_are_all_of_another_class_are_named_by_it() -> None:
    text = flat_text("S -> N X\nX -> V N | 'runs' | 'sees'\nV -> 'runs' | 'sees'\nN -> 'Kim' | 'Jo'")
    assert text.splitlines()[0] == "S → N V (N)"


def test_single_words_stand_in_their_rules_in_quotes() -> None:
    text = flat_text("S -> A B\nA -> '('\nB -> S C | D C\nC -> ')'\nD -> 'x' | 'it\"s'")
    assert text.splitlines() == ['S → "(" {D | S} ")"', 'D → it"s | x']


def test_optional_parts_may_be_inside_one_another_or_side_by_side() -> None:
    kinds = "V -> 'v' | 'w'\nN -> 'n' | 'm'\nP -> 'p' | 'q'"
    nested = flatten(parse_cfg(f"S -> V N P | V N | V\n{kinds}"))
    assert nested.rows["S"] == (("V", optional((("N", optional((("P",),))),))),)
    side_by_side = flatten(parse_cfg(f"S -> V N P | V N | V P | V\n{kinds}"))
    assert str(side_by_side).splitlines()[0] == "S → V (N) (P)"


def test_what_no_sentence_uses_is_left_out_and_a_grammar_without_sentences_stays() -> None:
    useless = "S -> A B\nA -> 'a'\nB -> 'b'\nC -> C A\nD -> A A"
    assert flat_text(useless) == 'S → "a" "b"'
    nothing = parse_cfg("S -> S S")
    assert str(flatten(nothing)) == "S → S S"


def test_json_has_rows_parts_and_the_text() -> None:
    flat = flatten(parse_cfg("S -> A S | B\nA -> 'a' | 'x'\nB -> 'b' | 'y'"))
    data = flat.to_json()
    assert data["start"] == "S"
    assert data["rules"][0] == ["S", [[{"rows": [["A"]], "least": 0, "repeats": True}, "B"]]]
    assert data["rules"][1] == ["A", [[{"word": "a"}], [{"word": "x"}]]]
    assert data["text"] == str(flat)
