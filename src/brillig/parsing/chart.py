"""CYK in Python: which spans a rule set derives, forests of trees, and charts whose cells hold anything.

Categories are numbers, the start symbol is 0; sets of categories are bit masks. It shares no code with the
kernel's parser, so that each is a check of the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from brillig.language.tree import Tree

Cell = TypeVar("Cell")
Sentence = tuple[str, ...]
Span = tuple[int, int]  # from, to
Allowed = Callable[[int, int], int]  # the mask of the categories that may stand over a span
Rule = tuple[int, int, int]
Node = tuple[int, int, int]  # from, to, category
Way = tuple[int, int, int]  # split, left category, right category
Forest = dict[Node, list[Way]]
Choice = dict[Node, Way]


@dataclass(frozen=True)
class Rules:
    """A rule set over numbers and, for each word, the mask of its categories."""

    syntactic: frozenset[Rule]
    lexical: Mapping[str, int] = field(hash=False)

    def pairs(self) -> Iterable[tuple[int, str]]:
        """Every lexical rule."""
        for word, mask in self.lexical.items():
            for category in bits(mask):
                yield category, word


def bits(mask: int) -> Iterable[int]:
    """The categories in a mask."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Parser:
    """Derives spans of sentences with fixed rules; pairs of masks are combined once and remembered."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._by_pair: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        self._by_parent: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for parent, left, right in sorted(rules.syntactic):
            self._by_pair[left, right].append(parent)
            self._by_parent[parent].append((left, right))
        # Where no rule has the start symbol on its right, inner cells need not hold it.
        self._inside = -1 if any(0 in pair for pair in self._by_pair) else ~1
        self._known: dict[tuple[int, int], int] = {}

    def combine(self, left: int, right: int) -> int:
        """The categories that derive a span whose halves are derived by the given ones."""
        try:
            return self._known[left, right]
        except KeyError:
            mask = 0
            for (y, z), parents in self._by_pair.items():
                if left >> y & 1 and right >> z & 1:
                    for parent in parents:
                        mask |= 1 << parent
            self._known[left, right] = mask
            return mask

    def table(self, sentence: Sequence[str], allowed: Allowed | None = None) -> list[list[int]]:
        """Masks by start and length - 1; the start symbol is in inner ones only if rules need it there."""
        length = len(sentence)
        lexical = self.rules.lexical
        cells = [[lexical.get(word, 0)] for word in sentence]
        if allowed is not None:
            cells = [[row[0] & allowed(start, start + 1)] for start, row in enumerate(cells)]
        known, combine = self._known, self.combine
        for span in range(2, length + 1):
            keep = -1 if span == length else self._inside
            for start in range(length - span + 1):
                mask = 0
                row = cells[start]
                if allowed is not None:
                    keep = allowed(start, start + span)
                for first in range(span - 1 if keep else 0):
                    left = row[first]
                    if left:
                        right = cells[start + first + 1][span - first - 2]
                        if right:
                            found = known.get((left, right))
                            mask |= combine(left, right) if found is None else found
                row.append(mask & keep)
        return cells

    def accepts(self, sentence: Sequence[str]) -> bool:
        return bool(self.table(sentence)[0][-1] & 1)

    def words(self, sentence: Sentence) -> Sentence:
        return sentence

    def first(self, sentence: Sentence) -> Choice:
        """The ways of one tree of the sentence, the first found at every node."""
        cells = self.table(sentence)
        return choose_first(lambda node: next(self._ways(cells, node)), len(sentence))

    def _ways(self, cells: list[list[int]], node: Node) -> Iterator[Way]:
        start, stop, category = node
        for middle in range(start + 1, stop):
            left, right = cells[start][middle - start - 1], cells[middle][stop - middle - 1]
            for y, z in self._by_parent[category]:
                if left >> y & 1 and right >> z & 1:
                    yield middle, y, z

    def forest(self, sentence: Sequence[str], allowed: Allowed | None = None) -> Forest:
        """Every node of every tree of the sentence with the ways to build it; a word's node has none."""
        length = len(sentence)
        cells = self.table(sentence, allowed)
        ways: Forest = {}
        stack: list[Node] = [(0, length, 0)] if cells[0][-1] & 1 else []
        while stack:
            node = stack.pop()
            if node in ways:
                continue
            start, stop, _ = node
            ways[node] = list(self._ways(cells, node))
            for middle, y, z in ways[node]:
                stack += [(start, middle, y), (middle, stop, z)]
        return ways


def choose_first(first_way: Callable[[Node], Way], length: int) -> Choice:
    """The ways of one tree, from its root down."""
    choice: Choice = {}
    stack: list[Node] = [(0, length, 0)]
    while stack:
        node = stack.pop()
        if node[1] - node[0] > 1:
            middle, y, z = choice[node] = first_way(node)
            stack += [(node[0], middle, y), (middle, node[1], z)]
    return choice


def build(sentence: Sequence[str], choice: Choice, names: Sequence[str], node: Node | None = None) -> Tree:
    """The tree that takes the chosen way at every node."""
    start, stop, category = node or (0, len(sentence), 0)
    if stop - start == 1:
        return Tree.leaf(names[category], sentence[start])
    middle, y, z = choice[start, stop, category]
    left = build(sentence, choice, names, (start, middle, y))
    right = build(sentence, choice, names, (middle, stop, z))
    return Tree.node(names[category], left, right)


def fill_chart(
    words: Sequence[Cell], combine: Callable[[int, int, Mapping[Span, Cell]], Cell]
) -> dict[Span, Cell]:
    """A cell for each span: those of the words, then what `combine` makes of shorter spans."""
    cells = {(start, start + 1): cell for start, cell in enumerate(words)}
    for size in range(2, len(words) + 1):
        for start in range(len(words) - size + 1):
            cells[start, start + size] = combine(start, start + size, cells)
    return cells
