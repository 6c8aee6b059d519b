"""The exceptions a user can meet: each a sentence saying what, where, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


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


class NotFound(BrilligError):  # noqa: N818 (an answer, though not the one hoped for)
    """Nothing was found within the limits, which is no proof that there is nothing.

    outcome       how the search ended, with the run
    nearest       what came nearest: it explains only some of the sentences. None where nothing is known
    unexplained   the numbers, from 1, of those that it does not explain
    """

    def __init__(self, message: str, outcome: Any = None, nearest: Any = None) -> None:
        super().__init__(message)
        self.outcome = outcome
        self.nearest = nearest
        self.unexplained: tuple[int, ...] = () if outcome is None else outcome.unexplained


class Infeasible(BrilligError):  # noqa: N818
    """It is proven that there is no answer; `reason` says why."""

    def __init__(self, message: str, outcome: Any = None, reason: str = "") -> None:
        super().__init__(message)
        self.outcome = outcome
        self.reason = reason


class Interrupted(KeyboardInterrupt):
    """Ctrl-C while something was searched for. What had been found by then is not lost.

    outcome   what the function would have returned at a time limit: an `Outcome`, a `SearchResult`, a
              `Certificate` or a `StudyResult`. None after a second Ctrl-C, which does not wait for it
    best      the best solution so far, checked but not proven best; None where there is none yet
    """

    def __init__(self, outcome: Any = None, best: Any = None) -> None:
        super().__init__()
        self.outcome = outcome
        self.best = best
