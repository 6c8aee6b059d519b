"""A server and a browser for the tests of the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from studio_browser import Browser, Server


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A second chance where a browser is in play: on a busy machine it loses a click now and then.

    The closing line counts the second runs; a page that is wrong is wrong twice.
    """
    for item in items:
        if {"chromium"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.flaky(reruns=1))


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
