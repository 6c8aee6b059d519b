"""Progress of a running search, live on a terminal or in a notebook, by rich; else a line now and then."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from brillig.language.plural import count

if TYPE_CHECKING:
    from rich.console import Console

EVERY = 10.0  # seconds between two lines where nothing can be written over

OnAny = Callable[[Any], None]


def describe(seen: Any) -> str:
    """What an engine or a study reports, in a line."""
    if hasattr(seen, "gap"):
        return (
            f"divide and concur: {count(seen.iterations, 'iteration')}, {count(seen.restarts, 'restart')}, "
            f"gap {seen.gap:.3g} (0: solved)"
        )
    if hasattr(seen, "calls"):
        return f"exact engine: {count(seen.sentences, 'sentence')} taken in, {count(seen.calls, 'step')}"
    if hasattr(seen, "trials"):
        return f"{seen.done} of {seen.trials} trials"
    return str(seen)


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

    def show(self, seen: Any) -> None:
        """The latest: written over, or said once in ten seconds."""
        if self.live:
            self._progress.update(self._task, description=describe(seen))
            return
        with self._telling:  # both engines report, each in its own thread
            now = time.monotonic()
            if now - self._told < EVERY:
                return
            self._told = now
        text = f"brillig: {describe(seen)}, {now - self._began:.0f} s"
        print(text, file=self._console.file, flush=True)

    def note(self, text: str) -> None:
        """A line that stays; without a terminal one of those every ten seconds."""
        if self.live:
            self._progress.console.print(text)
        else:
            self.show(text)


@contextmanager
def following(progress: bool | OnAny | None) -> Iterator[OnAny | None]:
    """What to call with each report: the callback that was given, a bar for True, or nothing."""
    if progress is True:
        with Display() as display:
            yield display.show
    elif callable(progress):
        yield progress
    else:
        yield None
