"""The sentences of a solution beside the tree of the one chosen; the list stays where it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil

from nicegui import ui

from brillig.language.grammar import SyntacticRule
from brillig.language.plural import count
from brillig.language.tree import Tree
from brillig.problems.solution import Solution
from brillig.studio.lights import Lights
from brillig.studio.session import Step
from brillig.studio.tree import show_tree
from brillig.studio.view import View, explain, role

PAGE = 20


def build(view: View, step: Step) -> None:
    TreeExplorer(step.solution, Lights(step.solution.grammar), view.colours(step)).build()


class TreeExplorer:
    """A list of sentences and a tree. `only` shows those in which a rule or a word occurs."""

    def __init__(
        self,
        solution: Solution,
        lights: Lights,
        colours: Mapping[str, str],
        tools: Callable[[SyntacticRule], None] | None = None,
    ) -> None:
        self._lights = lights
        self._tools = tools
        self._trees = solution.all_trees
        self._texts = solution.corpus.texts()
        self._colours = colours
        self._used = [frozenset[str]() if tree is None else lights.of_tree(tree) for tree in self._trees]
        self._all = list(range(len(self._trees)))
        self._listed = self._all
        self._title = ""
        self._chosen = next(i for i, tree in enumerate(self._trees) if tree is not None)

    def build(self) -> None:
        with ui.element("div").classes("explorer"):
            with ui.column().classes("tight explorer-list"):
                with ui.row().classes("tools"):
                    self._head = role(ui.label().classes("hint grow"), "tree-filter")
                    self._every = ui.button("All sentences", on_click=lambda: self.only("", ""))
                    role(self._every.props("no-caps flat dense"), "tree-all")
                self._rule_tools = ui.row().classes("tools rule-tools")
                self._list = role(ui.element("div").classes("sentence-list").props("role=list"), "tree-list")
                self._pages = ui.pagination(1, 1, direction_links=True, on_change=lambda _: self._show_list())
                self._pages.props("max-pages=5 dense")
            self._frame = ui.element("div").classes("explorer-tree")
        self.only("", "")

    @property
    def chosen(self) -> tuple[Tree, ...]:
        """The tree that is shown, where there is one."""
        tree = self._trees[self._chosen]
        return () if tree is None else (tree,)

    def only(self, token: str, title: str, rule: SyntacticRule | None = None) -> None:
        """The sentences in whose tree a rule or a word stands; all without one."""
        self._rule_tools.clear()
        self._rule_tools.set_visibility(rule is not None and self._tools is not None)
        if rule is not None and self._tools is not None:
            with self._rule_tools:
                self._tools(rule)
        self._listed = [i for i in self._all if token in self._used[i]] if token else self._all
        self._title = title
        if self._listed and self._chosen not in self._listed:
            self._chosen = self._listed[0]
        self._pages.max = max(1, ceil(len(self._listed) / PAGE))
        self._pages.set_visibility(len(self._listed) > PAGE)
        self._every.set_visibility(bool(token))
        number = count(len(self._listed), "sentence")
        self._head.set_text(f"{number} with {title}" if token else "Click a sentence to see its tree.")
        self._pages.value = 1
        self._show_list()
        self._show_tree()

    def _choose(self, number: int) -> None:
        before, self._chosen = self._chosen, number
        for place, item in self._items.items():
            if place in (before, number):
                item.classes(**{"add" if place == number else "remove": "chosen"})
                item.props("aria-current=true" if place == number else "", remove="aria-current")
                if place == number:
                    item.props("aria-current=true")
        self._show_tree()

    def _show_list(self) -> None:
        self._list.clear()
        self._items: dict[int, ui.element] = {}
        begin = (int(self._pages.value or 1) - 1) * PAGE
        with self._list:
            for number in self._listed[begin : begin + PAGE]:
                item = ui.element("button").classes("sentence").props("type=button dir=auto")
                item.on("click", lambda _, number=number: self._choose(number))
                item.props["data-light"] = f"s{number} " + " ".join(sorted(self._used[number]))
                if number == self._chosen:
                    item.classes("chosen").props("aria-current=true")
                self._items[number] = item
                with item:
                    ui.label(str(number + 1)).classes("number")
                    ui.label(self._texts[number]).classes("text")
                    if self._trees[number] is None:
                        ui.label("exception").classes("hint")

    def _show_tree(self) -> None:
        self._frame.clear()
        tree: Tree | None = self._trees[self._chosen]
        with self._frame:
            if tree is None:
                explain(
                    "An exception: writing it out takes fewer bits than explaining it, so it has no tree."
                )
            else:
                show_tree(tree, self._colours, self._lights.of_node)
