"""Help in sections: what is used most comes first, under `Options`, and the rest under a heading each."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand

# The options under each heading by their longest names, in the order of the sections. Every other option, and
# one that would stand alone under its heading, is among the first.
HEADINGS: dict[str, tuple[str, ...]] = {
    "With given numbers": (
        *("--categories", "--lexical", "--rules", "--homographs"),
        *("--allow", "--equal-children", "--lexical-root"),
    ),
    "Without given numbers": (
        *("--choose", "--exceptions", "--stability", "--effort", "--hold-out"),
        *("--features", "--bracketing"),
    ),
    "Reading the sentences": (
        *(
            "--first",
            "--case",
            "--punctuation",
            "--tokens",
            "--class",
            "--same",
            "--no-comments",
            "--no-stars",
        ),
        *("--tags", "--brackets", "--keep-final", "--split-sentences", "--fold-case", "--max-sentence-words"),
    ),
    "Searching": (
        *("--engine", "--seed", "--max-iterations", "--time-limit", "--jobs", "--max-memory", "--cluster"),
    ),
    "Divide and concur": (
        *("--preset", "--beta", "--gamma", "--kappa", "--metric", "--tensor", "--lift", "--order"),
        *("--strict-word-choice", "--literal", "--restart-after", "--batch", "--change-after", "--record"),
    ),
}
FEW = 15  # options that need no sections
_FIRST = "Options"


class SectionedCommand(TyperCommand):
    """A command whose help has its options in sections."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        arguments: list[tuple[str, str]] = []
        sections: dict[str, list[tuple[str, str]]] = {heading: [] for heading in (_FIRST, *HEADINGS)}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None:
                continue
            if parameter.param_type_name == "argument":
                arguments.append(record)
            else:
                sections[_heading(max(parameter.opts, key=len))].append(record)
        if sum(map(len, sections.values())) <= FEW:
            return super().format_options(ctx, formatter)
        for heading in HEADINGS:
            if len(sections[heading]) == 1:
                sections[_FIRST][-1:-1] = sections.pop(heading)  # --help stays the last
        for heading, records in {"Arguments": arguments, **sections}.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)
        return None


def _heading(option: str) -> str:
    return next((heading for heading, options in HEADINGS.items() if option in options), _FIRST)


def arrange_help(app: typer.Typer) -> None:
    """Let every command of the application, and of its groups of commands, have sections."""
    for command in app.registered_commands:
        command.cls = SectionedCommand
    for group in app.registered_groups:
        if group.typer_instance is not None:
            arrange_help(group.typer_instance)
