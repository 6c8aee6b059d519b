"""NLTK's feature grammars, `.fcfg`: refined categories such as NP_0 are NP[F=0], and agreement is a variable.

Both ways: reading gives each combination of values a category of its own.
"""

from __future__ import annotations

import re
from collections import defaultdict

from brillig.interop.spelling import usable_rules
from brillig.language.cfg import Cfg, CfgRule, Word
from brillig.language.grammar import Grammar

_REFINED = re.compile(r"(.+?)((?:_\d+)+)")
_FEATURES = "FGHIJK"


def to_fcfg(grammar: Grammar | Cfg) -> str:
    """The grammar as `.fcfg` text; rules that are alike for every value of a feature are written once."""
    start, usable = usable_rules(grammar, "fcfg")
    cfg = Cfg(start, tuple(CfgRule(name, tuple(row)) for name, rows in usable.items() for row in rows))
    names = {name: _split(name, set(cfg.categories)) for name in cfg.categories}
    values: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
    for base, features in names.values():
        values[base].add(features)
    groups: defaultdict[tuple[str, tuple[str | Word, ...]], list[tuple[tuple[str, ...], ...]]] = defaultdict(
        list
    )
    for rule in cfg.rules:
        symbols = [rule.parent, *rule.right]
        right = tuple(s if isinstance(s, Word) else names[s][0] for s in rule.right)
        empty: tuple[str, ...] = ()
        groups[names[rule.parent][0], right].append(
            tuple(empty if isinstance(s, Word) else names[s][1] for s in symbols)
        )
    lines = [f"% start {_plain(names[cfg.start][0])}{_brackets(names[cfg.start][1])}"]
    for (base, right), found in groups.items():
        for own in _agreeing(base, right, found, values):
            left = f"{_plain(base)}{_brackets(own[0])}"
            rest = (
                _quote(symbol.text) if isinstance(symbol, Word) else f"{_plain(symbol)}{_brackets(features)}"
                for symbol, features in zip(right, own[1:], strict=True)
            )
            lines.append(f"{left} -> {' '.join(rest)}")
    return "\n".join(lines) + "\n"


def _agreeing(
    base: str,
    right: tuple[str | Word, ...],
    found: list[tuple[tuple[str, ...], ...]],
    values: dict[str, set[tuple[str, ...]]],
) -> list[tuple[tuple[str, ...], ...]]:
    """One rule with variables where the feature has all its values, the same one throughout; else all."""
    symbols = [base, *(symbol for symbol in right if isinstance(symbol, str))]
    if len(symbols) <= len(right):  # with a word among them
        return found
    featured = [place for place, symbol in enumerate(symbols) if values[symbol] != {()}]
    if len(featured) < 2 or len(found) < 2:
        return found
    every = values[symbols[featured[0]]]
    if any(values[symbols[place]] != every for place in featured) or any(len(own) != 1 for own in every):
        return found
    diagonal = {tuple(value if place in featured else () for place in range(len(symbols))) for value in every}
    if set(found) != diagonal:
        return found
    return [tuple(("?x",) if place in featured else () for place in range(len(symbols)))]


def _split(name: str, categories: set[str]) -> tuple[str, tuple[str, ...]]:
    """`NP_0_1` as NP with the values 0 and 1, where another category is refined from the same one."""
    match = _REFINED.fullmatch(name)
    if match is None:
        return name, ()
    own = tuple(match[2].strip("_").split("_"))
    others = (_REFINED.fullmatch(other) for other in categories if other != name)
    alike = any(other and other[1] == match[1] and other[2].count("_") == len(own) for other in others)
    plain = match[1] in categories
    return (match[1], own) if alike and not plain else (name, ())


def _brackets(features: tuple[str, ...]) -> str:
    if not features:
        return ""
    return "[" + ", ".join(f"{_FEATURES[i % 6]}={value}" for i, value in enumerate(features)) + "]"


def _plain(name: str) -> str:
    """A name as NLTK reads it: letters, digits and some marks."""
    return re.sub(r"[^\w/-]", "_", name)


def _quote(word: str) -> str:
    return f'"{word}"' if "'" in word else f"'{word}'"
