"""A grammar to point at: a rule kept, a rule refused, what changed side by side, copies."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from selenium.webdriver.remote.webelement import WebElement

from brillig.problems.solution import Run
from brillig.studio.grammar_panel import describe_figures
from data import ITALIAN_SENTENCES
from solutions import a_solution
from studio_browser import Browser, Server


def test_rules_are_kept_or_refused_by_a_click_and_old_and_new_stand_side_by_side(
    server: Server, browser: Browser
) -> None:
    browser.open(server.url)
    browser.write("sentences", ITALIAN_SENTENCES)
    browser.wait_text("sentences-status", "10 sentences")
    browser.set_sizes(5, 2, 3)
    browser.click("find")
    browser.wait(lambda: browser.has("grammar"), "the grammar", 60)
    browser.wait_text("state", "done")
    assert not browser.has("before")

    # keep a rule: it is listed, and the next search says that it keeps to it
    browser.click_on(lambda: browser.css("[data-role=grammar] .right")[0])
    browser.click("rule-keep")
    kept = browser.wait_text("kept", "→").split("\n")[-1]
    assert "is kept" in browser.text("news")
    browser.wait_text("find-with", "1 kept rule")

    # copy the rules and the tree
    browser.click("copy")
    browser.click("copy-latex")
    browser.wait(lambda: "tabular" in str(_copied(browser)), "the rules in LaTeX")
    browser.click("copy")
    browser.click("copy-brackets")
    browser.wait(lambda: str(_copied(browser)).startswith("(S "), "the tree in brackets")

    # this is wrong: a sentence of the rule gets a star, and there is another grammar beside the old one
    browser.click_on(lambda: browser.css("[data-role=grammar] .right")[1])
    browser.click("rule-wrong")
    star = browser.wait(lambda: browser.css("[data-wrong]"), "sentences of the rule")[0]
    wrong = star.get_attribute("data-wrong")
    browser.click_on(lambda: browser.css("[data-wrong]")[0])
    browser.wait(lambda: browser.css("[data-solution='2'][aria-pressed=true]"), "the next grammar", 150)
    browser.wait_text("state", "done", 60)
    assert "Inferred: " in browser.text("news")
    assert browser.has("before")
    # what went is crossed out in red, what came is green
    old, new = (
        browser.css(f"[data-role={role}] .{kind}") for role, kind in (("before", "old"), ("grammar", "new"))
    )
    assert old
    assert new
    assert "line-through" in old[0].value_of_css_property("text-decoration-line")
    assert _strongest(old[0]) == "red"
    assert _strongest(new[0]) == "green"
    assert not browser.css("[data-role=before] .new, [data-role=grammar] .old")
    assert kept in {button.text.split("\n")[-1] for button in browser.css("[data-role=kept] button")}
    browser.turn_to("speak")
    assert browser.css("[data-judged]")[0].get_attribute("data-judged") == wrong
    browser.write("try-field", str(wrong))
    browser.click("try")
    browser.wait_text("tried", "Not accepted")

    # the panel, the rule and what is wrong are there after a reload
    browser.driver.refresh()
    browser.wait(lambda: browser.has("try-field"), "the panel shown last", 30)
    browser.turn_to("grammar")
    browser.wait_text("kept", "→")
    browser.click_on(lambda: browser.css("[data-role=kept] button")[0])
    browser.wait(lambda: not browser.has("kept"), "no rule that is kept")
    assert browser.console_errors() == []


def _strongest(element: WebElement) -> str:
    """The strongest part of the colour that an element is underlined or crossed out in."""
    parts = re.findall(r"[\d.]+", element.value_of_css_property("text-decoration-color"))[:3]
    return max(zip(map(float, parts), ("red", "green", "blue"), strict=True))[1]


@pytest.mark.parametrize(
    ("iterations", "told"), [(0, "s."), (1, "s, 1 iteration."), (2000, "s, 2,000 iterations.")]
)
def test_one_iteration_is_one_iteration(iterations: int, told: str) -> None:
    solution = a_solution()
    figures = describe_figures(replace(solution, run=Run("concur", 0, iterations=iterations)))
    assert figures.endswith(told)


def _copied(browser: Browser) -> object:
    return browser.driver.execute_script("return window.brillig.copied")
