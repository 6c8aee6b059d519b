"""How much of a grammar its sentences bear out: which rules were seen right below which.

A grammar found from few sentences says more than they do. It puts a rule below every other that the
categories allow, though the sentences show only some of these pairs. What needs a pair that was never seen is
where it may be wrong, and is worth a question.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice

from brillig._kernel import Parser
from brillig.workflows.asking.class_grammar import Classes, ClassGrammar

Node = tuple[int, int]  # a rule and -1, or a category and the class of its word
Pair = tuple[int, int, Node]  # a rule, the side, and the node there
Best = tuple[int, frozenset[Pair]]  # the fewest pairs that were never seen, and all pairs with them


class Evidence:
    """The pairs of a grammar that right strings need, at the least; `learn` as more become known."""

    def __init__(self, grammar: ClassGrammar, right: Iterable[Classes]) -> None:
        self.grammar = grammar
        self._rules = sorted(grammar.rules)
        self.seen: set[Pair] = set()
        for string in sorted(right, key=lambda s: (len(s), s)):
            self.learn(string)

    def learn(self, string: Classes) -> None:
        """A right string, which the grammar accepts, bears out the pairs of its plainest tree."""
        found = self._plainest(string)
        if found is not None and found[0]:
            self.seen |= found[1]
            self.__dict__.pop("_parser", None)

    def news(self, strings: Sequence[Classes], most: int) -> dict[Classes, int]:
        """Of those that take pairs never seen the first few, with how many at the least."""
        borne = self._parser.accepts([list(string) for string in strings])
        new = (string for string, yes in zip(strings, borne, strict=True) if not yes)
        found = ((string, self._plainest(string)) for string in islice(new, most))
        return {string: best[0] for string, best in found if best is not None}

    @cached_property
    def _parser(self) -> Parser:
        """The grammar with a category for each of its nodes, and only the rules that were seen."""
        nodes = sorted({node for _, _, node in self.seen} | {(r, -1) for r in range(len(self._rules))})
        number = {node: 1 + place for place, node in enumerate(nodes)}
        below: Mapping[tuple[int, int], list[int]] = {
            (rule, side): [
                number[node] for own, where, node in sorted(self.seen) if (own, where) == (rule, side)
            ]
            for rule in range(len(self._rules))
            for side in (0, 1)
        }
        rules = []
        for r, (parent, _, _) in enumerate(self._rules):
            children = [(a, b) for a in below[r, 0] for b in below[r, 1]]
            rules += [(number[r, -1], a, b) for a, b in children]
            rules += [(0, a, b) for a, b in children if parent == 0]
        homes = [
            [number[x, own] for x in home if (x, own) in number] + [0] * (0 in home)
            for own, home in enumerate(self.grammar.homes)
        ]
        return Parser(1 + len(nodes), 0, rules, [], homes)

    def _plainest(self, string: Classes) -> Best | None:
        """The tree with the fewest pairs that were never seen."""
        size = len(string)
        cells: dict[tuple[int, int], dict[Node, Best]] = {}
        sides: dict[tuple[int, int], dict[tuple[int, int], Best]] = {}
        for start, own in enumerate(string):
            cells[start, start + 1] = {(x, own): (0, frozenset()) for x in self.grammar.homes[own]}
            sides[start, start + 1] = self._beneath(cells[start, start + 1])
        for length in range(2, size + 1):
            for start in range(size - length + 1):
                end = start + length
                cell: dict[Node, Best] = {}
                for middle in range(start + 1, end):
                    lefts, rights = sides[start, middle], sides[middle, end]
                    for r in range(len(self._rules)):
                        if (left := lefts.get((r, 0))) is None or (right := rights.get((r, 1))) is None:
                            continue
                        cost = left[0] + right[0]
                        if (r, -1) not in cell or cost < cell[r, -1][0]:
                            cell[r, -1] = (cost, left[1] | right[1])
                cells[start, end] = cell
                sides[start, end] = self._beneath(cell)
        whole = [best for node, best in cells[0, size].items() if self._category(node) == 0]
        return min(whole, key=lambda best: best[0], default=None)

    def _beneath(self, cell: Mapping[Node, Best]) -> dict[tuple[int, int], Best]:
        """The best node of a cell for each side of each rule, the pair itself counted."""
        found: dict[tuple[int, int], Best] = {}
        for r, rule in enumerate(self._rules):
            for side in (0, 1):
                for node, (cost, pairs) in cell.items():
                    if self._category(node) != rule[1 + side]:
                        continue
                    pair = (r, side, node)
                    total = cost + (pair not in self.seen)
                    if (r, side) not in found or total < found[r, side][0]:
                        found[r, side] = (total, pairs | {pair})
        return found

    def _category(self, node: Node) -> int:
        return self._rules[node[0]][0] if node[1] < 0 else node[0]
