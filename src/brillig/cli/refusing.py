"""Refusals: a line for each trouble on standard error, or with --json one object on standard output."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from brillig.cli.output import has_printed_json, print_json
from brillig.errors import BrilligError, Option

STATUS = 2

# Fields whose option is not called as they are.
_OPTIONS = {
    "classes": "--class",
    "judge": "--oracle",
    "most": "--max",
    "solution": "SOLUTION",
    "sentences": "FILE",
    "grammar": "GRAMMAR",
}


def option_name(option: Option) -> str:
    """What a field is called on the command line: `--engine exact`."""
    if option.value is False:
        return f"--no-{option.field}"
    name = _OPTIONS.get(option.field, f"--{option.field.replace('_', '-')}")
    return name if option.value is None or option.value is True else f"{name} {option.value}"


def refuse(errors: Sequence[BrilligError], arguments: Sequence[str]) -> int:
    """Say what is wrong in the form that the arguments ask for; the exit status."""
    # Standard output has one object: what goes wrong after the answer is told beside it.
    if "--json" in arguments and not has_printed_json():
        first, *others = (describe(error) for error in errors)
        print_json({"error": first | ({"more": others} if others else {})})
        return STATUS
    for error in errors:
        print(f"brillig: {_one_line(error.told(option_name))}", file=sys.stderr)
    return STATUS


def describe(error: BrilligError) -> dict[str, Any]:
    """A refusal for programs: what is wrong, in which file and line if it is about one, and what to do."""
    data = error.to_json(option_name)
    return {name: _one_line(text) if isinstance(text, str) else text for name, text in data.items()}


def _one_line(text: str) -> str:
    return " ".join(text.split())
