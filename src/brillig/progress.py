"""Progress of a running search, live on a terminal or in a notebook, by rich; else a line now and then."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from rich.console import Console

    from brillig.language.grammar import Grammar

EVERY = 10.0  # seconds between two lines where nothing can be written over


class Report:
    """A look at something that runs: each engine and each workflow has a kind of its own.

    milestone   worth a line that stays; else the next one takes its place
    """

    milestone: ClassVar[bool] = False
    seconds: float  # where there is a `best`: how long it took

    def line(self) -> str:
        """What a person is told."""
        raise NotImplementedError

    def figures(self) -> Mapping[str, float | None]:
        """Numbers by name, for those who show them one by one."""
        return {}

    @property
    def best(self) -> Grammar | None:
        """The best grammar so far, where there is one to look at."""
        return None

    def __str__(self) -> str:
        return self.line()


class Note(str, Report):
    """A step of a workflow, in words; a string, too, for those who look for something in it."""

    milestone: ClassVar[bool] = True

    def line(self) -> str:
        return str(self)


OnReport = Callable[[Report], None]


class Display:
    """One line that is written over, and lines that stay. Not on a terminal: a line every ten seconds."""

    def __init__(self, console: Console | None = None) -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        self._console = console or Console(file=sys.stderr, markup=False, highlight=False)
        self.live = self._console.is_terminal or self._console.is_jupyter
        self._began = self._told = time.monotonic()
        self._telling = threading.Lock()
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            TimeElapsedColumn(),
            console=self._console,
            transient=True,
        )
        self._task = self._progress.add_task("starting", total=None)

    def __enter__(self) -> Display:
        if self.live:
            self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.live:
            self._progress.stop()

    def show(self, seen: Report | str) -> None:
        """The latest: written over, or said once in ten seconds."""
        if self.live:
            self._progress.update(self._task, description=str(seen))
            return
        with self._telling:  # both engines report, each in its own thread
            now = time.monotonic()
            if now - self._told < EVERY:
                return
            self._told = now
        timed = isinstance(seen, Report) and seen.best is not None  # its line has the time already
        text = f"brillig: {seen}" if timed else f"brillig: {seen}, {now - self._began:.0f} s"
        print(text, file=self._console.file, flush=True)

    def note(self, text: str) -> None:
        """A line that stays; without a terminal one of those every ten seconds."""
        if self.live:
            self._progress.console.print(text)
        else:
            self.show(text)


@contextmanager
def following(progress: bool | OnReport | None) -> Iterator[OnReport | None]:
    """What to call with each report: the callback that was given, a bar for True, or nothing."""
    if progress is True:
        with Display() as display:
            yield display.show
    elif callable(progress):
        yield progress
    else:
        yield None
