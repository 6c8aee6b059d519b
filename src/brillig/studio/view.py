"""One page in one browser: what its panels share, and how they hear that something changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from nicegui import ui

from brillig.errors import BrilligError
from brillig.studio.jobs import Desk
from brillig.studio.session import House, Session
from brillig.studio.tasks import Office

E = TypeVar("E", bound=ui.element)


class View:
    """The panels' common ground. Topics are "solution" (the chain), "run" (a run began or ended)."""

    def __init__(self, office: Office, session: Session) -> None:
        self.office = office
        self.session = session
        self._listeners: defaultdict[str, list[Callable[[], object]]] = defaultdict(list)
        self._panel_listeners: list[Callable[[], object]] = []
        self._seen = session.version

    @property
    def desk(self) -> Desk:
        return self.office.desk

    @property
    def house(self) -> House:
        return self.office.house

    @property
    def busy(self) -> bool:
        job = self.session.job
        return job is not None and not job.over

    def on(self, topic: str, listener: Callable[[], object]) -> None:
        self._listeners[topic].append(listener)

    def tell(self, topic: str) -> None:
        if topic == "solution":
            self._seen = self.session.version
            self._panel_listeners = []  # the panels that listened are being replaced
        for listener in [*self._listeners[topic], *(self._panel_listeners if topic == "run" else ())]:
            listener()

    def on_panel_run(self, listener: Callable[[], object]) -> None:
        """Hear of the beginning and end of runs, as a panel that lasts until the solution changes."""
        self._panel_listeners.append(listener)

    def catch_up(self) -> None:
        """Show what a run or another view of this session has changed."""
        if self._seen != self.session.version:
            self.tell("solution")

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Turn a refusal into a message on the page."""
        try:
            yield
        except BrilligError as error:
            complain(str(error))


def complain(message: str) -> None:
    """A refusal as a message that stays until it is dismissed. It is text: markup in it shows as typed."""
    text = f"{message[:1].upper()}{message[1:]}"
    ui.notify(
        text[:600],
        type="negative",
        position="top",
        timeout=12_000,
        close_button="OK",
        multi_line=True,
        attrs={"role": "alert", "data-role": "complaint"},
    )


def say(message: str) -> None:
    ui.notify(message, type="positive", position="top", timeout=2500)


def explain(text: str) -> ui.label:
    """A line of help."""
    return ui.label(text).classes("hint")


def role(element: E, name: str) -> E:
    """Give an element a name that tests and scripts find it by."""
    element.props(f"data-role={name}")
    return element
