"""The restrictions of the model as checkboxes: lifting them makes more languages possible."""

from __future__ import annotations

from brillig.problems import Switch
from studio_browser import Browser, Server


def test_lifting_restrictions_lets_words_be_sentences_and_s_stand_inside(
    server: Server, browser: Browser
) -> None:
    browser.open(server.url)
    browser.write("sentences", "stop\ngo stop\ngo go stop\n")
    browser.wait_text("sentences-status", "3 sentences")  # without numbers any word may be one
    browser.set_sizes(2, 1, 1)
    browser.wait_text("sentences-status", "2 sentences")
    browser.click_text(".q-expansion-item .q-item", "More settings")
    for switch in Switch:
        browser.wait(lambda switch=switch: browser.has(switch.value), switch.value)
    browser.click(Switch.ONE_WORD.value)
    browser.wait_text("sentences-status", "3 sentences")
    browser.wait_text("warning", "Impossible")
    browser.click(Switch.RECURSIVE_ROOT.value)
    browser.click(Switch.LEXICAL_ROOT.value)
    browser.wait(lambda: not browser.text("warning"), "no warning")
    browser.click("find")
    browser.wait_text("headline", "explain", 60)
    assert "stop" in browser.text("grammar")
    assert browser.console_errors() == []
