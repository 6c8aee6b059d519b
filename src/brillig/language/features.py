"""Grammars with features: what agrees is said once, `NP → D[f] N[f]`, and stands for plain rules.

A feature has a few values, numbered from 1. Some categories carry it; each of their words has one of the
values, or any; each rule says of its places that carry it whether they share a value, are free, or are fixed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Any

from brillig.errors import BrilligError
from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule, quoted, reading_order

SHARED, FREE = "shared", "free"
MAX_VALUES = 4
FEATURE_NAMES = "fghjklmnpqrtuvw"

Place = str | int | None  # SHARED, FREE, a value, or None where the category does not carry the feature
Places = tuple[Place, Place, Place]


@dataclass(frozen=True)
class Feature:
    """name    as it is shown
    values  how many there are
    words   of each lexical rule whose category carries it: a value, or None for any
    rules   of each rule with a place that carries it: what it says of parent, left and right child
    """

    name: str
    values: int
    words: Mapping[LexicalRule, int | None] = field(hash=False)
    rules: Mapping[SyntacticRule, Places] = field(hash=False)

    @cached_property
    def carriers(self) -> frozenset[str]:
        own = {rule.category for rule in self.words}
        return frozenset(own | {c for rule, places in self.rules.items() for c in _carrying(rule, places)})

    def places_of(self, rule: SyntacticRule) -> Places:
        return self.rules.get(rule, (None, None, None))

    def renamed(self, names: Mapping[str, str]) -> Feature:
        """With categories renamed."""
        words = {LexicalRule(names.get(r.category, r.category), r.word): v for r, v in self.words.items()}
        rules = {SyntacticRule(*(names.get(c, c) for c in rule)): p for rule, p in self.rules.items()}
        return replace(self, words=words, rules=rules)

    def canonical(self) -> Feature:
        """With its values numbered by their first words: how they were numbered plays no part."""
        order: dict[int, int] = {}
        fixed = (place for _, places in sorted(self.rules.items()) for place in places)
        for value in (*(self.words[rule] for rule in sorted(self.words)), *fixed, *range(1, self.values + 1)):
            if isinstance(value, int):
                order.setdefault(value, len(order) + 1)

        def numbered(place: Place) -> Place:
            return order[place] if isinstance(place, int) else place

        words = {rule: None if value is None else order[value] for rule, value in self.words.items()}
        rules = {rule: (numbered(p[0]), numbered(p[1]), numbered(p[2])) for rule, p in self.rules.items()}
        return replace(self, words=words, rules=rules)


@dataclass(frozen=True)
class FoldedGrammar:
    """A plain grammar with features over it."""

    grammar: Grammar
    features: tuple[Feature, ...]

    def __post_init__(self) -> None:
        for feature in self.features:
            _check(self.grammar, feature)

    @cached_property
    def expanded(self) -> Grammar:
        """The plain grammar that it stands for, as far as sentences reach it."""
        return self._numbered.renamed(self.unsplit_names(self._numbered.categories))

    @cached_property
    def number_apart(self) -> int:
        """How many categories are no more than a name that others share.

        The values of a category that is fixed to one of them wherever it stands, and in each of its rules and
        words, have nothing in common, and nothing agrees with them: each is a category of its own.
        """
        apart = 0
        for feature in self.features:
            places: dict[str, list[Place]] = {category: [] for category in feature.carriers}
            for word, value in feature.words.items():
                places[word.category].append(FREE if value is None else value)
            for rule in self.grammar.syntactic:
                for category, place in zip(rule, feature.places_of(rule), strict=True):
                    if place is not None:
                        places[category].append(place)
            apart += sum(
                len(set(own)) - 1 for own in places.values() if all(isinstance(one, int) for one in own)
            )
        return apart

    def has_rules_of(self, plain: Grammar) -> bool:
        """Whether it stands for a grammar with these rules, whose categories may all be numbered."""
        return set(plain) <= set(self.expanded) or set(plain) <= set(self._numbered)

    @cached_property
    def _numbered(self) -> Grammar:
        grammar = self.grammar
        lexical = [
            LexicalRule(self.name_of(rule.category, values), rule.word)
            for rule in grammar.lexical
            for values in self._values(rule.category)
            if all(f.words.get(rule) in (None, v) for f, v in zip(self.features, values, strict=True))
        ]
        syntactic = [
            SyntacticRule(*(self.name_of(c, values) for c, values in zip(rule, of_places, strict=True)))
            for rule in grammar.syntactic
            for of_places in product(*(self._values(category) for category in rule))
            if all(
                fits(feature.places_of(rule), places)
                for feature, places in zip(self.features, zip(*of_places, strict=True), strict=True)
            )
        ]
        return _useful(grammar.start, syntactic, lexical)

    def unsplit_names(self, plain: Collection[str]) -> dict[str, str]:
        """The names of categories of which there is only one plain one: it is the same class as before."""
        numbers = Counter(map(self.base_of, plain))
        return {name: base for name in plain if numbers[base := self.base_of(name)] == 1 and name != base}

    def name_of(self, category: str, values: tuple[int | None, ...]) -> str:
        """The plain category: `D_1` for D with value 1."""
        return "_".join([category, *(str(value) for value in values if value is not None)])

    def base_of(self, name: str) -> str:
        """The category that a plain one came from; others are their own."""
        return self._bases.get(name, name)

    def plain_name(self, old: str, before: FoldedGrammar, names: Mapping[str, str]) -> str:
        """What a plain category of the grammar before it was renamed is called here."""
        base = before.base_of(old)
        return names.get(base, base) + old.removeprefix(base)

    @cached_property
    def _bases(self) -> dict[str, str]:
        names = self.grammar.categories
        return {name: name for name in names} | {
            self.name_of(c, values): c for c in names for values in self._values(c)
        }

    def _values(self, category: str) -> Iterator[tuple[int | None, ...]]:
        return product(
            *(range(1, f.values + 1) if category in f.carriers else (None,) for f in self.features)
        )

    def renamed(self, names: Mapping[str, str]) -> FoldedGrammar:
        return FoldedGrammar(self.grammar.renamed(names), tuple(f.renamed(names) for f in self.features))

    def __str__(self) -> str:
        """A line for each left side: `NP → D[f] N[f]`, `D[f=1] → le | un`."""
        lines: dict[str, list[str]] = {}
        for category in reading_order(self.grammar):
            for rule in self.grammar.expansions.get(category, ()):
                of_places = (
                    list(zip(*(feature.places_of(rule) for feature in self.features), strict=True))
                    or [()] * 3
                )
                parent, left, right = (
                    self._shown(name, places) for name, places in zip(rule, of_places, strict=True)
                )
                lines.setdefault(parent, []).append(f"{left} {right}")
            for word in self.grammar.words_of.get(category, ()):
                values = tuple(feature.words.get(LexicalRule(category, word)) for feature in self.features)
                shown = quoted(word, self.grammar.categories)
                lines.setdefault(self._shown(category, values), []).append(shown)
        return "\n".join(f"{left} → {' | '.join(right)}" for left, right in lines.items())

    def _shown(self, category: str, places: tuple[Place, ...]) -> str:
        marks = [
            feature.name if place == SHARED else f"{feature.name}={place}"
            for feature, place in zip(self.features, places, strict=True)
            if place is not None and place != FREE
        ]
        return f"{category}[{','.join(marks)}]" if marks else category

    def to_json(self) -> dict[str, Any]:
        return {
            "grammar": self.grammar.to_json(),
            "features": [
                {
                    "name": feature.name,
                    "values": feature.values,
                    "words": [[*rule, value] for rule, value in sorted(feature.words.items())],
                    "rules": [[*rule, *places] for rule, places in sorted(feature.rules.items())],
                }
                for feature in self.features
            ],
            "text": str(self),
        }

    @classmethod
    def from_json(cls, data: Any) -> FoldedGrammar:
        """Read strictly what `to_json` wrote."""
        if not isinstance(data, dict) or not isinstance(data.get("features"), list):
            raise BrilligError("the solution's 'features' is not an object with 'grammar' and 'features'")
        features = []
        for entry in data["features"]:
            try:
                words = {LexicalRule(*row[:2]): row[2] for row in entry["words"]}
                rules = {SyntacticRule(*row[:3]): (row[3], row[4], row[5]) for row in entry["rules"]}
                features.append(Feature(entry["name"], entry["values"], words, rules))
            except (KeyError, IndexError, TypeError):
                raise BrilligError(f"this is not a feature: {entry!r:.60}") from None
        return cls(Grammar.from_json(data.get("grammar")), tuple(features))


def _carrying(rule: SyntacticRule, places: Places) -> list[str]:
    return [category for category, place in zip(rule, places, strict=True) if place is not None]


def fits(places: Places, values: tuple[int | None, ...]) -> bool:
    """Whether values of the three places are as the rule says."""
    pairs = list(zip(places, values, strict=True))
    if any(isinstance(place, int) and place != value for place, value in pairs):
        return False
    return len({value for place, value in pairs if place == SHARED}) <= 1


def _useful(start: str, syntactic: list[SyntacticRule], lexical: list[LexicalRule]) -> Grammar:
    """The rules that some sentence can use."""
    productive = {rule.category for rule in lexical}
    while more := {r.parent for r in syntactic if {r.left, r.right} <= productive} - productive:
        productive |= more
    syntactic = [rule for rule in syntactic if {rule.left, rule.right} <= productive]
    reached = {start}
    while more := {c for r in syntactic if r.parent in reached for c in (r.left, r.right)} - reached:
        reached |= more
    return Grammar(
        start,
        tuple(rule for rule in syntactic if rule.parent in reached),
        tuple(rule for rule in lexical if rule.category in reached),
    )


def _check(grammar: Grammar, feature: Feature) -> None:
    """Refuse a feature that does not say something of every place where it has to, and of no other."""
    if not isinstance(feature.values, int) or not 2 <= feature.values <= MAX_VALUES:
        raise BrilligError(f"feature {feature.name!r} has {feature.values!r} values, not 2 to {MAX_VALUES}")
    values = range(1, feature.values + 1)
    if grammar.start in feature.carriers:
        raise BrilligError(f"the start symbol carries feature {feature.name!r}, which it cannot")
    for lexical, value in feature.words.items():
        if lexical not in grammar.lexical or (value is not None and value not in values):
            raise BrilligError(f"feature {feature.name!r} says {value!r:.20} of {lexical}, which cannot be")
    for missing in grammar.lexical:
        if missing.category in feature.carriers and missing not in feature.words:
            raise BrilligError(f"feature {feature.name!r} says nothing of {missing}")
    known = set(grammar.syntactic)
    for rule in {*known, *feature.rules}:
        places = feature.places_of(rule)
        carrying = [category in feature.carriers for category in rule]
        fixed = [place for place in places if place not in (None, FREE, SHARED)]
        if (
            rule not in known
            or [place is not None for place in places] != carrying
            or any(place not in values for place in fixed)
            or places.count(SHARED) == 1
        ):
            raise BrilligError(f"feature {feature.name!r} says {places} of {rule}, which cannot be")
