"""Learning by asking on the page: by buttons and by keys, on a phone too; judgements; alternatives."""

from __future__ import annotations

import re

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from brillig.language.cfg_text import parse_general
from brillig.parsing.cyk import accepts
from brillig.studio.ask_panel import how_sure
from brillig.studio.session import Estimate, Judged, estimate_left
from brillig.workflows.asking.judgements import Answer
from data import ITALIAN_SENTENCES
from studio_browser import PHONE, Browser, Server

ITALIAN = parse_general(
    "S -> N V\nN -> M U | F D\nM -> 'il' | 'un'\nF -> 'la' | 'una'\nU -> 'gatto' | 'libro'\n"
    "D -> 'casa' | 'mela'\nV -> 'dorme' | T N\nT -> 'vede' | 'prende'",
    "Italian",
    (),
)


def _begin(server: Server, browser: Browser) -> None:
    browser.open(server.url)
    browser.write("sentences", ITALIAN_SENTENCES)
    browser.wait_text("sentences-status", "10 sentences")
    browser.set_sizes(5, 2, 3)
    browser.click("find")
    browser.wait(lambda: browser.has("grammar"), "the grammar", 120)
    browser.wait_text("state", "done")


def _next(browser: Browser, before: str) -> str:
    """The next question; "" at the end."""

    def seen() -> str | None:
        if browser.has("asked"):
            return "end"
        text = browser.text("ask-number") if browser.has("ask-yes") else ""
        return text if text and text != before and browser.role("ask-yes").is_enabled() else None

    return str(browser.wait(seen, "the next question", 240))


def _answer(browser: Browser, most: int) -> str:
    """Answer by buttons and keys in turn, at most that often; the number of the question then, or "end"."""
    number = _next(browser, "")
    for turn in range(most):
        if number == "end":
            break
        assert "question" in browser.text("ask-left")
        right = accepts(ITALIAN, browser.text("ask-sentence"))
        if turn % 2:
            browser.click("ask-yes" if right else "ask-no")
        else:
            browser.css("body")[0].send_keys("y" if right else "n")
        number = _next(browser, number)
    return number


@pytest.mark.soak
def test_a_speaker_answers_by_buttons_and_keys_and_keeps_the_grammar(
    server: Server, browser: Browser
) -> None:
    _begin(server, browser)
    browser.turn_to("ask")
    browser.click("ask-start")
    assert _answer(browser, 40) == "end"
    assert "Nothing is left to ask" in browser.text("asked")
    browser.click("ask-keep")
    browser.turn_to("grammar")
    lines = {frozenset(line.replace("|", " ").split()) for line in browser.text("grammar").split("\n")}
    assert not any({"il", "la"} <= words for words in lines)


def test_judgements_make_the_next_grammar_and_an_alternative_is_adopted(
    server: Server, phone: Browser
) -> None:
    _begin(server, phone)
    old = phone.css("[data-role=grammar] [data-line]:has(.word) [data-category]")[-1]
    words = {*phone.css(f"[data-line={old.get_attribute('data-category')}]")[0].text.split("\n")[2:]}
    old.send_keys(Keys.ENTER)
    phone.wait(lambda: phone.has("rename-dialog"), "the dialog")
    phone.write("rename-field", "Xyz")
    phone.click("rename-ok")
    phone.wait(lambda: phone.css("[data-category=Xyz]"), "the new name")
    phone.turn_to("speak")
    phone.click("speak")
    phone.wait(lambda: phone.css("[data-role=drawn] .text"), "new sentences")
    heights = [button.rect["height"] for button in phone.css("[data-role=drawn] [data-verdict]")]
    assert max(heights) == min(heights)  # also beside a sentence that takes two lines
    texts = [element.text for element in phone.css("[data-role=drawn] .text")][:3]
    for text in texts:
        verdict = "fine" if accepts(ITALIAN, text) else "wrong"
        phone.click_on(lambda text=text, verdict=verdict: _verdict(phone, text, verdict))
    phone.click("learn")
    phone.wait(lambda: "judged" in phone.text("chain"), "the next grammar", 240)
    phone.wait_text("state", "done")
    kept = phone.css("[data-role=grammar] [data-line=Xyz]")[0].text  # the name, where most of its words are
    assert words & {*kept.split("\n")} - {"|"}
    menu = phone.role("step-menu").rect  # of the second chip, which is in sight with it
    assert 0 <= menu["x"] <= PHONE[0] - menu["width"]
    phone.click_on(lambda: phone.css("[data-solution='1']")[0])
    phone.turn_to("certificate")
    phone.click("certify")
    phone.wait(lambda: phone.css("[data-role=alternative]"), "alternatives", 240)
    phone.click_on(lambda: phone.css("[data-role=alternative] .q-item")[0])
    phone.click("adopt")
    phone.wait(lambda: "adopted from 1" in phone.text("chain"), "the adopted grammar")
    phone.turn_to("ask")  # where the questions are that the judgements began
    # Undo brings the same question back, a double press is one answer, and the estimate falls.
    number, asked = _next(phone, ""), phone.text("ask-sentence")
    before = _most_left(phone)
    phone.driver.execute_script(
        "const button = document.querySelector('[data-role=ask-no]'); button.click(); button.click();"
    )
    phone.wait(lambda: phone.has("asked") or phone.text("ask-sentence") not in ("", asked), "the next", 240)
    judged = phone.css("[data-judged]")
    assert len(judged) == len(texts) + 1
    if not phone.has("asked"):
        assert _most_left(phone) < before
        assert "answers so far" in phone.text("ask-sure")
    phone.wait(lambda: phone.role("ask-undo").is_enabled(), "undo")
    phone.click("ask-undo")
    phone.wait(lambda: phone.text("ask-sentence") == asked, "the same question", 240)
    assert phone.text("ask-number") == number
    assert len(phone.css("[data-judged]")) == len(texts)
    width = phone.driver.execute_script("return document.documentElement.scrollWidth")
    assert width <= PHONE[0]


