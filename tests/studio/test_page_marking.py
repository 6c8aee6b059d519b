"""Tags and brackets by hand on the page: click, name, bracket, find; what crosses is refused."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from brillig.errors import BrilligError
from brillig.language.marked import Marked
from brillig.language.markup import Bracket
from brillig.language.reading import Reading
from brillig.studio.marking import Selection, bracketed, mark_in_place, read_line, write_line
from data import ITALIAN_SENTENCES
from studio_browser import PHONE, Browser, Server

MARKED = Reading(tags=True, brackets=True)


def _open(server: Server, browser: Browser) -> None:
    browser.open(server.url)
    browser.write("sentences", f"# ten sentences\n{ITALIAN_SENTENCES}")
    browser.wait_text("sentences-status", "10 sentences")
    browser.click_text("[data-role=sentences-marks] .q-item", "Tags and brackets")
    browser.wait(lambda: browser.css(".marked-line"), "the words to click on")


def _word(browser: Browser, line: int, place: int) -> None:
    browser.click_on(
        lambda: browser.css(".marked-line")[line].find_elements("css selector", ".mark-word")[place]
    )


def _mark(browser: Browser, name: str) -> None:
    browser.wait(lambda: browser.has("sentences-mark"), "the tools")
    browser.write("sentences-mark-name", name)
    browser.click("sentences-mark")


def _lines(browser: Browser) -> list[str]:
    return str(browser.field("sentences").get_property("value")).split("\n")


def test_words_are_tagged_and_bracketed_and_the_grammar_uses_the_names(
    server: Server, browser: Browser
) -> None:
    _open(server, browser)
    _word(browser, 0, 0)
    _mark(browser, "Det")
    browser.wait(lambda: "il/Det libro vede il/Det gatto" in _lines(browser), "the tag everywhere")
    assert _lines(browser)[0] == "# ten sentences"
    focused = browser.wait(
        lambda: browser.driver.switch_to.active_element.get_attribute("data-word"), "the focus on the word"
    )
    assert focused == "1-0"
    # Typed as people type: the field has the focus and nothing of the word before, and no word moves.
    before = [line.rect["y"] for line in browser.css(".marked-line")]
    _word(browser, 0, 1)
    browser.wait(lambda: _focused(browser) == browser.field("sentences-mark-name"), "the focus in the field")
    assert browser.field("sentences-mark-name").get_property("value") == ""
    assert [line.rect["y"] for line in browser.css(".marked-line")] == before
    _focused(browser).send_keys("N", Keys.ENTER)
    browser.wait(lambda: "il/Det libro vede il/Det gatto/N" in _lines(browser), "the second tag")
    _word(browser, 4, 3)
    _word(browser, 4, 4)
    _mark(browser, "NP")
    browser.wait(lambda: _lines(browser)[5] == "il/Det gatto/N vede [NP la casa]", "the bracket")
    browser.wait_text("sentences-status", "10 sentences")
    _word(browser, 4, 2)
    _word(browser, 4, 3)
    _mark(browser, "")
    browser.wait_text("complaint", "cross another bracket")
    browser.click("find")
    browser.wait(lambda: browser.has("grammar"), "the grammar", 240)
    browser.wait_text("state", "done", 120)
    named = browser.text("grammar").split("\n")
    assert "NP" in named
    assert "Det" in named


def _focused(browser: Browser) -> WebElement:
    return browser.driver.switch_to.active_element


def test_marks_are_removed_again_on_a_phone(server: Server, phone: Browser) -> None:
    _open(server, phone)
    _word(phone, 1, 0)
    _word(phone, 1, 1)
    _mark(phone, "")
    phone.wait(lambda: _lines(phone)[2] == "[la casa] dorme", "the bracket")
    _word(phone, 1, 2)
    phone.click("sentences-everywhere")
    _mark(phone, "V")
    phone.wait(lambda: _lines(phone)[2] == "[la casa] dorme/V", "the tag")
    assert _lines(phone)[1] == "il gatto dorme"
    _word(phone, 1, 0)
    _word(phone, 1, 2)
    phone.click("sentences-unmark")
    phone.wait(lambda: _lines(phone)[2] == "la casa dorme", "no marks")
    width = phone.driver.execute_script("return document.documentElement.scrollWidth")
    assert width <= PHONE[0]


def test_a_line_reads_as_it_was_written() -> None:
    words = ("#1", "and/or", "x", "y")
    brackets = (Bracket(0, 4), Bracket(0, 2, "NP"), Bracket(2, 4))
    marked = Marked(words, (None, "C", None, "V"), brackets)
    assert write_line(marked) == "[[NP #1 and\\/or/C] [x y/V]]"
    assert read_line(write_line(marked), MARKED, ()) == marked
    assert read_line("*x y", MARKED, ()) is None
    plain = Marked(words, (None,) * 4)
    assert read_line(write_line(plain), MARKED, ()) == plain
    with pytest.raises(BrilligError, match="cross another bracket"):
        bracketed(marked, 1, 3, None)


def test_clicks_make_a_selection() -> None:
    one = Selection(3, 2, 2)
    assert one.with_word(3, 4) == Selection(3, 2, 4)
    assert one.with_word(3, 0) == Selection(3, 0, 2)
    assert one.with_word(3, 2) is None
    assert one.with_word(1, 5) == Selection(1, 5, 5)


SEES = ("the", "cat", "sees", "a", "Dog")


@pytest.mark.parametrize(
    ("raw", "marked", "written"),
    [
        (
            "The cat sees a Dog.",
            Marked(SEES, ("D", None, "V", None, None), (Bracket(0, 2, "NP"),)),
            "[NP The/D cat] sees/V a Dog.",
        ),
        (
            "[NP The/D cat] sees/V a Dog.",
            Marked(SEES, ("D", "N", None, None, None)),
            "The/D cat/N sees a Dog.",
        ),
        (
            "the  cat sees a Dog !",
            Marked(SEES, (None,) * 5, (Bracket(1, 5, None), Bracket(3, 5, "NP"))),
            "the  [cat sees [NP a Dog]] !",
        ),
    ],
)
def test_marks_leave_the_rest_of_the_line_alone(raw: str, marked: Marked, written: str) -> None:
    assert mark_in_place(raw, marked) == written
    read = read_line(written, MARKED, SEES)
    assert read is not None
    assert (read.words[:5], read.tags[:5]) == (marked.words, marked.tags)
    assert {*read.brackets} == {*marked.brackets}
