"""NLTK's feature grammars, `.fcfg`, read: every combination of values that rules can have is a category.

`NP[NUM=sg]` is NP_sg, and a rule with variables stands for one rule for each of their values. A feature that
a category does not mention may have any of its values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from brillig.errors import BrilligError
from brillig.files import read_text
from brillig.language.cfg import Cfg, CfgRule, Word
from brillig.language.cfg_text import numbered_lines, simplest_form
from brillig.language.grammar import Grammar

MAX_RULES = 20_000  # plain ones that a file may stand for
_SYMBOL = re.compile(
    r"""\s*(?:(?P<bar>\|)|"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<name>\w[\w/^<>-]*)(?:\[(?P<features>[^\]]*)\])?)"""
)
_FEATURE = re.compile(r"\s*(?:(?P<sign>[+-])(?P<flag>\w+)|(?P<name>\w+)\s*=\s*(?P<value>\??[\w+-]+))\s*")


class _Symbol(NamedTuple):
    """A category with what is said of its features: a value, or a variable that begins with `?`."""

    name: str
    features: tuple[tuple[str, str], ...]


_Item = _Symbol | Word


class _Rule(NamedTuple):
    parent: _Symbol
    right: tuple[_Item, ...]


def read_fcfg(path: str, *, piece: bool = False) -> Grammar | Cfg:
    """Read a `.fcfg` file; a `piece` may use categories that have no rule."""
    return parse_fcfg(read_text(path), path, piece=piece)


def parse_fcfg(text: str, name: str = "the grammar", *, piece: bool = False) -> Grammar | Cfg:
    """The plain grammar that `.fcfg` text stands for; `name` is what refusals call it."""
    start: _Symbol | None = None
    rules: list[_Rule] = []
    for number, line in numbered_lines(text):
        if line.startswith("#"):
            continue
        try:
            if line.startswith("%"):
                match = re.fullmatch(r"%\s*start\s+(.*)", line)
                items = list(_items(match[1])) if match is not None else []
                if len(items) != 1 or not isinstance(items[0], _Symbol):
                    raise BrilligError(f"{line[:60]!r} is no directive", hint="expected '% start CATEGORY'")
                start = items[0]
            else:
                rules += _read_rule(line)
        except BrilligError as error:
            raise error.at(name, number) from None
    if not rules:
        raise BrilligError("no rules", hint="write lines such as S -> NP[NUM=?n] VP[NUM=?n]").at(name)
    try:
        cfg = _Expansion(rules).to_cfg(start or rules[0].parent)
    except BrilligError as error:
        raise error.at(name) from None
    if not piece and (undefined := cfg.undefined()):
        raise BrilligError(undefined).at(name)
    return simplest_form(cfg)


def _read_rule(line: str) -> Iterator[_Rule]:
    left, arrow, right = line.partition("->")
    parents = list(_items(left))
    if not arrow or len(parents) != 1 or not isinstance(parents[0], _Symbol):
        raise BrilligError(f"{line[:60]!r} is no rule", hint="expected CATEGORY[...] -> ...")
    rows: list[list[_Item]] = [[]]
    for item in _items(right):
        if item is None:
            rows.append([])
        else:
            rows[-1].append(item)
    if not all(rows):
        raise BrilligError("an empty alternative", hint="Brillig has no rules without words")
    return (_Rule(parents[0], tuple(row)) for row in rows)


def _items(text: str) -> Iterator[_Item | None]:
    """Categories and words; None for a bar."""
    position, end = 0, len(text.rstrip())
    while position < end:
        match = _SYMBOL.match(text, position)
        if match is None or text[match.end() : match.end() + 1] == "]":
            raise BrilligError(
                f"cannot read {text[position:].strip()[:40]!r}",
                hint="expected a quoted word or a category such as NP[NUM=sg, GND=?g]",
            )
        position = match.end()
        if match["bar"]:
            yield None
        elif match["name"]:
            yield _Symbol(match["name"], tuple(_features(match["features"] or "")))
        else:
            yield Word(match["double"] if match["double"] is not None else match["single"])


def _features(text: str) -> Iterator[tuple[str, str]]:
    for part in filter(None, map(str.strip, text.split(","))):
        match = _FEATURE.fullmatch(part)
        if match is None:
            raise BrilligError(
                f"cannot read the feature {part[:40]!r}", hint="only plain values and variables are read"
            )
        if match["flag"]:
            yield match["flag"], "yes" if match["sign"] == "+" else "no"
        else:
            yield match["name"], match["value"]


