"""Stop and Pause on the page: what was found is handed over, and a pause is no part of the time."""

from __future__ import annotations

import time

import pytest

from data import LONG_WALK
from studio_browser import Browser, Server


def start_automatic(browser: Browser, server: Server) -> None:
    browser.open(server.url)
    browser.write("sentences", "\n".join(LONG_WALK))
    browser.wait_text("sentences-status", "14 sentences")
    browser.choose_engine("The exact engine")
    browser.wait(lambda: browser.role("find").is_enabled(), "the button")
    browser.click("find")


def test_stop_hands_over_the_grammar_that_is_known(server: Server, browser: Browser) -> None:
    start_automatic(browser, server)
    browser.wait_text("figures", "[4-9] rules", 120)  # a grammar with three rules is known by now
    browser.click("stop")
    browser.wait(lambda: browser.has("grammar"), "the grammar", 30)
    assert browser.css("[data-category=S]")
    message = browser.wait_text("message", "stopped before the walk was complete", 20)
    assert "not proven best" in message


# The run would have ended before a click from here arrives, so the page clicks as soon as there is a button.
PAUSE_AT_ONCE = """
const timer = setInterval(() => {
  const button = document.querySelector("[data-role=pause]");
  if (button !== null && button.offsetParent !== null) { clearInterval(timer); button.click(); }
}, 5);
"""


@pytest.mark.soak
def test_a_paused_run_ends_as_an_undisturbed_one(server: Server, browser: Browser) -> None:
    """The limit is a minute, and so is the pause."""
    grammars = []
    for pause in (60, 0):  # the paused one first: a page that is opened again still has its grammar
        browser.open(server.url)
        browser.write("sentences", "\n".join(LONG_WALK))
        browser.wait_text("sentences-status", "14 sentences")
        browser.set_sizes(8, 3, 5)  # which takes a second or more
        browser.choose_engine("Divide and concur")
        browser.write_at("input[aria-label='Stop after (minutes)']", "1")
        browser.wait(lambda: browser.role("find").is_enabled(), "the button")
        if pause:
            browser.driver.execute_script(PAUSE_AT_ONCE)
        browser.click("find")
        if pause:
            time.sleep(pause)
            assert not browser.has("grammar")  # it was held before it had an answer
            assert "Go on" in browser.text("pause")
            browser.click("pause")
        browser.wait(lambda: browser.has("grammar") and not browser.has("pause"), "the grammar", 120)
        grammars.append(browser.text("grammar"))
    assert grammars[0] == grammars[1]
