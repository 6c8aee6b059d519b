"""Files of other programs: NLTK's .cfg both ways and exact, lark."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path

import lark
import nltk
import pytest
from hypothesis import HealthCheck, given, settings

from brillig.errors import BrilligError
from brillig.interop.bnf import to_bnf
from brillig.interop.fcfg import to_fcfg
from brillig.interop.lark import to_lark
from brillig.interop.nltk import from_nltk, to_nltk
from brillig.language.builtin import BUILTIN, builtin
from brillig.language.cfg import Cfg
from brillig.language.cfg_text import parse_cfg, read_cfg, to_cfg, write_cfg
from brillig.language.grammar import Grammar
from brillig.parsing.cyk import accepts, accepts_all
from brillig.parsing.generate import generate
from grammar_strategies import grammars, random_grammar


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(grammars())
def test_any_grammar_round_trips_json_cfg_json(grammar: Grammar) -> None:
    text = json.dumps(grammar.to_json())
    once = Grammar.from_json(json.loads(text))
    assert once == grammar
    again = parse_cfg(to_cfg(once))
    assert isinstance(again, Grammar)
    assert json.dumps(again.to_json()) == text


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(grammars())
def test_nltk_reads_every_exported_cfg(grammar: Grammar) -> None:
    if len(grammar) == 0:
        return  # NLTK has no grammar without rules
    theirs = nltk.CFG.fromstring(to_cfg(grammar))
    assert len(theirs.productions()) == len(grammar)
    plain = all(not ('"' in word and "'" in word) for word in grammar.words)
    if plain:
        assert {t for p in theirs.productions() for t in p.rhs() if isinstance(t, str)} == set(grammar.words)
    assert from_nltk(to_nltk(grammar)) == grammar


@pytest.mark.parametrize("seed", range(6))
def test_nltk_agrees_with_our_parser_on_200_sentences(seed: int) -> None:
    grammar = random_grammar(seed, categories=5, rules=8, words=5, homographs=1)
    chart = nltk.ChartParser(nltk.CFG.fromstring(to_cfg(grammar)))
    rng = random.Random(seed)
    sentences = [[rng.choice(grammar.words) for _ in range(rng.randint(2, 6))] for _ in range(200)]
    ours = accepts_all(grammar, sentences)
    assert ours == [next(iter(chart.parse(s)), None) is not None for s in sentences]


def test_words_with_quotes_digits_apostrophes_and_any_script() -> None:
    words = [
        "it's",
        'say"',
        '"\'"',
        "3.14",
        "слово",
        "言葉",
        "שלום",
        "a|b",
        "->",
        "#5",
        "%start",
        "x\\",
        "_1",
    ]
    grammar = Grammar.of("S", [("S", "A", "A")], {word: ["A"] for word in words})
    text = to_cfg(grammar)
    assert parse_cfg(text) == grammar
    chart = nltk.ChartParser(nltk.CFG.fromstring(text))
    for left, right in product([w for w in words if w != '"\'"'], repeat=2):
        assert list(chart.parse([left, right]))
        assert accepts(grammar, [left, right])


def test_names_that_nltk_cannot_hold_come_back() -> None:
    grammar = Grammar.of("S.1", [("S.1", "A*", "_1"), ("_2", "A*", "_1")], {"a": ["A*"], "b": ["_1"]})
    text = to_cfg(grammar)
    assert parse_cfg(text) == grammar
    assert str(nltk.CFG.fromstring(text).start()) == "_3"


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_a_file_of_nltk_reads_as_it_should(tmp_path: Path, ends: str) -> None:
    file = tmp_path / "g.cfg"
    lines = [
        "# a comment",
        "",
        "S -> NP \\",
        "  VP",
        "NP -> 'the' N | \"John's\"",
        "N->'cat'|'dog'",
        "VP -> 'runs'",
    ]
    file.write_bytes(b"\xef\xbb\xbf" + ends.join(lines).encode())
    cfg = read_cfg(file)
    assert isinstance(cfg, Cfg)
    assert cfg.start == "S"
    assert [accepts(cfg, s) for s in ("the cat runs", "John's runs", "cat runs")] == [True, True, False]


@pytest.mark.parametrize("name", BUILTIN)
def test_general_grammars_round_trip(name: str, tmp_path: Path) -> None:
    cfg = builtin(name)
    write_cfg(cfg, tmp_path / "g.cfg")
    again = read_cfg(tmp_path / "g.cfg")
    assert isinstance(again, Cfg)
    assert set(again.rules) == set(cfg.rules)
    assert again.start == cfg.start
    assert from_nltk(to_nltk(cfg)) == Cfg(cfg.start, cfg.rules)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "no rules"),
        ("S NP VP", "line 1: 'S NP VP' is no rule"),
        ("S -> A B\nA -> 'a'", "uses category 'B', which has no rule"),
        ("\nS -> A [0.5]\nA -> 'a'", r"line 2: cannot read '\[0.5\]'"),
        ("S -> 'a' |", "empty alternative"),
        ("S ->", "empty alternative"),
        ("S -> 'a", "cannot read"),
        ("S -> 'a b'", "'a b' is not a word"),
        ("S -> ''", "'' is not a word"),
        ("%begin S", "is no directive"),
        ("S -> A\nA -> B\nB -> A | 'b'", "in a circle"),
        ("S -> S | 'a'", "in a circle"),
        ("S -> 'a' \\", "backslash"),
        ('# brillig: word "_1" is "\\q"\nS -> \'_1\'', "JSON"),
    ],
)
def test_a_cfg_that_cannot_be_read_is_refused_with_place_and_reason(text: str, what: str) -> None:
    with pytest.raises(BrilligError, match=what) as refusal:
        parse_cfg(text, "g.cfg")
    assert "\n" not in str(refusal.value)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(grammars())
def test_lark_reads_every_export(grammar: Grammar) -> None:
    try:
        sentences = generate(grammar, 5, max_words=8)
    except BrilligError:
        return
    parser = lark.Lark(to_lark(grammar))
    for sentence in sentences:
        assert parser.parse(sentence)


@pytest.mark.parametrize("seed", range(4))
def test_lark_agrees_with_our_parser(seed: int) -> None:
    grammar = random_grammar(seed + 1, categories=5, rules=12, words=12, homographs=1)
    parser = lark.Lark(to_lark(grammar))
    rng = random.Random(seed)
    for _ in range(100):
        sentence = " ".join(rng.choice(grammar.words) for _ in range(rng.randint(2, 5)))
        try:
            parser.parse(sentence)
            accepted = True
        except lark.exceptions.LarkError:
            accepted = False
        assert accepted == accepts(grammar, sentence)


def test_lark_takes_general_grammars_and_keeps_words() -> None:
    cfg = builtin("toy1")
    parser = lark.Lark(to_lark(cfg))
    for sentence in generate(cfg, 30):
        tokens = [str(token) for token in parser.parse(sentence).scan_values(lambda value: True)]
        assert " ".join(tokens) == sentence
    with pytest.raises(lark.exceptions.LarkError):
        parser.parse("the the cat saw Bob")
    with pytest.raises(lark.exceptions.LarkError):
        parser.parse("Johnsaw Bob")


def test_rules_stand_as_they_unfold_from_the_start() -> None:
    rules = [("S", "VP", "NP"), ("NP", "D", "N"), ("VP", "V", "NP")]
    grammar = Grammar.of("S", rules, {"d": ["D"], "n": ["N"], "v": ["V"]})
    assert to_fcfg(grammar).splitlines()[1:4] == ["S -> VP NP", "VP -> V NP", "NP -> D N"]
    assert [line[:6] for line in to_bnf(grammar).splitlines()[1:4]] == ["<S> ::", "<VP> :", "<NP> :"]
