"""One tree for each sentence such that together they use every category, or proof that there are none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import TypeVar

from brillig.engines.exact.formula import Formula
from brillig.language.tree import Tree
from brillig.parsing.chart import Choice, Node, Way
from brillig.parsing.tree_choice import Source, choose_trees

Item = TypeVar("Item", bound=Hashable)


def trees_using_all(
    source: Source[Item], items: Sequence[Item], names: Sequence[str]
) -> tuple[Tree, ...] | None:
    """Trees in the order of the items, every category of `names` in one of them; None: proven impossible.

    Each item has to have a tree.
    """
    return choose_trees(source, items, names, _decide)


def _decide(source: Source[Item], items: Sequence[Item], categories: int) -> list[Choice] | None:
    """Decide by SAT over the forests of all items. Copies of one item may have different trees."""
    formula = Formula(interruptible=True)  # other engines decide this in the main thread
    users: defaultdict[int, list[int]] = defaultdict(list)
    ways_of: list[dict[Node, list[tuple[Way, int]]]] = []
    for item in items:
        forest = source.forest(item)
        inside = {node: formula.variable() for node in forest}
        above: defaultdict[Node, list[int]] = defaultdict(list)
        ways_of.append({})
        for node, ways in forest.items():
            users[node[2]].append(inside[node])
            picks = [(way, formula.variable()) for way in ways]
            ways_of[-1][node] = picks
            if node[1] - node[0] > 1:
                formula.add(-inside[node], *(pick for _, pick in picks))
                formula.at_most_one([pick for _, pick in picks])
            for way, pick in picks:
                formula.add(-pick, inside[node])
                for child in ((node[0], way[0], way[1]), (way[0], node[1], way[2])):
                    formula.add(-pick, inside[child])
                    above[child].append(pick)
        root = (0, len(source.words(item)), 0)
        formula.add(inside[root])
        for node, variable in inside.items():
            if node != root:
                formula.add(-variable, *above[node])
    for category in range(categories):
        formula.add(*users[category])
    try:
        if not formula.solve():
            return None
        return [
            {node: way for node, picks in by_node.items() for way, pick in picks if formula.holds(pick)}
            for by_node in ways_of
        ]
    finally:
        formula.close()
