"""Given trees with other labels: what the refined rules make of each of their nodes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from brillig.language.tree import Tree
from brillig.parsing.chart import Choice, Forest, Rules, Sentence, bits, choose_first


class Relabeller:
    """The forests of given trees: `features` says what each of their categories may become.

    No chart: the spans are those of the tree.
    """

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
        return choose_first(lambda node: forest[node][0], len(tree.words()))

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
