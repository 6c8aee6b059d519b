"""Pictures in a real browser: chromium measures where every text is."""

from __future__ import annotations

import html
import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chromium import CHROMIUM

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--virtual-time-budget=10000",
)

MEASURE = """
const found = {};
for (const figure of document.querySelectorAll("figure")) {
  const svg = figure.querySelector("svg");
  const sheet = svg.getBoundingClientRect();
  const boxes = [...svg.querySelectorAll("text")].map(text => {
    const box = text.getBoundingClientRect();
    const title = text.querySelector("title");
    const shown = title ? text.textContent.slice(title.textContent.length) : text.textContent;
    return {text: shown, left: box.left - sheet.left, top: box.top - sheet.top,
            right: box.right - sheet.left, bottom: box.bottom - sheet.top};
  });
  found[figure.id] = {width: sheet.width, height: sheet.height, boxes};
}
const out = document.createElement("pre");
out.id = "measured";
out.textContent = JSON.stringify(found);
document.body.replaceChildren(out);
"""


def measure(svgs: Mapping[str, str], folder: Path) -> dict[str, Any]:
    """`{name: {width, height, boxes: [{text, left, top, right, bottom}]}}`, as the browser draws them."""
    assert CHROMIUM is not None
    figures = "".join(
        f'<figure id="{name}" style="margin:0">{re.sub("^.*?(?=<svg)", "", svg, flags=re.S)}</figure>'
        for name, svg in svgs.items()
    )
    page = folder / "page.html"
    page.write_text(
        f'<!doctype html><meta charset="utf-8"><body style="margin:0">{figures}<script>{MEASURE}</script>',
        encoding="utf-8",
    )
    profile = folder / "profile"
    done = subprocess.run(
        [CHROMIUM, *FLAGS, f"--user-data-dir={profile}", "--dump-dom", page.as_uri()],
        capture_output=True,
        timeout=90,
        check=True,
    )
    text = re.search(r'<pre id="measured">(.*?)</pre>', done.stdout.decode(), flags=re.S)
    assert text is not None, done.stderr.decode()[-2000:]
    measured: dict[str, Any] = json.loads(html.unescape(text[1]))
    return measured


def collisions(picture: dict[str, Any]) -> list[tuple[str, str]]:
    """Texts that lie over each other, and texts that stick out of the sheet."""
    boxes = [box for box in picture["boxes"] if box["right"] > box["left"]]
    found = []
    for number, first in enumerate(boxes):
        if (
            first["left"] < -0.5
            or first["top"] < -0.5
            or first["right"] > picture["width"] + 0.5
            or first["bottom"] > picture["height"] + 0.5
        ):
            found.append((first["text"], "the edge"))
        for second in boxes[number + 1 :]:
            across = min(first["right"], second["right"]) - max(first["left"], second["left"])
            down = min(first["bottom"], second["bottom"]) - max(first["top"], second["top"])
            if across > 0.5 and down > 0.5:
                found.append((first["text"], second["text"]))
    return found
