"""The exceptions a user can meet, as values: what is wrong, where, what to do, and which field it is about.

What a person has set is named by its field (`Option("engine", "exact")`); an interface, which alone knows
its own names for the fields, writes it as `--engine exact`, or as a control of the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any


@dataclass(frozen=True)
class Option:
    """Something that can be set, with the value meant; in Python it is called what it is called here."""

    field: str
    value: object = None

    def __str__(self) -> str:
        return self.field if self.value is None else f"{self.field} {self.value}"


@dataclass(frozen=True)
class Place:
    """Where something is wrong: a file, or what stands for one, and a line of it."""

    file: str
    line: int | None = None

    def __str__(self) -> str:
        return self.file if self.line is None else f"{self.file}, line {self.line}"


Words = str | Option | Sequence[str | Option]
Name = Callable[[Option], str]


def as_parts(words: Words) -> Sequence[str | Option]:
    """The words as a sequence, to be put together with others."""
    return (words,) if isinstance(words, str | Option) else words


def say(words: Words, name: Name = str) -> str:
    """The words in one text, each option as the interface names it."""
    return "".join(part if isinstance(part, str) else name(part) for part in as_parts(words))


class BrilligError(ValueError):
    """Wrong input or options. The message is one line; the command line prints it and exits with 2.

    message   what is wrong
    hint      what to do
    place     the file and the line that it is about; a name or a path alone is a file
    field     the option that it is about, by its name in Python
    """

    def __init__(
        self,
        message: Words,
        *,
        hint: Words = "",
        place: Place | str | PathLike[str] | None = None,
        field: str | None = None,
    ) -> None:
        self.message = message
        self.hint = hint
        self.place = place if place is None or isinstance(place, Place) else Place(str(place))
        self.field = field
        super().__init__(self.told())

    def at(self, file: object, line: int | None = None) -> BrilligError:
        """The same, about this place unless it is about another already."""
        if self.place is not None:
            return self
        return BrilligError(self.message, hint=self.hint, place=Place(str(file), line), field=self.field)

    def adding(self, hint: str) -> BrilligError:
        """The same with one more thing to know at its end."""
        hints = (*as_parts(self.hint), "; ", hint) if self.hint else hint
        return BrilligError(self.message, hint=hints, place=self.place, field=self.field)

    def told(self, name: Name = str) -> str:
        """All of it in one line, options as the interface names them."""
        where = "" if self.place is None else f"{self.place}: "
        about = "" if self.field is None else f"{name(Option(self.field))}: "
        hint = say(self.hint, name)
        return f"{where}{about}{say(self.message, name)}{'; ' if hint else ''}{hint}"

    def to_json(self, name: Name = str) -> dict[str, Any]:
        """For programs; the field by its name in Python, whatever the interface."""
        about = "" if self.field is None else f"{name(Option(self.field))}: "
        return {
            "message": about + say(self.message, name),
            "file": None if self.place is None else self.place.file,
            "line": None if self.place is None else self.place.line,
            "hint": say(self.hint, name) or None,
            "field": self.field,
        }

    @property
    def troubles(self) -> Sequence[BrilligError]:
        """Everything that is wrong, one by one."""
        return (self,)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.args, self.__dict__)


def _restore(kind: type[BrilligError], arguments: tuple[Any, ...], state: dict[str, Any]) -> BrilligError:
    """An error from another process."""
    error = kind.__new__(kind, *arguments)
    error.args = arguments
    error.__dict__.update(state)
    return error


class TroublesError(BrilligError):
    """Several things wrong at once."""

    def __init__(self, troubles: Sequence[BrilligError | str]) -> None:
        self._troubles = tuple(t if isinstance(t, BrilligError) else BrilligError(t) for t in troubles)
        super().__init__("\n".join(map(str, self._troubles)))

    @property
    def troubles(self) -> Sequence[BrilligError]:
        return self._troubles


class NotFound(BrilligError):  # noqa: N818 (an answer, though not the one hoped for)
    """Nothing was found within the limits, which is no proof that there is nothing.

    outcome       how the search ended, with the run
    nearest       what came nearest: it explains only some of the sentences. None where nothing is known
    unexplained   the numbers, from 1, of those that it does not explain
    """

    def __init__(self, message: str, outcome: Any = None, nearest: Any = None, *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.outcome = outcome
        self.nearest = nearest
        self.unexplained: tuple[int, ...] = () if outcome is None else outcome.unexplained


class Infeasible(BrilligError):  # noqa: N818
    """It is proven that there is no answer; `reason` says why."""

    def __init__(self, message: str, outcome: Any = None, reason: str = "", *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
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
