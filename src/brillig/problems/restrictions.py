"""The restrictions of the model, each of which a switch lifts: one value that all kinds of problem share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from brillig.errors import BrilligError
from brillig.language.grammar import Grammar

ALL = "all"
NONE = "none"


class Switch(StrEnum):
    """What may be allowed beyond the paper's model."""

    EQUAL_CHILDREN = "equal-children"  # rules X → Y Y
    LEXICAL_ROOT = "lexical-root"  # designated lexical categories right under S
    RECURSIVE_ROOT = "recursive-root"  # S inside sentences: on the right of rules
    SHARED_PAIRS = "shared-pairs"  # a pair Y Z with several parents
    ONE_WORD = "one-word"  # sentences of one word, S → word


_CHOICES = f"use {', '.join(Switch)}, or {ALL} or {NONE}, with commas between"

# What version 1 of the files can say, each in a field of its own.
_OLD = frozenset({Switch.EQUAL_CHILDREN, Switch.LEXICAL_ROOT})


@dataclass(frozen=True)
class Restrictions:
    """The paper's restrictions, less those that are lifted.

    Each switch lifts one and leaves the others: `recursive-root` alone lets S stand inside, but S has no
    words and there is no rule X → S S, which take `one-word` and `equal-children`.
    """

    allow: frozenset[Switch] = frozenset()

    @classmethod
    def of(cls, allow: str | Iterable[str] = ()) -> Restrictions:
        """From names of switches, also in one text with commas between; `all` is every one, `none` none."""
        names = allow.split(",") if isinstance(allow, str) else list(allow)
        found: set[Switch] = set()
        for name in names:
            if not isinstance(name, str):
                raise BrilligError(f"{name!r} is not a switch", hint=_CHOICES, field="allow")
            text = name.strip()
            if text == ALL:
                found.update(Switch)
            elif text == NONE:
                continue
            elif text in set(Switch):
                found.add(Switch(text))
            elif text:
                raise BrilligError(f"{text!r} is not a switch", hint=_CHOICES, field="allow")
        return cls(frozenset(found))

    @classmethod
    def lifted(cls, *, equal_children: bool = False, lexical_root: bool = False) -> Restrictions:
        """With one or both of the two oldest switches."""
        chosen = {Switch.EQUAL_CHILDREN: equal_children, Switch.LEXICAL_ROOT: lexical_root}
        return cls(frozenset(switch for switch, lifted in chosen.items() if lifted))

    @classmethod
    def strictest(cls, grammar: Grammar) -> Restrictions:
        """The fewest switches that the form of a grammar needs (`lexical-root` is no matter of form)."""
        start = grammar.start
        found: set[Switch] = set()
        for rule in grammar.syntactic:
            if rule.left == rule.right:
                found.add(Switch.EQUAL_CHILDREN)
            if start in (rule.left, rule.right):
                found.add(Switch.RECURSIVE_ROOT)
        if start in grammar.words_of:
            found.add(Switch.ONE_WORD)
        if any(number > 1 for number in _parents(grammar).values()):
            found.add(Switch.SHARED_PAIRS)
        return cls(frozenset(found))

    def __bool__(self) -> bool:
        """Whether any is lifted."""
        return bool(self.allow)

    def __iter__(self) -> Iterator[Switch]:
        """What is allowed, in the order of the switches."""
        return (switch for switch in Switch if switch in self.allow)

    def __contains__(self, switch: Switch) -> bool:
        return switch in self.allow

    def __or__(self, other: Restrictions) -> Restrictions:
        return Restrictions(self.allow | other.allow)

    def __le__(self, other: Restrictions) -> bool:
        """Whether the other one allows whatever this one allows."""
        return self.allow <= other.allow

    def __str__(self) -> str:
        return ",".join(self)

    @property
    def distinct_children(self) -> bool:
        """Y ≠ Z in every rule X → Y Z."""
        return Switch.EQUAL_CHILDREN not in self.allow

    @property
    def root_nonlexical(self) -> bool:
        """The children of S are not designated lexical."""
        return Switch.LEXICAL_ROOT not in self.allow

    @property
    def root_at_base(self) -> bool:
        """S stands at the base of a tree only."""
        return Switch.RECURSIVE_ROOT not in self.allow

    @property
    def one_parent(self) -> bool:
        """A pair Y Z has at most one parent."""
        return Switch.SHARED_PAIRS not in self.allow

    @property
    def root_without_words(self) -> bool:
        """There is no S → word, so every sentence has two words or more."""
        return Switch.ONE_WORD not in self.allow

    @property
    def is_new(self) -> bool:
        """Whether files of version 1 cannot say it."""
        return not self.allow <= _OLD

    def to_json(self) -> dict[str, Any]:
        """The fields of a file: those of version 1 as long as they can say it, else `allow`."""
        if self.is_new:
            return {"allow": [switch.value for switch in self]}
        return {"distinct_children": self.distinct_children, "root_nonlexical": self.root_nonlexical}

    def violations(self, grammar: Grammar) -> Iterator[str]:
        """What the form of a grammar breaks, a sentence each; `lexical-root` is no matter of form."""
        start = grammar.start
        for rule in grammar.syntactic:
            if self.root_at_base and start in (rule.left, rule.right):
                yield f"{rule} has the start symbol on its right"
            if self.distinct_children and rule.left == rule.right:
                yield f"{rule} has equal children"
        if self.root_without_words and start in grammar.words_of:
            yield "the start symbol has a word"
        if self.one_parent:
            for (left, right), number in _parents(grammar).items():
                if number > 1:
                    yield f"{number} rules have {left} {right} on their right"


def _parents(grammar: Grammar) -> Counter[tuple[str, str]]:
    """How many rules have each pair on their right."""
    return Counter((rule.left, rule.right) for rule in grammar.syntactic)


STRICT = Restrictions()
EVERYTHING = Restrictions(frozenset(Switch))
