"""The chain of solutions, and the panels of the one chosen."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from brillig.language.reading import Reading
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
from brillig.studio.marking import text_of
from brillig.studio.project_dialog import project_file_button, show_projects
from brillig.studio.session import Step, describe, sizes
from brillig.studio.stories import STORIES, Story
from brillig.studio.view import View, dialog_card, explain, role

_PANELS = (
    ("grammar", "Grammar", grammar_panel.build),
    ("trees", "Trees", trees_panel.build),
    ("speak", "New sentences", speak_panel.build),
    ("ask", "Ask", ask_panel.build),
    ("refine", "Refine", refine_panel.build),
    ("extend", "Extend", extend_panel.build),
    ("certificate", "Certificate", certificate_panel.build),
    ("files", "Save", files_panel.build),
)
MAX_RECENT = 5


class Results:
    """Everything to the right of the sentences.

    `learn` begins with a text, `bring_back` puts the sentences of a grammar into the box.
    """

    def __init__(
        self, view: View, learn: Callable[[str], None], bring_back: Callable[[str, Reading], None]
    ) -> None:
        self._view = view
        self._learn = learn
        self._bring_back = bring_back
        self._arrivals = view.session.arrivals
        view.turn = self._turn_to

    def build(self) -> None:
        with ui.row().classes("tools chain-row"):
            self._chain = role(ui.row().classes("chain grow").props("role=list"), "chain")
            files_panel.open_button(self._view)
        self._news = role(ui.label().classes("news").props("role=status"), "news")
        self._other = role(ui.row().classes("tools other-text"), "other-text")
        self._body = ui.element("div").classes("full")
        self._view.on("solution", self._show)
        self._view.on("run", self._run_changed)
        self._view.on("text", self._show_other)
        self._view.on("certificate", self._show_certificate)
        self._show()

    @property
    def _tab(self) -> str:
        return self._view.session.tab

    def _show(self) -> None:
        if self._view.session.arrivals != self._arrivals:  # where the result is, there one is
            self._view.session.tab = "grammar"
        self._arrivals = self._view.session.arrivals
        self._show_chain()
        self._news.set_text(self._view.session.news)
        self._show_other()
        self._body.clear()
        with self._body:
            if self._view.session.step is None:
                _welcome(self._view, self._learn)
                return
            with ui.tabs(on_change=lambda event: self._turn(str(event.value))) as self._tabs:
                self._tabs.props("no-caps dense inline-label align=left outside-arrows mobile-arrows")
                self._tabs.classes("full panel-tabs")
                for name, title, _ in _PANELS:
                    role(ui.tab(name, title), f"tab-{name}")
            self._tabs.value = self._tab
            self._panel = ui.element("div").classes("panel").props("role=tabpanel")
            self._show_panel()

    def _show_other(self) -> None:
        """Say so where the grammar shown is not one of the sentences in the box."""
        session = self._view.session
        step = session.step
        self._other.clear()
        differs = step is not None and self._view.text_differs(step.solution)
        self._other.set_visibility(differs)
        if differs and step is not None:
            solution = step.solution
            with self._other:
                ui.label("The sentences on the left are not those of this grammar.").classes("hint grow")
                role(
                    ui.button(
                        "Bring back its sentences",
                        on_click=lambda: self._bring_back(text_of(solution), solution.reading),
                    ).props("no-caps flat dense"),
                    "bring-back",
                )

    def _run_changed(self) -> None:
        if self._view.busy:  # what the last one changed is no news any more
            self._view.session.news = ""
        if self._view.session.step is None:
            self._show()
        else:
            self._news.set_text(self._view.session.news)

    def _turn_to(self, tab: str) -> None:
        self._tabs.value = tab
        self._view.focus(f"[data-role=tab-{tab}]")
        self._view.show("[data-role=result]")

    def _turn(self, tab: str) -> None:
        if tab != self._tab:
            self._view.session.tab = tab
            self._show_panel()

    def _show_panel(self) -> None:
        """Only the chosen panel is built: the others cost nothing until they are wanted."""
        self._panel.clear()
        self._view.new_panel()
        step = self._view.session.step
        title, build = next((title, build) for name, title, build in _PANELS if name == self._tab)
        self._panel.props["aria-label"] = title
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
                self._chip(step, step is session.step)
        if len(session.steps) > 1:
            self._view.client.run_javascript(
                "for (const part of ['[data-solution][aria-pressed=true]', '[data-role=step-menu]'])"
                " document.querySelector(part)?.scrollIntoView({block: 'nearest', inline: 'nearest'})"
            )

    def _chip(self, step: Step, chosen: bool) -> None:
        button = ui.button(f"{step.title} · {sizes(step.solution)}", on_click=lambda: self._go(step.number))
        button.props("no-caps dense rounded" + (" unelevated" if chosen else " outline"))
        button.props(f"data-solution={step.number} aria-pressed={'true' if chosen else 'false'}")
        button.props["title"] = describe(step.solution)
        if chosen:
            menu = ui.button(icon="more_vert").props("flat dense round size=sm")
            menu.props["aria-label"] = f"Name or delete {step.title}"
            with role(menu, "step-menu"), ui.menu():
                role(ui.menu_item("Name it", lambda: self._name(step)), "step-name")
                role(ui.menu_item("Delete it", lambda: self._delete(step)), "step-delete")

    def _go(self, number: int) -> None:
        self._view.session.news = ""
        with self._view.refusing():
            self._view.session.go_to(number)
        self._view.tell("solution")

    def _delete(self, step: Step) -> None:
        with self._view.refusing():
            self._view.session.delete_step(step.number)
        self._view.session.news = f"Deleted: {step.title}."
        self._view.tell("solution")

    def _name(self, step: Step) -> None:
        view = self._view
        with view.client, ui.dialog() as dialog, dialog_card("step-dialog", "Name this grammar"):
            ui.label("Name this grammar").classes("title")
            field = ui.input("Name", value=step.title).props("autofocus outlined dense maxlength=60")
            role(field.classes("full"), "step-field").on("focus", js_handler="(e) => e.target.select()")

            def keep() -> None:
                view.session.label_step(step.number, str(field.value or ""))
                dialog.close()
                view.tell("solution")

            field.on("keydown.enter", keep)
            with ui.row().classes("tools end"):
                ui.button("Cancel", on_click=dialog.close).props("no-caps flat")
                ui.button("Name it", on_click=keep).props("no-caps unelevated")
        dialog.on("hide", dialog.delete)
        dialog.open()


def _welcome(view: View, learn: Callable[[str], None]) -> None:
    """The first screen: stories to click, projects to go on with; only a word under a run that failed."""
    with role(ui.column().classes("welcome"), "welcome"):
        if view.session.job is not None:
            over = "Change the sentences or the settings and try again."
            explain("The grammar will stand here." if view.busy else over)
            return
        ui.label("’Twas brillig, and the slithy toves …").classes("verse")
        ui.label("Even nonsense has syntax.").classes("subtitle")
        explain(
            "Write or paste sentences, one per line, and “Find a grammar”: Brillig sorts the words into "
            "classes, finds rules that explain every sentence, draws the trees and makes new sentences. "
            "Or begin with a story:"
        )
        with ui.row().classes("stories"):
            for story in STORIES:
                _story(story, learn)
        recent = view.sessions.folder(view.session.owner).list()[:MAX_RECENT]
        if recent:
            ui.label("Go on with").classes("subtitle")
            with role(ui.column().classes("tight"), "recent"):
                for about in recent:
                    button = ui.button(
                        about.title,
                        icon="folder",
                        on_click=lambda key=about.key: view.go_to_project(
                            view.sessions.open(view.tab, view.session.owner, key)
                        ),
                    )
                    button.props("no-caps flat dense").props["data-recent"] = about.key
                if len(recent) == MAX_RECENT:
                    ui.button("All projects", on_click=lambda: show_projects(view)).props(
                        "no-caps flat dense"
                    )
        project_file_button(view)


def _story(story: Story, learn: Callable[[str], None]) -> None:
    with ui.element("button").classes("story").props(f"type=button data-story={story.key}") as card:
        ui.label(story.title).classes("story-title")
        ui.label(story.about).classes("hint")
    card.on("click", lambda: learn(story.text))
