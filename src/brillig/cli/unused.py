"""Options that would do nothing are refused: whoever gives one expects it to matter."""

from __future__ import annotations

from collections.abc import Iterable

import typer

from brillig.errors import BrilligError


def refuse_unused(context: typer.Context, names: Iterable[str], why: str, hint: str = "leave it out") -> None:
    """Refuse those of the parameters that were given on the command line."""
    given = [
        _spelling(context, parameter.name, parameter.opts, parameter.secondary_opts)
        for parameter in context.command.params
        if parameter.name in set(names) and _was_given(context, parameter.name)
    ]
    if given:
        raise BrilligError(f"{', '.join(given)}: {why}", hint=hint)


def refuse_iterations(context: typer.Context, engine: str) -> None:
    """Some engines make no iterations that could be limited."""
    from brillig.engines.registry import find_engine

    if not find_engine(engine).iterates:
        why = f"{find_engine(engine).title} makes no iterations"
        refuse_unused(context, ["max_iterations"], why, "leave it out, or limit it by --time-limit")


def _spelling(context: typer.Context, name: str | None, opts: list[str], other: list[str]) -> str:
    """As it was given: `--binary` is the other side of `--flat`."""
    return max(other if other and context.params.get(name or "") is False else opts, key=len)


def _was_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
