"""One page in one browser: what its panels share, and how they hear that something changed."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from nicegui import Client, ui

from brillig.drawing.colours import colours_of
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.problems.solution import Solution
from brillig.studio.jobs import JobQueue
from brillig.studio.session import Session, Step, as_sentence
from brillig.studio.tabs import SessionStore
from brillig.studio.tasks import TaskRunner
from brillig.studio.wording import control_name

E = TypeVar("E", bound=ui.element)


class View:
    """The panels' common ground.

    Topics: "solution" (the chain), "certificate", "run" (began or ended), "text" (other sentences), "kept"
    (whether changes come to the disk).
    """

    def __init__(self, tasks: TaskRunner, session: Session, client: Client) -> None:
        self.tasks = tasks
        self.client = client
        self.session = session
        self.tab = str(client.tab_id)
        self.corpus: Corpus | None = None  # the sentences in the box, as far as they can be read
        self.turn: Callable[[str], None] = lambda tab: None  # to another panel
        self._listeners: defaultdict[str, list[Callable[[], object]]] = defaultdict(list)
        self._panel_listeners: list[Callable[[], object]] = []
        self._seen = session.version
        self._certificates = session.certificates
        self._unkept = ""

    @property
    def queue(self) -> JobQueue:
        return self.tasks.queue

    @property
    def sessions(self) -> SessionStore:
        return self.tasks.sessions

    @property
    def busy(self) -> bool:
        job = self.session.job
        return job is not None and not job.over

    def on(self, topic: str, listener: Callable[[], object]) -> None:
        self._listeners[topic].append(listener)

    def tell(self, topic: str) -> None:
        self.clear_complaint()
        if topic == "solution":
            self._seen = self.session.version
            self.new_panel()
        for listener in self._listeners[topic]:
            listener()
        if topic == "run":  # last: the others may have put another panel in place
            for listener in list(self._panel_listeners):
                listener()

    def on_panel_run(self, listener: Callable[[], object]) -> None:
        """Hear of the beginning and end of runs, as a panel that lasts until the solution changes."""
        self._panel_listeners.append(listener)

    def catch_up(self) -> None:
        """Show what a run or another view of this session has changed."""
        if self._seen != self.session.version:
            self.tell("solution")
        if self._certificates != self.session.certificates:
            self._certificates = self.session.certificates
            self.tell("certificate")
        if self._unkept != self.session.unkept:
            self._unkept = self.session.unkept
            self.tell("kept")

    def new_panel(self) -> None:
        """Another panel takes the place of the one that listened."""
        self._panel_listeners = []

    def build_banner(self) -> None:
        """The place for refusals: one at a time, beside what they are about rather than over it."""
        with role(ui.row().classes("banner").props("role=alert"), "complaint") as self._banner:
            self._refusal = ui.label().classes("grow")
            ui.button("OK", on_click=self.clear_complaint).props("no-caps flat dense color=white")
        self.clear_complaint()

    def complain(self, message: str) -> None:
        """Show a refusal. It is text: markup in it shows as typed."""
        self._refusal.set_text(as_sentence(message)[:600])
        self._banner.set_visibility(True)

    def clear_complaint(self) -> None:
        """Take the refusal away."""
        self._banner.set_visibility(False)

    def colours(self, step: Step) -> dict[str, str]:
        """A colour for each category, the same on all panels, as the chain goes on and under a new name."""
        palette = self.session.palette
        for one in (*self.session.steps, step):
            if one.solution.features is not None:
                palette += one.solution.features.grammar.categories
            palette += one.solution.grammar.categories
        palette[:] = dict.fromkeys(palette)
        return colours_of(palette)

    def text_differs(self, solution: Solution) -> bool:
        """Whether the box holds sentences that a solution has not learnt from, or none."""
        return self.corpus is None or not set(self.corpus.sentences) <= set(solution.corpus.sentences)

    def go_to_project(self, session: Session) -> None:
        """Show another project in this tab."""
        self.sessions.show(self.tab, session)
        with self.client:
            ui.navigate.reload()

    def focus(self, selector: str) -> None:
        """Put the focus on an element of the page, once it is there."""
        script = f"setTimeout(() => document.querySelector({json.dumps(selector)})?.focus(), 60)"
        self.client.run_javascript(script)

    def refocus(self, selector: str) -> None:
        """Put the focus on an element where it would otherwise be lost."""
        self.client.run_javascript(f"window.brillig.refocus({json.dumps(selector)})")

    def show(self, selector: str) -> None:
        """Scroll to an element where it is out of sight."""
        self.client.run_javascript(f"window.brillig.show({json.dumps(selector)})")

    def copy(self, text: str, what: str) -> None:
        """Put a text on the clipboard."""
        self.client.run_javascript(f"window.brillig.copy({json.dumps(text)})")
        self.say(f"Copied: {what}")

    def say(self, message: str) -> None:
        # In the page itself: the element whose click brought us here may be gone by now.
        with self.client:
            ui.notify(message, type="positive", position="bottom", timeout=2000)

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Turn a refusal into a message on the page."""
        try:
            yield
        except BrilligError as error:
            self.complain(error.told(control_name))


def explain(text: str) -> ui.label:
    """A line of help."""
    return ui.label(text).classes("hint")


def dialog_card(name: str, title: str) -> ui.card:
    """The card of a dialog, which says what it is about."""
    card = role(ui.card().classes("dialog"), name)
    card.props["role"] = "dialog"
    card.props["aria-label"] = title
    return card


def role(element: E, name: str) -> E:
    """Give an element a name that tests and scripts find it by."""
    element.props(f"data-role={name}")
    return element
