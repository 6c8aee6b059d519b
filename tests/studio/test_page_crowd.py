"""Several people at one server: nobody gets at what is another's, and a crowd is served."""

from __future__ import annotations

import threading

import pytest

from bare_page import BarePage
from studio_browser import Server


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
