"""The whole story on the page, in a real browser: each step is asserted on what is on the screen."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

from brillig.language.builtin import builtin
from brillig.language.cfg_text import parse_cfg
from brillig.parsing.evaluate import compare
from brillig.parsing.generate import generate
from brillig.problems.check import violations
from brillig.problems.solution import load
from studio_browser import Browser, Server


def _line(browser: Browser, category: str) -> str:
    """The line of a category in the grammar, in one piece."""
    return " ".join(browser.css(f"[data-line={category}]")[0].text.split())


def test_a_linguist_infers_renames_judges_certifies_refines_extends_saves_and_comes_back(
    server: Server, browser: Browser
) -> None:
    browser.open(server.url)
    sentences = generate(builtin("toy2"), 100, seed=3)

    # sentences, their words and counts; a refusal points at the line
    browser.write("sentences", "Kim walks\n" + "*Kim walks")
    refused = browser.wait_text("sentences-status", "has a star")
    assert "line 1" in refused
    assert "Line 2" in refused
    assert not browser.role("find").is_enabled()
    browser.write("sentences", "\n".join(sentences))
    browser.wait_text("sentences-status", r"100 sentences.* \d+ different words")
    browser.click_text(
        ".q-expansion-item .q-item", f"Words and counts ({len({*' '.join(sentences).split()})})"
    )
    browser.wait_text("sentences-words", rf"Kim\s+{' '.join(sentences).split().count('Kim')}")

    # sliders that warn at once
    browser.click_text("[data-role=mode] button", "By hand")
    browser.set_number("categories", 5)
    browser.set_number("lexical", 2)
    browser.set_number("rules", 1)
    assert "at least 2 rules" in browser.wait_text("warning", "Impossible")
    assert not browser.role("find").is_enabled()
    browser.set_number("rules", 3)
    browser.wait(lambda: browser.role("find").is_enabled(), "the button to wake up")

    # infer
    browser.click("find")
    browser.wait(lambda: browser.has("grammar"), "the grammar", 30)
    browser.wait_text("state", "done")
    of_word = {word: _category(browser, word) for word in ("Kim", "walks", "this", "sees")}
    noun, verb, article, transitive = of_word.values()
    assert len({*of_word.values()}) == 4
    assert f"{noun} {verb}" in _line(browser, "S")
    assert len(browser.css("[data-role=rule-table] td")) == 6

    # rename, everywhere at once
    for old, new in ((noun, "NP"), (verb, "VP"), (article, "Det"), (transitive, "V")):
        browser.click_on(lambda old=old: browser.css(f"[data-category={old}]")[0])
        browser.wait(lambda: browser.has("rename-dialog"), "the dialog")
        browser.write("rename-field", new)
        browser.click("rename-ok")
        browser.wait(lambda new=new: browser.css(f"[data-category={new}]"), f"the name {new}")
        browser.wait(lambda: not browser.css("[data-role=rename-dialog]"), "the dialog to close")
    assert "NP VP" in _line(browser, "S")
    assert "Det NP" in _line(browser, "NP")
    browser.click_text(".q-expansion-item .q-item", "Rule table and figures")
    browser.wait(lambda: {"NP", "VP", "Det", "V"} <= {*browser.text("rule-table").split()}, "the table")

    # a tree on a click
    browser.turn_to("trees")
    browser.click_on(lambda: browser.css("[data-role=tree-list] button")[4])
    tree = browser.wait(
        lambda: next((t for t in browser.css("[data-role=tree]") if sentences[4].split()[0] in t.text), None),
        "the tree",
    )
    shown = tree.text.split()
    assert [word for word in shown if word in sentences[4].split()] == sentences[4].split()
    assert "NP" in shown
    assert "VP" in shown

    # new sentences and judgements
    browser.turn_to("speak")
    browser.click("speak")
    browser.wait(lambda: len(browser.css("[data-role=drawn] .text")) == 8, "new sentences")
    drawn = [element.text for element in browser.css("[data-role=drawn] .text")]
    assert not {*drawn} & {*sentences}
    browser.click_on(lambda: browser.css("[data-role=drawn] [data-verdict=wrong]")[0])
    browser.wait_text("save-wrong", r"Counter-examples \(1\)")
    browser.click("save-wrong")
    assert browser.downloaded("counter-examples.txt").read_text() == f"{drawn[0]}\n"
    browser.write("try-field", "Kim sees this dog")
    browser.click("try")
    browser.wait_text("tried", "Accepted, with 1 tree")
    browser.write("try-field", "Kim this sees")
    browser.click("try")
    browser.wait_text("tried", "Not accepted")

    # certify, with the judgement held against the grammar
    browser.turn_to("certificate")
    browser.click("certify")
    certificate = browser.wait_text("certificate", "only grammar", 30)
    assert "fewer rules do not suffice" in certificate
    assert drawn[0] in certificate

    # refine, with the paper's numbers
    browser.turn_to("refine")
    browser.click("features-auto")  # by hand
    for name, number in (("VP", 2), ("NP", 3), ("Det", 2), ("V", 2)):
        browser.write_at(f"input[data-feature={name}]", str(number))
    browser.click_text(".q-expansion-item .q-item", "Limit the refined rules")
    for rule, number in (("S>NP VP", 2), ("VP>V NP", 4), ("NP>Det NP", 2)):
        browser.write_at(f"input[data-rule='{rule}']", str(number))
    browser.click("refine")
    browser.wait(lambda: browser.css("[data-solution='2'][aria-pressed=true]"), "the refinement", 30)
    browser.wait(lambda: browser.css("[data-category=NP_0]"), "the refined grammar, on the tab Grammar")
    assert "Refined: " in browser.text("news")
    assert _category(browser, "dog") != _category(browser, "dogs")
    assert _category(browser, "walk") != _category(browser, "walks")

    # extend by sentences with new words
    browser.turn_to("extend")
    past = generate(builtin("toy2-past"), 60, seed=5)
    browser.write("more", "\n".join(past))
    assert "walked" in browser.wait_text("new-words", "new words")
    browser.write("more-homographs", "4")
    browser.click("extend")
    browser.wait(lambda: browser.css("[data-solution='3'][aria-pressed=true]"), "the extension", 30)
    browser.wait(lambda: "walked" in browser.text("grammar"), "a new word in the grammar")
    assert "walked" in browser.text("news")

    # go back in the chain
    browser.click_on(lambda: browser.css("[data-solution='1']")[0])
    browser.wait(lambda: browser.css("[data-category=NP]"), "the first grammar again")

    # save: the solution, the .cfg, a picture
    browser.turn_to("files")
    browser.click("save-solution")
    saved = load(browser.downloaded("solution.json"))
    assert not violations(saved.problem, saved.grammar, saved.trees)
    assert {"NP", "VP", "Det", "V"} < {*saved.grammar.categories}
    browser.click("save-notation")
    assert parse_cfg(browser.downloaded("grammar.cfg").read_text()) == saved.grammar
    assert compare(saved.grammar, builtin("toy2")).recall == 1.0
    browser.click("save-svg")
    ElementTree.fromstring(browser.downloaded("rules.svg").read_text())

    # reload: the tab has everything still
    browser.driver.refresh()
    browser.wait(lambda: len(browser.css("[data-solution]")) == 3, "the chain after a reload", 20)
    browser.turn_to("grammar")  # the page comes back on the tab that it was left on
    browser.wait(lambda: "NP VP" in " ".join(browser.text("grammar").split()), "the grammar after a reload")
    assert "100 sentences" in browser.text("sentences-status")

    # open the file in another tab, which is another project; the first one can be gone on with there
    browser.driver.switch_to.new_window("tab")
    browser.open(server.url)
    assert sentences[0] in browser.wait_text("recent", sentences[0])
    browser.send_file("[data-role=open] input", browser.downloads / "solution.json")
    browser.wait(lambda: "NP VP" in " ".join(browser.text("grammar").split()), "the opened grammar")
    browser.wait_text("sentences-status", "100 sentences")
    browser.click("project")
    browser.wait(lambda: len(browser.css("[data-project]")) == 2, "two projects")
    browser.click_on(lambda: browser.css("[data-project] button[aria-label^=Open]")[0])
    browser.wait(lambda: len(browser.css("[data-solution]")) == 3, "the chain of the first project", 20)

    assert json.loads((browser.downloads / "solution.json").read_text())["status"] == "found"
    assert browser.console_errors() == []


def _category(browser: Browser, word: str) -> str:
    """The category that has the word, as the grammar on the screen says."""
    for line in browser.css("[data-line]"):
        text = " ".join(line.text.split())
        left, _, right = text.partition(" → ")
        if word in re.split(r" \| ", right):
            return left
    raise AssertionError(f"{word} is not in the grammar on the screen")
