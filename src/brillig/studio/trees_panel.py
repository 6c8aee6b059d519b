"""The sentences of a solution, each with its tree on a click."""

from __future__ import annotations

from math import ceil

from nicegui import ui

from brillig.problems.solution import Solution
from brillig.studio.session import Step
from brillig.studio.tree import show_tree
from brillig.studio.view import View, explain, role

PAGE = 20


def build(view: View, step: Step) -> None:
    _Trees(step.solution).build()


class _Trees:
    def __init__(self, solution: Solution) -> None:
        self._trees = solution.all_trees
        self._texts = solution.corpus.texts()
        self._page = 1
        self._chosen = next(i for i, tree in enumerate(self._trees) if tree is not None)

    def build(self) -> None:
        explain("Click a sentence to see its tree.")
        self._frame = ui.element("div").classes("full")
        self._list = role(ui.element("div").classes("sentence-list").props("role=list"), "tree-list")
        pages = ceil(len(self._trees) / PAGE)
        if pages > 1:
            ui.pagination(1, pages, direction_links=True, on_change=lambda e: self._turn(int(e.value))).props(
                "max-pages=6 dense"
            )
        self._show_list()
        self._show_tree()

    def _turn(self, page: int) -> None:
        self._page = page
        self._show_list()

    def _choose(self, number: int) -> None:
        self._chosen = number
        self._show_list()
        self._show_tree()

    def _show_list(self) -> None:
        self._list.clear()
        begin = (self._page - 1) * PAGE
        with self._list:
            for number, tree in enumerate(self._trees[begin : begin + PAGE], begin):
                item = ui.element("button").classes("sentence").props("type=button")
                item.on("click", lambda _, number=number: self._choose(number))
                if number == self._chosen:
                    item.classes("chosen").props("aria-current=true")
                with item:
                    ui.label(str(number + 1)).classes("number")
                    ui.label(self._texts[number]).classes("text")
                    if tree is None:
                        ui.label("exception").classes("hint")

    def _show_tree(self) -> None:
        self._frame.clear()
        tree = self._trees[self._chosen]
        with self._frame:
            if tree is None:
                explain(
                    "An exception: writing it out takes fewer bits than explaining it, so it has no tree."
                )
            else:
                show_tree(tree)
