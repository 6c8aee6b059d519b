"""The page reads text and answers as the commands do: choices, numbered lines, headline, why not."""

from __future__ import annotations

import re
from pathlib import Path

from selenium.webdriver.common.keys import Keys

from studio_browser import MIDDLE, PHONE, Browser, Server

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
    browser.write("sentences", "the/D cat sleeps\nthe/D dog sleeps\nwho sleeps?\n")
    notes = browser.wait_text("sentences-notes", "looks tagged")
    assert "1 word looks tagged: the/D; ticking “the/D names a word's category” reads tags" in notes
    assert "The ? of 1 sentence dropped; ticking “A final . ! ? is kept”" in notes
    browser.write("sentences", "so it goes\n" * 1300)
    browser.wait_text("sentences-status", "1,300 sentences, 1,299 repeated")
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
    browser.wait(lambda: browser.has("sentences-keep_final"), "the choices")
    browser.click("sentences-keep_final")
    browser.wait_text("sentences-status", "9 different words")
    browser.click("sentences-keep_final")
    browser.wait_text("sentences-status", "8 different words")
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
    assert browser.role("refine").is_enabled()  # Brillig chooses what to split
    browser.click("features-auto")
    browser.wait(lambda: not browser.role("refine").is_enabled(), "nothing to be split by hand yet")
    browser.turn_to("speak")
    browser.write("try-field", "The dog barks.")
    browser.click("try")
    browser.wait_text("tried", "Accepted, with 1 tree")
    browser.turn_to("files")
    for notation, file, text in (
        ("lark: lark, with its Earley parser", "grammar.lark", "start: s"),
        ("antlr: ANTLR 4", "Brillig.g4", "grammar Brillig;"),
        ("penn: a tree per line, in brackets", "trees.mrg", "(S "),
    ):
        browser.click("notation")
        browser.click_text(".q-menu .q-item", notation)
        browser.wait_text("notation", re.escape(notation.split(":")[0]))
        browser.click("save-notation")
        assert text in browser.downloaded(file).read_text()
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
    phone.wait(lambda: phone.has("grammar"), "the grammar", 240)
    apart = phone.driver.execute_script(
        """const box = part => part.getBoundingClientRect();
        const middle = part => box(part).y + box(part).height / 2;
        return [...document.querySelectorAll("[data-role=grammar] .line")].map(line =>
            Math.abs(middle(line.querySelector(".category")) - middle(line.querySelector(".arrow"))));"""
    )
    assert len(apart) == 6
    assert max(apart) < 4
    off = phone.driver.execute_script(
        """const middle = part => part.getBoundingClientRect().y + part.getBoundingClientRect().height / 2;
        return [...document.querySelectorAll("[data-role=grammar] .line .q-btn.category")].map(button =>
            Math.abs(middle(button) - middle(button.querySelector(".block"))));"""
    )
    assert max(off) < 1  # each name in the middle of its colour
    # Every tab and the chips are within reach, here and on a small laptop.
    phone.write("sentences", f"the very large cat sees the very large dog here\n{PETS}")  # a long title
    phone.wait_text("sentences-status", "7 sentences")
    for size in (PHONE, MIDDLE):
        phone.look_like(size)
        assert phone.css("header")[0].rect["height"] < 64
        for tab in phone.css("[role=tab], [data-solution]"):
            assert tab.is_displayed()
            assert tab.rect["x"] >= 0
            assert tab.rect["x"] + tab.rect["width"] <= size[0]


def test_numbers_stay_beside_their_lines_at_500_sentences(server: Server, browser: Browser) -> None:
    browser.open(server.url)
    lines = [f"the {'very ' * (number % 40)}large w{number} sleeps" for number in range(500)]
    browser.write("sentences", "\n".join(lines))
    browser.wait_text("sentences-status", "500 sentences")
    where = """const lines = document.querySelector("[data-role=sentences-lines]");
        const field = document.querySelector("[data-role=sentences] textarea");
        const box = document.querySelector("[data-role=sentences]");
        box.scrollTop = 4000; box.scrollLeft = 300;
        const height = (e) => parseFloat(getComputedStyle(e).lineHeight);
        const top = (e) => e.getBoundingClientRect().y + parseFloat(getComputedStyle(e).paddingTop);
        return [top(lines), top(field), height(lines), height(field), field.scrollTop, field.scrollLeft];"""
    gutter, text, one, other, down, across = browser.driver.execute_script(where)
    assert abs(gutter - text) < 3
    assert one == other  # the 500th number is beside the 500th line, too
    assert (down, across) == (0, 0)  # the box scrolls, with its numbers
    # After a long line the box still has the height of its lines.
    browser.write("sentences", "\n".join(f"w{number} sleeps" for number in range(20)))
    browser.wait_text("sentences-status", "20 sentences")
    browser.wait(lambda: browser.field("sentences").rect["height"] >= 20 * other, "room for 20 lines")


