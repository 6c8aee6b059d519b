"""Options that several commands share, as one parameter: a group names them and makes one value of them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_type_hints

import typer


@dataclass(frozen=True)
class Group:
    """The annotation and the default of each option, and what makes a value of theirs.

    A command takes a group as a parameter of type `Annotated[Value, Group(...)]`. `about` stands in its help
    text, before the example.
    """

    options: Mapping[str, tuple[Any, Any]]
    make: Callable[..., Any]
    about: str = ""


def wrap_commands(app: typer.Typer, wrap: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    """Put every command of the application, and of its groups of commands, into a wrapper."""
    for command in app.registered_commands:
        if command.callback is not None:
            command.callback = wrap(command.callback)
    for group in app.registered_groups:
        if group.typer_instance is not None:
            wrap_commands(group.typer_instance, wrap)


def unfold_groups(app: typer.Typer) -> None:
    """Let the commands of the application take the options of their groups one by one."""
    wrap_commands(app, _unfold)


def _unfold(command: Callable[..., Any]) -> Callable[..., Any]:
    hints = get_type_hints(command, include_extras=True)
    signature = inspect.signature(command)
    groups: dict[str, Group] = {}
    parameters: list[inspect.Parameter] = []
    for name, parameter in signature.parameters.items():
        group = next(
            (extra for extra in getattr(hints[name], "__metadata__", ()) if type(extra) is Group), None
        )
        if group is None:
            parameters.append(parameter.replace(annotation=hints[name]))
            continue
        groups[name] = group
        for option, (annotation, default) in group.options.items():
            kind = inspect.Parameter.KEYWORD_ONLY
            parameters.append(inspect.Parameter(option, kind, default=default, annotation=annotation))
    if not groups:
        return command

    @functools.wraps(command)
    def run(**values: Any) -> Any:
        made = {
            name: group.make(**{option: values.pop(option) for option in group.options})
            for name, group in groups.items()
        }
        return command(**values, **made)

    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters} | {
        "return": None
    }
    for group in groups.values():
        if group.about:
            run.__doc__ = (run.__doc__ or "").replace("Example:", f"{group.about}\n\n    Example:", 1)
    return run
