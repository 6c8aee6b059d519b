"""The program `brillig`, also as `python -m brillig`.

Only the standard library is imported before Ctrl-C is seen to: loading the rest takes a moment, in which
nothing can be lost and a person who changes their mind wants silence, not a list of modules.
"""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

INTERRUPTED = 130
# Objects between two looks for garbage: sentences and trees are none. With Python's own numbers a third of
# the time that 100,000 sentences take goes into looking.
GARBAGE = (100_000, 50, 100)


def main() -> None:
    """Run the command on the command line and end with its status."""
    gc.set_threshold(*GARBAGE)
    # In the background of a script Ctrl-C is ignored from the start, and stays so.
    hears = callable(signal.getsignal(signal.SIGINT))
    if hears:
        signal.signal(signal.SIGINT, _quit)
    _open_missing_streams()
    from brillig.cli import run
    from brillig.limits import status_of_interruption

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")  # arrows and any script, whatever the locale
    try:
        status = _run_until_heard(run, hears)
    except KeyboardInterrupt:  # while handlers were put in place or taken back: the answer, if any, is out
        status = INTERRUPTED
    sys.exit(status_of_interruption() if status == INTERRUPTED else status)


def _run_until_heard(run: Callable[[], int], hears: bool) -> Any:
    """The status of `run`, which a Ctrl-C or SIGTERM ends; afterwards both end the program at once."""
    from brillig.limits import ctrl_c_was_heard, hear_ctrl_c

    sys.unraisablehook = _say_unless_heard
    try:
        if hears:
            signal.signal(signal.SIGINT, hear_ctrl_c)
        if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, hear_ctrl_c)  # cron, timeout and containers end programs so
        return run()
    except KeyboardInterrupt:  # between two lines that would have seen to it
        return INTERRUPTED
    except SystemExit as end:
        return end.code
    except Exception:
        # Python makes a RuntimeError of a Ctrl-C in the midst of a class that a module defines.
        if not ctrl_c_was_heard():
            raise
        return INTERRUPTED
    finally:
        if hears:
            signal.signal(signal.SIGINT, _quit)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _open_missing_streams() -> None:
    """A stream that was closed by whoever started this (`>&-`) is empty, or goes nowhere.

    Else the next file to be opened would take its number, and be written to by whatever prints.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            # The lowest free number is taken, and those before it are open by now.
            os.open(os.devnull, os.O_RDONLY if number == 0 else os.O_WRONLY)
            setattr(sys, name, os.fdopen(number, "r" if number == 0 else "w", closefd=False))


def _say_unless_heard(ignored: sys.UnraisableHookArgs) -> None:
    """A Ctrl-C while Python tidies up cannot be raised; `hear_ctrl_c` remembers it, and nobody is told."""
    if not isinstance(ignored.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(ignored)


def _quit(_signal: int, _frame: FrameType | None) -> None:
    """End at once. Nothing is being written: commands run with Python's own handler, or with theirs."""
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
