"""`FlatGrammar`: a grammar as people write it, with optional parts, alternatives and repetition in its rules.

It is a view: `flatten.py` makes one of a `Grammar`, `to_cfg` takes it back to plain rules of the same
language. In its text `(X)` is optional, `{X | Y}` one of these, `X*` any number and `X+` one or more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from brillig.language.cfg import Cfg, CfgRule, Word
from brillig.language.grammar import quoted

# What a row is made of: the name of a category, a word (or what an export has for one), or a part.
Item = Any
Row = tuple[Item, ...]
Choice = tuple[Row, ...]


class Part(NamedTuple):
    """Some rows, one of which stands here at least `least` times, and at most once unless it `repeats`."""

    rows: Choice
    least: int
    repeats: bool

    @property
    def is_group(self) -> bool:
        """Exactly one of the rows."""
        return self.least == 1 and not self.repeats


def group(rows: Choice) -> Part:
    """One of the rows."""
    return Part(rows, 1, False)


def optional(rows: Choice) -> Part:
    """One of the rows, or nothing."""
    return Part(rows, 0, False)


def repeat(rows: Choice, least: int) -> Part:
    """Any number of the rows one after the other, `least` (0 or 1) at least."""
    return Part(rows, least, True)


@dataclass(frozen=True)
class FlatGrammar:
    """Start symbol and the rows of each category, phrases first, as they unfold from the start."""

    start: str
    rules: tuple[tuple[str, Choice], ...]

    @cached_property
    def rows(self) -> Mapping[str, Choice]:
        return dict(self.rules)

    @property
    def size(self) -> int:
        """How many rules it has: the rows that are not a single word."""
        return sum(not is_word(row) for _, rows in self.rules for row in rows)

    def __str__(self) -> str:
        return "\n".join(f"{name} → {self._side(rows)}" for name, rows in self.rules)

    def to_json(self) -> dict[str, Any]:
        """`{"start", "rules": [[category, [row, ...]], ...], "text"}`.

        A row is a list of names, `{"word": text}` and `{"rows", "least", "repeats"}` (see `Part`).
        """
        return {
            "start": self.start,
            "rules": [[name, _rows_to_json(rows)] for name, rows in self.rules],
            "text": str(self),
        }

    def to_cfg(self) -> Cfg:
        """Plain rules with the same language; parts that repeat get helper categories of their own."""
        return _Expansion(self).to_cfg()

    def _side(self, rows: Choice) -> str:
        return " | ".join(quoted(row[0].text, self.rows) if is_word(row) else format_row(row) for row in rows)


def is_word(row: Row) -> bool:
    return len(row) == 1 and isinstance(row[0], Word)


def format_row(row: Row) -> str:
    """A row as text, words in quotes."""
    return " ".join(_format_item(item) for item in row)


def _format_item(item: Item) -> str:
    if isinstance(item, Part):
        inner = " | ".join(format_row(row) for row in item.rows)
        single = len(item.rows) == 1 and len(item.rows[0]) == 1 and not isinstance(item.rows[0][0], Part)
        if item.repeats:
            return f"{inner if single else f'{{{inner}}}'}{'+' if item.least else '*'}"
        return f"{{{inner}}}" if item.least else f"({inner})"
    if isinstance(item, Word):
        return f"'{item.text}'" if '"' in item.text else f'"{item.text}"'
    return str(item)


def names_in(row: Row) -> Iterator[str]:
    """The categories of a row and of its parts, each as often as it occurs."""
    for item in row:
        if isinstance(item, str):
            yield item
        elif isinstance(item, Part):
            for inner in item.rows:
                yield from names_in(inner)


def count_items(row: Row) -> int:
    """How many names and words a row and its parts have."""
    return sum(sum(map(count_items, item.rows)) if isinstance(item, Part) else 1 for item in row)


def _rows_to_json(rows: Choice) -> list[list[Any]]:
    return [[_item_to_json(item) for item in row] for row in rows]


def _item_to_json(item: Item) -> Any:
    if isinstance(item, Part):
        return {"rows": _rows_to_json(item.rows), "least": item.least, "repeats": item.repeats}
    return {"word": item.text} if isinstance(item, Word) else item


class _Expansion:
    """Parts written out: what is optional is there or not, what repeats is a category of its own."""

    def __init__(self, flat: FlatGrammar) -> None:
        self._flat = flat
        self._taken = set(flat.rows) | {
            n for rows in flat.rows.values() for row in rows for n in names_in(row)
        }
        self._helpers: dict[Choice, str] = {}
        self._rules: list[CfgRule] = []

    def to_cfg(self) -> Cfg:
        for name, rows in self._flat.rules:
            for row in rows:
                self._add(name, row)
        # A row that is a category alone may be that very category: it says nothing.
        rules = [rule for rule in self._rules if rule.right != (rule.parent,)]
        return Cfg(self._flat.start, tuple(rules))

    def _add(self, name: str, row: Row) -> None:
        self._rules += [CfgRule(name, right) for right in self._expand(row) if right]

    def _expand(self, row: Row) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = [()]
        for item in row:
            found = [(*before, *own) for before in found for own in self._ways(item)]
        return list(dict.fromkeys(found))

    def _ways(self, item: Item) -> list[tuple[Any, ...]]:
        if not isinstance(item, Part):
            return [(item,)]
        if item.repeats:
            ways: list[tuple[Any, ...]] = [(self._helper(item.rows),)]
        else:
            ways = [right for row in item.rows for right in self._expand(row)]
        return ways if item.least else [*ways, ()]

    def _helper(self, rows: Choice) -> str:
        """The category of one or more of the rows."""
        if rows not in self._helpers:
            number = len(self._helpers) + 1
            while f"R{number}" in self._taken:
                number += 1
            helper = self._helpers[rows] = f"R{number}"
            self._taken.add(helper)
            for row in rows:
                for right in filter(None, self._expand(row)):
                    self._rules += [CfgRule(helper, right), CfgRule(helper, (*right, helper))]
        return self._helpers[rows]
