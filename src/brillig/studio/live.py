"""What a run shows while it goes on: the tensor raster, the gap, and figures. Written by the run's threads.

The raster is the paper's: a row for each pair Y Z, a column for each look. The colour says which X the
estimate of the syntax tensor has for that pair, black that it has none.
"""

from __future__ import annotations

import base64
import struct
import threading
import time
import zlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from brillig.engines.concur.kernel import InferenceNetwork
from brillig.language.corpus import Sentence
from brillig.language.grammar import Grammar, category_names
from brillig.language.naming import suggest_names
from brillig.problems import AnyProblem, Problem
from brillig.progress import Report

COLUMNS = 360  # beyond this many, every other one is dropped and looks come half as often
OBSERVE_EVERY = 50
_FIRST_INTERVAL = 0.02
_LEVELS = 16
# Safe for colour blindness and bright on black (after Okabe and Ito); the first is for S.
COLOURS = ("#f5f5f5", "#56b4e9", "#e69f00", "#2fd39f", "#f0e442", "#ff7f50", "#d48fc4", "#5b8cff")
BACKGROUND = (17, 19, 24)

Column = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Figures:
    """The numbers beside the picture; None where the engine has no such number."""

    engine: str = ""
    note: str = ""
    iterations: int | None = None
    rate: float | None = None
    restarts: int | None = None
    gap: float | None = None
    best_gap: float | None = None
    calls: int | None = None
    sentences: int | None = None
    solutions: int | None = None
    bits: float | None = None
    rules: int | None = None
    classes: int | None = None
    unexplained: int | None = None


@dataclass
class Live:
    """A run's picture so far. `version` grows with every change."""

    version: int = 0
    figures: Figures = field(default_factory=Figures)
    parents: tuple[str, ...] = ()
    best: Grammar | None = None  # so far, where grammars are chosen by bits
    sample: Sentence = ()  # one to show the tree of
    _falling: list[tuple[float, float]] = field(default_factory=list)  # seconds and bits
    _columns: list[Column] = field(default_factory=list)
    _gaps: list[float] = field(default_factory=list)
    _interval: float = _FIRST_INTERVAL
    _last: float = 0.0
    observe_every: int = OBSERVE_EVERY
    _leader: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def tell(self, **figures: Any) -> None:
        """Change some of the figures."""
        with self._lock:
            self.figures = Figures(**(self.figures.__dict__ | figures))
            self.version += 1

    def report(self, seen: Report) -> None:
        """The figures of any engine, whichever has some; the best grammar, and how its bits fall."""
        figures = seen.figures()
        if seen.best is not None:
            with self._lock:
                self.best = seen.best.renamed(suggest_names(seen.best)[0])
                bits = figures.get("bits")
                if bits is not None:
                    self._falling.append((seen.seconds, bits))
        if figures:
            self.tell(**figures)
        else:
            self.tell(note=seen.line())

    def falling(self) -> tuple[tuple[float, float], ...]:
        """Seconds and bits of each better grammar."""
        with self._lock:
            return tuple(self._falling)

    def observe(self, network: InferenceNetwork, start: int, iteration: int) -> None:
        """Take a look at a network, if it is time for one. One thread's starts make a picture, two a mess."""
        now = time.monotonic()
        thread = threading.get_ident()
        if now - self._last < self._interval or (thread != self._leader and now - self._last < 1.0):
            return
        estimate = network.kernel.tensor_estimate()
        with self._lock:
            self._leader, self._last = thread, now
            if len(self._columns) >= COLUMNS:
                del self._columns[::2], self._gaps[::2]
                self._interval *= 2
            column = column_of(estimate)
            if self._columns and len(self._columns[-1]) != len(column):
                self._columns, self._gaps = [], []  # another size, another picture
            self._columns.append(column)
            self._gaps.append(network.gap())
            self.version += 1

    def begin(self, problem: AnyProblem) -> None:
        """What the colours stand for, in the network's order: S comes last there."""
        names = (*category_names(problem.plain_categories), "S") if isinstance(problem, Problem) else ()
        if names != self.parents:
            with self._lock:
                self.parents = names
                self._columns, self._gaps = [], []
                self.version += 1

    def picture(self) -> tuple[str, tuple[float, ...]]:
        """The raster as an address that holds a PNG (empty before the first look), and the gaps."""
        with self._lock:
            columns, gaps = list(self._columns), tuple(self._gaps)
        if not columns:
            return "", ()
        data = encode_png(np.stack(columns, axis=1))
        return "data:image/png;base64," + base64.b64encode(data).decode("ascii"), gaps


def column_of(estimate: npt.NDArray[np.float64]) -> Column:
    """A column's codes: for each pair Y Z the parent with the largest entry, and how large it is."""
    parents = estimate.shape[0]
    flat = estimate.reshape(parents, -1)
    best = flat.argmax(axis=0)
    value = np.clip(flat.max(axis=0), 0.0, 1.0)
    level = np.rint(value * (_LEVELS - 1)).astype(np.uint8)
    # S, the network's last parent, has the first colour.
    colour = ((best + 1) % parents) % (256 // _LEVELS)
    codes: Column = (colour * _LEVELS).astype(np.uint8) + level
    return codes


def colour_of(parent: int, parents: int) -> str:
    """The colour that stands for a parent in the network's order."""
    return COLOURS[((parent + 1) % parents) % len(COLOURS)]


def encode_png(codes: npt.NDArray[np.uint8]) -> bytes:
    """The codes as a PNG with a palette."""
    height, width = codes.shape
    rows = np.zeros((height, width + 1), np.uint8)  # each row begins with its filter, 0 for none
    rows[:, 1:] = codes
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = (
        (b"IHDR", header),
        (b"PLTE", _palette()),
        (b"IDAT", zlib.compress(rows.tobytes(), 1)),
        (b"IEND", b""),
    )
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


def _palette() -> bytes:
    entries = bytearray()
    for colour in range(256 // _LEVELS):
        text = COLOURS[colour % len(COLOURS)]
        bright = [int(text[i : i + 2], 16) for i in (1, 3, 5)]
        for level in range(_LEVELS):
            share = level / (_LEVELS - 1)
            entries += bytes(round(b + share * (c - b)) for b, c in zip(BACKGROUND, bright, strict=True))
    return bytes(entries)
