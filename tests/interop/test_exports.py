"""Every notation, run by the program it is for: lines as written are accepted, scrambled ones are not."""

from __future__ import annotations

import importlib
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import lark
import nltk
import pytest

from brillig.cli.show import Notation
from brillig.interop.antlr import to_antlr
from brillig.interop.ebnf import to_iso_ebnf
from brillig.interop.fcfg import to_fcfg
from brillig.interop.gbnf import to_gbnf
from brillig.interop.lark import to_lark
from brillig.interop.latex import to_forest, to_latex, to_qtree
from brillig.interop.registry import GRAMMAR_FORMATS, TREE_FORMATS
from brillig.language.builtin import builtin
from brillig.language.cfg_text import parse_cfg
from brillig.language.grammar import Grammar
from brillig.language.penn import parse_penn, to_penn
from brillig.language.reading import Case, Reading
from brillig.language.spelling import Spelling, write_sentence
from brillig.language.text import read_sentence
from brillig.parsing.cyk import accepts, parse_corpus
from brillig.parsing.generate import draw
from export_kinds import KINDS, Kind, every_kind, judge, lines_of, our_judgement


def test_what_may_not_follow_is_a_class_and_not_its_example() -> None:
    """In lark's text: any path, not `/usr/bin/env`, which stands for paths where blanks are tried."""
    text = to_lark(KINDS["paths"].grammar, KINDS["paths"].seen)
    assert "usr" not in text


def test_the_command_knows_every_notation() -> None:
    names = {notation.value for notation in Notation}
    assert names == {"text", "pcfg", *GRAMMAR_FORMATS, *TREE_FORMATS}


@every_kind
def test_lark_parses_lines_as_they_are_written(kind: Kind) -> None:
    parser = lark.Lark(to_lark(kind.grammar, kind.seen), parser="earley", lexer="dynamic")

    def accepts_line(line: str) -> bool:
        try:
            parser.parse(line)
        except lark.exceptions.LarkError:
            return False
        return True

    judge(kind, accepts_line)


def test_lark_does_not_take_words_that_run_together() -> None:
    kind = KINDS["sums"]
    parser = lark.Lark(to_lark(kind.grammar, kind.seen), parser="earley", lexer="dynamic")
    parser.parse("x and y")
    for line in ("xandy", "x**y", "xy", "3x"):
        with pytest.raises(lark.exceptions.LarkError):
            parser.parse(line)


def test_lark_ends_a_word_of_a_class_where_the_reading_does() -> None:
    rules = "S -> 'NUMBER' D 'NUMBER' | 'NUMBER' D 'NUMBER' D 'NUMBER'\nD -> '.'"
    reading = Reading(tokens=r"\d+|.", classes=("NUMBER",))
    parser = lark.Lark(to_lark(parse_cfg(rules), reading), parser="earley", lexer="dynamic")
    for line in ("15.3", "1.20.3"):
        parser.parse(line)
    with pytest.raises(lark.exceptions.LarkError):
        parser.parse("15.")


@every_kind
def test_gbnf_holds_a_decoder_to_the_lines(kind: Kind) -> None:
    llguidance = pytest.importorskip("llguidance", reason="llguidance, a GBNF matcher, is not installed")
    gbnf_to_lark = importlib.import_module("llguidance.gbnf_to_lark")
    tokenizer = llguidance.LLTokenizer("byte")
    text = gbnf_to_lark.gbnf_to_lark(to_gbnf(kind.grammar, kind.seen))

    def accepts_line(line: str) -> bool:
        matcher = llguidance.LLMatcher(tokenizer, text, log_level=0)
        assert not matcher.get_error(), matcher.get_error()
        tokens = tokenizer.tokenize_str(line)
        return matcher.try_consume_tokens(tokens) == len(tokens) and bool(matcher.is_accepting())

    judge(kind, accepts_line)


def test_gbnf_has_no_token_that_ends_in_a_blank() -> None:
    """A lexer that takes the longest token would read `x ` of `x and y` as the beginning of a call, `x (`."""
    llguidance = pytest.importorskip("llguidance", reason="llguidance, a GBNF matcher, is not installed")
    gbnf_to_lark = importlib.import_module("llguidance.gbnf_to_lark")
    kind = Kind(
        "S -> S 'and' N | N | Open ')' | '[' S ']'\nOpen -> N '('\nN -> 'x' | 'y'",
        Reading(tokens="code"),
        ("x and y", "x()"),
    )
    tokenizer = llguidance.LLTokenizer("byte")
    text = gbnf_to_lark.gbnf_to_lark(to_gbnf(kind.grammar, kind.seen))
    for line in ("x and y", "y (  )", "x()"):
        matcher = llguidance.LLMatcher(tokenizer, text, log_level=0)
        tokens = tokenizer.tokenize_str(line)
        assert matcher.try_consume_tokens(tokens) == len(tokens), line
        assert matcher.is_accepting(), line


