"""The page under attack: hostile text, names and files in a browser; odd events, crowds, two users, disks.

After each attack the server has to be there, to answer at once and to have no traceback in its log.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from attacks import crowds
from attacks.disks import mounted
from attacks.running import SENTENCES, Attack, Run
from attacks.serving import SECONDS, LazyPlace, Place, timed

if TYPE_CHECKING:
    from studio_browser import Browser

OWN = "document.title='owned'"
WORDS = {
    "script": f"<script>{OWN}</script>",
    "image": f"<img/src=x/onerror={OWN}>",
    "svg": f"<svg/onload={OWN}>",
    "end of field": f"</textarea><script>{OWN}</script>",
    "template": "{{constructor.constructor(`" + OWN + "`)()}}",
    "attributes": f'"onfocus="{OWN}"autofocus="',
    "props": f"x:onclick={OWN}",
    "link": f"javascript:{OWN}",
    "quotes": "'\"`\\",
    "percent": "%s%n{0}${1}",
    "bidi": "\u202eabc\u2066def\u2069",
    "joined": "\u200d\u200b\u2060a\ufeff",
    "marks": "a" + "\u0301\u0489" * 500,
    "emoji": "👩‍👩‍👧‍👦🏳️‍🌈",
    "controls": "a\x01\x02\x1b[2Jb\x7f",
    "zero": "a\0b",
    "noncharacter": "a\uffffb",
    "long": "x" * 20_000,
    "path": "../../../etc/passwd",
    "proto": "__proto__",
    "number": "9" * 400,
}
TEXTS = {
    "one line of 199,000 letters": "x" * 199_000,
    "one line of 90,000 words": "w " * 90_000,
    "60 words in a line": ("w v " * 30 + "\n") * 3,
    "20,000 lines": "a b\n" * 20_000,
    "5,000 different lines": "".join(f"a w{n}\n" for n in range(5_000)),
    "only stars": "*\n" * 100 + "* *\n***\n*a b\n",
    "odd ends of lines": "a b\ra c\x0bd b\x0cd c\x85e b\u2028e c\u2029f b\x1cf c",
    "odd blanks": "a\u00a0b\na\u2003c\nd\u3000b\nd\tc",
    "marks that cross": "[a [b c] d\n[X a b]]\na/D b/ /c //\n]\n[\n[[[[[[\n",
    "10,000 brackets": "[" * 10_000 + "a b" + "]" * 10_000,
    "comments": "# a\n#b\n" * 3000,
    "a byte order mark": "\ufeffa b\n\ufeffa c\n",
}


def attacks(folder: Path) -> Iterator[Attack]:
    place = LazyPlace()
    for begin in range(0, len(WORDS), 4):
        titles = [*WORDS][begin : begin + 4]
        yield Attack(f"words: {', '.join(titles)}", _in_browser(place, partial(_learn_with, titles)))
    yield Attack("names: all of these", _in_browser(place, _name))
    for title, text in TEXTS.items():
        yield Attack(f"text: {title}", _in_browser(place, partial(_paste, text)))
    for kind in ("solution", "project", "text"):
        yield Attack(f"files: 40 damaged ones, {kind}", _files(place, folder, kind), most=20)
    yield from crowds.attacks(place)
    for name, options in (("full", "size=64k"), ("read-only", "ro")):
        if (disk := mounted(options)) is not None:
            yield Attack(f"{name} disk", _disk(disk, name), most=5)


def _in_browser(place: LazyPlace, do: Callable[..., None]) -> Run:
    def run(_number: int) -> tuple[str, float]:
        def attack() -> str:
            browser = place().browser
            browser.begin_anew()
            browser.open(place().server.url)
            do(browser)
            title = browser.driver.title
            errors = [error for error in browser.console_errors() if "favicon" not in error]
            if title != "Brillig":
                return f"the title is {title}"
            return f"console: {errors[0][:160]}" if errors else place().verdict()

        return timed(attack)

    return run


def _learn_with(titles: list[str], browser: Browser) -> None:
    """Sentences with hostile words, learnt from and looked at on every panel; then tried as a sentence."""
    word = WORDS[titles[0]]
    lines = [f"{word} b\n{word} c\n*b {word}" for word in map(WORDS.__getitem__, titles)]
    browser.write("sentences", "\n".join(["d b", "d c", *lines]))
    browser.wait(lambda: browser.text("sentences-status"), "what is read", SECONDS)
    if not browser.role("find").is_enabled():
        return
    browser.click("find")
    browser.wait(lambda: browser.has("grammar") or browser.text("message"), "an answer", SECONDS)
    browser.wait_text("state", "done|failed|stopped", SECONDS)
    if not browser.has("grammar"):
        return
    for tab in ("trees", "refine", "extend", "certificate", "files", "ask", "speak"):
        browser.turn_to(tab)
    browser.click("speak")
    browser.wait(lambda: browser.css("[data-role=drawn] .text"), "new sentences", SECONDS)
    browser.click_on(lambda: browser.css("[data-verdict=wrong]")[0])
    browser.wait(lambda: browser.css("[data-judged]"), "the judgement", SECONDS)
    browser.write("try-field", f"d {word} {word}")
    browser.click("try")
    browser.wait_text("tried", "ccepted|too many|irst", SECONDS)
    browser.driver.refresh()
    browser.wait(lambda: browser.has("find"), "the page after a reload", SECONDS)
    browser.wait(lambda: browser.css("[data-judged]"), "the judgement after a reload", SECONDS)


def _name(browser: Browser) -> None:
    """A category, a grammar, a project and a tag with each hostile name."""
    browser.write("sentences", SENTENCES)
    browser.wait_text("sentences-status", "8 sentences")
    browser.set_sizes(6, 3, 4)
    browser.click("find")
    browser.wait(lambda: browser.has("grammar"), "the grammar", SECONDS)
    browser.wait_text("state", "done", SECONDS)
    browser.click_text("[data-role=sentences-marks] .q-item", "Tags and brackets")
    for word in WORDS.values():
        browser.click_on(lambda: browser.css("[data-category]")[1])
        browser.write("rename-field", word[:3000])
        browser.click("rename-ok")
        browser.wait(
            lambda: browser.text("rename-trouble") or not browser.css("[data-role=rename-dialog]"),
            "an answer",
        )
        if browser.has("rename-dialog"):
            browser.click_text("[data-role=rename-dialog] button", "Cancel")
            browser.wait(lambda: not browser.css("[data-role=rename-dialog]"), "the dialog to go")
        browser.click("step-menu")
        browser.click("step-name")
        browser.write("step-field", word[:3000])
        browser.click_text("[data-role=step-dialog] button", "Name it")
        browser.wait(lambda: not browser.css("[data-role=step-dialog]"), "the dialog to go")
        browser.click("project")
        browser.write("project-name", word[:3000])
        browser.click("project-rename")
        browser.click_text("[data-role=projects] button", "Close")
        browser.wait(lambda: not browser.css("[data-role=projects]"), "the dialog to go")
        if not browser.has("sentences-mark"):  # it is chosen still where the last name was refused
            browser.click_on(lambda: browser.css(".mark-word")[0])
        browser.write("sentences-mark-name", word[:3000])
        browser.click("sentences-mark")
    browser.driver.refresh()
    browser.wait(lambda: browser.has("find"), "the page after a reload", SECONDS)
    browser.wait(lambda: browser.css("[data-solution]"), "the grammar after a reload", SECONDS)


def _paste(text: str, browser: Browser) -> None:
    browser.write("sentences", text)
    browser.wait(lambda: browser.text("sentences-status"), "what is read", SECONDS)
    for box in ("sentences-tags", "sentences-brackets"):
        browser.driver.execute_script("document.querySelector(`[data-role=${arguments[0]}]`).click()", box)
    browser._in_page("settled")  # what was read without marks may be shown until then
    browser.wait(lambda: browser.text("sentences-status"), "what is read with marks", SECONDS)
    if browser.role("find").is_enabled():
        browser.click("find")
        browser.wait(lambda: browser.text("state"), "a run", SECONDS)
        # By a script, for it may be over by now.
        browser.driver.execute_script("document.querySelector('[data-role=stop]')?.click()")
        browser.wait_text("state", "done|failed|stopped", SECONDS)


def _files(place: LazyPlace, folder: Path, kind: str) -> Run:
    """Damaged files opened one after the other: each is refused in a sentence, or shown."""
    from brillig.problems.solution import load
    from brillig.studio.projects import to_file
    from brillig.studio.session import Session
    from damage import damage_bytes, damage_json_text

    session = Session("", text=SENTENCES)
    session.add("inferred", load(folder / "s.json"))
    session.rename_project("a project")
    whole = {
        "solution": (folder / "s.json").read_bytes(),
        "project": to_file(session).encode(),
        "text": SENTENCES.encode(),
    }[kind]
    field = {
        "solution": "[data-role=open] input",
        "project": "[data-role=welcome] input[type=file], [data-role=project-open-file] input",
        "text": "input[accept^='.txt']",
    }[kind]

    def open_one(browser: Browser, chance: random.Random, path: Path) -> None:
        data = damage_bytes(whole, chance)
        if kind != "text" and chance.random() < 0.6:
            data = damage_json_text(whole, chance)
        path.write_bytes(data)
        browser._in_page("settled")  # the file before may have led to another page
        if not browser.css(field):
            browser.click("project")
            browser.wait(lambda: browser.css(field), "the projects", SECONDS)
        browser.driver.execute_script(
            "window.before = true; document.querySelectorAll('[data-role=complaint] .grow')"
            ".forEach((e) => { e.textContent = ''; })"
        )
        browser.send_file(field, path)
        # Refused; or shown: a project on another page, a solution or a text on this one.
        until = time.monotonic() + 1.5
        while time.monotonic() < until:
            if browser.text("complaint") or not browser.driver.execute_script("return window.before"):
                return
            time.sleep(0.05)

    def run(number: int) -> tuple[str, float]:
        def attack() -> str:
            browser = place().browser
            browser.begin_anew()
            browser.open(place().server.url)
            for case in range(40):
                chance = random.Random(number * 1000 + case)
                open_one(browser, chance, folder / f"damaged-{kind}.{'txt' if kind == 'text' else 'json'}")
                browser.wait(lambda: browser.has("find"), "the page", SECONDS)
            errors = [error for error in browser.console_errors() if "favicon" not in error]
            return f"console: {errors[0][:160]}" if errors else place().verdict()

        return timed(attack)

    return run


def _disk(disk: Path, name: str) -> Run:
    """The projects on a disk that takes nothing: refused at the start, or told on the page, which goes on."""

    def run(_number: int) -> tuple[str, float]:
        def attack() -> str:
            (disk / "filling").unlink(missing_ok=True) if name == "full" else None
            try:
                place = Place("--folder", str(disk))
            except AssertionError as error:
                text = str(error)
                return "refused" if "brillig: " in text and "Traceback" not in text else text
            browser = place.browser
            try:
                browser.open(place.server.url)
                if name == "full":
                    _fill(disk)
                browser.write("sentences", SENTENCES)
                browser.wait_text("unkept", "not kept", SECONDS)
                browser.click("find")
                browser.wait(lambda: browser.has("grammar"), "the grammar", SECONDS)
                browser.wait_text("state", "done", SECONDS)
                if name == "full":
                    (disk / "filling").unlink()
                    browser.turn_to("speak")
                    browser.click("speak")
                    browser.wait(lambda: browser.css("[data-verdict]"), "new sentences", SECONDS)
                    browser.click_on(lambda: browser.css("[data-verdict=wrong]")[0])
                    browser.wait(lambda: not browser.text("unkept"), "that it is kept again", SECONDS)
                    place.server.kill_and_restart()
                    browser.wait_text("lost", "is back", SECONDS)
                    browser.wait_text("sentences-status", "8 sentences", SECONDS)
                    browser.wait(lambda: browser.css("[data-judged]"), "the judgement", SECONDS)
                return place.verdict()
            finally:
                place.end()

        return timed(attack)

    return run


def _fill(disk: Path) -> None:
    with (disk / "filling").open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(bytes(1024)):
            pass
