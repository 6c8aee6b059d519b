"""One page in one browser: what its panels share, and how they hear that something changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from nicegui import Client, ui

from brillig.errors import BrilligError
from brillig.studio.jobs import Desk
from brillig.studio.session import House, Session
from brillig.studio.tasks import Office

E = TypeVar("E", bound=ui.element)


class View:
    """The panels' common ground. Topics are "solution" (the chain), "run" (a run began or ended)."""

    def __init__(self, office: Office, session: Session, client: Client) -> None:
        self.office = office
        self.client = client
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
            self.new_panel()
        for listener in [*self._listeners[topic], *(self._panel_listeners if topic == "run" else ())]:
            listener()

    def on_panel_run(self, listener: Callable[[], object]) -> None:
        """Hear of the beginning and end of runs, as a panel that lasts until the solution changes."""
        self._panel_listeners.append(listener)

    def catch_up(self) -> None:
        """Show what a run or another view of this session has changed."""
        if self._seen != self.session.version:
            self.tell("solution")

    def new_panel(self) -> None:
        """Another panel takes the place of the one that listened."""
        self._panel_listeners = []

    def complain(self, message: str) -> None:
        """A refusal that stays a while. It is text: markup in it shows as typed."""
        self._notify(
            f"{message[:1].upper()}{message[1:]}"[:600],
            type="negative",
            timeout=12_000,
            close_button="OK",
            multi_line=True,
            attrs={"role": "alert", "data-role": "complaint"},
        )

    def say(self, message: str) -> None:
        self._notify(message, type="positive", timeout=2000)

    def _notify(self, message: str, **options: Any) -> None:
        # In the page itself: the element whose click brought us here may be gone by now.
        with self.client:
            ui.notify(message, position="bottom", **options)

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Turn a refusal into a message on the page."""
        try:
            yield
        except BrilligError as error:
            self.complain(str(error))


def explain(text: str) -> ui.label:
    """A line of help."""
    return ui.label(text).classes("hint")


def role(element: E, name: str) -> E:
    """Give an element a name that tests and scripts find it by."""
    element.props(f"data-role={name}")
    return element
