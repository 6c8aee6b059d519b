"""How options are declared: one alone, or several that commands share as one parameter, a group."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, get_type_hints

import typer


def option(names: str, help: str, shown: bool | str = True, **more: Any) -> Any:
    """An option of a command: `-o --output FILE`, with what stands for its value behind its names.

    `shown` is what help says of the default: nothing, the default itself, or these words.
    """
    flags = [name for name in names.split() if name.startswith("-")]
    metavar = names.split()[len(flags) :]
    more |= {"metavar": metavar[0]} if metavar else {}
    return typer.Option(*flags, help=help, show_default=shown, **more)


def argument(metavar: str, help: str, shown: bool = False, **more: Any) -> Any:
    return typer.Argument(metavar=metavar, help=help, show_default=shown, **more)


@dataclass(frozen=True)
class Group:
    """The options by name, and what makes one value of theirs.

    A command takes a group as a parameter of type `Annotated[Value, Group(...)]`. The default of an option is
    False for a flag and else None, unless `defaults` has another. `about` stands in the command's help text,
    before the example.
    """

    options: Mapping[str, Any]
    make: Callable[..., Any]
    defaults: Mapping[str, Any] = field(default_factory=dict)
    about: str = ""

    def parameters(self) -> Iterator[inspect.Parameter]:
        for name, annotation in self.options.items():
            default = self.defaults.get(name, False if annotation.__origin__ is bool else None)
            yield inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
            )


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
        parameters += group.parameters()
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
