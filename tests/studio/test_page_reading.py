"""The page reads text and answers as the commands do: choices, numbered lines, headline, why not."""

from __future__ import annotations

import re

from studio_browser import Browser, Server

PETS = (
    "The cat sleeps.\nthe dog sleeps\na dog barks\nthe cat sees a dog\na dog sees the cat\n"
    "the dog chases a cat\nYes.\n"
)


def _choose(browser: Browser, role: str, text: str) -> None:
    browser.wait(lambda: browser.has(role), role)
    browser.click(role)
    browser.click_text(".q-menu .q-item", text)


def test_choices_of_reading_and_the_answer_in_words(server: Server, browser: Browser) -> None:
    browser.open(server.url)
    browser.click_text("[data-role=mode] button", "By hand")
    browser.write("sentences", "1+2\n#tag it\nx y\n")
    notes = browser.wait_text("sentences-notes", "one word")
    assert "“A word is: a name, number, string or operator” splits names" in notes
    assert "unticking “Lines that begin with # are comments” reads hashtags" in notes
    assert "--" not in notes
    browser.write("sentences", PETS)
    notes = browser.wait_text("sentences-notes", "folded")
    assert "1 sentence-initial capital folded: The." in notes
    assert "1 line of one word set aside: line 7 'Yes'." in notes
    browser.wait_text("sentences-status", "6 sentences, 8 different words")
    numbers = browser.role("sentences-lines").text.split()
    assert numbers[:7] == ["1", "2", "3", "4", "5", "6", "7"]
    gutter, field = browser.role("sentences-lines"), browser.field("sentences")
    assert abs(gutter.rect["y"] - field.rect["y"]) < 3
    assert field.rect["height"] > 6 * 15  # it has grown with its lines

    browser.click_text(".q-expansion-item .q-item", "How it is read")
    _choose(browser, "sentences-case", "kept")
    browser.wait_text("sentences-status", "9 different words")
    _choose(browser, "sentences-case", "folded everywhere")
    browser.wait_text("sentences-status", "8 different words")

    # the sliders begin where 8 words often are
    browser.wait_text("find", "Find a grammar")
    browser.set_sizes(6, 3, 3)
    browser.click("find")
    headline = browser.wait_text("headline", "explain", 60)
    assert headline == "4 word classes and 3 rules explain all 6 sentences; others may fit."
    assert len(browser.css("[data-role=also-allows] .text")) == 3
    assert "4 classes, 3 rules" in browser.text("chain")

    browser.turn_to("refine")
    browser.wait(lambda: browser.has("refine"), "the button")
    assert not browser.role("refine").is_enabled()  # nothing is to be split
    browser.click("features-auto")
    browser.wait(lambda: browser.role("refine").is_enabled(), "the button to wake up")
    browser.turn_to("speak")
    browser.write("try-field", "The dog barks.")
    browser.click("try")
    browser.wait_text("tried", "Accepted, with 1 tree")
    browser.turn_to("files")
    browser.click("save-lark")
    assert "start: s" in browser.downloaded("grammar.lark").read_text()
    assert browser.console_errors() == []


def test_a_run_without_an_answer_says_why_and_recites_nothing(server: Server, browser: Browser) -> None:
    browser.open(server.url)
    browser.wait_text("welcome", "slithy")
    browser.write("sentences", "no no no\nno no\nno yes\n")
    browser.set_sizes(3, 0, 2)
    browser.click("find")
    message = browser.wait_text("message", "would help", 60)
    assert re.search(r"\d sentences? contradicts? what is asked for", message)
    assert "one word with one category more: 1 homograph: no" in message
    assert "slithy" not in browser.text("welcome")


def test_names_stand_beside_their_arrows_on_a_phone(server: Server, phone: Browser) -> None:
    phone.open(server.url)
    phone.write("sentences", PETS)
    phone.set_sizes(6, 3, 3)
    phone.click("find")
    phone.wait(lambda: phone.has("grammar"), "the grammar", 60)
    apart = phone.driver.execute_script(
        """const box = part => part.getBoundingClientRect();
        const middle = part => box(part).y + box(part).height / 2;
        return [...document.querySelectorAll("[data-role=grammar] .line")].map(line =>
            Math.abs(middle(line.querySelector(".category")) - middle(line.querySelector(".arrow"))));"""
    )
    assert len(apart) == 6
    assert max(apart) < 4
