"""A hook of MkDocs: the references of commands and of the Python interface, made at build time."""

from __future__ import annotations

import enum
import inspect
import types
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

# What functions return that nobody makes by hand; not in `brillig` itself, but in the reference.
RESULTS = (
    "workflows.inference.InferenceResult",
    "workflows.refinement.RefinementResult",
    "workflows.extension.ExtensionResult",
    "workflows.enlargement.EnlargementResult",
    "workflows.certificate.Certificate",
    "workflows.max_min_result.SearchResult",
    "workflows.protocol.Protocol",
    "studies.result.StudyResult",
    "parsing.evaluate.Comparison",
    "parsing.report.ParseReport",
    "drawing.choosing.Drawing",
    "api.using.Section",
)

LONG = 80  # signatures from here on take several lines


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the two generated pages."""
    files.append(File.generated(config, "reference/commands.md", content=describe_commands()))
    files.append(File.generated(config, "reference/python.md", content=describe_api()))
    return files


def describe_commands() -> str:
    """Every command with its help."""
    from brillig.cli import app

    parts = [
        "# Commands",
        "What `brillig COMMAND --help` prints. The exit status is 0 for done (found, accepted, unique), 1 "
        "where the answer is no, 2 for wrong input or options, and 130 after Ctrl-C.",
    ]
    import typer

    root = typer.main.get_command(app)
    for path, command in list_commands(root, ("brillig",)):
        context = command.context_class(command, info_name=" ".join(path), max_content_width=100)
        parts += [f"## {' '.join(path[1:])}", f"```text\n{command.get_help(context).strip()}\n```"]
    return "\n\n".join(parts) + "\n"


def list_commands(
    command: Any, path: tuple[str, ...], hidden: bool = False
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The command, if it is not the root, and everything below it; what is hidden only if asked for."""
    if len(path) > 1:
        yield path, command
    for name, below in getattr(command, "commands", {}).items():
        if hidden or not below.hidden:
            yield from list_commands(_whole_command(name, below), (*path, name), hidden)


def _whole_command(name: str, command: Any) -> Any:
    """The command, or what it hands its words on to, where another package has it."""
    import typer

    for found in entry_points(group="brillig.commands", name=name):
        return typer.main.get_command(found.load())
    return command


def describe_api() -> str:
    """Everything that `import brillig` offers."""
    import brillig

    parts = [
        "# Python interface",
        "What `import brillig` offers. The functions have the names of the commands.",
    ]
    names = sorted(brillig.__all__, key=lambda name: (inspect.isclass(getattr(brillig, name)), name.lower()))
    for name in names:
        parts += _describe(name, getattr(brillig, name))
    for path in RESULTS:
        module, _, name = path.rpartition(".")
        parts += _describe(name, getattr(import_module(f"brillig.{module}"), name))
    return "\n\n".join(parts) + "\n"


def _describe(name: str, thing: Any) -> list[str]:
    parts = [f"## {name}"]
    if inspect.isclass(thing):
        parts += [f"```python\nclass {name}{_signature(thing)}\n```", _docstring(thing)]
        if issubclass(thing, enum.Enum):
            parts.append(", ".join(f"`{name}.{member.name}`" for member in thing))
        for member_name, member in vars(thing).items():
            if not member_name.startswith("_"):
                parts += _describe_member(name, member_name, member)
    else:
        parts += [f"```python\n{name}{_signature(thing)}\n```", _docstring(thing)]
    return [part for part in parts if part]


def _describe_member(owner: str, name: str, member: Any) -> list[str]:
    """A method or a property with a docstring."""
    if isinstance(member, classmethod | staticmethod):
        member = member.__func__
    parts = [f"### {owner}.{name}"]
    if isinstance(member, types.FunctionType):
        parts.append(f"```python\n{owner}.{name}{_signature(member)}\n```")
    elif not isinstance(member, property) and type(member).__name__ != "cached_property":
        return []
    text = _docstring(member)
    return [*parts, text] if text else []


class _Unquoted(str):
    """An annotation that is shown without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _signature(thing: Any) -> str:
    """The parameters without self, one a line where there are many."""
    try:
        signature = inspect.signature(thing)
    except ValueError:
        return ""
    parameters = [
        value.replace(annotation=_Unquoted(value.annotation)) if isinstance(value.annotation, str) else value
        for name, value in signature.parameters.items()
        if name not in ("self", "cls")
    ]
    returned = signature.return_annotation
    if isinstance(returned, str):
        signature = signature.replace(return_annotation=_Unquoted(returned))
    text = str(signature.replace(parameters=parameters))
    if len(text) < LONG:
        return text
    returns = text[text.rindex(")") + 1 :]
    lines, keyword_only = [], False
    for parameter in parameters:
        if parameter.kind is parameter.KEYWORD_ONLY and not keyword_only:
            lines.append("    *,")
            keyword_only = True
        lines.append(f"    {parameter},")
    return "\n".join(["(", *lines, f"){returns}"])


def _docstring(thing: Any) -> str:
    """The docstring; aligned lists of fields are kept as they are."""
    text = inspect.getdoc(thing) or ""
    inherited = inspect.isclass(thing) and thing.__doc__ is None
    if not text or inherited:
        return ""
    aligned = any("   " in line.strip() for line in text.splitlines())
    return f"```text\n{text}\n```" if aligned else text
