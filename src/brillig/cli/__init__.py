"""The command line: one module for each group of commands."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

import typer

from brillig.cli.application import app
from brillig.cli.groups import unfold_groups
from brillig.cli.headings import arrange_help
from brillig.cli.numbers import check_numbers
from brillig.cli.output import discard_output, escaping
from brillig.cli.refusing import refuse
from brillig.errors import BrilligError, Option, Place
from brillig.limits import OutOfTime

# The modules that hold the commands, in the order of `brillig --help`. A new one is one more line. They
# import what is slow to import (numpy, pysat, nltk, ...) inside their functions, so that help stays quick.
COMMANDS = (
    "infer",
    "ask",
    "refine",
    "extend",
    "enlarge",
    "search",
    "certify",
    "show",
    "schema",
    "generate",
    "parse",
    "compare",
    "score",
    "study",
    "bench",
    "draw",
    "reproduce",
    "studio",
)

# typer carries a click of its own from some version on, so its exceptions are reached through typer.
_ClickError: type[Exception] = typer.BadParameter.__mro__[2]

for _name in COMMANDS:
    import_module(f"brillig.cli.{_name}")
unfold_groups(app)
arrange_help(app)
check_numbers(app)


@cache
def _command() -> Any:
    """Made once: a program may run many commands."""
    return typer.main.get_command(app)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; a refusal is a line for each trouble on standard error."""
    with escaping():
        return _run(arguments)


def _run(given: Sequence[str] | None) -> int:
    arguments = sys.argv[1:] if given is None else list(given)
    try:
        status = _command().main(args=arguments, prog_name="brillig", standalone_mode=False)
        sys.stdout.flush()
    except BrilligError as error:
        return refuse(error.troubles, arguments)
    except _ClickError as error:
        return refuse([_usage_error(error)], arguments)
    except (KeyboardInterrupt, typer.Abort):
        print("brillig: stopped", file=sys.stderr)
        return 130
    except OutOfTime:
        sys.stdout.flush()
        more = ("give ", Option("time_limit"), " more seconds")
        refuse([BrilligError("time was up before the end", hint=more)], arguments)
        return 1
    except (BrokenPipeError, SystemExit) as error:
        # typer turns a broken pipe into an exit with status 1, which here would mean "the answer is no".
        if isinstance(error, SystemExit) and not isinstance(error.__context__, BrokenPipeError):
            raise
        discard_output()  # whoever reads it has seen enough
        return 0
    except OSError as error:
        discard_output()
        where = Place(str(error.filename or "standard output"))  # which is gone, then
        message, hint = f"cannot be written ({error.strerror})", "check space and permissions"
        return refuse([BrilligError(message, hint=hint, place=where)], ())
    except AssertionError as error:  # a mistake of the program: the check of an answer did not pass
        hint = "nothing was answered. Please report it"
        return refuse([BrilligError(f"internal error: {error}", hint=hint)], arguments)
    except MemoryError:
        refusal = BrilligError("not enough memory", hint="use fewer or shorter sentences")
        return refuse([refusal], arguments)
    return status if isinstance(status, int) else 0


def _usage_error(error: Any) -> BrilligError:
    message = error.format_message()
    context = getattr(error, "ctx", None)
    # The simple form of a group has a name that nobody types.
    path = context.command_path.partition(" [")[0] if context is not None else "brillig"
    return BrilligError(message.rstrip("."), hint=f"see {path} --help")
