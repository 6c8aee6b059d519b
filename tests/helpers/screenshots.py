"""Pictures of the page in every state, both sizes, light and dark: python screenshots.py FOLDER"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from brillig.language.builtin import builtin
from brillig.parsing.generate import generate
from studio_browser import PHONE, WIDE, Browser, Server

SIZES = {"wide": WIDE, "phone": PHONE}


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[2:] or [f"{size}-{look}" for size in SIZES for look in ("light", "dark")]
    for name in wanted:
        size, _, look = name.partition("-")
        server = Server()
        browser = Browser(SIZES[size], dark=look == "dark")
        try:
            _tell(browser, server, folder, name)
        finally:
            browser.end()
            server.end()


def _tell(browser: Browser, server: Server, folder: Path, name: str) -> None:
    """Go through the story and take a picture at each state."""
    count = 0

    def picture(title: str) -> None:
        nonlocal count
        count += 1
        time.sleep(0.5)  # let animations come to rest
        browser.picture(folder / f"{count:02}-{title}-{name}.png", full="phone" in name)

    def top() -> None:
        browser.driver.execute_script("scrollTo(0, 0)")

    browser.open(server.url)
    picture("empty")
    browser.write("sentences", "the dog sleeps\n" + "so " * 70 + "\n1+2\n#tag it\n")
    browser.wait_text("sentences-status", "line 2")
    picture("refused-line")

    toy1 = generate(builtin("toy1"), 20, seed=1)
    browser.write("sentences", "\n".join(toy1))
    browser.wait_text("sentences-status", "20 sentences")
    browser.set_sizes(8, 4, 2)
    browser.wait_text("warning", "Impossible")
    picture("impossible")
    browser.set_number("rules", 4)
    browser.choose_engine("Divide and concur")
    browser.click("find")
    browser.wait_text("figures", "restarts", 20)
    time.sleep(8)
    top()
    picture("running")
    browser.click("pause")
    browser.wait_text("state", "paused")
    picture("paused")
    browser.click("stop")
    browser.wait_text("message", "Stopped")
    top()
    picture("stopped")

    browser.set_number("rules", 5)
    browser.click("engine")
    browser.click_text(".q-menu .q-item", "What suits (default)")
    time.sleep(0.5)
    browser.click_text(".q-expansion-item .q-item", "More settings")
    time.sleep(0.7)
    browser.click("find")
    browser.wait(lambda: browser.has("grammar"), "the grammar", 60)
    browser.wait_text("state", "done")
    top()
    picture("grammar")
    browser.turn_to("trees")
    browser.click_on(lambda: browser.css("[data-role=tree-list] button")[4])
    time.sleep(0.5)
    top()
    picture("trees")
    browser.turn_to("speak")
    browser.click("speak")
    browser.wait(lambda: browser.css("[data-role=drawn] .text"), "new sentences")
    browser.click_on(lambda: browser.css("[data-role=drawn] [data-verdict=wrong]")[1])
    browser.click_on(lambda: browser.css("[data-role=drawn] [data-verdict=fine]")[0])
    browser.write("try-field", " ".join(toy1[0].split()))
    browser.click("try")
    browser.wait_text("tried", "ccepted")
    top()
    picture("new-sentences")
    browser.turn_to("certificate")
    browser.click("certify")
    browser.wait_text("certificate", "Certified in", 90)
    time.sleep(0.5)
    top()
    picture("certificate")
    browser.turn_to("ask")
    browser.click("ask-start")
    browser.wait(lambda: browser.has("ask-yes"), "a question", 60)
    top()
    picture("ask")
    browser.click_text(".q-expansion-item .q-item", "Tags and brackets")
    picture("tags-and-brackets")

    browser.write("sentences", "\n".join(generate(builtin("toy2"), 100, seed=3)))
    browser.wait_text("sentences-status", "100 sentences")
    browser.set_sizes(5, 2, 3)
    browser.click("find")
    browser.wait(lambda: browser.css("[data-solution='2'][aria-pressed=true]"), "the second grammar", 60)
    browser.wait_text("state", "done")
    browser.turn_to("grammar")
    browser.click_on(lambda: browser.css("[data-category=A]")[0])
    browser.wait(lambda: browser.has("rename-dialog"), "the dialog")
    browser.write("rename-field", "NP")
    picture("rename")
    browser.click("rename-ok")
    browser.wait(lambda: browser.css("[data-category=NP]"), "the name")
    browser.wait(lambda: not browser.css("[data-role=rename-dialog]"), "the dialog to close")
    time.sleep(2.5)
    browser.turn_to("refine")
    for field in browser.css("input[data-feature]"):
        browser.set_value(field, "2")
    browser.set_value(browser.css("input[data-feature=NP]")[0], "3")
    browser.click_text(".q-expansion-item .q-item", "Limit the refined rules")
    time.sleep(0.5)
    top()
    picture("refine")
    browser.click("refine")
    browser.wait(lambda: browser.css("[data-solution='3'][aria-pressed=true]"), "the refinement", 90)
    browser.wait_text("state", "done")
    browser.turn_to("grammar")
    top()
    picture("refined")
    browser.turn_to("extend")
    browser.write("more", "\n".join(generate(builtin("toy2-past"), 60, seed=5)))
    browser.wait_text("new-words", "new words")
    browser.write("more-homographs", "4")
    top()
    picture("extend")
    browser.click("extend")
    browser.wait(lambda: browser.css("[data-solution='4'][aria-pressed=true]"), "the extension", 60)
    browser.turn_to("files")
    top()
    picture("save")
    browser.click("project")
    browser.wait(lambda: browser.css("[data-project]"), "the projects")
    picture("projects")


if __name__ == "__main__":
    main()
