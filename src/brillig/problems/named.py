"""What a person names: a built-in grammar, a grammar in another notation, or a solution file."""

from __future__ import annotations

from pathlib import Path

from brillig.errors import BrilligError
from brillig.language.builtin import BUILTIN, builtin
from brillig.language.cfg import Cfg
from brillig.language.cfg_text import read_cfg, read_piece
from brillig.language.ebnf_text import read_ebnf
from brillig.language.fcfg_text import read_fcfg
from brillig.language.grammar import Grammar
from brillig.language.penn import read_treebank
from brillig.problems.infer import START
from brillig.problems.solution import Solution, load

TREES = (".penn", ".mrg")
OTHERS = (".fcfg", ".ebnf", ".bnf", *TREES)


def resolve(name: str) -> Solution | Grammar | Cfg:
    """What GRAMMAR names: a built-in grammar, a file in another notation, or else a solution file.

    Notations are known by the ends of names: NLTK's `.cfg` and `.fcfg`, `.ebnf` and `.bnf`, and trees in
    Penn's brackets, `.penn` or `.mrg`, whose rules make a grammar.
    """
    if name in BUILTIN:
        return builtin(name)
    if name.lower().endswith(".cfg"):
        return read_cfg(name)
    if name.lower().endswith(OTHERS):
        return _read_other(name)
    if not Path(name).exists() and "/" not in name and "." not in name:
        known = ", ".join(BUILTIN)
        raise BrilligError(
            f"neither a file nor a built-in grammar ({known})", hint="check the name", place=name
        )
    return load(name)


def resolve_grammar(name: str) -> Grammar | Cfg:
    """The grammar that GRAMMAR names."""
    found = resolve(name)
    return found.grammar if isinstance(found, Solution) else found


def resolve_given(name: str) -> Grammar:
    """The rules and words to keep that GRAMMAR names; a `.cfg` file may be a piece of a grammar.

    The start symbol of a piece is S, unless the file says `%start`.
    """
    if name not in BUILTIN and name.lower().endswith(".cfg"):
        return given_grammar(read_piece(name, START), name)
    if name not in BUILTIN and name.lower().endswith(OTHERS):
        return given_grammar(_read_other(name, piece=True), name)
    return given_grammar(resolve(name), name)


def given_grammar(found: Solution | Grammar | Cfg, name: str = "given") -> Grammar:
    """What has to be kept of a grammar: rules X → Y Z and X → word."""
    if isinstance(found, Solution):
        return found.grammar
    grammar = found if isinstance(found, Grammar) else found.to_grammar()
    if grammar is None:
        raise BrilligError(
            "only rules X → Y Z and X → word can be kept", hint="rewrite the others", place=name
        )
    return grammar


def _read_other(name: str, *, piece: bool = False) -> Grammar | Cfg:
    if name.lower().endswith(TREES):
        return read_treebank(name)
    return (read_fcfg if name.lower().endswith(".fcfg") else read_ebnf)(name, piece=piece)
