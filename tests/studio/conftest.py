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
        if {"browser", "phone"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    from studio_browser import Server

    running = Server("--no-token")  # the tests that are about the token have a server of their own
    yield running
    log = running.end()
    assert "Traceback" not in log, log


@pytest.fixture
def browser() -> Iterator[Browser]:
    from studio_browser import WIDE

    yield from _open_browser(WIDE)


@pytest.fixture
def phone() -> Iterator[Browser]:
    from studio_browser import PHONE

    yield from _open_browser(PHONE)


def _open_browser(size: tuple[int, int]) -> Iterator[Browser]:
    from chromium import MISSING
    from studio_browser import Browser

    if MISSING:
        pytest.skip(MISSING)
    running = Browser(size)
    yield running
    running.end()
