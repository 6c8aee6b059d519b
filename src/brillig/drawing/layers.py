"""The triangle of layers: base at the bottom, words on top, a rule for each layer (figures 1 and 2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from brillig.drawing.colours import colour_for, colours_of, ink_on
from brillig.drawing.svg import FAINT, GREY, INK, Box, Line, Picture, Shape, label, picture
from brillig.drawing.text import text_width
from brillig.drawing.tree import (
    CHIP,
    GAP,
    MARGIN,
    SIZE,
    WIDEST,
    chip_shapes,
    chip_width,
    tree_categories,
    word_label,
    word_width,
)
from brillig.language.layers import LayeredTree, Step, to_layers
from brillig.language.tree import Tree

NOTE = 12.0  # size of the rules beside the layers
HALF = 19.0  # height of one of two disagreeing copies

_Place = Callable[[int, int], tuple[float, float]]


def draw_layers(tree: Tree, colours: Mapping[str, str] | None = None) -> Picture:
    """A tree in the paper's triangular form."""
    if colours is None:
        colours = colours_of(tree_categories(tree))
    return draw_copies(to_layers(tree), colours)


def draw_copies(
    state: LayeredTree, colours: Mapping[str, str] | None = None, title: str = "Layers of the parse tree of"
) -> Picture:
    """A triangle in mid-search: where the two copies of a node disagree both are shown, in a frame.

    The lower one is the layer below's opinion of the node, the upper one that of the layer above.
    """
    names = _categories(state)
    if colours is None:
        colours = colours_of(names)
    top = len(state.words) - 1
    column = max(*map(chip_width, names), *map(word_width, state.words)) + GAP
    step = CHIP + 26 if state.disagreements == 0 else 2 * HALF + 26
    notes = [_rule_text(step) for step in state.steps]
    left = MARGIN + (max(text_width(note, NOTE) for note in notes) + GAP if notes else 0)
    words_y = MARGIN + SIZE / 2
    first_y = words_y + SIZE + step / 2

    def at(layer: int, place: int) -> tuple[float, float]:
        return left + column * (place + 0.5 + (top - layer) / 2), first_y + step * (top - layer)

    shapes: list[Shape] = []
    for number, made in enumerate(state.steps):
        shapes += _lines(made, number, at)
        _, y = at(number, 0)
        shapes.append(label(MARGIN, y - step / 2, notes[number], NOTE, fill=GREY, anchor="start"))
    for layer in range(top + 1):
        for place in range(layer + 1):
            shapes += _node(*at(layer, place), *state.copies(layer, place), colours)
    for place, word in enumerate(state.words):
        shapes.append(word_label(at(top, place)[0], words_y, word))
    width = left + column * len(state.words) + MARGIN
    height = at(0, 0)[1] + step / 2 + MARGIN
    return picture(width, height, shapes, f"{title}: {' '.join(state.words)}")


def _categories(state: LayeredTree) -> list[str]:
    base = state.steps[0].below[0] if state.steps else state.base
    others = {name for step in state.steps for name in (*step.below, *step.above)} - {base}
    return [base, *sorted(others)]


def _rule_text(step: Step) -> str:
    parent, left, right = (label(0, 0, name, NOTE, room=WIDEST / 2).text for name in step.rule)
    return f"{parent} → {left} {right}"


def _lines(step: Step, number: int, at: _Place) -> list[Shape]:
    """What is passed along in grey, the branching in black."""
    shapes: list[Shape] = []
    for place in range(len(step.below)):
        x, y = at(number, place)
        if place == step.position:
            continue
        to_x, to_y = at(number + 1, place + (place > step.position))
        shapes.append(Line(x, y, to_x, to_y, FAINT, 1.6))
    x, y = at(number, step.position)
    for child in (0, 1):
        shapes.append(Line(x, y, *at(number + 1, step.position + child), INK, 2.2))
    return shapes


def _node(x: float, y: float, down: str, up: str, colours: Mapping[str, str]) -> list[Shape]:
    if down == up:
        return chip_shapes(x, y, down, colours)
    width = max(chip_width(down), chip_width(up))
    shapes: list[Shape] = []
    for name, top in ((up, y - HALF), (down, y)):
        fill = colour_for(colours, name)
        shapes.append(Box(x - width / 2, top, width, HALF, fill))
        shapes.append(label(x, top + HALF / 2, name, SIZE, room=WIDEST, fill=ink_on(fill)))
    frame = Box(x - width / 2, y - HALF, width, 2 * HALF, "none", INK, 2.2)
    return [*shapes, Line(x - width / 2, y, x + width / 2, y, INK, 1.2), frame]
