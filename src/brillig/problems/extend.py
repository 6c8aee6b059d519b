"""Extension: new sentences explained with a grammar's rules, their unknown words given categories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.problems.fields import check_range, corpus_to_json, sentences_field, whole_field
from brillig.problems.kind import AnyProblem
from brillig.problems.restrictions import Restrictions


@dataclass(frozen=True)
class ExtendProblem(AnyProblem):
    """Explain new sentences with a grammar's rules, giving categories to the words it does not know.

    homographs   at most |unknown words| + h lexical rules for the unknown words
    """

    kind: ClassVar[str] = "extend"
    keeps_names: ClassVar[bool] = True

    base: Grammar
    corpus: Corpus
    homographs: int = 0

    def __post_init__(self) -> None:
        check_range("homographs", self.homographs, 0, 1_000_000)

    @cached_property
    def restrictions(self) -> Restrictions:
        """What the base makes use of is allowed."""
        return Restrictions.strictest(self.base)

    @cached_property
    def unknown_words(self) -> tuple[str, ...]:
        known = self.base.lexicon
        return tuple(word for word in self.corpus.words if word not in known)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            **corpus_to_json(self.corpus),
            "base": self.base.to_json(),
            "homographs": self.homographs,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ExtendProblem:
        base = Grammar.from_json(data["base"])
        one_word = base.start in base.words_of
        return cls(base, sentences_field(data, one_word=one_word), whole_field(data, "homographs"))

    def part(self, indices: Iterable[int]) -> ExtendProblem:
        return replace(self, corpus=self.corpus.part(indices))

    def renamed(self, names: Mapping[str, str]) -> ExtendProblem:
        return replace(self, base=self.base.renamed(names), corpus=self.corpus.renamed(names))

    def tighter(self) -> dict[str, list[ExtendProblem] | None]:
        fewer = [replace(self, homographs=self.homographs - 1)] if self.homographs else []
        return {"homographs": fewer, "rules": None, "lexical": None}

    def describe(self) -> str:
        return "extended"

    def violations(self, grammar: Grammar, trees: Sequence[Tree]) -> Iterable[str]:
        if grammar.start != self.base.start or grammar.syntactic != self.base.syntactic:
            yield "the syntactic rules changed"
        known = [rule for rule in grammar.lexical if rule.word in self.base.lexicon]
        if tuple(known) != self.base.lexical:
            yield "the categories of known words changed"
        new = len(grammar.lexical) - len(known)
        unknown = self.unknown_words
        if set(grammar.words) - set(self.base.words) != set(unknown):
            yield "the lexicon's new words are not those of the new sentences"
        if new > len(unknown) + self.homographs:
            yield f"{new} new lexical rules, more than {len(unknown)} + {self.homographs}"
        categories = set(self.base.categories)
        if any(rule.category not in categories for rule in grammar.lexical):
            yield "a word got a category that the grammar does not have"
