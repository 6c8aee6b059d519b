"""Options that would do nothing are refused: whoever gives one expects it to matter."""

from __future__ import annotations

from collections.abc import Iterable

import typer

from brillig.cli.solving import Engine
from brillig.errors import BrilligError

# How divide and concur searches; by the names of the parameters.
CONCUR_OPTIONS = (
    "batch",
    "preset",
    "beta",
    "gamma",
    "kappa",
    "metric",
    "tensor",
    "lifting",
    "order",
    "strict_word_choice",
    "literal",
    "change_after",
    "restart_after",
    "record",
)


def refuse_unused(context: typer.Context, names: Iterable[str], why: str) -> None:
    """Refuse those of the parameters that were given on the command line; `why` says what to do."""
    given = [
        max(parameter.opts, key=len)
        for parameter in context.command.params
        if parameter.name in set(names) and _was_given(context, parameter.name)
    ]
    if given:
        raise BrilligError(f"{', '.join(given)}: {why}")


def refuse_iterations(context: typer.Context, engine: Engine) -> None:
    """The exact engine makes no iterations that could be limited."""
    if engine is Engine.EXACT:
        why = "the exact engine makes no iterations; leave it out, or limit it by --time-limit"
        refuse_unused(context, ["max_iterations"], why)


def _was_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
