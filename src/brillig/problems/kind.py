"""What every kind of problem has: the class to derive a new kind from.

A kind is one file in this room. Deriving from `AnyProblem` with a `kind` registers it: solution files of
that kind are then read, checked and renamed like all others. Each engine that solves it has one file for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.problems.registry import Registry
from brillig.problems.relaxing import Remedy
from brillig.problems.restrictions import Restrictions

KINDS: Registry[type[AnyProblem]] = Registry("brillig.problems")


class AnyProblem(ABC):
    """A corpus to explain under restrictions; a frozen value."""

    kind: ClassVar[str]
    keeps_names: ClassVar[bool] = False  # a solution has the names of the grammar it is built on

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        KINDS.add(cls.kind, cls)

    if TYPE_CHECKING:  # a field in most kinds, which an inherited property would be taken as the default of

        @property
        def corpus(self) -> Corpus:
            """The sentences that a solution has trees for, one each."""

        @property
        def restrictions(self) -> Restrictions:
            """What a solution may be made of."""

    @property
    def version(self) -> int:
        """Of the file: 1, or 2 where that says something that files of version 1 cannot say."""
        return 2 if self.corpus.is_more_than_words else 1

    def impossible(self) -> str | None:
        """Why there can be no solution, where counting alone shows it; None where it does not."""
        return None

    @abstractmethod
    def violations(self, grammar: Grammar, trees: Sequence[Tree]) -> Iterable[str]:
        """The restrictions that an answer breaks, a sentence each, besides those all kinds share."""

    @abstractmethod
    def part(self, indices: Iterable[int]) -> Self:
        """The same problem with only the sentences at these places."""

    def tighter(self) -> dict[str, list[Self] | None]:
        """For fewer `rules`, fewer `homographs` and more `lexical` categories: problems to refute.

        None where the question does not arise. Nothing to refute: the setting cannot be tighter.
        """
        return {"homographs": None, "rules": None, "lexical": None}

    def demands(self) -> dict[str, str]:
        """`{name: words}` for each setting that may be dropped to see whether it stands in the way."""
        return {}

    def relaxed(self, kept: Collection[str], indices: Collection[int]) -> Iterable[Self]:
        """Problems one of which has a solution exactly if these sentences and the demands kept do."""
        return [self.part(indices)]

    def remedies(self, conflict: Collection[int]) -> Iterable[Remedy]:
        """Small changes that might give it a solution; `conflict` are sentences that stand in the way."""
        return ()

    @abstractmethod
    def describe(self) -> str:
        """What was asked, in a few words that tell solutions apart in a list."""

    def renamed(self, names: Mapping[str, str]) -> Self:
        """The problem that a solution with categories renamed like this answers."""
        return self

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """What a solution file keeps, with a field `kind`."""

    @classmethod
    @abstractmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read strictly what `to_json` wrote; a missing field is a KeyError."""


def problem_from_json(data: Any) -> AnyProblem:
    """Read strictly what `to_json` of any kind wrote."""
    if not isinstance(data, dict) or "kind" not in data:
        raise BrilligError("the problem has no field 'kind'")
    kind = data["kind"]
    known = KINDS.find(kind) if isinstance(kind, str) else None
    if known is None:
        expected = ", ".join(map(repr, KINDS.names))
        raise BrilligError(f"{kind!r} is no kind of problem", hint=f"expected one of {expected}")
    try:
        return known.from_json(data)
    except KeyError as error:
        raise BrilligError(f"the problem has no field {error.args[0]!r}") from None
