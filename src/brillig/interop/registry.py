"""The notations that a grammar can be written in, by the names that `show --format` knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from brillig.language.cfg import Cfg, CfgTree
from brillig.language.grammar import Grammar
from brillig.language.reading import Reading
from brillig.language.tree import Tree


@dataclass(frozen=True)
class GrammarFormat:
    """A way to write a grammar: what for, whether it is for lines of text, and what writes it."""

    name: str
    about: str
    module: str
    function: str
    reads_text: bool = True

    def write(self, grammar: Grammar | Cfg, reading: Reading | None) -> str:
        from importlib import import_module

        function: Callable[..., str] = getattr(import_module(f"brillig.{self.module}"), self.function)
        return function(grammar, reading) if self.reads_text else function(grammar)


@dataclass(frozen=True)
class TreeFormat:
    """A way to write trees."""

    name: str
    about: str
    module: str
    function: str

    def write(self, trees: Iterable[Tree | CfgTree]) -> str:
        from importlib import import_module

        function: Callable[..., str] = getattr(import_module(f"brillig.{self.module}"), self.function)
        return function(trees)


GRAMMAR_FORMATS = {
    one.name: one
    for one in (
        GrammarFormat("cfg", "NLTK's grammars", "language.cfg_text", "to_cfg", reads_text=False),
        GrammarFormat("fcfg", "NLTK's feature grammars", "interop.fcfg", "to_fcfg", reads_text=False),
        GrammarFormat("lark", "lark, with its Earley parser", "interop.lark", "to_lark"),
        GrammarFormat("ebnf", "W3C's EBNF", "interop.ebnf", "to_ebnf"),
        GrammarFormat("iso-ebnf", "ISO 14977's EBNF", "interop.ebnf", "to_iso_ebnf"),
        GrammarFormat("bnf", "BNF, plain alternatives only", "interop.bnf", "to_bnf"),
        GrammarFormat("gbnf", "constrained decoding of language models", "interop.gbnf", "to_gbnf"),
        GrammarFormat("antlr", "ANTLR 4", "interop.antlr", "to_antlr"),
        GrammarFormat("tree-sitter", "tree-sitter's grammar.js", "interop.tree_sitter", "to_tree_sitter"),
        GrammarFormat("latex", "a table of the rules", "interop.latex", "to_latex", reads_text=False),
    )
}
TREE_FORMATS = {
    one.name: one
    for one in (
        TreeFormat("penn", "a tree per line, in brackets", "language.penn", "to_penn"),
        TreeFormat("forest", "LaTeX, package forest", "interop.latex", "to_forest"),
        TreeFormat("qtree", "LaTeX, package tikz-qtree", "interop.latex", "to_qtree"),
    )
}
