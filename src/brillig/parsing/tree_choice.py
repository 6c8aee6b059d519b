"""One tree for each sentence such that together they use every category, as far as that is easily seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Protocol, TypeVar

from brillig.language.tree import Tree
from brillig.parsing.chart import Choice, Forest, Node, Sentence, Way, build

Item = TypeVar("Item", bound=Hashable)
Given = TypeVar("Given", contravariant=True)


class Source(Protocol[Given]):
    """What gives an item its trees: a `Parser` for sentences, a `Relabeller` for trees."""

    def words(self, item: Given, /) -> Sentence: ...

    def first(self, item: Given, /) -> Choice: ...

    def forest(self, item: Given, /) -> Forest: ...


Decide = Callable[[Source[Item], Sequence[Item], int], "list[Choice] | None"]


def choose_trees(
    source: Source[Item],
    items: Sequence[Item],
    names: Sequence[str],
    decide: Decide[Item] | None = None,
) -> tuple[Tree, ...] | None:
    """Trees in the order of the items, every category of `names` in one of them, as far as can be seen.

    None where no such trees were found; with `decide`, which is asked last, as it says. Each item has to have
    a tree.
    """
    first = {item: source.first(item) for item in dict.fromkeys(items)}
    chosen = [first[item] for item in items]
    missing = set(range(len(names))).difference(*(_labels(choice) for choice in first.values()))
    if missing:
        better = _improve(source, items, chosen, missing) or _climb(source, items, chosen, len(names))
        if better is None and decide is not None:
            better = decide(source, items, len(names))
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


def _climb(
    source: Source[Item], items: Sequence[Item], chosen: list[Choice], categories: int
) -> list[Choice] | None:
    """Change one tree after another as long as more categories are used; None if some never are."""
    result = list(chosen)
    used = Counter(label for choice in result for label in _labels(choice))
    while len(used) < categories:
        missing = set(range(categories)) - set(used)
        for index, item in enumerate(items):
            forest = source.forest(item)
            others = used - Counter(_labels(result[index]))
            for label in sorted(missing & {node[2] for node in forest}):
                other = _through(forest, (0, len(source.words(item)), 0), label)
                after = others + Counter(_labels(other))
                if len(after) > len(used):
                    result[index], used = other, after
                    break
            else:
                continue
            break
        else:
            return None
    return result


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
