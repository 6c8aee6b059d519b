"""What a person names: a built-in grammar, an NLTK `.cfg` file, or a solution file."""

from __future__ import annotations

from pathlib import Path

from brillig.errors import BrilligError
from brillig.language.builtin import BUILTIN, builtin
from brillig.language.cfg import Cfg
from brillig.language.cfg_text import read_cfg
from brillig.language.grammar import Grammar
from brillig.problems.solution import Solution, load


def resolve(name: str) -> Solution | Grammar | Cfg:
    """What GRAMMAR names: a built-in grammar, an NLTK `.cfg` file, or else a solution file."""
    if name in BUILTIN:
        return builtin(name)
    if name.lower().endswith(".cfg"):
        return read_cfg(name)
    if not Path(name).exists() and "/" not in name and "." not in name:
        known = ", ".join(BUILTIN)
        raise BrilligError(f"{name}: neither a file nor a built-in grammar ({known}); check the name")
    return load(name)


def resolve_grammar(name: str) -> Grammar | Cfg:
    """The grammar that GRAMMAR names."""
    found = resolve(name)
    return found.grammar if isinstance(found, Solution) else found
