"""Progress of a running search, live on a terminal or in a notebook, by rich; else a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

EVERY = 10.0  # seconds between two lines where nothing can be written over

OnAny = Callable[[Any], None]


def describe(seen: Any) -> str:
    """What an engine reports, in a line."""
    if isinstance(seen, str):
        return seen
    if hasattr(seen, "gap"):
        rate = f"{seen.rate:,.0f} a second" if seen.rate else "starting"
        return (
            f"divide and concur: {seen.iterations:,} iterations ({rate}), {seen.restarts} restarts, "
            f"gap {seen.gap:.3g}"
        )
    if hasattr(seen, "calls"):
        found = f", {seen.solutions} solutions" if seen.solutions else ""
        return f"exact engine: {seen.sentences} sentences taken in, {seen.calls} calls of the solver{found}"
    if hasattr(seen, "trials"):
        return f"{seen.done} of {seen.trials} trials"
    return str(seen)


class Display:
    """One line that is written over, and lines that stay. Not on a terminal: a line every ten seconds."""

    def __init__(self, console: Console | None = None, *, lines: bool = True) -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        self._console = console or Console(file=sys.stderr, markup=False, highlight=False)
        self.live = self._console.is_terminal or self._console.is_jupyter
        self._lines = lines
        self._began = self._said = time.monotonic()
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
        now = time.monotonic()
        if self.live:
            self._progress.update(self._task, description=describe(seen))
        elif self._lines and now - self._said >= EVERY:
            self._said = now
            print(f"{now - self._began:.0f} s: {describe(seen)}", file=self._console.file, flush=True)

    def note(self, text: str) -> None:
        """A line that stays, where someone is looking."""
        if self.live:
            self._progress.console.print(text)


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
