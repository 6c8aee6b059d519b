"""The one exception a user can meet: a sentence saying what, where, and what to do."""

from __future__ import annotations

from collections.abc import Sequence


class BrilligError(ValueError):
    """Wrong input or options. The message is one line; the command line prints it and exits with 2."""

    @property
    def troubles(self) -> Sequence[str]:
        """Everything that is wrong, a line each."""
        return (str(self),)


class TroublesError(BrilligError):
    """Several things wrong at once."""

    def __init__(self, troubles: Sequence[str]) -> None:
        super().__init__("\n".join(troubles))
        self._troubles = tuple(troubles)

    @property
    def troubles(self) -> Sequence[str]:
        return self._troubles
