"""What CONTRIBUTING adds to a copy of the package works, and no other file changes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import brillig._kernel

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```python title=\"([^\"]+)\"\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# The installed package is found by a hook in an environment for development; the copy is to be found instead.
NO_HOOK = """import sys
sys.meta_path[:] = [finder for finder in sys.meta_path if "Redirect" not in type(finder).__name__]
"""


DIFF = re.compile(r"^```diff title=\"([^\"]+)\"\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def apply_sketches(page: str, folder: Path) -> None:
    """Each line with a plus is new and goes after the line above it."""
    for name, text in DIFF.findall(page):
        changed = (folder / name).read_text(encoding="utf-8")
        for hunk in re.findall(r"(?:^ .*\n)(?:^\+.*\n)+", text, re.MULTILINE):
            lines = hunk.splitlines(keepends=True)
            old = "".join(line[1:] for line in lines if line.startswith(" "))
            assert changed.count(old) == 1, (name, old)
            changed = changed.replace(old, "".join(line[1:] for line in lines))
        (folder / name).write_text(changed, encoding="utf-8")


def section_of(script: str) -> str:
    """The part of the page that ends with this script."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return next(part for part in re.split(r"^## ", page, flags=re.MULTILINE) if f'title="{script}"' in part)


@pytest.mark.parametrize(
    ("script", "most"),
    [("use.py", 2), ("use_engine.py", 3), ("use_sketches.py", 6), ("use_switch.py", 8)],
)
def test_what_is_new_touches_few_files(script: str, most: int) -> None:
    section = section_of(script)
    files = {name for name, _ in (*BLOCK.findall(section), *DIFF.findall(section)) if name.startswith("src/")}
    assert 0 < len(files) <= most


@pytest.mark.parametrize("script", ["use.py", "use_engine.py", "use_sketches.py", "use_switch.py"])
def test_what_is_new_changes_no_other_file(tmp_path: Path, script: str) -> None:
    """A kind of problem, an engine: new files. An option, a column of a study, a switch: a few lines."""
    page = section_of(script)
    shutil.copytree(ROOT / "src" / "brillig", tmp_path / "src" / "brillig", ignore=lambda *_: {"__pycache__"})
    assert brillig._kernel.__file__ is not None
    shutil.copy(brillig._kernel.__file__, tmp_path / "src" / "brillig")
    for name, text in BLOCK.findall(page):
        assert not (tmp_path / name).exists()
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    apply_sketches(page, tmp_path)
    (tmp_path / "src" / "sitecustomize.py").write_text(NO_HOOK)
    done = subprocess.run(
        [sys.executable, script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "src")},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    printed = re.search(rf"title=\"{script}\".*?^```$.*?^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert printed is not None
    assert done.stdout == printed[1], done.stderr


def test_the_house_has_the_rooms_that_contributing_names() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = page[page.index("| room |") : page.index("Tests stand")]
    rooms = {name.rstrip("/") for name in re.findall(r"`([a-z_]+/?)`", "\n".join(_first_cells(table)))}
    there = {path.stem for path in (ROOT / "src" / "brillig").iterdir() if path.suffix == ".py"}
    there |= {path.parent.name for path in (ROOT / "src" / "brillig").glob("*/__init__.py")}
    assert rooms == there - {"__init__", "__main__"}


def _first_cells(table: str) -> list[str]:
    return [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
