"""The code blocks of a Markdown page: run them in their order, and put what they print in its place.

    python tests/helpers/doc_blocks.py PAGE.md      rewrites the page with what its blocks print now

What a block is, its first line says:
- `console`: lines with `$ ` are commands, what follows is their output;
- `python`: all blocks of a page share their names; a `text` block right after one is what it prints;
- `text title="NAME.txt"`: a file that the commands find;
- `text`: shown, nothing more;
- any of them with the title `Not run by the tests` is not run, and with `Takes a minute` only by `make soak`.
Seconds are not compared, and a line `...` in the output stands for any lines.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from warm import warm_program

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
NOT_RUN = "Not run by the tests"
SLOW = "Takes a minute"
KINDS = {"console", "python", "text"}
_BLOCK = re.compile(r"^```(\w*)(?: title=\"([^\"]*)\")?[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SECONDS = re.compile(r"\b\d+(?:\.\d+)? s\b")


@dataclass(frozen=True)
class CodeBlock:
    """A block, and where its text stands in the page; `follows`: right after the last one."""

    kind: str
    title: str
    text: str
    start: int
    follows: bool


def find_blocks(page: str) -> list[CodeBlock]:
    blocks, end = [], 0
    for match in _BLOCK.finditer(page):
        follows = not page[end : match.start()].strip()
        blocks.append(CodeBlock(match[1], match[2] or "", match[3], match.start(3), follows))
        end = match.end()
    return blocks


def run_page(page: str, folder: Path, slow: bool = False) -> str:
    """The page with what its blocks print when they are run in this folder."""
    names: dict[str, object] = {"__name__": "__main__"}
    printed: str | None = None
    new = page
    shift = 0
    for block in find_blocks(page):
        text = block.text
        if block.title == NOT_RUN or (block.title == SLOW and not slow):
            printed = None
            continue
        if block.kind == "text":
            if block.follows and printed is not None:
                text = printed
            elif re.fullmatch(r"[\w.-]+\.\w+", block.title):
                (folder / block.title).write_text(text, encoding="utf-8")
            printed = None
        elif block.kind == "console":
            text, printed = run_console(text, folder), None
        elif block.kind == "python":
            printed = run_python(text, names, folder)
        if not matches(block.text, text):
            start = block.start + shift
            new = new[:start] + text + new[start + len(block.text) :]
            shift += len(text) - len(block.text)
    return new


def run_console(text: str, folder: Path) -> str:
    """The commands of a block, each with what it prints."""
    lines = []
    for command in re.findall(r"^\$ (.*(?:\n> .*)*)$", text, re.MULTILINE):
        folders = (warm_program().parent, Path(sys.executable).parent, os.environ["PATH"])
        path = os.pathsep.join(map(str, folders))
        done = subprocess.run(
            ["bash", "-c", command.replace("\n> ", "\n")],
            cwd=folder,
            env=os.environ | {"PATH": path},
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )
        if done.returncode not in (0, 1):
            raise AssertionError(f"`{command}` ended with status {done.returncode}: {done.stderr}")
        lines.append(f"$ {command}\n{done.stdout}")
    return "".join(lines)


def run_python(code: str, names: dict[str, object], folder: Path) -> str:
    """What the code prints."""
    output = io.StringIO()
    before = Path.cwd()
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(output):
            exec(compile(code, "<page>", "exec"), names)
    finally:
        os.chdir(before)
    return output.getvalue()


def matches(shown: str, printed: str) -> bool:
    """Whether the two are the same but for seconds. A shown line `...` stands for any lines."""
    parts = normalise(shown).split("\n...\n")
    pattern = r"\n(?:.*\n)*?".join(map(re.escape, parts))
    return re.fullmatch(pattern, normalise(printed)) is not None


def normalise(text: str) -> str:
    """Without what differs from run to run: seconds."""
    return _SECONDS.sub("0 s", text)


def main(pages: list[str]) -> None:
    for name in pages:
        path = Path(name)
        page = path.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            path.write_text(run_page(page, Path(folder), slow=True), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
