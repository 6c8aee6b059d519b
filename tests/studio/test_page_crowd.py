"""Several people at one server: nobody gets at what is another's, and a crowd is served."""

from __future__ import annotations

import threading

import pytest

from bare_page import BarePage
from brillig.language.builtin import builtin
from brillig.parsing.generate import generate
from studio_browser import Server

LONG_SEARCH = "\n".join(generate(builtin("toy2"), 100, seed=3))


def _open(server: Server, cookie: str = "", tab: str = "") -> BarePage:
    page = BarePage(server.url, cookie, tab)
    page.wait(lambda: page.find("find"), "the page")
    return page


def test_neither_the_tab_nor_the_list_of_another_shows_what_one_has_written(server: Server) -> None:
    one, other = _open(server), _open(server)
    one.write("xqthe xqdog sleeps\nxqthe xqcat sleeps")
    other.write("zvthe zvdog sleeps\nzvthe zvcat sleeps")
    for page in (one, other):
        page.wait(lambda page=page: any("2 sentences" in text for text in page.texts()), "what is read")
    thief = _open(server, other.cookie, one.tab)  # knows the tab of the one, and has a cookie of its own
    thief.say("project", "click", None)
    thief.wait(lambda: any("zvthe" in text for text in thief.texts()), "its own project in the list")
    for page, foreign in ((one, "zv"), (other, "xq"), (thief, "xq")):
        page.hear(0.1)
        assert not [text for text in page.texts() if foreign in text]
    again = _open(server, one.cookie, one.tab)
    again.wait(lambda: any("xqdog" in text for text in again.texts()), "what the one has written")
    for page in (one, other, thief, again):
        page.end()


def _search(page: BarePage, text: str) -> None:
    page.write(text)
    page.wait(lambda: not page.is_asleep("find"), "the button")
    page.say("find", "click", None)


def test_a_search_that_waits_for_others_says_so_and_can_be_stopped() -> None:
    server = Server("--no-token", "--runs", "1", warm=True)
    try:
        pages = [_open(server) for _ in range(3)]
        for page in pages:
            _search(page, LONG_SEARCH)
            page.wait(lambda page=page: page.text("state"), "the run")
        first, second, third = pages
        third.wait(lambda: "waiting for other searches, place 2 of 2" in third.text("state"), "its place")
        third.say("stop", "click", None)
        third.wait(lambda: "stopped" in third.text("state"), "the end of what has not begun")
        second.wait(lambda: "place 1 of 1" in second.text("state"), "its place")
        first.say("stop", "click", None)
        second.wait(lambda: "running" in second.text("state"), "its turn")
        for page in pages:
            page.end()
    finally:
        assert "Traceback" not in server.end()


def test_a_page_that_is_slow_to_answer_is_not_given_up(server: Server) -> None:
    """On a machine with much to do either side may be silent for seconds; the library gives it two."""
    page = _open(server)
    assert page.handshake["pingTimeout"] >= 20_000
    page.end()


def test_messages_that_no_page_sends_are_a_line_each_and_the_page_goes_on() -> None:
    server = Server("--no-token", warm=True)
    try:
        page = _open(server)
        for name in ("ack", "log", "javascript_response"):
            page.send(name, {"client_id": page.client})
        page.send("event", page.event([], {}, "x") | {"args": 7})
        page.send_raw('42["event", ')
        page.write("the dog sleeps\nthe cat sleeps")
        page.wait(lambda: any("2 sentences" in text for text in page.texts()), "what is read")
        page.end()
    finally:
        log = server.end()
    assert "Traceback" not in log
    assert log.count("could not handle a message") == log.count("\n") >= 4


@pytest.mark.soak
def test_fifty_pages_with_a_search_each_are_served_to_the_end() -> None:
    sentences = ["the dog sleeps", "the cat sleeps", "the dog sees the cat", "the cat sees the dog"]
    server = Server("--no-token")
    troubles: list[str] = []
    waited: list[int] = []

    def visit(number: int) -> None:
        try:
            page = _open(server)
            _search(page, "\n".join(sentence.replace("dog", f"dog{number}") for sentence in sentences))

            def is_found() -> bool:
                if "waiting for other searches" in page.text("state"):
                    waited.append(number)
                return page.find("grammar") is not None

            page.wait(is_found, "a grammar", 600)
            page.wait(lambda: "done" in page.text("state"), "the end", 600)
            page.end()
        except Exception as error:
            troubles.append(f"{number}: {error!r}")

    threads = [threading.Thread(target=visit, args=(number,)) for number in range(50)]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert troubles == []
        assert waited  # else there was no crowd
    finally:
        assert "Traceback" not in server.end()


@pytest.mark.soak
def test_fifty_pages_at_once_are_served_and_heard(server: Server) -> None:
    done: list[int] = []

    def visit(number: int) -> None:
        page = _open(server)
        page.write(f"the dog{number} sleeps\nthe cat{number} sleeps\n")
        page.wait(lambda: any("2 sentences" in text for text in page.texts()), "what is read")
        assert not any(
            f"dog{other}" in text.split() for text in page.texts() for other in range(50) if other != number
        )
        page.end()
        done.append(number)

    threads = [threading.Thread(target=visit, args=(number,)) for number in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == list(range(50))
