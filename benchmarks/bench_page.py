"""What the page takes: its weight, and how soon there is a first grammar of twelve sentences.

python benchmarks/bench_page.py [TIMES]
"""

from __future__ import annotations

import os
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

from brillig.studio.stories import STORIES
from studio_browser import Browser, Server

# What came over the network, and when something was first to be seen.
_WEIGHT = """
const parts = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
const paint = performance.getEntriesByName("first-contentful-paint")[0];
return [parts.length, parts.reduce((sum, part) => sum + part.transferSize, 0), paint ? paint.startTime : 0];
"""

# From the click to the first rule on the screen.
_FIRST = """
const done = arguments[0], began = performance.now();
const look = () => {
  const shown = [...document.querySelectorAll("[data-role=grammar-so-far], [data-role=grammar]")];
  if (shown.some((part) => part.offsetParent && part.innerText.includes("→")))
    done(performance.now() - began);
  else requestAnimationFrame(look);
};
document.querySelector("[data-role=find]").click();
look();
"""


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    server = Server("--no-token")
    browser = Browser()
    try:
        browser.open(server.url)
        # What is drawn comes last: fonts, and the paint itself.
        browser.driver.execute_async_script("document.fonts.ready.then(arguments[0])")
        browser.wait(lambda: browser.driver.execute_script(_WEIGHT)[2], "the first paint")
        number, size, paint = browser.driver.execute_script(_WEIGHT)
        print(f"cold: {number} requests, {size / 1000:.0f} kB, first paint after {paint / 1000:.2f} s")
        for story in STORIES:
            taken = []
            for _ in range(times):
                browser.begin_anew()
                browser.open(server.url)
                browser.write("sentences", story.text)
                browser.wait(lambda: browser.role("find").is_enabled(), "the button")
                taken.append(browser.driver.execute_async_script(_FIRST) / 1000)
                browser.wait_text("state", "done", 240)
            taken.sort()
            lines = len(story.text.strip().splitlines())
            print(
                f"{story.key}, {lines} sentences: first grammar after {statistics.median(taken):.2f} s, "
                f"at most {taken[-1]:.2f} s in {times} (load {os.getloadavg()[0]:.1f})"
            )
    finally:
        browser.end()
        server.end()


if __name__ == "__main__":
    main()
