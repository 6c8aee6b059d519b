"""What the commands that search share: their options, progress on a terminal, and Ctrl-C."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from brillig.cli.numbers import parse_whole
from brillig.cli.output import escape, plain
from brillig.errors import BrilligError
from brillig.language.plural import count
from brillig.limits import CtrlC

if TYPE_CHECKING:
    from brillig.engines.outcome import Outcome
    from brillig.problems.solution import Solution
    from brillig.progress import Display, Report

INTERRUPTED = 130


MAX_LINES = 16  # of a grammar that is shown while the search goes on


class RunMonitor:
    """Progress on standard error, and only there; a Ctrl-C asks the search to stop, a second one insists."""

    def __init__(self, cancel: CtrlC | None = None) -> None:
        self.cancel = CtrlC() if cancel is None else cancel
        self._display: Display | None = None

    def report(self, seen: Report) -> None:
        """A line that stays or is written over; on a terminal also the best grammar so far."""
        if not seen.milestone:
            self._shown().show(escape(seen.line()))
            return
        self.note(seen.line())
        display = self._shown()
        if display.live and seen.best is not None:
            lines = str(seen.best).splitlines()
            more = ["..."] if len(lines) > MAX_LINES else []
            display.show(escape("\n".join(["the best so far:", *lines[:MAX_LINES], *more])))

    def note(self, text: str) -> None:
        """A line that stays, where someone is looking."""
        self._shown().note(escape(text))

    def clear(self) -> None:
        """Take the line that is written over away."""
        if self._display is not None:
            self._display.__exit__()
            self._display = None

    def _shown(self) -> Display:
        # Made when there is something to show: short commands are not to wait for rich.
        if self._display is None:
            from rich.console import Console

            from brillig.progress import Display

            console = Console(file=plain(sys.stderr), markup=False, highlight=False)
            self._display = Display(console).__enter__()
        return self._display


@contextmanager
def watching() -> Iterator[RunMonitor]:
    """A `RunMonitor` that hears Ctrl-C as long as the block runs."""
    with CtrlC() as cancel:
        watch = RunMonitor(cancel)
        try:
            yield watch
        finally:
            watch.clear()


def load_solution(name: str) -> Solution:
    """The solution file that is named; a grammar alone is not enough."""
    from brillig.cli.common import resolve
    from brillig.problems.solution import Solution

    found = resolve(name)
    if not isinstance(found, Solution):
        raise BrilligError(
            "a grammar without trees", hint="name a solution file, as `infer -o` writes it", place=name
        )
    return found


def parse_numbers(option: str, text: str) -> dict[str, int]:
    """`A=2, B=3` as a dictionary."""
    numbers: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, number = (piece.strip() for piece in part.rpartition("="))
        if not equals or not name or not number.isdecimal():
            raise BrilligError(
                f"{option}: {part!r} is not NAME=NUMBER", hint="write them with commas between"
            )
        name = " ".join(name.split())
        if name in numbers:
            raise BrilligError(f"{option}: {name!r} is named twice", hint="give it one number")
        numbers[name] = parse_whole(f"{option} {name}", number)
    if not numbers:
        raise BrilligError(f"{option}: nothing is named", hint="write NAME=NUMBER with commas between")
    return numbers


def finish(solution: Solution | None, interrupted: bool) -> None:
    """End with the status of the answer: 0 found, 1 not, 130 after Ctrl-C."""
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if solution is None:
        raise typer.Exit(1)


def describe_run(outcome: Outcome) -> str:
    """Who answered, and what it took."""
    run = outcome.run
    steps = (
        f", {count(run.iterations, 'iteration')}, {count(run.restarts, 'restart')}" if run.iterations else ""
    )
    return f"{outcome.status.value} by {run.engine}{steps}, {run.seconds:.2f} s"
