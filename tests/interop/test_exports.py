"""Every notation, run by the program it is for: lines as written are accepted, scrambled ones are not."""

from __future__ import annotations

import importlib
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
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
from brillig.language.cfg import Cfg, CfgRule, Word
from brillig.language.cfg_text import parse_cfg
from brillig.language.grammar import Grammar
from brillig.language.penn import parse_penn, to_penn
from brillig.language.reading import Reading
from brillig.language.spelling import Spelling, write_sentence
from brillig.language.text import read_sentence, read_texts
from brillig.parsing.cyk import accepts, parse_corpus
from brillig.parsing.generate import draw
from brillig.parsing.languages import Bounds, compare_languages

NUMBER = 200


@dataclass(frozen=True)
class Kind:
    """A grammar with the way its lines are read, and lines of which it is told apart how they are written."""

    rules: str
    reading: Reading
    lines: tuple[str, ...]

    @property
    def grammar(self) -> Grammar | Cfg:
        return parse_cfg(self.rules)

    @property
    def seen(self) -> Reading:
        found = read_texts(self.lines, self.reading).corpus.reading
        assert found is not None
        return found


KINDS = {
    "prose": Kind(
        "S -> NP VP\nNP -> D N | D A N\nVP -> V NP | V\nD -> 'the' | 'a'\nN -> 'cat' | 'dog' | 'catalogue'\n"
        "A -> 'old' | 'red'\nV -> 'sees' | 'likes'",
        Reading(),
        ("The cat sees a dog.", "A dog likes the old cat.", "The dog sees the cat."),
    ),
    "sums": Kind(
        "S -> S O S | L S R | 'NUMBER' | 'x' | 'y'\nO -> '+' | '-' | '*' | 'and'\nL -> '('\nR -> ')'",
        Reading(tokens="code", classes=("NUMBER",)),
        ("x+(y-12)", "x and (y*2.5)", "(x+y)-3"),
    ),
    "calls": Kind(
        "S -> 'let' 'NAME' '=' V ';'\nV -> 'NAME' '(' A ')' | 'STRING' | 'NUMBER'\nA -> V | V ',' A",
        Reading(tokens="code", classes=("NUMBER", "STRING", "NAME")),
        ('let x = f(1, "a b");', "let y1 = g(h(2));", "let total = 7;"),
    ),
    "dates": Kind(
        "S -> Y '-' M\nY -> '1' D | '2' D\nD -> '0' | '1' | '2' | '9'\nM -> '0' D | '1' D",
        Reading(tokens="characters"),
        ("19-02", "20-11"),
    ),
    "paths": Kind(
        "S -> 'get' 'PATH' N | 'PATH' ';'\nN -> 'NUMBER' | 'x' 'PATH'",
        Reading(tokens="code", classes=("PATH", "NUMBER")),
        ("get /var/x 12", "/tmp;", "get ./a.txt x /b"),
    ),
    "log": Kind(
        "S -> 'IP' 'DATE' 'TIME' L ':' M\nL -> 'INFO' | 'WARN'\n"
        "M -> 'open' 'PATH' | 'ID' 'closed' | M 'again'",
        Reading(classes=("IP", "DATE", "TIME", "PATH", "ID=[A-Z]{2,3}-[0-9]+")),
        (
            "10.0.0.1 2003-02-11 12:30:05 INFO: open /var/x",
            "10.0.0.7 2003-02-12 09:01 WARN: AB-12 closed",
        ),
    ),
}
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))


@cache
def lines_of(kind: Kind) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """200 lines of the grammar, and 200 with their words in another order that it does not accept."""
    rng = random.Random(1)
    sentences = [s for s, _ in zip(draw(kind.grammar, 2, 14), range(NUMBER), strict=False)]
    good = tuple(write_sentence(sentence, kind.seen, rng) for sentence in sentences)
    bad: list[str] = []
    while len(bad) < NUMBER:
        words = list(rng.choice(sentences))
        rng.shuffle(words)
        if rng.random() < 0.3:
            words[rng.randrange(len(words)) :] = [rng.choice(kind.grammar.words)]
        line = write_sentence(words, kind.seen, rng)
        if not our_judgement(kind, line):
            bad.append(line)
    return good, tuple(bad)


def our_judgement(kind: Kind, line: str) -> bool:
    return accepts(kind.grammar, read_sentence(line, kind.seen, kind.grammar.words))


def judge(kind: Kind, accepts_line: Callable[[str], bool]) -> None:
    good, bad = lines_of(kind)
    assert [line for line in good if not our_judgement(kind, line)] == []
    assert [line for line in dict.fromkeys(good) if not accepts_line(line)] == []
    assert [line for line in dict.fromkeys(bad) if accepts_line(line)] == []


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


@pytest.mark.parametrize("name", ["prose", "calls", "log"])
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


DSL = """
const name = n => ({name: n});
const $ = new Proxy({}, {get: (_, n) => name(n)});
const plain = x => x instanceof RegExp ? {regex: x.source} : x;
for (const f of ["seq", "choice"]) global[f] = (...xs) => ({[f]: xs.map(plain)});
for (const f of ["repeat", "repeat1", "optional", "token"]) global[f] = x => ({[f]: plain(x)});
global.grammar = g => Object.fromEntries(Object.entries(g.rules).map(([n, f]) => [n, plain(f($))]));
console.log(JSON.stringify(require(process.argv[1])));
"""


@every_kind
def test_tree_sitter_rules_say_the_same_once_node_has_run_them(kind: Kind, tmp_path: Path) -> None:
    """tree-sitter's own compiler is on no registry that is used here; its notation is run by Node."""
    import json

    from brillig.interop.tree_sitter import to_tree_sitter

    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    file = tmp_path / "grammar.js"
    file.write_text(to_tree_sitter(kind.grammar, kind.seen), encoding="utf-8")
    done = subprocess.run([node, "-e", DSL, str(file)], capture_output=True, text=True, check=True)
    rules = json.loads(done.stdout)
    cfg = cfg_of_tree_sitter(rules, {one.name.lower(): one.name for one in kind.reading.token_classes})
    assert compare_languages(kind.grammar, cfg, Bounds(7, 3000, 60_000)).difference is None


def cfg_of_tree_sitter(rules: dict[str, Any], classes: dict[str, str]) -> Cfg:
    found: list[CfgRule] = []
    helpers: list[str] = []

    def rows(item: Any) -> Iterator[tuple[str | Word, ...]]:
        if isinstance(item, str):
            yield (Word(item),)
        elif "name" in item:
            yield (Word(classes[item["name"]]),) if item["name"] in classes else (item["name"],)
        elif "choice" in item:
            for one in item["choice"]:
                yield from rows(one)
        elif "seq" in item:
            ways: list[tuple[str | Word, ...]] = [()]
            for one in item["seq"]:
                ways = [(*way, *more) for way in ways for more in rows(one)]
            yield from ways
        elif "optional" in item:
            yield ()
            yield from () if "token" in item["optional"] else rows(item["optional"])
        else:
            helper = f"R{len(helpers)}"
            helpers.append(helper)
            for row in rows(item.get("repeat") or item["repeat1"]):
                found.extend([CfgRule(helper, row), CfgRule(helper, (*row, helper))])
            yield (helper,)
            if "repeat" in item:
                yield ()

    for name, item in rules.items():
        if name not in classes:
            for row in rows(item):
                found.append(CfgRule(name, row))
    return Cfg("source_file", tuple(rule for rule in found if rule.right))


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
