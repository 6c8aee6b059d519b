"""What `infer` without numbers adds: which protocol chooses, and the choice by bits on the screen."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from brillig.cli.numbers import parse_whole
from brillig.errors import BrilligError
from brillig.language.bracketing import Bracketing

if TYPE_CHECKING:
    from brillig.workflows.inference import InferenceResult

AUTO = "auto"


class Criterion(StrEnum):
    LENGTH = "length"
    MAX_MIN = "max-min"


ChooseOption = Annotated[
    Criterion | None,
    typer.Option(
        "--choose",
        help="Without -c, -l, -r: choose by description length, or by the paper's protocol.",
        show_default="length",
    ),
]


ExceptionsOption = Annotated[
    str,
    typer.Option(
        "--exceptions",
        metavar="K|auto",
        help="Without -c, -l, -r: leave at most K sentences unexplained, as exceptions.",
    ),
]


BracketingOption = Annotated[
    Bracketing | None,
    typer.Option(
        "--bracketing",
        help="Without numbers: of grammars with one language and nearly the same bits, what linguists draw.",
        show_default="conventional",
    ),
]


NamesOption = Annotated[
    str | None,
    typer.Option(
        "--names",
        metavar="suggested|letters|GRAMMAR",
        help="Names of categories: suggested by closed-class words, letters, or those of another grammar.",
        show_default="suggested",
    ),
]


BinaryFlag = Annotated[
    bool, typer.Option("--binary", help="Show rules of two categories, even if longer rules are fewer.")
]


StabilityOption = Annotated[
    int,
    typer.Option(
        "--stability",
        metavar="N",
        min=0,
        max=100,
        help="Without -c, -l, -r: also try N other seeds and N random halves of the sentences.",
    ),
]


EffortOption = Annotated[
    float,
    typer.Option(
        "--effort",
        metavar="N",
        help="Without -c, -l, -r: search N times as long.",
    ),
]


HoldOutOption = Annotated[
    float,
    typer.Option(
        "--hold-out",
        metavar="SHARE|K",
        help="Without -c, -l, -r: score the grammar on this share of the sentences, or in K folds.",
        show_default=False,
    ),
]


class Agreement(StrEnum):
    NONE = "none"
    AUTO = "auto"


FeaturesOption = Annotated[
    Agreement | None,
    typer.Option(
        "--features",
        help="Without -c, -l, -r: find agreement (number, gender) where that saves bits; none: plain rules.",
        show_default="auto",
    ),
]


def choice_lines(result: InferenceResult, *, verbose: bool) -> list[str]:
    """Beside the answer: why this grammar (--verbose has told that), what is proven, and what is in doubt."""
    if result.chosen is None or result.solution is None:
        return []
    why = [] if verbose else ["", result.chosen.summary]
    doubt = [] if result.doubt is None else result.doubt.lines()
    if result.doubt:
        doubt.append("An answer or two would decide: brillig ask FILE.")
    score = [] if result.score is None else ["", "Held out:", *str(result.score).splitlines()]
    classes = "" if result.classes is None else f"{result.classes}; --class none reads them as they are."
    return [*why, *filter(None, [classes, result.proven_line]), *doubt, *score]


def parse_exceptions(text: str) -> int | None:
    """The number, or None for `auto`."""
    if text == AUTO:
        return None
    if not text.isdecimal():
        hint = f"give a number of sentences, or {AUTO}"
        raise BrilligError(f"{text!r} is not a number", hint=hint, field="exceptions")
    return parse_whole("--exceptions", text)
