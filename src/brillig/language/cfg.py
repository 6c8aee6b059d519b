"""`Cfg`: a context-free grammar with rules of any length, for data and for files of other programs.

What Brillig learns is a `Grammar`, with its two kinds of rules; this is what sentences may come from.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Any, NamedTuple

from brillig.errors import BrilligError
from brillig.language.corpus import check_word
from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule, check_category_name


class Word(NamedTuple):
    """A word on the right of a rule, as against the name of a category."""

    text: str


class CfgRule(NamedTuple):
    """X → a row of categories (texts) and words."""

    parent: str
    right: tuple[str | Word, ...]

    def __str__(self) -> str:
        return f"{self.parent} → {format_right(self.right)}"


def format_right(right: tuple[str | Word, ...]) -> str:
    return " ".join(symbol.text if isinstance(symbol, Word) else symbol for symbol in right)


@dataclass(frozen=True)
class Cfg:
    """Start symbol and rules, in the order given, each once.

    No rule is empty, and no category comes back to itself through rules with a single category on the right:
    so a sentence has finitely many trees. `at_most` limits what is *drawn* from it: sentences that expand a
    category more often are discarded. It does not change what is accepted.
    """

    start: str
    rules: tuple[CfgRule, ...]
    at_most: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", tuple(dict.fromkeys(self.rules)))
        check_category_name(self.start)
        for rule in self.rules:
            check_category_name(rule.parent)
            if not rule.right:
                raise BrilligError(
                    f"the rule of {rule.parent} is empty", hint="Brillig has no rules without words"
                )
            for symbol in rule.right:
                if isinstance(symbol, Word):
                    check_word(symbol.text)
                else:
                    check_category_name(symbol)
        unit: dict[str, list[str]] = defaultdict(list)
        for rule in self.rules:
            if len(rule.right) == 1 and isinstance(rule.right[0], str):
                unit[rule.parent].append(rule.right[0])
        try:
            tuple(TopologicalSorter(unit).static_order())
        except CycleError as error:
            circle = " → ".join(reversed(error.args[1]))
            raise BrilligError(f"the rules go in a circle, {circle}", hint="remove one of them") from None

    def __len__(self) -> int:
        return len(self.rules)

    def __iter__(self) -> Iterator[CfgRule]:
        return iter(self.rules)

    @cached_property
    def categories(self) -> tuple[str, ...]:
        """Every category, the start symbol first, those with rules in their order, then those without."""
        used = (s for rule in self.rules for s in rule.right if isinstance(s, str))
        return tuple(dict.fromkeys((self.start, *(rule.parent for rule in self.rules), *used)))

    @cached_property
    def alternatives(self) -> Mapping[str, tuple[tuple[str | Word, ...], ...]]:
        """`{category: the right sides of its rules}`."""
        result: defaultdict[str, list[tuple[str | Word, ...]]] = defaultdict(list)
        for rule in self.rules:
            result[rule.parent].append(rule.right)
        return {category: tuple(rights) for category, rights in result.items()}

    def undefined(self) -> str | None:
        """A rule that uses a category without rules, as a sentence; None when there is none."""
        for rule in self.rules:
            for symbol in rule.right:
                if isinstance(symbol, str) and symbol not in self.alternatives:
                    return f"rule {rule} uses category {symbol!r}, which has no rule; add one"
        return None

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(sorted({s.text for rule in self.rules for s in rule.right if isinstance(s, Word)}))

    def to_grammar(self) -> Grammar | None:
        """The same rules as a `Grammar` where all of them have its two forms, else None."""
        syntactic, lexical = [], []
        for rule in self.rules:
            match rule.right:
                case (Word(text),):
                    lexical.append(LexicalRule(rule.parent, text))
                case (str(left), str(right)):
                    syntactic.append(SyntacticRule(rule.parent, left, right))
                case _:
                    return None
        return Grammar(self.start, tuple(syntactic), tuple(lexical))

    @classmethod
    def from_grammar(cls, grammar: Grammar) -> Cfg:
        rules = [CfgRule(rule.parent, (rule.left, rule.right)) for rule in grammar.syntactic]
        rules += [CfgRule(rule.category, (Word(rule.word),)) for rule in grammar.lexical]
        return cls(grammar.start, tuple(rules))

    def to_json(self) -> dict[str, Any]:
        """`{"start", "rules": [[category, [child, ...]], ...]}`; a child is a name or `{"word": text}`."""
        return {
            "start": self.start,
            "rules": [
                [rule.parent, [{"word": s.text} if isinstance(s, Word) else s for s in rule.right]]
                for rule in self.rules
            ],
        }

    def __str__(self) -> str:
        """The paper's notation, a line for each category."""
        return "\n".join(
            f"{category} → {' | '.join(format_right(right) for right in self.alternatives[category])}"
            for category in self.categories
            if category in self.alternatives
        )


@dataclass(frozen=True, slots=True)
class CfgTree:
    """A parse tree of a `Cfg`: a category over any number of trees and words."""

    label: str
    children: tuple[CfgTree | str, ...]

    def words(self) -> tuple[str, ...]:
        found: list[str] = []
        for child in self.children:
            found += (child,) if isinstance(child, str) else child.words()
        return tuple(found)

    def __str__(self) -> str:
        """One line with brackets: `(S (NP John) (VP walks))`."""
        return f"({self.label} {' '.join(str(child) for child in self.children)})"

    def to_json(self) -> list[Any]:
        """`[category, child, ...]`, a word as a text and a tree as a list."""
        return [self.label, *(c if isinstance(c, str) else c.to_json() for c in self.children)]
