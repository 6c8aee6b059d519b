"""The page under attack: hostile text, names and files in a browser; odd events, crowds, two users, disks.

After each attack the server has to be there, to answer at once and to have no traceback in its log.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import random
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from attacks.disks import mounted
from attacks.running import SENTENCES, Attack, Run

if TYPE_CHECKING:
    from bare_page import BarePage
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
SECONDS = 30.0  # that a page may take for anything here, on a machine with much else to do


class Place:
    """A server, with a browser where one is wanted."""

    def __init__(self, *options: str) -> None:
        from studio_browser import Server

        self.server = Server("--no-token", *options)
        self._seen = 0
        self._browser: Browser | None = None
        atexit.register(self.end)

    @property
    def browser(self) -> Browser:
        from studio_browser import Browser

        if self._browser is None:
            self._browser = Browser()
        return self._browser

    def end(self) -> None:
        if self._browser is not None:
            self._browser.end()
            self._browser = None
        if not self.server.log.closed:
            self.server.end()

    def verdict(self, *, tracebacks: bool = False) -> str:
        """What is wrong with the server by now; `tracebacks` are no fault where no browser was in play."""
        from bare_page import BarePage

        if self.server.process.poll() is not None:
            return f"the server ended with {self.server.process.returncode}"
        began = time.monotonic()
        page = BarePage(self.server.url)
        page.wait(lambda: page.find("find"), "the page", SECONDS)
        page.end()
        if time.monotonic() - began > SECONDS / 3:
            return f"the page took {time.monotonic() - began:.0f} s to come"
        text = Path(self.server.log.name).read_text(errors="replace")
        new, self._seen = text[self._seen :], len(text)
        if "Traceback" in new and tracebacks:
            return ""
        if "Traceback" in new:
            last = [line for line in new.splitlines() if line and not line.startswith(" ")]
            return f"traceback: {last[-1][:160]}"
        return f"log: {new.strip()[-160:]}" if new.strip() else ""


def attacks(folder: Path) -> Iterator[Attack]:
    place = _Lazy()
    for begin in range(0, len(WORDS), 4):
        titles = [*WORDS][begin : begin + 4]
        yield Attack(f"words: {', '.join(titles)}", _in_browser(place, partial(_learn_with, titles)))
    yield Attack("names: all of these", _in_browser(place, _name))
    for title, text in TEXTS.items():
        yield Attack(f"text: {title}", _in_browser(place, partial(_paste, text)))
    for kind in ("solution", "project", "text"):
        yield Attack(f"files: 40 damaged ones, {kind}", _files(place, folder, kind), most=20)
    yield Attack("events: 400 odd ones", _events(place), most=50)
    yield Attack("50 connections", _crowd(50), most=5)
    yield Attack("two users", _two_users, most=20)
    for name, options in (("full", "size=64k"), ("read-only", "ro")):
        if (disk := mounted(options)) is not None:
            yield Attack(f"{name} disk", _disk(disk, name), most=5)


class _Lazy:
    """A place that is only made where it is used."""

    def __init__(self) -> None:
        self._place: Place | None = None

    def __call__(self) -> Place:
        if self._place is None or self._place.server.process.poll() is not None:
            self._place = Place()
        return self._place


def _timed(what: Callable[[], str]) -> tuple[str, float]:
    began = time.monotonic()
    try:
        found = what()
    except Exception as error:
        found = f"not as it should be: {type(error).__name__} {' '.join(str(error).split())[:200]}"
    return found or "finished", time.monotonic() - began


def _in_browser(place: _Lazy, do: Callable[..., None]) -> Run:
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

        return _timed(attack)

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
    browser.wait(lambda: browser.text("sentences-status"), "what is read with marks", SECONDS)
    if browser.role("find").is_enabled():
        browser.click("find")
        browser.wait(lambda: browser.text("state"), "a run", SECONDS)
        if browser.has("stop"):
            browser.click("stop")
        browser.wait_text("state", "done|failed|stopped", SECONDS)


def _files(place: _Lazy, folder: Path, kind: str) -> Run:
    """Damaged files opened one after the other: each is refused in a sentence, or shown."""
    from brillig.problems.solution import load
    from brillig.studio.projects import to_file
    from brillig.studio.session import Session
    from damage import damage_bytes, damage_json

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
            data = json.dumps(damage_json(json.loads(whole), chance)).encode()
        path.write_bytes(data)
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

        return _timed(attack)

    return run


def _events(place: _Lazy) -> Run:
    """Events with values that no browser sends, from every listener of the page, and no events at all."""
    from bare_page import BarePage
    from damage import ODD

    def run(number: int) -> tuple[str, float]:
        def attack() -> str:
            chance = random.Random(number)
            page = BarePage(place().server.url)
            page.wait(lambda: page.find("find"), "the page", SECONDS)
            page.write(SENTENCES)
            for _ in range(400):
                listeners = [
                    (element, one["listener_id"])
                    for element, entry in page.elements.items()
                    for one in entry.get("events", ())
                ]
                element, listener = chance.choice(listeners)
                values = [chance.choice(ODD) for _ in range(chance.choice((0, 1, 1, 1, 2)))]
                message: dict[str, object] = page.event(int(element), listener, *values)
                if chance.random() < 0.1:
                    message[chance.choice(list(message))] = chance.choice(ODD)
                page.send(chance.choice(("event",) * 20 + ("ack", "log", "javascript_response")), message)
                page.hear(0.01)
            page.send_raw(chance.choice(("42", "4", "9", '42["event"]', "42[", "451-[]", "x" * 100)))
            page.end()
            # Whoever sent that has only had bad luck: the same tab comes up again, with its sentences.
            again = BarePage(place().server.url, page.cookie, page.tab)
            again.wait(lambda: again.find("find"), "the same tab again", SECONDS)
            again.end()
            return place().verdict(tracebacks=True)

        return _timed(attack)

    return run


def _crowd(number_of_pages: int) -> Run:
    """So many pages at once, each with a run; the last one to come gets its page, and all of them a turn."""
    from bare_page import BarePage

    def run(number: int) -> tuple[str, float]:
        place = Place()

        def attack() -> str:
            troubles: list[str] = []
            seconds: list[float] = []
            together = threading.Barrier(number_of_pages)

            def visit(visitor: int) -> None:
                try:
                    together.wait()
                    began = time.monotonic()
                    page = BarePage(place.server.url)
                    page.wait(lambda: page.find("find"), "the page", 2 * SECONDS)
                    seconds.append(time.monotonic() - began)
                    own = SENTENCES.replace("cat", f"cat{visitor}")
                    page.write(own)
                    page.wait(lambda: not _is_asleep(page, "find"), "the button", SECONDS)
                    page.say("find", "click", None)
                    page.wait(
                        lambda: page.find("grammar") or _text(page, "complaint"), "a grammar", 20 * SECONDS
                    )
                    seen = {f"cat{other}" for other in range(number_of_pages) if other != visitor}
                    for text in page.texts():
                        if seen & set(text.split()):
                            troubles.append(f"{visitor} sees {text[:60]}")
                    page.end()
                except Exception as error:
                    troubles.append(f"{visitor}: {type(error).__name__} {error}"[:160])

            threads = [threading.Thread(target=visit, args=(visitor,)) for visitor in range(number_of_pages)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            print(f"    the last page came after {max(seconds, default=0):.1f} s")
            return f"{len(troubles)}: {troubles[0]}" if troubles else place.verdict()

        try:
            return _timed(attack)
        finally:
            place.end()

    return run


def _is_asleep(page: BarePage, role: str) -> bool:
    element = page.find(role)
    return element is None or bool(element["props"].get("disable"))


def _text(page: BarePage, role: str) -> str:
    element = page.find(role)
    return "" if element is None or "hidden" in element.get("class", ()) else str(element.get("text") or "")


def _two_users(number: int) -> tuple[str, float]:
    """Two browsers at work at the same time; one then tries to get at what is the other's."""
    from bare_page import BarePage

    place = Place()

    def attack() -> str:
        chance = random.Random(number)
        pages = [BarePage(place.server.url) for _ in range(2)]
        marks = ("xq", "zv")
        for page in pages:
            page.wait(lambda page=page: page.find("find"), "the page", SECONDS)
        for page, mark in zip(pages, marks, strict=True):
            own = "\n".join(" ".join(f"{mark}{word}" for word in s.split()) for s in SENTENCES.splitlines())
            page.write(own)
        for page in chance.sample(pages, 2):
            page.wait(lambda page=page: not _is_asleep(page, "find"), "the button", SECONDS)
            page.say("find", "click", None)
        until = time.monotonic() + 3 * SECONDS
        while not all(page.find("grammar") for page in pages):
            assert time.monotonic() < until, "no grammar"
            for page in pages:  # both, for the server takes its leave of one that says nothing
                page.hear(0.05)
        # The tab of the one in the browser of the other; and the list of projects.
        thief = BarePage(place.server.url, pages[1].cookie, pages[0].tab)
        thief.wait(lambda: thief.find("find"), "the page", SECONDS)
        thief.say("project", "click", None)
        thief.wait(lambda: thief.find("project-list"), "the projects", SECONDS)
        thief.hear(0.5)
        for page, other in ((pages[0], "zv"), (pages[1], "xq"), (thief, "xq")):
            page.hear(0.2)
            for text in page.texts():
                if other in text:
                    return f"seen by another: {text[:80]}"
        if not any("zv" in text for text in thief.texts()):
            return "its own project is not in the list"
        for page in (*pages, thief):
            page.end()
        return place.verdict()

    try:
        return _timed(attack)
    finally:
        place.end()


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

        return _timed(attack)

    return run


def _fill(disk: Path) -> None:
    with (disk / "filling").open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(bytes(1024)):
            pass
