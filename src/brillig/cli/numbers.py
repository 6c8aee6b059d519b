"""Numbers on the command line: what no part of the program can hold is refused, whatever the option."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, get_type_hints

import typer
from typer.models import ParameterInfo

from brillig.cli.groups import wrap_commands
from brillig.errors import BrilligError

MAX_WHOLE = 2**63 - 1  # what a store and the kernel can hold


def parse_whole(place: str, text: str) -> int:
    """A whole number in a text such as `A=2`; `place` is where it stands."""
    if not text.isdecimal():
        raise BrilligError(f"{place}: {text!r} is not an integer")
    if len(text) > len(str(MAX_WHOLE)) or int(text) > MAX_WHOLE:
        raise BrilligError(f"{place}: {text[:40]} is more than {MAX_WHOLE}", hint="use a smaller number")
    return int(text)


def check_numbers(app: typer.Typer) -> None:
    """Let every command of the application check its numbers before anything else."""
    wrap_commands(app, _checking)


def _checking(command: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(command)
    def checked(*arguments: Any, **values: Any) -> Any:
        for name, value in values.items():
            if isinstance(value, int) and not -MAX_WHOLE <= value <= MAX_WHOLE:
                raise BrilligError(
                    f"{_option(command, name)}: {str(value)[:40]} is beyond {MAX_WHOLE}",
                    hint="use a smaller number",
                )
            if isinstance(value, float) and not math.isfinite(value):
                raise BrilligError(
                    f"{_option(command, name)}: {value} is not a number", hint="give one, or none"
                )
        return command(*arguments, **values)

    return checked


def _option(command: Callable[..., Any], name: str) -> str:
    """What a person calls the parameter: `--seed`."""
    hint = get_type_hints(command, include_extras=True).get(name)
    for info in getattr(hint, "__metadata__", ()):
        if not isinstance(info, ParameterInfo):
            continue
        # In `Annotated` the first name stands where the default would be.
        names = [info.default, *(info.param_decls or ())]
        long = [text for text in names if isinstance(text, str) and text.startswith("--")]
        if long:
            return long[0].partition("/")[0]
        if info.metavar:
            return str(info.metavar)
    return name
