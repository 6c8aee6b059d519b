"""A parse tree on the page. Categories and words are text elements, so markup in them shows as typed."""

from __future__ import annotations

from nicegui import ui

from brillig.language.tree import Tree
from brillig.studio.view import role


def show_tree(tree: Tree) -> None:
    """The tree with its root at the top and the words below; it scrolls sideways where it is too wide."""
    # The brackets are for screen readers: the picture is many small pieces.
    with role(ui.element("div").classes("tree-frame").props("role=img tabindex=0"), "tree") as frame:
        frame.props["aria-label"] = str(tree)
        with ui.element("ul").classes("tree"):
            _node(tree)


def _node(tree: Tree) -> None:
    with ui.element("li"):
        if tree.is_leaf:
            with ui.element("div").classes("leaf"):
                ui.label(tree.label).classes("cat")
                ui.label(tree.word).classes("word")
        else:
            ui.label(tree.label).classes("cat")
            with ui.element("ul"):
                for branch in tree.branches:
                    _node(branch)
