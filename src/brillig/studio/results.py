"""The chain of solutions, and the panels of the one chosen."""

from __future__ import annotations

import time
from functools import partial

from nicegui import ui

from brillig.problems.solution import Solution
from brillig.studio import (
    ask_panel,
    certificate_panel,
    extend_panel,
    files_panel,
    grammar_panel,
    refine_panel,
    speak_panel,
    trees_panel,
)
from brillig.studio.session import describe, sizes
from brillig.studio.view import View, explain, role

_PANELS = (
    ("grammar", "Grammar", grammar_panel.build),
    ("trees", "Trees", trees_panel.build),
    ("speak", "New sentences", speak_panel.build),
    ("ask", "Ask", ask_panel.build),
    ("certificate", "Certificate", certificate_panel.build),
    ("refine", "Refine", refine_panel.build),
    ("extend", "Extend", extend_panel.build),
    ("files", "Save", files_panel.build),
)


class Results:
    """Everything to the right of the sentences."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._tab = "grammar"

    def build(self) -> None:
        with ui.row().classes("tools chain-row"):
            self._chain = role(ui.row().classes("chain grow").props("role=list"), "chain")
            files_panel.open_button(self._view)
        self._body = ui.element("div").classes("full")
        self._view.on("solution", self._show)
        self._view.on("run", self._run_changed)
        self._view.on("certificate", self._show_certificate)
        self._show()

    def _show(self) -> None:
        self._show_chain()
        self._body.clear()
        with self._body:
            if self._view.session.step is None:
                _welcome(self._view)
                return
            with ui.tabs(on_change=lambda event: self._turn(str(event.value))) as tabs:
                tabs.props("no-caps dense inline-label align=left outside-arrows mobile-arrows").classes(
                    "full"
                )
                for name, title, _ in _PANELS:
                    role(ui.tab(name, title), f"tab-{name}")
            tabs.value = self._tab
            self._panel = ui.element("div").classes("panel")
            self._show_panel()

    def _run_changed(self) -> None:
        if self._view.session.step is None:
            self._show()

    def _turn(self, tab: str) -> None:
        if tab != self._tab:
            self._tab = tab
            self._show_panel()

    def _show_panel(self) -> None:
        """Only the chosen panel is built: the others cost nothing until they are wanted."""
        self._panel.clear()
        self._view.new_panel()
        step = self._view.session.step
        build = next(build for name, _, build in _PANELS if name == self._tab)
        if step is not None:
            with self._panel, self._view.refusing():
                build(self._view, step)

    def _show_certificate(self) -> None:
        if self._tab == "certificate":  # the other panels may hold what someone has typed
            self._show_panel()

    def _show_chain(self) -> None:
        session = self._view.session
        self._chain.clear()
        with self._chain:
            for step in session.steps:
                chosen = step is session.step
                button = ui.button(
                    f"{step.title} · {sizes(step.solution)}", on_click=lambda _, n=step.number: self._go(n)
                )
                button.props("no-caps dense rounded" + (" unelevated" if chosen else " outline"))
                button.props(f"data-solution={step.number} aria-pressed={'true' if chosen else 'false'}")
                button.props["title"] = describe(step.solution)

    def _go(self, number: int) -> None:
        with self._view.refusing():
            self._view.session.go_to(number)
        self._view.tell("solution")


def _welcome(view: View) -> None:
    with role(ui.column().classes("welcome"), "welcome"):
        if view.session.job is None:  # no poem under a run that failed
            ui.label("’Twas brillig, and the slithy toves …").classes("verse")
            ui.label("Even nonsense has syntax.").classes("subtitle")
        explain(
            "Put sentences on the left, one a line, or take a built-in sample. “Find a grammar” learns "
            "rules X → Y Z and word classes that explain all of them, draws their trees, and makes new ones."
        )
        number = len(view.sessions.shelf(view.session.browser))
        if number:
            ui.button(
                f"Finished results ({number})", icon="inventory_2", on_click=lambda: show_shelf(view)
            ).props("no-caps outline")


def show_shelf(view: View) -> None:
    """A dialog with the finished results of this server that this browser asked for."""
    shelf = view.sessions.shelf(view.session.browser)

    def take(solution: Solution) -> None:
        view.tasks.add(view.session, "opened", solution)
        dialog.close()
        view.tell("solution")

    with view.client, ui.dialog() as dialog, role(ui.card().classes("dialog wide"), "shelf"):
        ui.label("Finished results").classes("title")
        explain("Kept while this server runs, also after a tab is closed.")
        if not shelf:
            ui.label("None yet.")
        with ui.column().classes("full tight scroll"):
            for entry in shelf:
                clock = time.strftime("%H:%M", time.localtime(entry.when))
                button = ui.button(f"{clock}  {entry.title}", on_click=partial(take, entry.solution))
                button.classes("full left")
                button.props(f"no-caps flat align=left data-shelved={entry.number}")
        with ui.row().classes("tools end"):
            ui.button("Close", on_click=dialog.close).props("no-caps flat")
    dialog.on("hide", dialog.delete)
    dialog.open()