class _Expansion:
    """Feature rules written out, from the start as far as it reaches."""

    def __init__(self, rules: list[_Rule]) -> None:
        self._rules = rules
        self._features: dict[str, dict[str, None]] = {}  # of each category, in the order of the file
        self._values: dict[str, dict[str, None]] = {}
        self._bases: dict[str, str] = {}  # of the plain categories
        for rule in rules:
            for symbol in (rule.parent, *rule.right):
                if isinstance(symbol, _Symbol):
                    own = self._features.setdefault(symbol.name, {})
                    for feature, value in symbol.features:
                        own[feature] = None
                        if not value.startswith("?"):
                            self._values.setdefault(feature, {})[value] = None
        for own in self._features.values():  # a feature without any value says nothing
            for feature in [one for one in own if one not in self._values]:
                del own[feature]

    def to_cfg(self, start: _Symbol) -> Cfg:
        plain: dict[CfgRule, None] = {}
        for rule in self._rules:
            for one in self._plain_rules(rule):
                plain[one] = None
                if len(plain) > MAX_RULES:
                    raise BrilligError(f"more than {MAX_RULES:,} plain rules", hint="use fewer features")
        starts = [name for name, _ in self._ways(start, {})]
        rules = list(plain)
        if starts != [start.name]:
            rules = [CfgRule(start.name, (one,)) for one in starts] + rules
        # A category that no rule has at all is the reader's business; one without these values has no words.
        parents = {rule.parent.name for rule in self._rules}
        missing = {name for name, base in self._bases.items() if base not in parents}
        return Cfg(start.name, tuple(_without_dead(start.name, rules, missing)))

    def _plain_rules(self, rule: _Rule) -> Iterator[CfgRule]:
        """With each way to give values to the variables of a rule."""

        def rows(
            places: tuple[_Item, ...], bound: dict[str, str]
        ) -> Iterator[tuple[tuple[str | Word, ...], dict[str, str]]]:
            if not places:
                yield (), bound
                return
            first, rest = places[0], places[1:]
            ways = [(first, bound)] if isinstance(first, Word) else self._ways(first, bound)
            for symbol, now in ways:
                for more, end in rows(rest, now):
                    yield (symbol, *more), end

        for symbols, _ in rows((rule.parent, *rule.right), {}):
            assert isinstance(symbols[0], str)
            yield CfgRule(symbols[0], symbols[1:])

    def _ways(self, symbol: _Symbol, bound: dict[str, str]) -> list[tuple[str | Word, dict[str, str]]]:
        """The plain categories that a symbol can be, and what its variables are then."""
        said = dict(symbol.features)
        own = list(self._features.get(symbol.name, {}))
        found: list[tuple[str | Word, dict[str, str]]] = []
        choices = []
        for feature in own:
            value = bound.get(said.get(feature, ""), said.get(feature))
            free = value is None or value.startswith("?")
            choices.append(list(self._values[feature]) if free or value is None else [value])
        for values in product(*choices):
            now = dict(bound)
            fits = True
            for feature, value in zip(own, values, strict=True):
                variable = said.get(feature, "")
                if variable.startswith("?"):
                    fits &= now.setdefault(variable, value) == value
            if fits:
                plain = "_".join([symbol.name, *values])
                self._bases[plain] = symbol.name
                found.append((plain, now))
        return found


def _without_dead(start: str, rules: list[CfgRule], missing: set[str]) -> Iterator[CfgRule]:
    """Without values that no word has: rules with categories that end in words and are reached."""
    alive = set(missing)

    def lives(rule: CfgRule) -> bool:
        return all(not isinstance(s, str) or s in alive for s in rule.right)

    while more := {rule.parent for rule in rules if lives(rule)} - alive:
        alive |= more
    reached, stack = {start}, [start]
    while stack:
        parent = stack.pop()
        below = {s for rule in rules if rule.parent == parent and lives(rule) for s in rule.right}
        new = {s for s in below if isinstance(s, str)} - reached
        reached |= new
        stack += new
    yield from (rule for rule in rules if rule.parent in reached and lives(rule))
