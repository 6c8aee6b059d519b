"""A server and a browser for the tests of the page."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

import pytest

collect_ignore_glob: list[str] = []
if importlib.util.find_spec("selenium") is None or importlib.util.find_spec("nicegui") is None:
    collect_ignore_glob += ["test_page*.py"]
else:
    from studio_browser import MISSING, Browser, Server

    @pytest.fixture(scope="module")
    def server() -> Iterator[Server]:
        running = Server()
        yield running
        log = running.end()
        assert "Traceback" not in log, log

    @pytest.fixture
    def browser() -> Iterator[Browser]:
        if MISSING:
            pytest.skip(MISSING)
        running = Browser()
        yield running
        running.end()
