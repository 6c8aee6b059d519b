"""The page keeps within the memory that it is given, and says where a run ended for that."""

from __future__ import annotations

from data import LONG_WALK
from studio_browser import Browser, Server


def test_a_run_ends_at_its_memory(browser: Browser) -> None:
    """By the exact engine, since what growing adds may fit into what the server had and gave back."""
    server = Server("--no-token", "--max-memory", "1")
    try:
        browser.open(server.url)
        browser.write("sentences", "\n".join(LONG_WALK))
        browser.wait_text("sentences-status", "14 sentences")
        browser.choose_engine("The exact engine")
        browser.click("find")
        browser.wait_text("message", "memory", 60)
    finally:
        assert "Traceback" not in server.end()