_SEE_THINKING = """
window.thought = "";
new MutationObserver(() => {
  const row = document.querySelector("[data-role=ask-thinking]");
  if (row) window.thought = row.innerText;
}).observe(document.body, {childList: true, subtree: true});
"""


def test_given_names_stay_and_no_answer_is_thrown_away_unasked(server: Server, browser: Browser) -> None:
    _begin(server, browser)
    noun = browser.css("[data-role=grammar] [data-line]:has(.word) [data-category]")[-1]
    old = noun.get_attribute("data-category")
    words = browser.css(f"[data-line={old}]")[0].text.split("\n")[2:]
    colour = _colour(browser, str(old))
    browser.click_on(lambda: browser.css(f"[data-category={old}]")[0])
    field = browser.field("rename-field")
    browser.wait(lambda: browser.driver.switch_to.active_element == field, "the focus in the field")
    field.send_keys("Xyz\n")
    browser.wait(lambda: browser.css("[data-category=Xyz]"), "the new name")
    assert _colour(browser, "Xyz") == colour

    browser.turn_to("ask")
    browser.click("ask-start")
    number = _next(browser, "")
    assert "Xyz" in browser.text("ask-grammar")
    assert not browser.has("ask-save")  # there is nothing to save
    assert not browser.has("ask-anew")
    browser.driver.execute_script(_SEE_THINKING)
    browser.css("body")[0].send_keys(Keys.ALT, "y")  # a menu's key, no answer
    right = accepts(ITALIAN, browser.text("ask-sentence"))
    browser.click("ask-yes" if right else "ask-no")
    _next(browser, number)
    assert len(browser.css("[data-judged]")) == 1
    thought = browser.driver.execute_script("return window.thought")
    assert "Stop" in thought or not thought  # a quick answer needs no words

    # starting over asks first
    browser.click("ask-anew")
    browser.wait_text("anew-dialog", "Throw 1 answer away")
    browser.click_text("[data-role=anew-dialog] button", "Keep them")
    browser.wait(lambda: not browser.css("[data-role=anew-dialog]"), "the dialog to close")
    assert len(browser.css("[data-judged]")) == 1

    # an answer is listed and can be changed: the name stays in the grammar that is kept then
    browser.click("ask-keep")
    browser.wait(lambda: browser.has("grammar"), "the tab Grammar")
    browser.wait(lambda: browser.css("[data-category=Xyz]"), "the name")
    assert {*words} & {*browser.css("[data-line=Xyz]")[0].text.split("\n")} - {"|"}
    browser.turn_to("ask")
    browser.click("ask-anew")
    browser.click("anew-yes")
    browser.wait(lambda: not browser.css("[data-judged]"), "no answer any more", 60)


def _colour(browser: Browser, category: str) -> str:
    return browser.css(f"[data-category={category}]")[0].value_of_css_property("background-color")


def _most_left(browser: Browser) -> int:
    """The upper end of the estimate."""
    return int(re.findall(r"\d+", browser.wait_text("ask-left", r"\d"))[-1])


def test_the_estimate_falls_with_every_answer_unless_more_is_known_to_come() -> None:
    left = estimate_left(None, 0, 16)
    assert str(left) == "16 to 32 more questions, the fewer surprises the fewer"
    seen = [left.most]
    for answered, least in enumerate((16, 16, 15, 26, 25, 25, 13, 2, 1), 1):
        left = estimate_left(left, answered, least)
        assert left.least <= left.most <= 2 * left.least
        seen.append(left.most)
    assert seen == sorted(seen, reverse=True)
    assert str(estimate_left(left, 10, 1)) == "about 1 more question"
    assert estimate_left(left, 10, 40).most == 40  # never less than what is known to come
    again = estimate_left(Estimate(5, 16, 25), 4, 16)  # after undo
    assert again.most == 26


def test_how_sure_it_is_says_which_answers_changed_something() -> None:
    same = Judged("a", Answer.YES)
    assert how_sure([same]) == "1 answer so far, none of which changed the grammar"
    other = Judged("b", Answer.NO, ("new rule",))
    assert how_sure([other]) == "1 answer so far, 1 of which changed the grammar"
    assert how_sure([same, other, same, same]).endswith(
        "4 answers so far, 1 of which changed the grammar; the last 2 did not"
    )


def _verdict(browser: Browser, text: str, verdict: str) -> WebElement:
    rows = browser.css("[data-role=drawn] .judged")
    row = next(row for row in rows if row.find_element("css selector", ".text").text == text)
    return row.find_element("css selector", f"[data-verdict={verdict}]")
