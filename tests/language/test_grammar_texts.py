"""Grammars in other notations, read: EBNF, BNF, NLTK's feature grammars, trees in Penn's brackets."""

from __future__ import annotations

from pathlib import Path

import nltk
import pytest

from brillig.errors import BrilligError
from brillig.interop.bnf import to_bnf
from brillig.interop.ebnf import to_ebnf, to_iso_ebnf
from brillig.interop.fcfg import to_fcfg
from brillig.language.builtin import BUILTIN, builtin
from brillig.language.cfg import Cfg
from brillig.language.cfg_text import parse_cfg
from brillig.language.ebnf_text import parse_ebnf
from brillig.language.fcfg_text import parse_fcfg
from brillig.language.grammar import Grammar
from brillig.language.penn import parse_penn, to_penn, treebank_grammar
from brillig.language.reading import Case, Reading
from brillig.language.text import open_source, read_sentences, read_texts
from brillig.parsing.cyk import accepts, parse_corpus
from brillig.parsing.generate import generate
from brillig.parsing.languages import Bounds, compare_languages
from brillig.problems.named import resolve, resolve_given
from grammar_strategies import random_grammar

BOUNDS = Bounds(6, 2000, 40_000)


def same(one: Grammar | Cfg, other: Grammar | Cfg) -> bool:
    return compare_languages(one, other, BOUNDS).difference is None


PETS = parse_cfg(
    "S -> NP VP | NP VP PP\nNP -> D N | D A N | D A A N\nVP -> V | V NP\nPP -> 'with' NP\nD -> 'the' | 'a'\n"
    "N -> 'cat' | 'dog'\nA -> 'old'\nV -> 'sees' | 'sleeps'"
)
W3C = """
/* as the W3C writes it */
S  ::= NP VP PP?
NP ::= D (A A?)? N
VP ::= V NP?
PP ::= "with" NP
D  ::= "the" | 'a'
N  ::= "cat" | "dog"
A  ::= "old"
V  ::= "sees"
    |  "sleeps"
"""
ISO = """
(* as ISO does *)
S = NP, VP, [PP] ;
NP = D, Adjectives, N ;
Adjectives = [A, [A]] ;
VP = V, [NP] ; PP = "with", NP ;
D = "the" | "a" ; N = "cat" | "dog" ; A = "old" ; V = "sees" | "sleeps" ;
"""
BNF = """
<S> ::= <NP> <VP> | <NP> <VP> <PP>
<NP> ::= <D> <N> | <D> <A> <N> | <D> <A> <A> <N>
<VP> ::= <V> | <V> <NP>
<PP> ::= "with" <NP>
<D> ::= "the" | "a"
<N> ::= "cat" | "dog"
<A> ::= "old"
<V> ::= "sees" | "sleeps"
"""


@pytest.mark.parametrize("text", [W3C, ISO, BNF], ids=["W3C", "ISO", "BNF"])
def test_every_style_of_ebnf_says_the_same(text: str) -> None:
    assert same(parse_ebnf(text), PETS)


def test_repetition_is_read() -> None:
    listed = parse_ebnf('S ::= "x" ("," "x")+ | T\nT ::= ("y" "z")* "end"')
    for line, right in (
        ("x , x", True),
        ("x", False),
        ("end", True),
        ("y z y z end", True),
        ("y end", False),
    ):
        assert accepts(listed, line.split()) == right
    iso = parse_ebnf('S = {"a"}-, {"b"}, "c" ;')
    assert [accepts(iso, list(word)) for word in ("c", "ac", "aabbc", "bc")] == [False, True, True, False]


@pytest.mark.parametrize("name", [name for name in BUILTIN if len(builtin(name)) < 60])
def test_what_is_written_as_ebnf_and_bnf_is_read_back(name: str) -> None:
    grammar = builtin(name)
    assert same(parse_ebnf(to_ebnf(grammar)), grammar)
    assert same(parse_ebnf(to_iso_ebnf(grammar)), grammar)
    assert same(parse_ebnf(to_bnf(grammar)), grammar)


def test_a_written_line_with_classes_and_capitals_is_read_back() -> None:
    grammar = parse_cfg("S -> 'let' 'NAME' '=' V\nV -> 'NUMBER' | 'NAME' '(' V ')'")
    reading = read_texts(
        ["let x = f(1)", "let y = 2"], Reading(tokens="code", classes=("NUMBER", "NAME"))
    ).corpus.reading
    assert same(parse_ebnf(to_ebnf(grammar, reading)), grammar)
    prose = read_texts(["The cat sees a dog.", "A dog sleeps."], Reading()).corpus.reading
    assert same(parse_ebnf(to_ebnf(PETS, prose)), PETS)
    folded = to_ebnf(PETS, Reading(case=Case.FOLD))
    assert "[cC] [aA] [tT]" in folded
    assert same(parse_ebnf(folded), PETS)


@pytest.mark.parametrize("seed", [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 224])  # the last has rules of no use
def test_random_grammars_come_back_from_each_notation(seed: int) -> None:
    grammar = random_grammar(seed, categories=4, rules=6, words=4)
    for write in (to_ebnf, to_iso_ebnf, to_bnf):
        assert same(parse_ebnf(write(grammar)), grammar)
    assert same(parse_fcfg(to_fcfg(grammar)), grammar)


