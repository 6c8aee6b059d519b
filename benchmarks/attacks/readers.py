"""Damaged files for every reader of a format: read, or refused in a sentence (`tests/helpers/fuzz.py`)."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from attacks.running import Attack, Run

FUZZ = Path(__file__).parents[2] / "tests" / "helpers" / "fuzz.py"
FILES = 500  # in one attack; the next one has others
SLOW = ("store", "recording", "checkpoint", "points")


def attacks(folder: Path) -> Iterator[Attack]:
    from fuzz import READERS

    for reader in READERS:
        files = FILES // 10 if reader in SLOW else FILES
        yield Attack(f"{reader}, {files} files", _fuzz(reader, files), most=20)


def _fuzz(reader: str, files: int) -> Run:
    def run(number: int) -> tuple[str, float]:
        began = time.monotonic()
        first = 1_000_000 + number * files
        words = [sys.executable, str(FUZZ), reader, "--cases", str(files), "--first", str(first)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        what = "finished" if done.returncode == 0 else f"a finding: {done.stderr.strip()[-200:]}"
        return what, time.monotonic() - began

    return run