def test_undo_after_a_file_was_read_brings_the_old_text_back(
    server: Server, browser: Browser, tmp_path: Path
) -> None:
    browser.open(server.url)
    field = browser.field("sentences")
    field.send_keys("der Hund bellt")
    browser.wait_text("sentences-status", "1 sentence")
    (tmp_path / "more.txt").write_text("la casa dorme\nil gatto dorme\n")
    browser.send_file("input[accept^='.txt']", tmp_path / "more.txt")
    browser.wait_text("sentences-status", "2 sentences")
    field.send_keys(Keys.CONTROL, "z")
    browser.wait(lambda: field.get_property("value") == "der Hund bellt", "the text before")
    # Thousands of lines, too, and what was typed on top of them; nothing is glued together.
    long = "".join(f"la casa{number} dorme\n" for number in range(4000))
    (tmp_path / "long.txt").write_text(long)
    browser.send_file("input[accept^='.txt']", tmp_path / "long.txt")
    browser.wait_text("sentences-status", "4,000 sentences")
    field.send_keys("x y")
    browser.wait_text("sentences-status", "4,001 sentences")
    field.send_keys(Keys.CONTROL, "z")
    browser.wait(lambda: field.get_property("value") == long, "what was typed to go")
    field.send_keys(Keys.CONTROL, "z")
    browser.wait(lambda: field.get_property("value") == "der Hund bellt", "the first text again")
    field.send_keys(Keys.CONTROL, Keys.SHIFT, "z")
    browser.wait(lambda: field.get_property("value") == long, "the long text again")
    browser.wait_text("sentences-status", "4,000 sentences")


def test_equal_runs_are_one_chip_and_the_result_is_where_one_is(server: Server, browser: Browser) -> None:
    browser.open(server.url)
    browser.write("sentences", PETS)
    browser.set_sizes(6, 3, 3)
    browser.click_text(".q-expansion-item .q-item", "More settings")
    browser.write_at("input[aria-label='Stop after (minutes)']", "0.4")
    browser.click("find")
    browser.wait(lambda: browser.has("grammar"), "the grammar", 240)
    browser.wait_text("state", "done", 120)
    assert browser.css("input[aria-label='Stop after (minutes)']")[0].get_property("value") == "0.4"
    browser.turn_to("ask")
    browser.click("find")
    browser.wait_text("news", "The same grammar as before", 60)
    assert browser.has("grammar")  # not Ask any more
    browser.wait_text("state", "done", 120)
    noun = browser.css("[data-role=grammar] [data-line]:has(.word) [data-category]")[-1]
    words = {*browser.css(f"[data-line={noun.get_attribute('data-category')}]")[0].text.split("\n")[2:]}
    noun.send_keys(Keys.ENTER)
    browser.wait(lambda: browser.has("rename-dialog"), "the dialog")
    browser.write("rename-field", "Xyz")
    browser.click("rename-ok")
    browser.wait(lambda: browser.css("[data-category=Xyz]"), "the new name")
    browser.set_number("lexical", 2)
    browser.set_number("categories", 5)  # all are used, so that no engine gives the first grammar again
    browser.click("find")
    browser.wait(lambda: len(browser.css("[data-solution]")) == 2, "the second grammar", 60)
    browser.wait_text("state", "done", 120)
    assert browser.has("before")
    named = browser.css("[data-role=grammar] [data-line=Xyz]")[0].text  # in the next run, too
    assert words & {*named.split("\n")} - {"|"}
    # A grammar says when it is not one of the text beside it, and brings its own sentences back.
    assert not browser.has("other-text")
    browser.write("sentences", f"{PETS}a wombat sleeps\n")
    browser.wait(lambda: browser.has("other-text"), "the line that says so")
    browser.click("bring-back")
    browser.wait_text("sentences-status", "6 sentences, 8 different words")
    browser.wait(lambda: not browser.has("other-text"), "the line to go")
    browser.click("step-menu")
    browser.click("step-name")
    browser.wait(lambda: browser.driver.switch_to.active_element == browser.field("step-field"), "the field")
    browser.field("step-field").send_keys("pets at large", Keys.ENTER)  # what is there is selected
    browser.wait(lambda: "pets at large" in browser.text("chain"), "the name")
    browser.click("step-menu")
    browser.click("step-delete")
    browser.wait(lambda: len(browser.css("[data-solution]")) == 1, "one grammar again")
    assert "Deleted" in browser.text("news")
    browser.click("close-run")
    browser.wait(lambda: not browser.has("run-card"), "the card of the run to go")
