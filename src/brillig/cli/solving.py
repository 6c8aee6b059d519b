"""What the commands that search share: their options, progress on a terminal, and Ctrl-C."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brillig.cli.groups import Group
from brillig.cli.numbers import parse_whole
from brillig.cli.output import escape, plain
from brillig.engines.registry import engine_names
from brillig.errors import BrilligError, Place
from brillig.files import refuse_unwritable
from brillig.language.plural import count
from brillig.limits import CtrlC, Limits

if TYPE_CHECKING:
    from brillig.engines.outcome import Outcome
    from brillig.problems.solution import Solution
    from brillig.progress import Display, Report

INTERRUPTED = 130


PresetOption = Annotated[
    str | None,
    typer.Option(
        "--preset",
        metavar="default|paper",
        help="paper: the paper's form of divide and concur.",
        show_default="default",
    ),
]
EngineOption = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="|".join(engine_names()),
        help="Which engine searches. auto: with numbers they race; without, the fewest bits win.",
    ),
]
SeedOption = Annotated[
    int,
    typer.Option(
        "--seed",
        min=0,
        help="The same seed gives the same answer, except where auto lets engines race.",
    ),
]
MaxIterationsOption = Annotated[
    int | None,
    typer.Option(
        "--max-iterations", min=1, help="Maximum number of iterations per trial.", show_default="enough"
    ),
]
TimeLimitOption = Annotated[
    float | None, typer.Option("--time-limit", min=0.0, help="Seconds.", show_default="none")
]
MemoryOption = Annotated[
    int | None,
    typer.Option(
        "--max-memory",
        metavar="MB",
        min=1,
        help="Memory limit for the search, and for each process of the exact engine.",
        show_default="a quarter of the machine's, 2 GB at most",
    ),
]
JobsOption = Annotated[int | None, typer.Option("--jobs", min=1, help="Threads.", show_default="all cores")]
_LIMITS: dict[str, tuple[Any, Any]] = {
    "seed": (SeedOption, 0),
    "max_iterations": (MaxIterationsOption, None),
    "time_limit": (TimeLimitOption, None),
    "jobs": (JobsOption, None),
    "max_memory": (MemoryOption, None),
}
_TWO_MINUTES = Annotated[
    float | None, typer.Option("--time-limit", min=0.0, help="Seconds.", show_default="120")
]
LimitsGroup = Annotated[Limits, Group(_LIMITS, Limits)]
LimitsUpTo120Group = Annotated[Limits, Group(_LIMITS | {"time_limit": (_TWO_MINUTES, None)}, Limits)]
FirstOption = Annotated[
    int | None, typer.Option("--first", min=1, help="Read only the first N sentences.", show_default="all")
]
GammaOption = Annotated[
    float | None,
    typer.Option("--gamma", min=0.0, max=1.0, help="Rate at which the metric adapts.", show_default="preset"),
]
_SETTINGS: dict[str, Any] = {
    "beta": Annotated[
        float | None,
        typer.Option("--beta", min=0.01, max=1.99, help="Step size of the iteration.", show_default="preset"),
    ],
    "gamma": GammaOption,
    "kappa": Annotated[
        float | None,
        typer.Option(
            "--kappa", min=0.0, help="Weight of the rule tensor in the metric.", show_default="preset"
        ),
    ],
    "metric": Annotated[
        str | None,
        typer.Option("--metric", metavar="NAME", help="How the metric adapts.", show_default="preset"),
    ],
    "tensor": Annotated[
        str | None,
        typer.Option(
            "--tensor",
            metavar="limit|norm",
            help="How the number of rules is limited: in each copy (P_A), or by the norm of the mean (P_B).",
            show_default="preset",
        ),
    ],
    "lift": Annotated[
        str | None,
        typer.Option(
            "--lift",
            metavar="printed|kept|at-x",
            help="Where P_B places a category that is not in use.",
            show_default="preset",
        ),
    ],
    "order": Annotated[
        str | None,
        typer.Option(
            "--order",
            metavar="divide-first|concur-first",
            help="Which projection comes first.",
            show_default="preset",
        ),
    ],
    "strict_word_choice": Annotated[
        bool | None,
        typer.Option(
            "--strict-word-choice",
            help="Choose the word of an unused category by distance (the exact projection).",
        ),
    ],
    "literal": Annotated[
        bool | None,
        typer.Option(
            "--literal", help="For h > 0: use the cost of a word's category as the paper prints it, 1 - 2v."
        ),
    ],
    "restart_after": Annotated[
        int | None,
        typer.Option(
            "--restart-after", min=0, help="Restart after N iterations (0: never).", show_default="preset"
        ),
    ],
    "batch": Annotated[
        int | None,
        typer.Option(
            "--batch",
            min=0,
            help="Work on N sentences at first; unexplained ones join (0: all at once).",
            show_default="preset",
        ),
    ],
    "change_after": Annotated[
        int | None,
        typer.Option(
            "--change-after",
            min=1,
            help="Swap the batch for another of the same size every N iterations.",
            show_default=False,
        ),
    ],
}


def _given_settings(**named: Any) -> dict[str, Any]:
    """The settings of divide and concur that were given; 0 switches restarts and batches off."""
    given = {name: value for name, value in named.items() if value is not None}
    return given | {name: given[name] or None for name in ("restart_after", "batch") if name in given}


SettingsGroup = Annotated[
    dict[str, Any], Group({name: (kind, None) for name, kind in _SETTINGS.items()}, _given_settings)
]


def _check_output(path: Path | None) -> Path | None:
    """What cannot be written is found before the search, not after it."""
    if path is not None:
        refuse_unwritable(path)
    return path


OutputOption = Annotated[
    Path | None,
    typer.Option(
        "-o", "--output", help="Where to write the solution.", show_default=False, callback=_check_output
    ),
]
SolutionArgument = Annotated[
    str, typer.Argument(metavar="SOLUTION", help="A solution file.", show_default=False)
]


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
            "a grammar without trees",
            hint="name a solution file, as `infer -o` writes it",
            place=Place(str(name)),
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
