"""Refusals: a line for each trouble on standard error, or with --json one object on standard output."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Any

from brillig.cli.output import has_printed_json, print_json

STATUS = 2

_PLACE = re.compile(r"(?P<file>.+?), line (?P<line>\d+): (?P<rest>.*)", re.DOTALL)


def refuse(messages: Sequence[str], arguments: Sequence[str]) -> int:
    """Say what is wrong in the form that the arguments ask for; the exit status."""
    lines = [" ".join(message.split()) for message in messages]
    # Standard output has one object: what goes wrong after the answer is told beside it.
    if "--json" in arguments and not has_printed_json():
        first, *others = (describe(line, arguments) for line in lines)
        print_json({"error": first | ({"more": others} if others else {})})
        return STATUS
    for line in lines:
        print(f"brillig: {line}", file=sys.stderr)
    return STATUS


def describe(line: str, arguments: Sequence[str]) -> dict[str, Any]:
    """A refusal taken apart: what is wrong, in which file and line if it is about one, and what to do."""
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
    }
