"""The page for everyone: names, headings, contrast, sizes, focus and the keyboard, light and dark."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.keys import Keys

from data import ITALIAN_SENTENCES
from studio_browser import PHONE, WIDE, Browser, Server

TABS = ("grammar", "trees", "speak", "ask", "refine", "extend", "certificate", "files")

# What a checker of pages looks for first. Disabled controls may be pale; what is not shown is not looked at.
_CHECK = """
// What takes the focus has a role and a name; a slider's thumb, say.
const shown = (e) => e.offsetParent !== null && getComputedStyle(e).visibility !== "hidden";
const problems = [];
const name = (e) => (e.getAttribute("aria-label") || e.innerText || e.getAttribute("title")
  || (e.labels && e.labels[0] && e.labels[0].innerText) || e.getAttribute("placeholder") || "").trim();
const about = (e) => e.outerHTML.slice(0, 120);
const controls = "button, [role=button], input, select, textarea, a[href], [role=tab]";
for (const e of document.querySelectorAll(controls)) {
  if (!shown(e) || e.type === "hidden" || e.closest("[aria-hidden=true]")) continue;
  if (!name(e)) problems.push("no name: " + about(e));
  const box = e.getBoundingClientRect();
  const is_field = ["INPUT", "TEXTAREA", "SELECT"].includes(e.tagName);
  if (!is_field && box.width && (box.width < 24 || box.height < 24)) problems.push("small: " + about(e));
}
for (const e of document.querySelectorAll("[tabindex='0']")) {
  if (!shown(e) || e.closest("[aria-hidden=true]")) continue;
  if (!e.getAttribute("role") && !["BUTTON", "INPUT", "TEXTAREA", "A"].includes(e.tagName))
    problems.push("no role: " + about(e));
}
const panels = document.querySelectorAll("[data-role=tab-grammar]").length;
if (panels && !document.querySelector("[role=tabpanel][aria-label]")) problems.push("no tab panel");
const channel = (c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
const ground = (e) => {
  for (; e; e = e.parentElement) {
    const found = parse(getComputedStyle(e).backgroundColor);
    if (found.length === 3 || found[3] > 0.95) return found.slice(0, 3);
  }
  return [255, 255, 255];
};
for (const e of document.querySelectorAll("body *")) {
  const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  if (!own || !shown(e)) continue;
  if (e.closest("[disabled], .disabled, [aria-disabled=true], [aria-hidden=true], .q-icon")) continue;
  if (e.closest("script, style, .sr-only, .nicegui-error-popup")) continue;
  const [a, b] = [light(parse(getComputedStyle(e).color)), light(ground(e))];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) problems.push("contrast " + ratio.toFixed(2) + ": " + about(e));
}
const headings = document.querySelectorAll("h1, h2, h3, [role=heading]").length;
if (headings < 3) problems.push("headings: " + headings);
if (!document.documentElement.lang) problems.push("no language");
const mains = document.querySelectorAll("main, [role=main]").length;
if (mains > 1) problems.push("main landmarks: " + mains);
return problems;
"""


@pytest.fixture(params=["light", "dark", "phone"])
def either(request: pytest.FixtureRequest, chromium: Browser) -> Browser:
    chromium.begin_anew(PHONE if request.param == "phone" else WIDE, dark=request.param == "dark")
    return chromium


# How often what is read out in the card of the run changes.
_COUNT_SPOKEN = """
window.spoken = 0;
new MutationObserver((changes) => {
  for (const change of changes) {
    const at = change.target.nodeType === 1 ? change.target : change.target.parentElement;
    if (at && at.closest("[data-role=run-card] [role=status], [data-role=run-card] [aria-live]"))
      window.spoken += 1;
  }
}).observe(document.body, {childList: true, subtree: true, characterData: true});
"""


def _active(browser: Browser) -> str:
    return str(browser.driver.execute_script("return document.activeElement.tagName"))


def _find(browser: Browser) -> None:
    browser.set_sizes(5, 2, 3)
    browser.click("find")
    browser.wait(lambda: browser.has("grammar"), "the grammar", 240)
    browser.wait_text("state", "done", 120)


def test_nothing_serious_on_any_tab(server: Server, either: Browser) -> None:
    browser = either
    browser.open(server.url)
    found = {"first": browser.driver.execute_script(_CHECK)}
    browser.click("help")
    browser.wait_text("help-dialog", "Ctrl\\+Enter")
    found["help"] = browser.driver.execute_script(_CHECK)
    browser.click_text("[data-role=help-dialog] button", "Close")
    browser.wait(lambda: not browser.css("[data-role=help-dialog]"), "the help to close")
    browser.write("sentences", ITALIAN_SENTENCES)
    browser.wait_text("sentences-status", "10 sentences")
    _find(browser)
    for tab in TABS:
        browser.turn_to(tab)
        if tab == "speak":
            browser.click("speak")
            browser.wait(lambda: browser.css("[data-verdict]"), "new sentences")
            names = [one.get_attribute("aria-label") for one in browser.css("[data-verdict]")]
            assert len({*names}) == len(names)  # each says of which sentence
        found[tab] = browser.driver.execute_script(_CHECK)
    browser.turn_to("grammar")
    browser.click_on(lambda: browser.css("[data-category]")[1])
    browser.wait(lambda: browser.has("rename-dialog"), "the dialog")
    assert browser.role("rename-dialog").get_attribute("aria-label").startswith("Rename ")
    # While it opens, it is smaller than it will be.
    browser.wait(lambda: not browser.driver.execute_script(_CHECK), "a dialog in which nothing is serious")
    assert {tab: problems for tab, problems in found.items() if problems} == {}


def test_from_sentences_to_judgements_with_the_keyboard_alone(server: Server, browser: Browser) -> None:
    browser.open(server.url)
    field = browser.field("sentences")
    field.send_keys(ITALIAN_SENTENCES.strip())
    browser.wait_text("sentences-status", "10 sentences")
    browser.driver.execute_script(_COUNT_SPOKEN)
    field.send_keys(Keys.CONTROL, Keys.ENTER)
    browser.wait(lambda: browser.has("grammar"), "the grammar", 150)
    browser.wait_text("state", "done", 150)
    assert browser.driver.execute_script("return window.spoken") <= 5  # not four times a second
    # It is shown before it is proven the only one; then the first line says so, as the last one does.
    assert "no other grammar fits" in str(browser.role("sure").get_property("textContent"))
    browser.wait_text("headline", "proven the only grammar with these numbers")
    browser.wait(lambda: _active(browser) != "BODY", "the focus to be somewhere after the run")
    # A category is renamed, and has the focus then.
    browser.css("[data-category]")[1].send_keys(Keys.ENTER)
    browser.wait(
        lambda: browser.driver.switch_to.active_element == browser.field("rename-field"), "the field"
    )
    browser.field("rename-field").send_keys("Xyz", Keys.ENTER)
    browser.wait(lambda: browser.css("[data-category=Xyz]:focus"), "the focus on the new name")
    browser.css("[data-category=Xyz]")[0].send_keys(Keys.TAB)
    ring = browser.driver.execute_script(
        "const s = getComputedStyle(document.activeElement); return [s.outlineStyle, s.outlineWidth]"
    )
    assert ring[0] == "solid"
    assert float(ring[1].removesuffix("px")) >= 2
    browser.turn_to("speak")
    browser.role("speak").send_keys(Keys.ENTER)
    browser.wait(lambda: browser.css("[data-role=drawn] .text"), "new sentences")
    button = browser.css("[data-verdict=wrong]")[0]
    button.send_keys(Keys.ENTER)
    browser.wait_text("save-wrong", r"\(1\)")
    # The focus is where it was, so that the next judgement is a Tab away.
    active = browser.driver.switch_to.active_element
    assert active.get_attribute("data-verdict") == "wrong"
    active.send_keys(Keys.TAB)
    active = browser.driver.switch_to.active_element
    assert active.get_attribute("data-verdict") == "fine"
    # From one tab to the last with the arrow keys, and to the picture.
    browser.role("tab-speak").send_keys(Keys.END)
    browser.driver.switch_to.active_element.send_keys(Keys.ENTER)
    browser.wait(lambda: browser.has("save-svg"), "the panel Save")
    browser.role("save-svg").send_keys(Keys.ENTER)
    assert "<svg" in browser.downloaded("rules.svg").read_text()


def test_arabic_runs_from_right_to_left(server: Server, browser: Browser) -> None:
    browser.open(server.url)
    browser.write("sentences", "نام الولد\nنام الرجل\nجلس الولد\nجلس الرجل")
    browser.wait_text("sentences-status", "4 sentences")
    browser.click("find")
    browser.wait(lambda: browser.has("tree"), "a tree", 150)
    assert browser.role("tree").get_attribute("dir") == "rtl"
    assert browser.field("sentences").value_of_css_property("direction") == "rtl"
    places = browser.driver.execute_script(
        "return [...document.querySelector('[data-role=tree]').querySelectorAll('.word')]"
        ".map((e) => e.getBoundingClientRect().x)"
    )
    assert places == sorted(places, reverse=True)
