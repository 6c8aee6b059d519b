"""Recording a choice by bits: each better grammar with its bits and when it came, a line of JSON each.

Lines are only ever appended, so a crash costs the last one at most; a line that was cut off is left out.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TextIO

from brillig.engines.grow import GrowProgress
from brillig.errors import BrilligError, Option
from brillig.files import is_stream, open_stream, read_text
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.problems.fields import corpus_to_json, sentences_field
from brillig.problems.solution import Solution

if TYPE_CHECKING:
    from brillig.engines.outcome import Outcome

GROWTH = "brillig-growth"
VERSION = 1


@dataclass(frozen=True)
class GrowthStep:
    """A grammar that was the best for a while; `missed` kinds of sentences have no tree yet."""

    seconds: float
    bits: float
    missed: int
    grammar: Grammar


@dataclass(frozen=True)
class GrowthRecording:
    """A choice by bits as it went, and the solution if it came to its end with one."""

    corpus: Corpus
    seed: int
    steps: tuple[GrowthStep, ...]
    solution: Solution | None


class GrowthRecorder:
    """Records one choice: a context manager; pass `observe` as its progress, then `finish`.

    A disk that fills up does not end the search: the recording ends, and `trouble` says why.
    """

    def __init__(self, path: str | Path, corpus: Corpus, seed: int) -> None:
        self.path = Path(path)
        self.trouble: BrilligError | None = None
        self._header = {"format": GROWTH, "version": VERSION, "seed": seed} | corpus_to_json(corpus)
        self._file: TextIO | None = None

    def __enter__(self) -> Self:
        try:
            if is_stream(self.path):
                self._file = os.fdopen(open_stream(self.path), "w", encoding="utf-8")
            else:
                self._file = self.path.open("w", encoding="utf-8")
        except OSError as error:
            raise BrilligError(
                f"cannot be written ({error.strerror})", hint="check folder and permissions", place=self.path
            ) from None
        self._write(self._header)
        return self

    def __exit__(self, *ended: object) -> None:
        if self._file is not None:
            with self._stopping():
                self._file.close()

    def observe(self, seen: GrowProgress) -> None:
        self._write(
            {
                "seconds": round(seen.seconds, 4),
                "bits": round(seen.bits, 3),
                "missed": seen.missed,
                "grammar": seen.grammar.to_json(),
            }
        )

    def finish(self, outcome: Outcome) -> None:
        if outcome.solution is not None:
            self._write({"solution": outcome.solution.to_json()})

    def _write(self, data: dict[str, Any]) -> None:
        if self._file is None or self.trouble is not None:
            return
        with self._stopping():
            self._file.write(json.dumps(data, ensure_ascii=False) + "\n")
            self._file.flush()

    @contextmanager
    def _stopping(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            message = f"the recording ends early ({error.strerror})"
            trouble = BrilligError(message, hint="the answer is complete", place=self.path)
            self.trouble = self.trouble or trouble


def is_growth(path: str | Path) -> bool:
    """Whether a file begins as such a recording does."""
    try:
        with Path(path).open("rb") as file:
            return file.read(64).startswith(f'{{"format": "{GROWTH}"'.encode())
    except OSError:
        return False


def read_growth(path: str | Path) -> GrowthRecording:
    """Read a recording, whole or cut off; a refusal names the file."""
    lines = []
    text = read_text(path)
    whole = text.splitlines() if text.endswith("\n") else text.splitlines()[:-1]
    try:
        for line in whole:
            lines.append(json.loads(line))
        header, *entries = lines
        if header["version"] != VERSION:
            raise BrilligError(f"version {header['version']!r} of {GROWTH}, but this program reads {VERSION}")
        steps = tuple(
            GrowthStep(
                float(entry["seconds"]),
                float(entry["bits"]),
                int(entry["missed"]),
                Grammar.from_json(entry["grammar"]),
            )
            for entry in entries
            if "solution" not in entry
        )
        solutions = [Solution.from_json(entry["solution"]) for entry in entries if "solution" in entry]
        corpus = sentences_field(header, one_word=True)
        return GrowthRecording(corpus, int(header["seed"]), steps, solutions[-1] if solutions else None)
    except BrilligError as error:
        raise error.at(path) from None
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        hint = ("record it again, by learning with ", Option("record", "RUN"))
        raise BrilligError("damaged", hint=hint, place=path) from None
