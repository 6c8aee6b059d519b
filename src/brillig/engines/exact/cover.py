"""One tree for each sentence such that together they use every category, or proof that there are none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

from brillig.engines.exact.formula import Formula
from brillig.language.tree import Tree
from brillig.parsing.chart import Choice, Forest, Node, Sentence, Way, build

Item = TypeVar("Item", bound=Hashable)
Given = TypeVar("Given", contravariant=True)


class Source(Protocol[Given]):
    """What gives an item its trees: a `Parser` for sentences, a `Relabeller` for trees."""

    def words(self, item: Given, /) -> Sentence: ...

    def first(self, item: Given, /) -> Choice: ...

    def forest(self, item: Given, /) -> Forest: ...


def trees_using_all(
    source: Source[Item], items: Sequence[Item], names: Sequence[str]
) -> tuple[Tree, ...] | None:
    """Trees in the order of the items, every category of `names` in one of them; None: proven impossible.

    Each item has to have a tree.
    """
    first = {item: source.first(item) for item in dict.fromkeys(items)}
    chosen = [first[item] for item in items]
    missing = set(range(len(names))).difference(*(_labels(choice) for choice in first.values()))
    if missing:
        better = _improve(source, items, chosen, missing) or _decide(source, items, len(names))
        if better is None:
            return None
        chosen = better
    # Equal items share their tree unless it was chosen anew.
    built: dict[tuple[Item, int], Tree] = {}
    for item, choice in zip(items, chosen, strict=True):
        if (item, id(choice)) not in built:
            built[item, id(choice)] = build(source.words(item), choice, names)
    return tuple(built[item, id(choice)] for item, choice in zip(items, chosen, strict=True))


def _labels(choice: Choice) -> set[int]:
    """The categories in the tree of these ways: the base's and every child's."""
    return {0}.union(*((y, z) for _, y, z in choice.values()))


def _improve(
    source: Source[Item], items: Sequence[Item], chosen: list[Choice], missing: set[int]
) -> list[Choice] | None:
    """Give each missing category a sentence that can use it; None if another category is lost by that."""
    result = list(chosen)
    wanted = set(missing)
    for index, item in enumerate(items):
        if not wanted:
            break
        forest = source.forest(item)
        found = wanted & {node[2] for node in forest}
        if found:
            result[index] = _through(forest, (0, len(source.words(item)), 0), min(found))
            wanted -= _labels(result[index])
    before = set().union(*(_labels(c) for c in chosen)) | missing
    after = set().union(*(_labels(c) for c in result))
    return result if before <= after else None


def _through(forest: Forest, root: Node, label: int) -> Choice:
    """The ways of a tree that has a node with the label."""
    parents: dict[Node, tuple[Node, Way]] = {}
    for node, ways in forest.items():
        for way in ways:
            for child in ((node[0], way[0], way[1]), (way[0], node[1], way[2])):
                parents.setdefault(child, (node, way))
    target = min(node for node in forest if node[2] == label)
    forced: Choice = {}
    while target != root:
        target, way = parents[target]
        forced[target] = way
    choice: Choice = {}
    stack = [root]
    while stack:
        node = stack.pop()
        if node[1] - node[0] > 1:
            way = choice[node] = forced.get(node) or forest[node][0]
            stack += [(node[0], way[0], way[1]), (way[0], node[1], way[2])]
    return choice


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
