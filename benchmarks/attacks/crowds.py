"""Pages without a browser: events that none sends, fifty connections at once, two users at the same time."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from attacks.running import SENTENCES, Attack, Run
from attacks.serving import SECONDS, LazyPlace, Place, timed

if TYPE_CHECKING:
    from bare_page import BarePage


def attacks(place: LazyPlace) -> Iterator[Attack]:
    yield Attack("events: 400 odd ones", _events(place), most=50)
    yield Attack("50 connections", _crowd(50), most=5)
    yield Attack("two users", _two_users, most=20)


def _events(place: LazyPlace) -> Run:
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

        return timed(attack)

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
            return timed(attack)
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
        return timed(attack)
    finally:
        place.end()
