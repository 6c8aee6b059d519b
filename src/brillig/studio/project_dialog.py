"""Projects: name, open, duplicate, delete, save as one file and open such a file."""

from __future__ import annotations

import time

from nicegui import ui

from brillig.errors import BrilligError
from brillig.studio.projects import About, from_file, to_file
from brillig.studio.session import Session
from brillig.studio.upload import file_button
from brillig.studio.view import View, dialog_card, explain, role

MAX_LISTED = 60


def show_projects(view: View) -> None:
    """The dialog with all projects of this user."""
    _Projects(view).open()


def project_file_button(view: View) -> ui.element:
    """A button that opens a project saved as one file."""

    def take(name: str, data: bytes) -> None:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BrilligError(
                f"{name}: not UTF-8, so not a project", hint="choose a file saved by Brillig"
            ) from None
        session = from_file(name, text)
        view.sessions.take_in(view.tab, view.session.owner, session)
        view.go_to_project(session)

    return file_button("Open project file", "folder_open", ".json,application/json", take, view.complain)


def download_project(session: Session) -> None:
    ui.download.content(to_file(session), f"{session.key or 'project'}.brillig.json", "application/json")


class _Projects:
    def __init__(self, view: View) -> None:
        self._view = view
        self._folder = view.sessions.folder(view.session.owner)

    def open(self) -> None:
        view = self._view
        with view.client, ui.dialog() as self._dialog, dialog_card("projects", "Projects").classes("wide"):
            ui.label("Projects").classes("title").props("role=heading aria-level=2")
            explain(f"Everything is kept as it comes, in {self._folder.root}")
            with ui.row().classes("tools"):
                self._name = ui.input("Name of this project", value=view.session.title)
                self._name.props("outlined dense maxlength=60").classes("grow")
                role(self._name, "project-name").on("focus", js_handler="(e) => e.target.select()")
                self._name.on("keydown.enter", self._rename)
                role(ui.button("Rename", on_click=self._rename).props("no-caps flat"), "project-rename")
                role(
                    ui.button(
                        "Save as one file", icon="download", on_click=lambda: download_project(view.session)
                    ).props("no-caps flat"),
                    "project-download",
                )
            with ui.row().classes("tools"):
                role(
                    ui.button("New project", icon="add", on_click=self._begin).props("no-caps unelevated"),
                    "project-new",
                )
                role(project_file_button(view), "project-open-file")
            self._list = role(ui.column().classes("full tight scroll"), "project-list")
            with ui.row().classes("tools end"):
                ui.button("Close", on_click=self._dialog.close).props("no-caps flat")
        self._show()
        self._dialog.on("hide", self._dialog.delete)
        self._dialog.open()

    def _show(self) -> None:
        self._list.clear()
        with self._list:
            for about in self._folder.list()[:MAX_LISTED]:
                self._row(about)

    def _row(self, about: About) -> None:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(about.used))
        with ui.row().classes("judged").props(f"data-project={about.key}"):
            with ui.column().classes("grow tight"):
                ui.label(about.title).classes("text")
                ui.label(f"{when} · grammars: {about.solutions}").classes("hint")
            if about.key == self._view.session.key:
                ui.label("shown").classes("hint")
            else:
                self._button("Open", about, self._open_project)
            self._button("Duplicate", about, self._duplicate)
            self._button("Delete", about, self._ask_delete)

    def _button(self, title: str, about: About, action: object) -> None:
        assert callable(action)
        button = ui.button(title, on_click=lambda: action(about)).props("no-caps flat dense")
        button.props["aria-label"] = f"{title} {about.title}"

    def _rename(self) -> None:
        self._view.session.rename_project(str(self._name.value or ""))
        self._view.tell("project")
        self._show()

    def _begin(self) -> None:
        self._view.go_to_project(self._view.sessions.begin(self._view.tab, self._view.session.owner))

    def _open_project(self, about: About) -> None:
        with self._view.refusing():
            view = self._view
            view.go_to_project(view.sessions.open(view.tab, view.session.owner, about.key))

    def _duplicate(self, about: About) -> None:
        with self._view.refusing():
            self._folder.duplicate(about.key)
            self._show()

    def _ask_delete(self, about: About) -> None:
        view = self._view

        def delete() -> None:
            shown = about.key == view.session.key
            view.sessions.delete(view.session.owner, about.key)
            asking.close()
            if shown:
                self._begin()
            else:
                self._show()

        with view.client, ui.dialog() as asking, dialog_card("project-delete", "Delete it?"):
            ui.label(f"Delete “{about.title}”?").classes("title")
            explain("Its sentences, judgements and grammars are gone for good.")
            with ui.row().classes("tools end"):
                ui.button("Keep it", on_click=asking.close).props("no-caps flat autofocus")
                role(
                    ui.button("Delete", on_click=delete).props("no-caps unelevated color=negative"),
                    "project-delete-yes",
                )
        asking.on("hide", asking.delete)
        asking.open()
