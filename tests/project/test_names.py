"""Names and English that were settled: limits are MAX_, and numbers in help are N, not a phrase."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SUFFIXES = {".py", ".pyi", ".hpp", ".cpp", ".md"}
FILES = [path for folder in ("src", "docs") for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES]


@pytest.mark.parametrize("pattern", [r"\b_?MOST_[A-Z]", r"(?i)\bso many\b(?! as)"])
def test_names_and_phrases_that_are_not_used(pattern: str) -> None:
    assert FILES
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in FILES
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(pattern, line)
    ]
    assert found == []
