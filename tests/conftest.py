"""How the tests are shared out among processes: those of the page together, what takes long first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import LoadFileScheduling

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
