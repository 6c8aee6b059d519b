"""A parse tree as linguists draw it: the base at the top, the words on one line below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from brillig.drawing.colours import colour_for, colours_of, ink_on
from brillig.drawing.svg import Box, Label, Line, Picture, Shape, label, picture
from brillig.drawing.text import printable, text_width
from brillig.language.tree import Tree

SIZE = 14.0
MARGIN = 16.0
GAP = 14.0
STEP = 46.0  # from a level to the next
CHIP = 24.0  # height of a category's chip
LEAST = 29.0  # and its least width: alike for nearly all single letters
PAD = 8.0  # between the text of a chip and its side
WIDEST = 200.0  # longer words and names are shortened


def draw_tree(tree: Tree, colours: Mapping[str, str] | None = None) -> Picture:
    """The tree. No label meets another one, and no line crosses a label.

    Every word has a column as wide as the widest category, and every constituent stays in its own columns.
    """
    if colours is None:
        colours = colours_of(tree_categories(tree))
    chip = max(chip_width(node.label) for node in tree.nodes())
    columns, x = [], MARGIN
    for leaf in tree.leaves():
        width = max(chip, word_width(leaf.word)) + GAP
        columns.append(x + width / 2)
        x += width
    placed = _place(tree, columns)
    bottom = MARGIN + CHIP / 2 + STEP * max(node.depth for node in placed) + STEP
    lines: list[Shape] = []
    labels: list[Shape] = []
    for node in placed:
        y = MARGIN + CHIP / 2 + STEP * node.depth
        if node.parent is not None:
            above = placed[node.parent]
            lines.append(Line(above.x, y - STEP, node.x, y))
        if node.tree.is_leaf:
            lines.append(Line(node.x, y, node.x, bottom - SIZE, dashed=True))
            labels.append(word_label(node.x, bottom, node.tree.word))
        labels += chip_shapes(node.x, y, node.tree.label, colours)
    title = f"Parse tree of: {' '.join(tree.words())}"
    return picture(x + MARGIN, bottom + SIZE + MARGIN, lines + labels, title)


def tree_categories(tree: Tree) -> list[str]:
    """The base's category first, the others by name."""
    return [tree.label, *sorted({node.label for node in tree.nodes()} - {tree.label})]


def chip_width(category: str) -> float:
    return max(LEAST, min(WIDEST, text_width(printable(category), SIZE)) + 2 * PAD)


def word_width(word: str) -> float:
    return min(WIDEST, text_width(printable(word), SIZE))


def word_label(x: float, y: float, word: str) -> Label:
    return label(x, y, word, SIZE, room=WIDEST, italic=True)


def chip_shapes(x: float, y: float, category: str, colours: Mapping[str, str]) -> list[Shape]:
    """A category's name on its colour."""
    width = chip_width(category)
    fill = colour_for(colours, category)
    return [
        Box(x - width / 2, y - CHIP / 2, width, CHIP, fill, radius=CHIP / 2),
        label(x, y, category, SIZE, room=WIDEST, fill=ink_on(fill)),
    ]


@dataclass(frozen=True)
class _Placed:
    tree: Tree
    depth: int
    parent: int | None
    x: float


def _place(tree: Tree, columns: list[float]) -> list[_Placed]:
    """Every node with its depth and its x: a leaf in its column, any other midway between its children."""
    order: list[tuple[Tree, int, int | None]] = []
    stack: list[tuple[Tree, int, int | None]] = [(tree, 0, None)]
    while stack:
        node, depth, parent = stack.pop()
        number = len(order)
        order.append((node, depth, parent))
        if not node.is_leaf:
            left, right = node.branches
            stack += [(right, depth + 1, number), (left, depth + 1, number)]
    xs = [0.0] * len(order)
    column = len(columns)
    children: list[list[float]] = [[] for _ in order]
    for number in reversed(range(len(order))):  # children before parents, right before left
        node, _, parent = order[number]
        if node.is_leaf:
            column -= 1
            xs[number] = columns[column]
        else:
            xs[number] = sum(children[number]) / 2
        if parent is not None:
            children[parent].append(xs[number])
    return [_Placed(node, depth, parent, x) for (node, depth, parent), x in zip(order, xs, strict=True)]
