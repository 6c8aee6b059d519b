"""Sentences as short as can be in which one rule stands right below another, however long that is.

All class strings can be listed only up to some length. A rule that needs a phrase inside a phrase is first
found in longer ones, and so is what was never seen below it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from brillig.workflows.asking.class_grammar import Classes, ClassGrammar, Rule
from brillig.workflows.asking.evidence import Node, Pair

LONGEST = 12  # words: what a person can still judge at a glance

Inside = tuple[int, int, Classes]  # pairs never seen, words, the string
Outside = tuple[int, int, Classes, Classes]  # the same with what stands before and after


class Shortest:
    """For each pair of a grammar a string with the fewest others never seen, of these the shortest."""

    def __init__(self, grammar: ClassGrammar, seen: Collection[Pair]) -> None:
        self._rules: list[Rule] = sorted(grammar.rules)
        self._seen = seen
        words = {(x, own) for own, home in enumerate(grammar.homes) for x in home}
        self._inside: dict[Node, Inside] = {node: (0, 1, (node[1],)) for node in sorted(words)}
        self._beneath: dict[tuple[int, int], Inside] = {}
        while self._grow_inside():
            pass
        self._outside: dict[int, Outside] = {
            r: (0, 0, (), ()) for r, rule in enumerate(self._rules) if rule[0] == 0
        }
        while self._grow_outside():
            pass

    def unseen(self) -> Iterator[tuple[Pair, Classes]]:
        """The pairs that were never seen, each with its string."""
        for r in sorted(self._outside):
            for side in (0, 1):
                for node in sorted(self._inside):
                    fits = self._category(node) == self._rules[r][1 + side]
                    if fits and (r, side, node) not in self._seen:
                        string = self._string(r, side, node)
                        if string is not None:
                            yield (r, side, node), string

    def _category(self, node: Node) -> int:
        return self._rules[node[0]][0] if node[1] < 0 else node[0]

    def _string(self, r: int, side: int, node: Node) -> Classes | None:
        other = self._beneath.get((r, 1 - side))
        if other is None:
            return None
        _, _, before, after = self._outside[r]
        own = self._inside[node][2]
        return (*before, *(other[2] + own if side else own + other[2]), *after)

    def _grow_inside(self) -> bool:
        grown = False
        for r, rule in enumerate(self._rules):
            for side in (0, 1):
                fitting = [
                    (cost + ((r, side, node) not in self._seen), size, string)
                    for node, (cost, size, string) in self._inside.items()
                    if self._category(node) == rule[1 + side]
                ]
                if fitting:
                    self._beneath[r, side] = min(fitting)
            left, right = self._beneath.get((r, 0)), self._beneath.get((r, 1))
            if left is not None and right is not None:
                best = (left[0] + right[0], left[1] + right[1], left[2] + right[2])
                if (r, -1) not in self._inside or best < self._inside[r, -1]:
                    self._inside[r, -1] = best
                    grown = True
        return grown

    def _grow_outside(self) -> bool:
        grown = False
        for above, (cost, size, before, after) in list(self._outside.items()):
            for side in (0, 1):
                other = self._beneath.get((above, 1 - side))
                if other is None:
                    continue
                outer = (before + other[2], after) if side else (before, other[2] + after)
                for r, rule in enumerate(self._rules):
                    if rule[0] != self._rules[above][1 + side]:
                        continue
                    new = (above, side, (r, -1)) not in self._seen
                    best = (cost + other[0] + new, size + other[1], *outer)
                    if r not in self._outside or best < self._outside[r]:
                        self._outside[r] = best
                        grown = True
        return grown
