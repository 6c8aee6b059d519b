"""The page keeps within the memory that it is given, and says where a run ended for that."""

from __future__ import annotations

from brillig.language.builtin import builtin
from brillig.parsing.generate import generate
from studio_browser import Browser, Server


def test_a_run_ends_at_its_memory_with_what_it_has(browser: Browser) -> None:
    server = Server("--no-token", "--max-memory", "1")
    try:
        browser.open(server.url)
        browser.write("sentences", "\n".join(generate(builtin("toy1"), 60, seed=3)))
        browser.wait_text("sentences-status", "60 sentences")
        browser.click("find")
        browser.wait_text("sure", "memory was used up", 60)
    finally:
        assert "Traceback" not in server.end()
