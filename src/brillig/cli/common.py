"""The grammars that a person names on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brillig.language.cfg import Cfg
    from brillig.language.grammar import Grammar
    from brillig.problems.solution import Solution


def resolve(name: str) -> Solution | Grammar | Cfg:
    """What GRAMMAR names: a built-in grammar, an NLTK `.cfg` file, or else a solution file."""
    from brillig.problems import named

    return named.resolve(name)


def resolve_grammar(name: str) -> Grammar | Cfg:
    """The grammar that GRAMMAR names."""
    from brillig.problems import named

    return named.resolve_grammar(name)


def read_given(name: str | None) -> Grammar | None:
    """The rules and words that `--given` names."""
    from brillig.problems.named import resolve_given

    return None if name is None else resolve_given(name)
