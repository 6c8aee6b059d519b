"""What the commands write: on the screen, where nothing in it can command the terminal, and into files.

While a command runs, `sys.stdout` and `sys.stderr` are `Screen`s, so that whatever prints, and whatever it
prints (words, file names, messages of the system), control characters are shown and not obeyed.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from brillig.errors import BrilligError

if TYPE_CHECKING:
    from brillig.problems.solution import Solution

# Control characters of both sets; the marks that turn the direction of writing for what follows them; halves
# of characters, which file names can have and which cannot be written as UTF-8.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def discard_output() -> None:
    """What is still written to standard output goes nowhere: nobody reads it any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def escape(text: str) -> str:
    """The text with what could command a terminal written as in a Python string: `\\x1b`."""
    return _UNSAFE.sub(lambda found: _written(found.group()), text)


def _written(character: str) -> str:
    number = ord(character)
    if character == "\r":
        return "\\r"
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"


def to_json_text(data: Any, indent: int | None = None) -> str:
    """JSON that is the same on every terminal."""
    return escape_json(json.dumps(data, ensure_ascii=False, indent=indent))


def escape_json(text: str) -> str:
    """Escape the control characters of a JSON text in its own way."""
    # JSON itself escapes those below blank, and newlines are its own.
    return _UNSAFE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


_printed = False  # whether this command has printed its JSON object


def print_json(data: Any) -> None:
    """One JSON object on standard output."""
    global _printed
    print(to_json_text(data))
    _printed = True


def has_printed_json() -> bool:
    return _printed


class Screen:
    """A text stream with all that is written to it escaped; otherwise it is the stream that it stands for."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        self.stream.write(escape(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def plain(stream: TextIO | Screen) -> TextIO:
    """The stream itself, for those who mean to command the terminal or write data for other programs."""
    return stream.stream if isinstance(stream, Screen) else stream


def data_stream() -> TextIO:
    """Standard output for what other programs read: as it is, unless a terminal shows it."""
    return sys.stdout if sys.stdout.isatty() else plain(sys.stdout)


@contextlib.contextmanager
def escaping() -> Iterator[None]:
    """Let nothing that is printed in the block, one command's output, command the terminal."""
    global _printed
    _printed = False
    with (
        contextlib.redirect_stdout(Screen(plain(sys.stdout))),
        contextlib.redirect_stderr(Screen(plain(sys.stderr))),
    ):
        yield


def save_solution(solution: Solution | None, output: Path | None) -> BrilligError | None:
    """Save it where it is wanted. A refusal is returned, so that the answer is printed before it is told."""
    if solution is None or output is None:
        return None
    try:
        solution.save(output)
    except BrilligError as refusal:
        return refusal
    return None


def tell_refusal(refusal: BrilligError | None, solution: Solution | None, *, json: bool) -> None:
    """After the answer: print whole what could not be written, and end the command with the refusal."""
    if refusal is None:
        return
    if json or solution is None:
        raise refusal.adding("the answer is on standard output")
    print(f"\n{to_json_text(solution.to_json())}")
    raise refusal.adding("the solution is on standard output, its last line is what the file is")