FCFG = """
% start S
# agreement
S -> NP[NUM=?n, PER=?p] VP[NUM=?n, PER=?p]
NP[NUM=?n, PER=3] -> D[NUM=?n] N[NUM=?n]
NP[NUM=sg, PER=1] -> 'I'
VP[NUM=?n, PER=?p] -> V[NUM=?n, PER=?p, +TR] NP | V[NUM=?n, PER=?p, -TR]
D[NUM=sg] -> 'a'
D -> 'the'
N[NUM=sg] -> 'dog'
N[NUM=pl] -> 'dogs'
V[NUM=sg, PER=3, -TR] -> 'sleeps'
V[NUM=pl, -TR] -> 'sleep'
V[NUM=sg, PER=1, -TR] -> 'sleep'
V[NUM=sg, PER=3, +TR] -> 'sees'
V[NUM=pl, +TR] -> 'see'
"""


def test_a_feature_grammar_is_what_nltk_takes_it_for() -> None:
    grammar = parse_fcfg(FCFG)
    chart = nltk.FeatureChartParser(nltk.grammar.FeatureGrammar.fromstring(FCFG))
    words = ["I", "a", "the", "dog", "dogs", "sleep", "sleeps", "see", "sees"]
    found = 0
    lines = [[x, y] for x in words for y in words] + [[x, y, z] for x in words for y in words for z in words]
    for line in [*lines, ["the", "dogs", "see", "a", "dog"], ["the", "dogs", "sees", "a", "dog"]]:
        right = next(iter(chart.parse(line)), None) is not None
        assert accepts(grammar, line) == right, line
        found += right
    assert found == 5


def test_trees_are_a_grammar_and_sentences(tmp_path: Path) -> None:
    toy = builtin("toy1")
    trees = [tree for tree in parse_corpus(toy, [s.split() for s in generate(toy, 60, seed=1)]) if tree]
    file = tmp_path / "bank.penn"
    file.write_text(to_penn(trees), encoding="utf-8")
    grammar = resolve(str(file))
    assert isinstance(grammar, Grammar | Cfg)
    assert all(accepts(grammar, tree.words()) for tree in trees)
    assert set(map(str, grammar)) <= set(map(str, toy))
    plain = read_sentences([open_source(file)], Reading()).corpus
    assert plain.sentences == tuple(tree.words() for tree in trees)
    marked = read_sentences([open_source(file)], Reading(tags=True, brackets=True)).corpus
    assert marked.sentences == plain.sentences
    assert {tag for tags in marked.tags for tag in tags} <= {"D", "N", "V", "P", "NP"}
    assert {bracket.name for brackets in marked.brackets for bracket in brackets} <= {"NP", "VP", "PP"}


def test_labels_lose_what_the_treebank_adds() -> None:
    (tree,) = parse_penn("( (S (NP-SBJ-1 (DT the) (NN cat)) (VP (VBZ sleeps) (NP (-NONE- *-1)))) )")
    assert str(treebank_grammar([tree])).startswith("S → NP VP")


def test_given_rules_may_be_a_piece_in_ebnf(tmp_path: Path) -> None:
    file = tmp_path / "given.ebnf"
    file.write_text('S ::= NP VP\nNP ::= D N\nD ::= "the"\n', encoding="utf-8")
    given = resolve_given(str(file))
    assert [str(rule) for rule in given] == ["NP → D N", "S → NP VP", "D → the"]


@pytest.mark.parametrize(
    ("end", "text", "message"),
    [
        ("ebnf", "S ::= (NP", "line 1: '(' is not closed"),
        ("ebnf", "S ::= NP\nNP ::= ~", "line 2: cannot read '~'"),
        ("ebnf", "just words", "'just' is no rule"),
        ("ebnf", "", "no rules"),
        ("ebnf", "s ::= np 'is' [a-c]+\nnp ::= 'it'", "[a-c] stands beside other parts in the rule of s"),
        ("ebnf", "s ::= [a-z]+", "no rule has words or categories"),
        ("ebnf", f"s ::= {'(' * 3000} 'a' {')' * 3000}", "'(' is nested too deeply"),
        ("ebnf", "S ::= NP VP\nNP ::= 'a'", "uses category 'VP', which has no rule"),
        ("fcfg", "S -> NP[AGR=[NUM=sg]]", "cannot read"),
        ("fcfg", "S - NP", "cannot read '- NP'"),
        ("fcfg", "", "no rules"),
        ("penn", "(S (NP a)", "a ( without its )"),
        ("penn", "(S a)\n(NP b)", "the trees begin with S and NP"),
        ("penn", "", "no trees"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(
    end: str, text: str, message: str, tmp_path: Path
) -> None:
    file = tmp_path / f"wrong.{end}"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BrilligError) as refusal:
        resolve(str(file))
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_several_sentences_a_line_are_split_on_request() -> None:
    text = ["The cat sleeps. The dog, e.g. Rex, barks! Who sees it?", "a dog sleeps. it barks"]
    found = read_texts(text, Reading(split_sentences=True, punctuation="drop")).corpus  # type: ignore[arg-type]
    assert [" ".join(s) for s in found.sentences] == [
        "The cat sleeps",
        "The dog e.g. Rex barks",
        "Who sees it",
        "a dog sleeps. it barks",
    ]
