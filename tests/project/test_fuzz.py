"""Damaged files for every reader: refused with a sentence or read, never a crash, a traceback or a hang.

Sixty files each here; `make soak` goes on for ten minutes a reader, or for BRILLIG_FUZZ_SECONDS.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

HELPERS = Path(__file__).parents[1] / "helpers"
TABLES = ("table.csv", "table.tsv", "translated")
CORPORA = ("corpus", "tagged", "glossed", "numbered", "trees.penn", "trees.conllu", *TABLES)
NOTATIONS = ("cfg", "w3c.ebnf", "iso.ebnf", "plain.bnf", "rules.fcfg", "rules.penn")
READERS = ("solution", "points", "store", "recording", "checkpoint", "spec", *NOTATIONS, *CORPORA)


def fuzz(reader: str, *options: str, timeout: float) -> str:
    """In a process of its own, which a crash would end."""
    done = subprocess.run(
        [sys.executable, HELPERS / "fuzz.py", reader, *options],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.parametrize("reader", READERS)
def test_damaged_files_are_read_or_refused(reader: str) -> None:
    assert f"{reader}: 60 files" in fuzz(reader, "--cases", "60", timeout=300)


@pytest.mark.soak
@pytest.mark.parametrize("reader", READERS)
def test_damaged_files_for_ten_minutes(reader: str) -> None:
    seconds = os.environ.get("BRILLIG_FUZZ_SECONDS", "600")
    first = str(time.time_ns() // 10**6)  # other files each time; a failure says which
    print(fuzz(reader, "--seconds", seconds, "--first", first, timeout=float(seconds) + 300))