RUNNING_ON = {
    "a number before a comma": (
        "S -> M 'NUMBER' ',' 'NUMBER' | 'NUMBER' M 'NUMBER'\nM -> 'Jan' | 'May'",
        Reading(classes=("NUMBER",), case=Case.KEEP),
        ("Jan 13, 1969", "May 1, 2001", "7 May 1969"),
        ("Jan 13 1969", "7, May 1969"),
    ),
    "a number before a point": (
        "S -> V | V '-' 'NUMBER'\nV -> 'NUMBER' | 'NUMBER' '.' V",
        Reading(tokens=r"[0-9]+|.", classes=("NUMBER",)),
        ("1.20.3", "15.3-1", "4"),
        ("1..3", "15.", "1-2-3"),
    ),
    "marks that begin others": (
        "S -> A B | S C\nA -> '-' | '->'\nB -> '>' | '>=' | '=->'\nC -> '=' | '->='",
        Reading(tokens="->=|=->|->|>=|."),
        ("->>", "- >=", "-=->", "->> = ->=", "->>=->=", "- >= ->= ="),
        (">-", "-", "->-"),
    ),
    "any capitals beside names": (
        "S -> 'select' 'NAME' | 'set' 'NAME' '=' 'NAME' | W\nW -> 'sell' | 'seller' 'NAME'",
        Reading(tokens="code", case=Case.FOLD, classes=("NAME",)),
        ("SELECT x", "set sellers = y", "Sell", "seller SELLE"),
        ("sel", "selectx", "set = y"),
    ),
}


@pytest.mark.parametrize("name", RUNNING_ON)
def test_gbnf_holds_for_readers_that_take_the_longest_token(name: str) -> None:
    """They do not come back: `13, 1969` was refused, since `13,196` might have followed."""
    llguidance = pytest.importorskip("llguidance", reason="llguidance, a GBNF matcher, is not installed")
    gbnf_to_lark = importlib.import_module("llguidance.gbnf_to_lark")
    rules, reading, good, bad = RUNNING_ON[name]
    tokenizer = llguidance.LLTokenizer("byte")
    kind = Kind(rules, reading, good)
    text = gbnf_to_lark.gbnf_to_lark(to_gbnf(kind.grammar, reading))
    for line in (*good, *bad):
        assert our_judgement(kind, line) == (line in good), line
        matcher = llguidance.LLMatcher(tokenizer, text, log_level=0)
        assert not matcher.get_error(), matcher.get_error()
        tokens = tokenizer.tokenize_str(line)
        taken = matcher.try_consume_tokens(tokens) == len(tokens) and bool(matcher.is_accepting())
        assert taken == (line in good), line


def test_what_is_optional_and_repeated_has_one_sign() -> None:
    """llguidance reads ((x)+)? as x+? and refuses it."""
    rules = "S -> 'a' I | I\nI -> H 'f' | H 'g' | I 'g' | I 'o'\nH -> 'h'"
    assert '("f" | "g") (blank ("g" | "o"))*' in to_gbnf(parse_cfg(rules), Reading(tokens="code"))


def test_gbnf_splits_no_word_that_cannot_run_on() -> None:
    assert '("cat" | "Cat") | ("dog" | "Dog") | ("catalogue"' in to_gbnf(
        KINDS["prose"].grammar, KINDS["prose"].seen
    )


