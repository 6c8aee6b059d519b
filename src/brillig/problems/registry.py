"""Who is responsible for which kind of problem: one registry for the problems and one for each engine.

The file of a kind is named after it and registers itself when it is imported, which happens when the kind
is first asked for. So a new kind is a new file in `problems/` and in each engine that solves it; there is no
list of kinds to be changed.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Generic, TypeVar

T = TypeVar("T")
Entry = TypeVar("Entry")


class Registry(Generic[T]):
    """What a package has for each kind of problem."""

    def __init__(self, package: str) -> None:
        self._package = package
        self._entries: dict[str, T] = {}

    def add(self, kind: str, entry: T) -> None:
        self._entries[kind] = entry

    def register(self, kind: str) -> Callable[[Entry], Entry]:
        """A decorator for what is responsible for a kind."""

        def added(entry: Entry) -> Entry:
            self.add(kind, entry)  # type: ignore[arg-type]
            return entry

        return added

    @property
    def names(self) -> tuple[str, ...]:
        """The kinds known so far."""
        return tuple(self._entries)

    def find(self, kind: str) -> T | None:
        """What is responsible for the kind; None where the package has nothing for it."""
        name = f"{self._package}.{kind}"
        if kind not in self._entries and kind.isidentifier() and find_spec(name) is not None:
            import_module(name)
        return self._entries.get(kind)
