"""A server of the page to be attacked, with a browser where one is wanted, and what is wrong with it then."""

from __future__ import annotations

import atexit
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from studio_browser import Browser

SECONDS = 30.0  # that a page may take for anything here, on a machine with much else to do


class Place:
    """A server, with a browser where one is wanted."""

    def __init__(self, *options: str) -> None:
        from studio_browser import Server

        self.server = Server("--no-token", *options)
        self._seen = 0
        self._browser: Browser | None = None
        atexit.register(self.end)

    @property
    def browser(self) -> Browser:
        from studio_browser import Browser

        if self._browser is None:
            self._browser = Browser()
        return self._browser

    def end(self) -> None:
        if self._browser is not None:
            self._browser.end()
            self._browser = None
        if not self.server.log.closed:
            self.server.end()

    def verdict(self, *, tracebacks: bool = False) -> str:
        """What is wrong with the server by now; `tracebacks` are no fault where no browser was in play."""
        from bare_page import BarePage

        if self.server.process.poll() is not None:
            return f"the server ended with {self.server.process.returncode}"
        began = time.monotonic()
        page = BarePage(self.server.url)
        page.wait(lambda: page.find("find"), "the page", SECONDS)
        page.end()
        if time.monotonic() - began > SECONDS / 3:
            return f"the page took {time.monotonic() - began:.0f} s to come"
        text = Path(self.server.log.name).read_text(errors="replace")
        new, self._seen = text[self._seen :], len(text)
        if "Traceback" in new and tracebacks:
            return ""
        if "Traceback" in new:
            last = [line for line in new.splitlines() if line and not line.startswith(" ")]
            return f"traceback: {last[-1][:160]}"
        return f"log: {new.strip()[-160:]}" if new.strip() else ""


class LazyPlace:
    """A place that is only made where it is used."""

    def __init__(self) -> None:
        self._place: Place | None = None

    def __call__(self) -> Place:
        if self._place is None or self._place.server.process.poll() is not None:
            self._place = Place()
        return self._place


def timed(what: Callable[[], str]) -> tuple[str, float]:
    began = time.monotonic()
    try:
        found = what()
    except Exception as error:
        found = f"not as it should be: {type(error).__name__} {' '.join(str(error).split())[:200]}"
    return found or "finished", time.monotonic() - began
