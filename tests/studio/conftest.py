"""A server and a browser for the tests of the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from studio_browser import Browser, Server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    from studio_browser import Server

    running = Server("--no-token")  # the tests that are about the token have a server of their own
    yield running
    log = running.end()
    assert "Traceback" not in log, log


@pytest.fixture
def browser() -> Iterator[Browser]:
    from studio_browser import MISSING, Browser

    if MISSING:
        pytest.skip(MISSING)
    running = Browser()
    yield running
    running.end()
