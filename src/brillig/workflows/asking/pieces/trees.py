"""Trees of a draft, and what they try: forms in places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from brillig.language.corpus import Sentence
from brillig.workflows.asking.pieces.draft import Draft, Form, Place


@dataclass(frozen=True)
class Tried:
    """A form in a place."""

    place: Place
    form: Form


@dataclass
class Node:
    category: int
    form: Form
    below: list[Node | str]

    def words(self) -> Iterator[str]:
        for child in self.below:
            if isinstance(child, str):
                yield child
            else:
                yield from child.words()

    def nodes(self) -> Iterator[Node]:
        yield self
        for child in self.below:
            if isinstance(child, Node):
                yield from child.nodes()

    def tried(self) -> Iterator[Tried]:
        """Every form in a place that it has."""
        for at, child in enumerate(self.below):
            if not isinstance(child, Node):
                continue
            last = child.last()
            if len(self.form) > 1:
                yield Tried(Place(self.category, self.form, at), last.form)
            yield from child.tried()

    def pairs(self) -> Iterator[tuple[Tried, Tried]]:
        """What two of its places have, in both orders."""
        filled = [
            Tried(Place(self.category, self.form, at), child.last().form)
            for at, child in enumerate(self.below)
            if isinstance(child, Node)
        ]
        yield from permutations(filled, 2)

    def last(self) -> Node:
        """Below forms that are one category only."""
        only = self.below[0]
        return only.last() if len(self.form) == 1 and isinstance(only, Node) else self


def parse(draft: Draft, words: Sentence) -> Node | None:
    """A tree of a sentence."""
    chart = draft.chart(words)
    ends: dict[tuple[int, int], list[int]] = {}
    for (start, end), categories in chart.items():
        for category in categories:
            ends.setdefault((start, category), []).append(end)
    failed: set[tuple[int, int, int]] = set()
    open_: set[tuple[int, int, int]] = set()

    def build(category: int, start: int, end: int) -> Node | None:
        key = (category, start, end)
        if category not in chart.get((start, end), ()) or key in failed or key in open_:
            return None
        open_.add(key)
        found = None
        for form in draft.rules[category]:
            below = match(form, start, end)
            if below is not None:
                found = Node(category, form, below)
                break
        open_.discard(key)
        if found is None and not open_:
            failed.add(key)
        return found

    def match(form: Form, start: int, end: int) -> list[Node | str] | None:
        symbol, rest = form[0], form[1:]
        if isinstance(symbol, str):
            if start >= end or words[start] != symbol:
                return None
            if not rest:
                return [symbol] if start + 1 == end else None
            below = match(rest, start + 1, end)
            return None if below is None else [symbol, *below]
        for middle in sorted(ends.get((start, symbol), ())):
            if middle > end - len(rest) or (not rest and middle != end):
                continue
            following: list[Node | str] | None = [] if not rest else match(rest, middle, end)
            if following is None:
                continue
            first = build(symbol, start, middle)
            if first is not None:
                return [first, *following]
        return None

    return build(0, 0, len(words))
