"""Refusals: a line for each trouble on standard error, or with --json one object on standard output."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Any

from brillig.cli.output import has_printed_json, print_json
from brillig.errors import BrilligError, Option

STATUS = 2

_PLACE = re.compile(r"(?P<file>.+?), line (?P<line>\d+): (?P<rest>.*)", re.DOTALL)

# Fields whose option is not called as they are.
_OPTIONS = {
    "classes": "--class",
    "comments": "--no-comments",
    "stars": "--no-stars",
    "judge": "--oracle",
    "most": "--max",
    "solution": "SOLUTION",
    "sentences": "FILE",
    "grammar": "GRAMMAR",
}


def option_name(option: Option) -> str:
    """What a field is called on the command line: `--engine exact`."""
    name = _OPTIONS.get(option.field, f"--{option.field.replace('_', '-')}")
    return name if option.value is None else f"{name} {option.value}"


def refuse(troubles: Sequence[BrilligError | str], arguments: Sequence[str]) -> int:
    """Say what is wrong in the form that the arguments ask for; the exit status."""
    errors = [one if isinstance(one, BrilligError) else BrilligError(one) for one in troubles]
    # Standard output has one object: what goes wrong after the answer is told beside it.
    if "--json" in arguments and not has_printed_json():
        first, *others = (describe(error, arguments) for error in errors)
        print_json({"error": first | ({"more": others} if others else {})})
        return STATUS
    for error in errors:
        print(f"brillig: {_one_line(error.told(option_name))}", file=sys.stderr)
    return STATUS


def describe(error: BrilligError, arguments: Sequence[str]) -> dict[str, Any]:
    """A refusal for programs: what is wrong, in which file and line if it is about one, and what to do."""
    if error.place is not None or error.hint or error.field is not None:
        data = error.to_json(option_name)
        return {name: _one_line(text) if isinstance(text, str) else text for name, text in data.items()}
    line = _one_line(str(error))
    file, number, rest = None, None, line
    if place := _PLACE.fullmatch(line):
        file, number, rest = place["file"], int(place["line"]), place["rest"]
    else:
        name, colon, after = line.partition(": ")
        if colon and (name in arguments or name == "standard input"):
            file, rest = name, after
    message, semicolon, hint = rest.rpartition("; ")
    return {
        "message": message if semicolon else rest,
        "file": file,
        "line": number,
        "hint": hint if semicolon else None,
        "field": None,
    }


def _one_line(text: str) -> str:
    return " ".join(text.split())
