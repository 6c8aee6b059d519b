"""Pictures of the page in every state, at three widths: python screenshots.py FOLDER [WIDTH-LOOK ...]

`python screenshots.py docs/images docs` takes those of the documentation.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from brillig.language.builtin import builtin
from brillig.parsing.generate import generate
from studio_browser import MIDDLE, PHONE, WIDE, Browser, Server

SIZES = {"wide": WIDE, "middle": MIDDLE, "phone": PHONE}
PANELS = ("trees", "refine", "extend", "files")


class Photographer:
    """Goes through the story of the page and takes a picture at each state."""

    def __init__(self, browser: Browser, folder: Path, name: str) -> None:
        self._browser = browser
        self._folder = folder
        self._name = name
        self._count = 0

    def picture(self, title: str) -> None:
        self._count += 1
        self._browser.driver.execute_script("scrollTo(0, 0)")
        time.sleep(0.5)  # let animations come to rest
        self._browser.driver.execute_script("scrollTo(0, 0)")  # what has just come may have scrolled there
        path = self._folder / f"{self._count:02}-{title}-{self._name}.png"
        self._browser.picture(path, full=True)

    def tell(self, server: Server) -> None:
        browser = self._browser
        browser.open(server.url)
        self.picture("empty")
        browser.click("help")
        browser.wait(lambda: browser.has("help-dialog"), "the help")
        self.picture("help")
        browser.click_text("[data-role=help-dialog] button", "Close")
        browser.wait(lambda: not browser.css("[data-role=help-dialog]"), "the help to close")
        browser.click_on(lambda: browser.css("[data-story=italian]")[0])
        browser.wait_text("grammar-so-far", r"S\s+→", 60)
        self.picture("running")
        browser.wait_text("state", "done", 240)
        self.picture("grammar")
        browser.click_on(lambda: browser.css("[data-category]")[1])
        browser.wait(lambda: browser.has("rename-dialog"), "the dialog")
        self.picture("rename")
        browser.click_text("[data-role=rename-dialog] button", "Cancel")
        browser.wait(lambda: not browser.css("[data-role=rename-dialog]"), "the dialog to close")
        for panel in PANELS:
            browser.turn_to(panel)
            self.picture(panel)
        self._judge()
        self._ask()
        self._refuse_rule()
        browser.click("project")
        browser.wait(lambda: browser.css("[data-project]"), "the projects")
        self.picture("projects")

    def _judge(self) -> None:
        browser = self._browser
        browser.turn_to("speak")
        browser.click("speak")
        browser.wait(lambda: browser.css("[data-role=drawn] .text"), "new sentences")
        browser.click_on(lambda: browser.css("[data-role=drawn] [data-verdict=fine]")[0])
        browser.write("try-field", "il gatto vede la mela")
        browser.click("try")
        browser.wait_text("tried", "ccepted")
        self.picture("new-sentences")
        browser.turn_to("certificate")
        browser.click("certify")
        browser.wait_text("certificate", "Certified in", 240)
        browser.click_on(lambda: browser.css("[data-role=alternative] .q-item")[0])
        self.picture("certificate")

    def _ask(self) -> None:
        browser = self._browser
        browser.turn_to("ask")
        browser.click("ask-start")
        browser.wait(lambda: browser.has("ask-yes"), "a question", 240)
        browser.wait_text("state", "done")
        self.picture("ask")

    def _refuse_rule(self) -> None:
        browser = self._browser
        browser.turn_to("grammar")
        browser.click_on(lambda: browser.css("[data-role=grammar] .right")[0])
        browser.click("rule-keep")
        browser.wait_text("kept", "→")
        browser.click_on(lambda: browser.css("[data-role=grammar] .right")[1])
        browser.wait(lambda: browser.has("rule-wrong"), "what can be said of a rule")
        self.picture("rule")
        browser.click("rule-wrong")
        browser.wait(lambda: browser.css("[data-wrong]"), "sentences of the rule")
        self.picture("wrong")
        browser.click_on(lambda: browser.css("[data-wrong]")[0])
        browser.wait(lambda: browser.css("[data-solution='2'][aria-pressed=true]"), "the next grammar", 240)
        browser.wait_text("state", "done", 120)
        self.picture("side-by-side")

    def tell_of_trouble(self, server: Server) -> None:
        """What cannot be, and the paper's engine at work."""
        browser = self._browser
        browser.open(server.url)
        browser.write("sentences", "the dog sleeps\n" + "so " * 70 + "\n*the dog sleeps\n")
        browser.wait_text("sentences-status", "line")
        self.picture("refused-line")
        browser.write("sentences", "\n".join(generate(builtin("toy1"), 20, seed=1)))
        browser.wait_text("sentences-status", "20 sentences")
        browser.set_sizes(8, 4, 2)
        browser.wait_text("warning", "Impossible")
        self.picture("impossible")
        _start_concur(browser)
        self.picture("divide-and-concur")
        browser.click("stop")
        browser.wait_text("message", "Stopped")
        self.picture("stopped")


def take_for_docs(browser: Browser, server: Server, folder: Path) -> None:
    """What one sees without scrolling, in the four states that the documentation shows."""

    def take(name: str, selector: str = "body") -> None:
        time.sleep(1.5)  # let animations come to rest
        browser.driver.execute_script(
            "document.querySelector(arguments[0]).scrollIntoView({block: 'start'})", selector
        )
        browser.picture(folder / f"studio-{name}.png")

    def learn(size: tuple[int, int]) -> None:
        browser.begin_anew(size)
        browser.open(server.url)
        browser.click_on(lambda: browser.css("[data-story=italian]")[0])
        browser.wait_text("state", "done", 240)

    learn((1280, 1180))
    take("grammar")
    browser.turn_to("certificate")
    browser.click("certify")
    browser.wait_text("certificate", "Certified in", 240)
    browser.look_like((1280, 960))
    browser.click_on(lambda: browser.css("[data-role=alternative] .q-item")[0])
    browser.wait(lambda: browser.has("adopt"), "the alternative")
    take("certificate")
    learn(PHONE)
    browser.turn_to("ask")
    browser.click("ask-start")
    browser.wait(lambda: browser.has("ask-yes"), "a question", 240)
    take("phone", "[data-role=result]")
    browser.begin_anew((1280, 860))
    browser.open(server.url)
    _start_concur(browser)
    take("running")
    browser.click("stop")


def _start_concur(browser: Browser) -> None:
    """The paper's engine at work on twenty sentences, for a while."""
    browser.write("sentences", "\n".join(generate(builtin("toy1"), 20, seed=1)))
    browser.wait_text("sentences-status", "20 sentences")
    browser.set_sizes(8, 4, 4)
    browser.choose_engine("Divide and concur")
    browser.click("find")
    browser.wait_text("figures", "restarts", 60)
    time.sleep(8)


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[2:] or [f"{size}-{look}" for size in SIZES for look in ("light", "dark")]
    server = Server("--no-token")
    browser = Browser()
    try:
        if wanted == ["docs"]:
            take_for_docs(browser, server, folder)
            return
        for name in wanted:
            size, _, look = name.partition("-")
            photographer = Photographer(browser, folder, name)
            for tell in (photographer.tell, photographer.tell_of_trouble):
                browser.begin_anew(SIZES[size], dark=look == "dark")
                tell(server)
    finally:
        browser.end()
        server.end()


if __name__ == "__main__":
    main()
