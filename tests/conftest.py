"""How the tests are shared out among processes; a server and a browser for those of the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import LoadFileScheduling

    from studio_browser import Browser, Server

# Folders with tests that take long. One that began last would leave the other process without work.
FIRST = (
    "studio",
    "project",
    "workflows",
    "reproduction",
    "cli",
    "studies",
    "engines",
    "limits",
    "conformance",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long first."""
    items.sort(key=lambda item: _place(item.path.parent.name))


def _place(folder: str) -> int:
    return FIRST.index(folder) if folder in FIRST else len(FIRST)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling | None:
    """File by file, in the order above; all tests of the page in one process, with one browser and server."""
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class ByFile(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return "the page" if "/test_page_" in nodeid else str(super()._split_scope(nodeid))

    config.option.loadscopereorder = False
    return ByFile(config, log)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    from studio_browser import Server

    running = Server("--no-token")  # the tests that are about the token have a server of their own
    yield running
    ended = running.process.poll()
    log = running.end()
    assert ended is None, f"the server ended by itself with {ended}: {log}"
    assert "Traceback" not in log, log
    assert "has been deleted" not in log, log
    assert "could not handle" not in log, log


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests: starting it takes longer than many of them."""
    from chromium import MISSING
    from studio_browser import Browser

    if MISSING:
        pytest.skip(MISSING)
    running = Browser()
    yield running
    running.end()


@pytest.fixture
def browser(chromium: Browser) -> Browser:
    from studio_browser import WIDE

    chromium.begin_anew(WIDE)
    return chromium


@pytest.fixture
def phone(chromium: Browser) -> Browser:
    from studio_browser import PHONE

    chromium.begin_anew(PHONE)
    return chromium
