"""A parse tree as the network holds it: a triangle of layers, each made from the one below by one rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from brillig.errors import BrilligError
from brillig.language.tree import Tree


@dataclass(frozen=True)
class Step:
    """From a layer to the next: the category at `position` becomes two, the others are passed along.

    `below` are the up copies of the layer below, `above` the down copies of the layer above.
    """

    below: tuple[str, ...]
    above: tuple[str, ...]
    position: int

    def __post_init__(self) -> None:
        if self.position not in positions(self.below, self.above):
            raise BrilligError(f"no rule at place {self.position} makes {self.above} of {self.below}")

    @property
    def rule(self) -> tuple[str, str, str]:
        return (
            self.below[self.position],
            self.above[self.position],
            self.above[self.position + 1],
        )


@dataclass(frozen=True)
class LayeredTree:
    """The words and the steps from the base up to them. Between steps the copies of a node may disagree.

    `base` is the category of the base, for a sentence of one word, which has no steps.
    """

    words: tuple[str, ...]
    steps: tuple[Step, ...]
    base: str = "S"

    def __post_init__(self) -> None:
        sizes = [len(step.below) for step in self.steps]
        if sizes != list(range(1, len(self.words))):
            raise BrilligError(f"{len(self.words)} words take as many layers, each one wider than the last")

    def copies(self, layer: int, place: int) -> tuple[str, str]:
        """The (down, up) categories of a node; layers and places count from 0, the base is layer 0.

        The base has only an up copy and a word only a down copy, which then stands for both.
        """
        down = self.steps[layer - 1].above[place] if layer > 0 else None
        up = self.steps[layer].below[place] if layer < len(self.steps) else None
        return down or up or self.base, up or down or self.base

    @property
    def disagreements(self) -> int:
        """Nodes whose two copies differ."""
        nodes = [self.copies(layer, place) for layer in range(len(self.words)) for place in range(layer + 1)]
        return sum(down != up for down, up in nodes)


def positions(below: Sequence[str], above: Sequence[str]) -> list[int]:
    """Where a rule can have been applied to make `above` of `below`."""
    if len(above) != len(below) + 1:
        return []
    return [k for k in range(len(below)) if below[:k] == above[:k] and below[k + 1 :] == above[k + 2 :]]


def step_between(
    below: tuple[str, ...], above: tuple[str, ...], weight: Callable[[str, str, str], float]
) -> Step:
    """The step that makes `above` of `below`; where several could, the one whose rule weighs the most."""
    possible = positions(below, above)
    if not possible:
        raise BrilligError(f"no rule makes {above} of {below}")
    return Step(below, above, max(possible, key=lambda k: weight(below[k], above[k], above[k + 1])))


def to_layers(tree: Tree) -> LayeredTree:
    """A tree in layers. Of all orders of applying its rules this takes the widest constituent first."""
    frontier = [(tree, len(tree.words()))]
    steps = []
    while any(not node.is_leaf for node, _ in frontier):
        place = max(
            (k for k, (node, _) in enumerate(frontier) if not node.is_leaf),
            key=lambda k: (frontier[k][1], -k),
        )
        below = tuple(node.label for node, _ in frontier)
        branches = frontier[place][0].branches
        frontier[place : place + 1] = [(branch, len(branch.words())) for branch in branches]
        steps.append(Step(below, tuple(node.label for node, _ in frontier), place))
    return LayeredTree(tree.words(), tuple(steps), tree.label)


def to_tree(layered: LayeredTree) -> Tree | None:
    """The tree that layers make; None where the copies of a node disagree."""
    if layered.disagreements:
        return None
    labels = layered.steps[-1].above if layered.steps else (layered.base,)
    frontier = [Tree.leaf(label, word) for label, word in zip(labels, layered.words, strict=True)]
    for step in reversed(layered.steps):
        place = step.position
        frontier[place : place + 2] = [Tree.node(step.below[place], *frontier[place : place + 2])]
    return frontier[0]
