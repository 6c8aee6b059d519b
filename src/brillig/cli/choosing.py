"""What `infer` without numbers adds: which protocol chooses, and the choice by bits on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from brillig.cli import options
from brillig.cli.answer import ask_command
from brillig.cli.groups import Group, option
from brillig.cli.numbers import parse_whole
from brillig.errors import BrilligError
from brillig.language.bracketing import Bracketing

if TYPE_CHECKING:
    from brillig.workflows.inference import InferenceResult

AUTO = "auto"


class Criterion(StrEnum):
    LENGTH = "length"
    MAX_MIN = "max-min"


class Agreement(StrEnum):
    NONE = "none"
    AUTO = "auto"


def parse_exceptions(text: str) -> int | None:
    """The number, or None for `auto`."""
    if text == AUTO:
        return None
    if not text.isdecimal():
        hint = f"give a number of sentences, or {AUTO}"
        raise BrilligError(f"{text!r} is not a number", hint=hint, field="exceptions")
    return parse_whole("--exceptions", text)


def _by_bits(exceptions: str, names: str | None, **given: Any) -> dict[str, Any]:
    from brillig.workflows.presenting import resolve_names

    return given | {"exceptions": parse_exceptions(exceptions), "names": resolve_names(names)}


_OPTIONS: dict[str, Any] = {
    "choose": Annotated[
        Criterion | None,
        option(
            "--choose",
            "Choose by description length, or by the paper's protocol.",
            "length",
        ),
    ],
    "exceptions": Annotated[
        str,
        option("--exceptions K|auto", "Leave at most K sentences unexplained, as exceptions."),
    ],
    "stability": Annotated[
        int,
        option(
            "--stability N",
            "Also try N other seeds and N random halves of the sentences.",
            min=0,
            max=100,
        ),
    ],
    "effort": Annotated[float, option("--effort N", "Search N times as long.")],
    "hold_out": Annotated[
        float,
        option(
            "--hold-out SHARE|K",
            "Score the grammar on this share of the sentences, or in K folds.",
            shown=False,
        ),
    ],
    "features": Annotated[
        Agreement | None,
        option(
            "--features",
            "Find agreement (number, gender) where that saves bits; none: plain rules.",
            "auto",
        ),
    ],
    "bracketing": Annotated[
        Bracketing | None,
        option(
            "--bracketing",
            "Of grammars with one language and nearly the same bits, take the one that linguists draw.",
            "conventional",
        ),
    ],
    "names": options.Names,
}
# How the grammar is chosen where it has no numbers: fields of the request.
ChoosingGroup = Annotated[
    dict[str, Any],
    Group(_OPTIONS, _by_bits, {"exceptions": "0", "stability": 0, "effort": 1.0, "hold_out": 0.0}),
]


def choice_lines(
    result: InferenceResult, *, files: Sequence[str], verbose: bool, hold_out: float = 0.0
) -> list[str]:
    """Beside the answer: why this grammar (--verbose has told that), what is proven, and what is in doubt."""
    if result.chosen is None or result.solution is None:
        return []
    why = [] if verbose else ["", result.chosen.summary]
    doubt = [] if result.doubt is None else result.doubt.lines()
    if result.doubt:
        doubt.append(
            "To decide, add such a sentence to the file, with a star if it is wrong, or answer questions: "
            + ask_command(files, result.solution.problem.corpus.reading)
        )
    score = ["", "Held out: not measured, because the search was stopped first."] if hold_out else []
    if result.score is not None:
        score = ["", "Held out:", *str(result.score).splitlines()]
    classes = "" if result.classes is None else f"{result.classes}; --class none reads them as they are."
    return [*why, *filter(None, [classes, result.proven_line]), *doubt, *score]
