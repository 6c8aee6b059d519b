"""The automatic mode of the page: bits that fall, the grammar beside them, and no symbols of the paper."""

from __future__ import annotations

import re

from brillig.language.builtin import builtin
from brillig.parsing.generate import generate
from brillig.studio.running import falling_picture
from studio_browser import Browser, Server


def test_without_any_number_the_page_chooses_by_bits_and_says_what_was_done(
    server: Server, browser: Browser
) -> None:
    browser.open(server.url)
    browser.write("sentences", "\n".join(generate(builtin("toy2"), 20, seed=2)))
    browser.wait_text("sentences-status", "20 sentences")
    browser.wait(lambda: browser.role("find").is_enabled(), "the button")
    browser.click("find")
    browser.wait_text("grammar-so-far", r"S\s+→", 60)
    browser.wait(lambda: browser.has("grammar"), "the grammar", 120)
    browser.wait_text("state", "done", 120)
    browser.click_text(".q-expansion-item .q-item", "How it was found, and how sure it is")
    sure = browser.wait_text("sure", "bits", 60)
    assert re.search(r"fewest of \d+ searches", sure)
    total, *parts = map(float, re.findall(r"\d+\.\d", sure)[:3])
    assert abs(total - sum(parts)) < 0.11  # each is rounded
    assert not re.search(r"brillig \w+|--\w", sure)  # no shell commands
    colour = "return getComputedStyle(document.querySelector('[data-role=sure]')).borderLeftColor"
    red, green, blue = map(int, re.findall(r"\d+", browser.driver.execute_script(colour))[:3])
    assert max(red, green, blue) - min(red, green, blue) < 30  # good news is not red
    curve = browser.css("[data-role=falling] svg")[0].get_attribute("aria-label")
    assert curve.startswith("bits over time, now")
    shown = browser.css("body")[0].text
    assert not any(symbol in shown for symbol in ("c_l", "r_s", "max-min"))
    assert browser.console_errors() == []


def test_the_curve_falls_from_the_first_grammar_to_the_last() -> None:
    assert falling_picture(()) == ""
    drawn = falling_picture(((0.0, 300.0), (1.0, 250.0), (2.0, 200.0)))
    assert '<polyline points="0.0,0.0 180.0,0.0 180.0,45.0 360.0,45.0 360.0,90.0"/>' in drawn
    assert "300.0 bits" in drawn
