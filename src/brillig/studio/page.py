"""The page itself: header, the two halves, and what happens when a tab comes and goes."""

from __future__ import annotations

import time
from importlib.resources import files

from fastapi import Request
from nicegui import Client, background_tasks, ui

from brillig.studio.finder import Finder
from brillig.studio.help import show_help
from brillig.studio.project_dialog import download_project, show_projects
from brillig.studio.results import Results
from brillig.studio.running import Running
from brillig.studio.session import Session, as_sentence
from brillig.studio.tasks import TaskRunner
from brillig.studio.view import View, role

GRACE_SECONDS = 6.0  # how long a run outlives its tab: a reload is not a goodbye


def register(tasks: TaskRunner) -> None:
    """Serve the page at /."""
    folder = files("brillig.studio")
    style = folder.joinpath("style.css").read_text(encoding="utf-8")
    script = folder.joinpath("page.js").read_text(encoding="utf-8")

    async def show(request: Request, client: Client) -> None:
        browser = str(request.scope.get("brillig_browser", ""))
        ui.add_css(style)
        ui.add_body_html(f"<script>{script}</script>")
        ui.colors(
            primary="#1f6f78",
            secondary="#8a5a00",
            positive="#2e7d32",
            negative="#b3261e",
            dark_page="#14171c",
        )
        await client.connected(timeout=30)
        session = tasks.sessions.session(str(client.tab_id), browser)
        _look_after(tasks, session, client)
        _build(View(tasks, session, client))

    ui.page("/", title="Brillig", language="en-US", dark=None, response_timeout=35)(show)


def _build(view: View) -> None:
    session = view.session
    dark = ui.dark_mode(session.dark)

    def switch() -> None:
        session.dark = dark.value = {None: True, True: False, False: None}[dark.value]
        button.props(f"icon={_dark_icon(session.dark)}").props["aria-label"] = _dark_name(session.dark)

    def name_project() -> None:
        title = session.title if not session.is_empty else "Projects"
        project.set_text(title if len(title) <= 40 else f"{title[:39]}…")

    with ui.header().classes("header"):
        ui.label("Brillig").classes("brand").props("role=heading aria-level=1")
        ui.label("learns a readable grammar from a handful of sentences").classes("tagline grow")
        project = ui.button("Projects", icon="folder", on_click=lambda: show_projects(view))
        role(project.props("no-caps flat dense color=white"), "project")
        project.props["aria-description"] = "The project shown; opens the list of projects"
        help_ = ui.button(icon="help_outline", on_click=lambda: show_help(view))
        role(help_.props("flat dense round color=white"), "help").props["aria-label"] = "Help"
        button = ui.button(icon=_dark_icon(session.dark), on_click=switch).props(
            "flat dense round color=white"
        )
        button.props["aria-label"] = _dark_name(session.dark)
        role(button, "dark")
    name_project()
    for topic in ("project", "solution", "text"):
        view.on(topic, name_project)
    view.build_banner()
    _build_unkept(view)
    with role(ui.element("div").classes("banner quiet").props("role=status"), "lost") as lost:
        lost.style("display: none")
    with ui.element("div").classes("halves"):
        with ui.card().props("flat bordered").classes("half"):
            finder = Finder(view)
            finder.build()
        with ui.column().classes("right-half"):
            with role(ui.card().props("flat bordered").classes("half full"), "run-card") as card:
                card.props("tabindex=-1").props["aria-label"] = "The run"
                Running(view, card, finder.set_sizes).build()
            with role(ui.card().props("flat bordered").classes("half full"), "result"):
                Results(view, finder.learn, finder.bring_back).build()
    ui.run_javascript("window.brillig && window.brillig.ready()")


def _build_unkept(view: View) -> None:
    """The place that says that nothing is kept for now, and offers a way out."""
    with role(ui.row().classes("banner").props("role=alert"), "unkept") as banner:
        label = ui.label().classes("grow")
        save = ui.button("Save as one file", on_click=lambda: download_project(view.session))
        save.props("no-caps flat dense color=white")

    def show() -> None:
        why = as_sentence(view.session.unkept)
        label.set_text(f"What you do now is not kept. {why}. Save it as one file before you close this page.")
        banner.set_visibility(bool(why))

    view.on("kept", show)
    show()


def _look_after(tasks: TaskRunner, session: Session, client: Client) -> None:
    """Stop the project's run when its last page is gone for good."""
    session.clients.add(client.id)

    def gone() -> None:
        session.clients.discard(client.id)
        if not session.clients:
            session.left_at = time.monotonic()
            background_tasks.create(_stop_later(tasks, session), name="stop the run of a closed tab")

    client.on_delete(gone)


async def _stop_later(tasks: TaskRunner, session: Session) -> None:
    import asyncio

    await asyncio.sleep(GRACE_SECONDS)
    if not session.clients:
        tasks.queue.stop_owner(session.uid)


def _dark_icon(dark: bool | None) -> str:
    return {None: "brightness_auto", True: "dark_mode", False: "light_mode"}[dark]


def _dark_name(dark: bool | None) -> str:
    return {None: "Colours: as the system", True: "Colours: dark", False: "Colours: light"}[dark]
