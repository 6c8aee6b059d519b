"""The one exception a user can meet: a sentence saying what, where, and what to do."""

from __future__ import annotations


class BrilligError(ValueError):
    """Wrong input or options. The message is one line; the command line prints it and exits with 2."""
