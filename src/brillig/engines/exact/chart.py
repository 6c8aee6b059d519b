"""CYK on numbers: which sentences a rule set derives, and their forests of trees.

Categories are numbers, the start symbol is 0; sets of categories are bit masks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from brillig.language.tree import Tree

Sentence = tuple[str, ...]
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

    def table(self, sentence: Sequence[str]) -> list[list[int]]:
        """Masks by start and length - 1; the start symbol is in inner ones only if rules need it there."""
        length = len(sentence)
        lexical = self.rules.lexical
        cells = [[lexical.get(word, 0)] for word in sentence]
        known, combine = self._known, self.combine
        for span in range(2, length + 1):
            keep = -1 if span == length else self._inside
            for start in range(length - span + 1):
                mask = 0
                row = cells[start]
                for first in range(span - 1):
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

    def first_way(self, cells: list[list[int]], node: Node) -> Way:
        """A way to build a node that the table says can be built."""
        start, stop, category = node
        for middle in range(start + 1, stop):
            left, right = cells[start][middle - start - 1], cells[middle][stop - middle - 1]
            for y, z in self._by_parent[category]:
                if left >> y & 1 and right >> z & 1:
                    return middle, y, z
        raise ValueError(f"nothing builds {node}")

    def words(self, sentence: Sentence) -> Sentence:
        return sentence

    def first(self, sentence: Sentence) -> Choice:
        """The ways of one tree of the sentence, the first found at every node."""
        cells = self.table(sentence)
        choice: Choice = {}
        stack: list[Node] = [(0, len(sentence), 0)]
        while stack:
            node = stack.pop()
            if node[1] - node[0] > 1:
                middle, y, z = choice[node] = self.first_way(cells, node)
                stack += [(node[0], middle, y), (middle, node[1], z)]
        return choice

    def forest(self, sentence: Sequence[str]) -> Forest:
        """Every node of every tree of the sentence with the ways to build it; a word's node has none."""
        length = len(sentence)
        cells = self.table(sentence)
        ways: Forest = {}
        stack: list[Node] = [(0, length, 0)] if cells[0][-1] & 1 else []
        while stack:
            node = stack.pop()
            if node in ways:
                continue
            start, stop, category = node
            ways[node] = []
            if stop - start == 1:
                continue
            for middle in range(start + 1, stop):
                left = cells[start][middle - start - 1]
                right = cells[middle][stop - middle - 1]
                for y, z in self._by_parent[category]:
                    if left >> y & 1 and right >> z & 1:
                        ways[node].append((middle, y, z))
                        stack += [(start, middle, y), (middle, stop, z)]
        return ways


def build(sentence: Sequence[str], choice: Choice, names: Sequence[str], node: Node | None = None) -> Tree:
    """The tree that takes the chosen way at every node."""
    start, stop, category = node or (0, len(sentence), 0)
    if stop - start == 1:
        return Tree.leaf(names[category], sentence[start])
    middle, y, z = choice[start, stop, category]
    left = build(sentence, choice, names, (start, middle, y))
    right = build(sentence, choice, names, (middle, stop, z))
    return Tree.node(names[category], left, right)


class Relabeller:
    """The same for given trees: `features` says what each of their categories may become."""

    def __init__(self, rules: Rules, features: Mapping[str, Sequence[int]]) -> None:
        self._parents: dict[tuple[int, int], list[int]] = defaultdict(list)
        for parent, left, right in sorted(rules.syntactic):
            self._parents[left, right].append(parent)
        self._lexical = rules.lexical
        self._masks = {category: sum(1 << x for x in xs) for category, xs in features.items()}
        self._known: dict[Tree, int] = {}

    def mask(self, tree: Tree) -> int:
        """The features that the root of the tree can have."""
        found = self._known.get(tree)
        if found is None:
            found = 0
            if tree.is_leaf:
                found = self._lexical.get(tree.word, 0)
            else:
                left, right = (self.mask(branch) for branch in tree.branches)
                for y in bits(left):
                    for z in bits(right):
                        for parent in self._parents.get((y, z), ()):
                            found |= 1 << parent
            found &= self._masks[tree.label]
            self._known[tree] = found
        return found

    def derives(self, tree: Tree) -> bool:
        return bool(self.mask(tree) & 1)

    def words(self, tree: Tree) -> Sentence:
        return tree.words()

    def first(self, tree: Tree) -> Choice:
        forest = self.forest(tree)
        choice: Choice = {}
        stack: list[Node] = [(0, len(tree.words()), 0)]
        while stack:
            node = stack.pop()
            if node[1] - node[0] > 1:
                middle, y, z = choice[node] = forest[node][0]
                stack += [(node[0], middle, y), (middle, node[1], z)]
        return choice

    def forest(self, tree: Tree) -> Forest:
        ways: Forest = {}
        stack = [(tree, 0, 0)] if self.derives(tree) else []
        while stack:
            part, start, x = stack.pop()
            node = (start, start + len(part.words()), x)
            if node in ways:
                continue
            ways[node] = []
            if part.is_leaf:
                continue
            left, right = part.branches
            middle = start + len(left.words())
            for y in bits(self.mask(left)):
                for z in bits(self.mask(right)):
                    if x in self._parents.get((y, z), ()):
                        ways[node].append((middle, y, z))
                        stack += [(left, start, y), (right, middle, z)]
        return ways
