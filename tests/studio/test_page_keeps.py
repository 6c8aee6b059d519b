"""Nothing is lost and nothing leaks: kills of the server, other languages, samples, contradictions."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from selenium.webdriver.common.keys import Keys

from data import ITALIAN_SENTENCES
from studio_browser import Browser, Server

ENGLISH = "the cat sleeps\nthe dog sleeps\na cat barks\nthe dog sees a cat\na dog sees the cat\n"


@pytest.fixture
def own_server() -> Iterator[Server]:
    running = Server("--no-token", warm=True)
    yield running
    assert "Traceback" not in running.end()


def _find(browser: Browser) -> None:
    browser.set_sizes(5, 2, 3)
    browser.click("find")
    browser.wait(lambda: browser.has("grammar"), "the grammar", 240)
    browser.wait_text("state", "done", 120)


def _restart(server: Server, browser: Browser) -> None:
    """A power cut; the page says so, comes back by itself and says that, too."""
    server.kill_and_restart()
    browser.wait_text("lost", "away and is back", 60)


def test_whenever_the_server_is_killed_everything_is_there_again(
    own_server: Server, browser: Browser
) -> None:
    server = own_server
    browser.open(server.url)
    browser.write("sentences", ITALIAN_SENTENCES)
    browser.wait_text("sentences-status", "10 sentences")
    _restart(server, browser)  # with sentences alone
    browser.wait_text("sentences-status", "10 sentences")
    _find(browser)
    _restart(server, browser)  # with a grammar
    before = browser.wait_text("grammar", "gatto")
    browser.click_on(lambda: browser.css("[data-category]")[1])
    browser.wait(lambda: browser.has("rename-dialog"), "the dialog")
    field = browser.field("rename-field")
    browser.wait(lambda: browser.driver.switch_to.active_element == field, "the focus in the field")
    field.send_keys("Xyz\n")  # what is there is selected
    browser.wait(lambda: browser.css("[data-category=Xyz]"), "the new name")
    _restart(server, browser)  # with a name given
    browser.wait(lambda: browser.css("[data-category=Xyz]"), "the name after the restart")
    assert len(browser.text("grammar").split()) == len(before.split())
    browser.turn_to("speak")
    browser.click("speak")
    browser.wait(lambda: browser.css("[data-role=drawn] .text"), "new sentences")
    judged = browser.css("[data-role=drawn] .text")[0].text
    browser.click_on(lambda: browser.css("[data-role=drawn] [data-verdict=wrong]")[0])
    browser.wait_text("save-wrong", r"\(1\)")
    _restart(server, browser)  # with a judgement
    browser.turn_to("speak")
    browser.wait_text("save-wrong", r"\(1\)")
    assert judged in (browser.css("[data-judged]")[0].get_attribute("data-judged") or "")
    browser.click("find")  # by bits, which takes a while
    browser.wait_text("state", "running")
    _restart(server, browser)  # in the middle of a search
    assert "has to be started again" in browser.text("lost")
    browser.wait(lambda: browser.css("[data-category=Xyz]"), "the grammar before the search")


def test_judgements_of_one_language_do_not_reach_another(server: Server, browser: Browser) -> None:
    browser.open(server.url)
    browser.write("sentences", ITALIAN_SENTENCES)
    browser.wait_text("sentences-status", "10 sentences")
    _find(browser)
    browser.turn_to("speak")
    browser.click("speak")
    browser.wait(lambda: browser.css("[data-role=drawn] .text"), "new sentences")
    for verdict in ("fine", "wrong"):
        place = ["fine", "wrong"].index(verdict)
        browser.click_on(lambda v=verdict, p=place: browser.css(f"[data-role=drawn] [data-verdict={v}]")[p])
    browser.wait(lambda: len(browser.css("[data-judged]")) == 2, "two judgements")
    browser.write("sentences", ENGLISH)
    # other sentences altogether are another project
    browser.wait(lambda: browser.has("welcome"), "the new project", 20)
    browser.wait_text("sentences-status", "5 sentences")
    _find(browser)
    assert "gatto" not in browser.text("grammar")
    browser.turn_to("speak")
    assert browser.css("[data-judged]") == []
    assert not browser.role("learn").is_enabled()
    browser.turn_to("ask")
    browser.click("ask-start")
    browser.wait(lambda: browser.has("ask-yes") or browser.has("asked"), "a question or none", 120)
    asked = {*browser.text("ask-sentence").split(), *browser.text("asking").split()}
    assert not asked & {*ITALIAN_SENTENCES.split()}
    # and the first is still there
    browser.click("project")
    browser.wait(lambda: len(browser.css("[data-project]")) == 2, "both projects, and no other")
    assert "il gatto" in browser.text("project-list")
    _duplicate_and_delete(browser)
    # One file holds a project, and opens again with its sentences and its grammar.
    browser.click("project-download")
    saved = browser.wait(lambda: next(browser.downloads.glob("*.brillig.json"), None), "the file")
    browser.click("project-new")
    browser.wait(lambda: browser.has("welcome"), "an empty project", 20)
    browser.click("project")
    browser.wait(lambda: browser.css("[data-project]"), "the projects")
    browser.send_file("[data-role=project-open-file] input", saved)
    browser.wait_text("sentences-status", "5 sentences", 20)
    browser.wait_text("grammar", "barks", 20)


def _duplicate_and_delete(browser: Browser) -> None:
    """In the dialog with the projects: a copy has the grammar; deleting asks first."""
    before = {row.get_attribute("data-project") for row in browser.css("[data-project]")}
    browser.click_on(lambda: browser.css("[data-project] button[aria-label^=Duplicate]")[0])
    browser.wait(lambda: len(browser.css("[data-project]")) == len(before) + 1, "the copy")
    copy = next(
        row for row in browser.css("[data-project]") if row.get_attribute("data-project") not in before
    )
    key = copy.get_attribute("data-project")
    assert "(copy)" in copy.text
    assert "grammars: 1" in copy.text

    def ask() -> None:
        browser.click_on(lambda: browser.css(f"[data-project={key}] button[aria-label^=Delete]")[0])
        browser.wait_text("project-delete", "gone for good")

    ask()
    browser.click_text("[data-role=project-delete] button", "Keep it")
    browser.wait(lambda: not browser.css("[data-role=project-delete]"), "the question to go")
    assert browser.css(f"[data-project={key}]")
    ask()
    browser.click("project-delete-yes")
    browser.wait(lambda: not browser.css(f"[data-project={key}]"), "the copy to go")
    assert {row.get_attribute("data-project") for row in browser.css("[data-project]")} == before


def test_another_token_at_the_next_start_is_told(browser: Browser) -> None:
    server = Server(warm=True)
    try:
        browser.open(server.url)
        browser.write("sentences", ITALIAN_SENTENCES)
        browser.wait_text("sentences-status", "10 sentences")
        server.kill_and_restart()
        browser.wait_text("lost", "Open the address that it printed", 30)
        browser.open(server.url)
        browser.wait(
            lambda: "10 sentences" in browser.text("sentences-status") or browser.has("recent"), "it"
        )
        assert "il gatto dorme" in browser.css("body")[0].text + _value(browser)
    finally:
        server.end()


def _value(browser: Browser) -> str:
    return str(browser.field("sentences").get_property("value"))


def test_what_cannot_be_kept_is_told_until_it_is_kept(server: Server, browser: Browser) -> None:
    before = {*server.projects.glob("browser-*/projects")}
    browser.open(server.url)
    browser.write("sentences", "der Hund schläft\nder Hund bellt")
    (folder,) = {*server.projects.glob("browser-*/projects")} - before
    shutil.rmtree(folder)
    folder.write_text("in the way, as a full disk would be")
    browser.write("sentences", "der Hund schläft\ndie Katze schläft")
    browser.wait_text("unkept", "not kept.* cannot be written .*one file")
    browser.click("project")  # a list of none
    browser.click_text("[data-role=projects] button", "Close")
    folder.unlink()
    browser.write("sentences", "der Hund schläft\ndie Katze schläft\nder Hund bellt")
    browser.wait(lambda: not browser.text("unkept"), "the message to go")
    (kept,) = folder.glob("*/sentences.txt")
    assert kept.read_text().endswith("der Hund bellt")


def test_a_connection_that_comes_back_takes_its_word_back(server: Server, browser: Browser) -> None:
    browser.open(server.url)
    browser.driver.execute_script(
        "window.socket.disconnect(); setTimeout(() => window.socket.connect(), 500)"
    )
    browser.wait_text("lost", "connection to Brillig is lost", 10)
    browser.wait(lambda: not browser.text("lost"), "the message to go", 20)


def test_a_sample_does_not_overwrite_what_was_written(server: Server, browser: Browser) -> None:
    browser.open(server.url)
    browser.write("sentences", "der Hund schläft\ndie Katze schläft")
    browser.wait_text("sentences-status", "2 sentences")
    browser.click("sentences-sample")
    browser.click_text(".q-menu .q-item", "Nonsense verse")
    browser.wait_text("sentences-status", "12 sentences", 20)
    browser.wait_text("recent", "der Hund")
    # In an empty project the text takes its place; the menu has no name that would outlive it.
    browser.click("project")
    browser.click("project-new")
    browser.wait(lambda: not browser.text("sentences-status") and browser.has("welcome"), "an empty project")
    browser.click("sentences-sample")
    browser.click_text(".q-menu .q-item", "Nonsense verse")
    browser.wait_text("sentences-status", "12 sentences", 20)
    menu = browser.role("sentences-sample").find_element("xpath", "ancestor-or-self::label")
    browser.wait(lambda: menu.text.split("\n")[0] == "Sample", "the menu without the name of a sample")
    assert "Nonsense" not in menu.text


def test_a_story_is_one_click_and_lights_up_what_belongs_together(server: Server, browser: Browser) -> None:
    browser.open(server.url)
    browser.click_on(lambda: browser.css("[data-story=italian]")[0])
    browser.wait(lambda: browser.css("[data-role=tree] .chip-cat"), "a coloured tree", 150)
    browser.wait_text("state", "done", 150)
    colours = browser.driver.execute_script(
        "return [...document.querySelectorAll('[data-role=tree] .chip-cat')]"
        ".map((e) => getComputedStyle(e).backgroundColor)"
    )
    assert len({*colours}) > 2
    word = browser.css("[data-role=grammar] button.word")[0]
    browser.driver.execute_script(
        "arguments[0].dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))", word
    )
    assert browser.css("[data-role=tree-list] .lit")
    browser.click_on(lambda: browser.css("[data-role=grammar] button.word")[0])
    text = browser.css("[data-role=grammar] button.word")[0].text
    browser.wait_text("tree-filter", rf"\d+ sentences? with {text}")
    for row in browser.css("[data-role=tree-list] .text"):
        assert text in row.text.split()
    browser.turn_to("trees")
    for place in (2, 5, 8):  # the list does not move under the pointer, however high the tree is
        before = [row.rect["y"] for row in browser.css("[data-role=tree-list] button")]
        browser.click_on(lambda place=place: browser.css("[data-role=tree-list] button")[place])
        browser.wait(lambda place=place: _is_chosen(browser, place), "the tree of a sentence")
        assert [row.rect["y"] for row in browser.css("[data-role=tree-list] button")] == before


@pytest.mark.parametrize("story", ["english", "nonsense"])
def test_the_other_stories_begin_with_a_coloured_tree_and_offer_the_next_step(
    server: Server, browser: Browser, story: str
) -> None:
    browser.open(server.url)
    browser.click_on(lambda: browser.css(f"[data-story={story}]")[0])
    browser.wait(lambda: browser.css("[data-role=tree] .chip-cat"), "a coloured tree", 150)
    browser.wait_text("state", "done", 150)
    assert "Let Brillig ask" in browser.text("next")
    if story == "nonsense":
        _enlarge(browser)


def _enlarge(browser: Browser) -> None:
    """New sentences with rules of their own: what changed is told, and the name that was given stays."""
    name = browser.css("[data-role=grammar] [data-line]:has(.word) [data-category]")[-1]
    words = {*browser.css(f"[data-line={name.get_attribute('data-category')}]")[0].text.split("\n")[2:]}
    name.send_keys(Keys.ENTER)
    browser.wait(lambda: browser.has("rename-dialog"), "the dialog")
    browser.write("rename-field", "Xyz")
    browser.click("rename-ok")
    browser.wait(lambda: browser.css("[data-category=Xyz]"), "the new name")
    first = browser.role("tree-list").text.split("\n")
    sentence = next(line for line in first if " " in line)
    browser.turn_to("extend")
    browser.write("more", f"{sentence} quickly\n{sentence} slowly\n")
    browser.wait_text("new-words", "quickly")
    browser.click("enlarge")
    browser.wait(lambda: browser.css("[data-solution='2'][aria-pressed=true]"), "the larger grammar", 150)
    browser.wait(lambda: "quickly" in browser.text("grammar"), "a new word in the grammar")
    assert browser.text("news")
    assert words & {*browser.css("[data-role=grammar] [data-line=Xyz]")[0].text.split("\n")} - {"|"}


def _is_chosen(browser: Browser, place: int) -> bool:
    return browser.css("[data-role=tree-list] button")[place].get_attribute("aria-current") == "true"
