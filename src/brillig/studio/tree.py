"""A parse tree on the page. Categories and words are text elements, so markup in them shows as typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping

from nicegui import ui

from brillig.drawing.colours import colour_for, colours_of, ink_on
from brillig.language.tree import Tree
from brillig.studio.view import role

LightOf = Callable[[Tree], str]


def runs_right_to_left(texts: Iterable[str]) -> bool:
    """Whether the first letter with a direction runs from right to left."""
    for text in texts:
        for letter in text:
            direction = unicodedata.bidirectional(letter)
            if direction in ("R", "AL", "L"):
                return direction != "L"
    return False


def chip_style(colours: Mapping[str, str], category: str) -> str:
    """A category's colour with letters that read well on it."""
    fill = colour_for(colours, category)
    return f"background: {fill} !important; color: {ink_on(fill)} !important"


def show_tree(tree: Tree, colours: Mapping[str, str] | None = None, light_of: LightOf | None = None) -> None:
    """The tree with its root at the top and the words below; it scrolls sideways where it is too wide."""
    if colours is None:
        colours = colours_of(sorted({node.label for node in tree.nodes()}))
    # The brackets are for screen readers: the picture is many small pieces.
    with role(ui.element("div").classes("tree-frame").props("role=img tabindex=0"), "tree") as frame:
        frame.props["aria-label"] = str(tree)
        frame.props["dir"] = "rtl" if runs_right_to_left(tree.words()) else "ltr"
        with ui.element("ul").classes("tree"):
            _node(tree, colours, light_of)


def _node(tree: Tree, colours: Mapping[str, str], light_of: LightOf | None) -> None:
    with ui.element("li"):
        if tree.is_leaf:
            with ui.element("div").classes("leaf"):
                _chip(tree, colours, light_of)
                ui.label(tree.word).classes("word")
        else:
            _chip(tree, colours, light_of)
            with ui.element("ul"):
                for branch in tree.branches:
                    _node(branch, colours, light_of)


def _chip(tree: Tree, colours: Mapping[str, str], light_of: LightOf | None) -> None:
    chip = ui.label(tree.label).classes("cat chip-cat").style(chip_style(colours, tree.label))
    if light_of is not None:
        chip.props["data-light"] = light_of(tree)
