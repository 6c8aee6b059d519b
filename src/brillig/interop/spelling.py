"""A grammar of texts: its words with the blanks between them, as the reading of its sentences has it.

Where two words must not touch (`x y` is not `xy`), a blank is needed; where they may (`x+y`, `cat,`), it may
be left out. Whether they may touch is asked of the reading itself. Token classes come as the expressions that
they are, and a final mark may stand where the reading drops it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product
from typing import NamedTuple

from brillig.errors import BrilligError
from brillig.interop.patterns import find_example, pattern_rows
from brillig.language.cfg import Cfg, Word
from brillig.language.flat import Row
from brillig.language.grammar import Grammar, reading_order
from brillig.language.reading import Reading
from brillig.language.spelling import needs_blank
from brillig.language.token_classes import TokenClass
from brillig.parsing.generate import ending


class Gap(NamedTuple):
    """Blanks between two words: at least one where `needed`, else any number."""

    needed: bool


class Class(NamedTuple):
    """Any word of a token class."""

    name: str
    expression: str


Rules = dict[str, list[Row]]
Edges = dict[str, set[tuple[str, str]]]  # kinds of first and last words


@dataclass(frozen=True)
class Spelled:
    """Start symbol and rules over words, classes and gaps; one of the `final` marks may end a text.

    `touches` has the kinds of words (see `Touching`) that stand side by side and may do so without a blank,
    `ends` those of the last words of a text.
    """

    start: str
    rules: Rules
    classes: tuple[Class, ...]
    final: str
    touches: frozenset[tuple[str, str]]
    ends: frozenset[str]


def usable_rules(grammar: Grammar | Cfg, what: str) -> tuple[str, Rules]:
    """The rules that end in words; a grammar that has none is refused, since `what` cannot say it."""
    cfg = Cfg.from_grammar(grammar) if isinstance(grammar, Grammar) else grammar
    rules = {name: list(rows) for name, rows in ending(cfg).items()}
    if isinstance(grammar, Grammar):  # as they unfold from the start
        rules = {name: rules[name] for name in reading_order(grammar) if name in rules}
    if cfg.start not in rules:
        raise BrilligError(
            f"the grammar generates nothing, and {what} has no such grammars", hint="add the missing rules"
        )
    return cfg.start, rules


def with_classes(rules: Rules, reading: Reading | None) -> tuple[Rules, tuple[Class, ...]]:
    """The rules with token classes for the words that stand for them, and these classes."""
    known = {c.name: Class(c.name, c.expression) for c in _classes(reading)}
    used: dict[str, Class] = {}

    def symbol(item: str | Word) -> str | Word | Class:
        if isinstance(item, Word) and item.text in known:
            return used.setdefault(item.text, known[item.text])
        return item

    new: Rules = {name: [tuple(map(symbol, row)) for row in rows] for name, rows in rules.items()}
    return new, tuple(used.values())


def spell(grammar: Grammar | Cfg, reading: Reading | None, what: str) -> Spelled:
    """The grammar of the texts that the reading takes apart into the grammar's sentences."""
    start, plain = usable_rules(grammar, what)
    rules, classes = with_classes(plain, reading)
    touching = Touching(reading)
    edges = _edges(rules, touching)
    rules, touches = _with_gaps(rules, edges, touching)
    ends = frozenset(last for _, last in edges[start])
    final = ""
    if reading is not None and reading.splits_words and not reading.keep_final:
        final = ".!?"
    return Spelled(start, rules, classes, final, touches, ends)


class Touching:
    """Whether two words need a blank between them, by reading them without one."""

    def __init__(self, reading: Reading | None) -> None:
        self._reading = reading
        self._examples = {
            c.name: c.examples or (find_example(pattern_rows(c.expression, c.name)),)
            for c in _classes(reading)
        }
        self._known: dict[tuple[str, str], bool] = {}

    def kind(self, item: Word | Class, at_end: bool) -> str:
        """What decides: a letter or digit at the edge, else the whole word."""
        if isinstance(item, Class):
            return f"\0{item.name}"
        edge = item.text[-1] if at_end else item.text[0]
        return ("a" if at_end else "b") if edge.isalpha() or edge == "_" else item.text

    def examples(self, item: Class) -> tuple[str, ...]:
        return self._examples[item.name]

    def needs_blank(self, left: str, right: str) -> bool:
        """For two kinds."""
        if self._reading is None:
            return True
        if (left, right) not in self._known:
            pairs = product(self._samples(left), self._samples(right))
            self._known[left, right] = any(needs_blank(a, b, self._reading) for a, b in pairs)
        return self._known[left, right]

    def _samples(self, kind: str) -> tuple[str, ...]:
        return self._examples[kind[1:]] if kind.startswith("\0") else (kind,)


def _classes(reading: Reading | None) -> tuple[TokenClass, ...]:
    return () if reading is None else reading.token_classes


def _with_gaps(rules: Rules, edges: Edges, touching: Touching) -> tuple[Rules, frozenset[tuple[str, str]]]:
    """The rules with a gap between any two symbols of a row; what touches in them.

    Where some words of two neighbours may touch and others must not, a blank may be left out: nothing that
    the reading takes is refused, and what it would read as another word is left to lexers and look-ahead.
    """
    result: Rules = {}
    touches: set[tuple[str, str]] = set()
    for name, rows in rules.items():
        result[name] = []
        for row in rows:
            new: list[object] = [row[0]]
            for left, right in pairwise(row):
                lasts = {last for _, last in _edges_of(left, edges, touching)}
                firsts = {first for first, _ in _edges_of(right, edges, touching)}
                free = {pair for pair in product(lasts, firsts) if not touching.needs_blank(*pair)}
                new += [Gap(not free), right]
                touches |= free
            result[name].append(tuple(new))
    return result, frozenset(touches)


def _edges(rules: Rules, touching: Touching) -> Edges:
    """For each category the kinds of its first and last words, as pairs that occur."""
    edges: Edges = {name: set() for name in rules}
    changed = True
    while changed:
        changed = False
        for name, rows in rules.items():
            for row in rows:
                firsts = {f for f, _ in _edges_of(row[0], edges, touching)}
                lasts = {e for _, e in _edges_of(row[-1], edges, touching)}
                pairs = (
                    set(product(firsts, lasts)) if len(row) > 1 else set(_edges_of(row[0], edges, touching))
                )
                if not pairs <= edges[name]:
                    edges[name] |= pairs
                    changed = True
    return edges


def _edges_of(item: object, edges: Edges, touching: Touching) -> set[tuple[str, str]]:
    if isinstance(item, str):
        return edges[item]
    assert isinstance(item, Word | Class)
    return {(touching.kind(item, False), touching.kind(item, True))}