@pytest.mark.parametrize("name", ["prose", "calls", "log", "queries"])
def test_antlr_parses_the_lines(name: str, tmp_path: Path) -> None:
    kind = KINDS[name]
    antlr4 = pytest.importorskip("antlr4", reason="ANTLR's runtime for Python is not installed")
    tool = shutil.which("antlr4")
    if tool is None:
        pytest.skip("ANTLR itself (Debian's package antlr4) is not installed")
    (tmp_path / "Brillig.g4").write_text(to_antlr(kind.grammar, kind.seen), encoding="utf-8")
    done = subprocess.run(
        [tool, "-Dlanguage=Python3", "-encoding", "utf-8", "Brillig.g4"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "error" not in done.stderr
    lexer, parser = import_generated(tmp_path)

    def accepts_line(line: str) -> bool:
        tokens = antlr4.CommonTokenStream(lexer.BrilligLexer(antlr4.InputStream(line)))
        one = parser.BrilligParser(tokens)
        one.removeErrorListeners()
        one.start_()
        return one.getNumberOfSyntaxErrors() == 0

    judge(kind, accepts_line)


def import_generated(folder: Path) -> tuple[Any, Any]:
    sys.path.insert(0, str(folder))
    try:
        for name in ("BrilligLexer", "BrilligParser"):
            sys.modules.pop(name, None)
        return importlib.import_module("BrilligLexer"), importlib.import_module("BrilligParser")
    finally:
        sys.path.remove(str(folder))


@pytest.mark.parametrize("name", ["toy1", "toy2", "adjectives", "brackets1"])
def test_nltk_reads_feature_grammars(name: str) -> None:
    grammar = builtin(name)
    parser = nltk.FeatureChartParser(nltk.grammar.FeatureGrammar.fromstring(to_fcfg(grammar)))
    rng = random.Random(2)
    for sentence, _ in zip(draw(grammar, 3, 7), range(25), strict=False):
        mixed = list(sentence)
        rng.shuffle(mixed)
        for words in (sentence, mixed):
            assert (next(iter(parser.parse(words)), None) is not None) == accepts(grammar, words)


def test_agreement_is_a_variable_in_a_feature_grammar() -> None:
    grammar = Grammar.of(
        "S",
        [("S", "NP_0", "VP_0"), ("S", "NP_1", "VP_1")],
        {"Kim": ["NP_0"], "they": ["NP_1"], "walks": ["VP_0"], "walk": ["VP_1"]},
    )
    text = to_fcfg(grammar)
    assert "S -> NP[F=?x] VP[F=?x]\n" in text
    assert "NP[F=0] -> 'Kim'\n" in text
    parser = nltk.FeatureChartParser(nltk.grammar.FeatureGrammar.fromstring(text))
    assert list(parser.parse(["they", "walk"]))
    assert not list(parser.parse(["they", "walks"]))


def test_latex_sets_rules_and_trees(tmp_path: Path) -> None:
    latex = shutil.which("pdflatex")
    if latex is None:
        pytest.skip("LaTeX (Debian's texlive-pictures) is not installed")
    grammar = parse_cfg("S -> A_0 S B | A_0 B\nA_0 -> 'a_1' | '50%' | '{' | '\\'\nB -> 'b' | '[' | ',' | '#'")
    trees = [t for t in parse_corpus(grammar, [["a_1", "50%", "[", "#"], ["{", ","], ["\\", "b"]]) if t]
    document = "\n".join(
        [
            r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage[linguistics]{forest}\usepackage{tikz-qtree}",
            r"\begin{document}",
            to_latex(grammar),
            to_forest(trees),
            to_qtree(trees),
            r"\end{document}",
        ]
    )
    (tmp_path / "x.tex").write_text(document, encoding="utf-8")
    done = subprocess.run(
        [latex, "-interaction=nonstopmode", "-halt-on-error", "x.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if re.search(r"File `[\w-]+\.sty' not found", done.stdout):
        pytest.skip("LaTeX's packages forest and tikz-qtree (Debian's texlive-latex-extra) are not installed")
    assert done.returncode == 0, done.stdout[-2000:]


def test_penn_brackets_come_back() -> None:
    cfg = builtin("toy1")
    sentences = [sentence for sentence, _ in zip(draw(cfg, 1), range(50), strict=False)]
    trees = [tree for tree in parse_corpus(cfg, sentences) if tree is not None]
    assert parse_penn(to_penn(trees)) == trees
    odd = parse_penn("( (S (NP (-NONE- *T*) (D -LRB-))\n (VP x)) )")
    assert str(odd[0]) == "(S (NP (D ()) (VP x))"


def test_iso_ebnf_has_commas_and_ends() -> None:
    text = to_iso_ebnf(builtin("adjectives"))
    assert "NP = D, blank, [AP, blank], N ;" in text
    assert all(line.endswith((" ;", "*)")) for line in text.splitlines())


def test_a_sentence_is_written_as_the_file_has_it_and_reads_back() -> None:
    for kind in KINDS.values():
        assert kind.seen.spelling != Spelling()
        for line in lines_of(kind)[0]:
            words = read_sentence(line, kind.seen, kind.grammar.words)
            again = write_sentence(words, kind.seen, random.Random(0))
            assert read_sentence(again, kind.seen, kind.grammar.words) == words
    assert write_sentence(["2", "0", "-", "1", "1"], KINDS["dates"].seen) == "20-11"
    assert write_sentence(["the", "cat", "likes", "a", "dog"], KINDS["prose"].seen) == "The cat likes a dog."
