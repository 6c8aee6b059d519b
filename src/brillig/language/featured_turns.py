"""Conventional bracketing of grammars with features: a turn that what agrees goes along with.

Turned is the grammar that features are over (see `bracketing.py`). What its new rules say of their places is
chosen so that of each pair of rules just the values go together that went together before: plain rules and
their language are then the same but for the bracketing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product

from brillig.language.bracketing import Turn, mirror, turns
from brillig.language.features import FREE, SHARED, Feature, FoldedGrammar, Place, Places, fits
from brillig.language.grammar import SyntacticRule

_NOWHERE: Places = (None, None, None)
_MAX_TRIED = 20_000  # assignments for one feature

Relation = frozenset[tuple[int | None, ...]]  # values of places, None for what carries none


def turned_with_features(
    folded: FoldedGrammar, right: bool, after: Collection[str] = ()
) -> Iterator[FoldedGrammar]:
    """As `bracketing.turned` has them, with features that allow the same."""
    reversed_features = tuple(map(_mirrored, folded.features))
    for is_mirrored, turn in turns(folded.grammar, right, after):
        features = [_carried(f, turn) for f in (reversed_features if is_mirrored else folded.features)]
        known = [feature for feature in features if feature is not None]
        if len(known) < len(features):
            continue
        grammar = mirror(turn.grammar) if is_mirrored else turn.grammar
        yield FoldedGrammar(grammar, tuple(map(_mirrored, known) if is_mirrored else known))


def _mirrored(feature: Feature) -> Feature:
    rules = {
        SyntacticRule(rule.parent, rule.right, rule.left): (parent, right, left)
        for rule, (parent, left, right) in feature.rules.items()
    }
    return replace(feature, rules=rules)


def _carried(feature: Feature, turn: Turn) -> Feature | None:
    """The feature over the grammar as turned; None where no places of the new rules say the same."""
    known = {rule: feature.places_of(rule) for rule in turn.grammar.syntactic if rule in feature.rules}
    new = _shifted(feature, turn) if turn.shifted else _turned(feature, turn)
    if new is None:
        return None
    rules = {rule: places for rule, places in {**known, **new}.items() if places != _NOWHERE}
    found = replace(feature, rules=rules)
    return found if found.carriers else None


def _shifted(feature: Feature, turn: Turn) -> dict[SyntacticRule, Places] | None:
    """Y → Y W as Z → W Z: where W is free of Y, or all of them agree and Y with Z, too."""
    new: dict[SyntacticRule, Places] = {}
    for rule, before in turn.shifted:
        parent, left, added = feature.places_of(before)
        through: Place = SHARED if rule.parent in feature.carriers else None
        if (parent, left) not in ((None, None), (SHARED, SHARED)):
            return None
        if added == SHARED:
            beside = [
                feature.places_of(one)
                for one in turn.grammar.syntactic
                if (one.left, one.right) == (before.parent, rule.parent)
            ]
            if not all(places[1] == places[2] == SHARED for places in beside):
                return None
        new[rule] = (through, added, through)
    return new


def _turned(feature: Feature, turn: Turn) -> dict[SyntacticRule, Places] | None:
    """Places for the new rules with which each pair of them allows what the pair before did."""
    wanted = {
        (upper, lower): _before(feature.places_of(over), feature.places_of(under), feature.values)
        for upper, lower, over, under in turn.pairs
    }
    gone = {rule for _, _, over, under in turn.pairs for rule in (over, under)}
    both = list(dict.fromkeys(rule for pair in wanted for rule in pair))
    new = {rule for rule in both if rule in gone or rule not in turn.before.syntactic}
    elsewhere = {name for rule in turn.grammar.syntactic if rule not in new for name in rule}
    elsewhere.update(turn.grammar.words_of)
    helpers = sorted({rule.parent for _, rule in wanted} - elsewhere)
    for carrying in product((False, True), repeat=len(helpers)):
        own = {helper for helper, carries in zip(helpers, carrying, strict=True) if carries}
        carriers = (feature.carriers - set(helpers)) | own
        choices = {
            rule: _patterns(tuple(name in carriers for name in rule), feature.values)
            if rule in new
            else (feature.places_of(rule),)
            for rule in both
        }
        found = _assign(choices, wanted, feature.values)
        if found is not None:
            return found
    return None


def _assign(
    choices: Mapping[SyntacticRule, Sequence[Places]],
    wanted: Mapping[tuple[SyntacticRule, SyntacticRule], Relation],
    values: int,
) -> dict[SyntacticRule, Places] | None:
    """One of the choices for each rule, with which pairs of them allow what is wanted."""
    order = list(choices)
    due: dict[SyntacticRule, list[tuple[SyntacticRule, SyntacticRule]]] = {rule: [] for rule in order}
    for pair in wanted:
        due[max(pair, key=order.index)].append(pair)
    chosen: dict[SyntacticRule, Places] = {}
    tried = 0

    def extend(place: int) -> bool:
        nonlocal tried
        if place == len(order):
            return True
        rule = order[place]
        for places in choices[rule]:
            tried += 1
            if tried > _MAX_TRIED:
                return False
            chosen[rule] = places
            holds = all(_after(chosen[u], chosen[v], values) == wanted[u, v] for u, v in due[rule])
            if holds and extend(place + 1):
                return True
        chosen.pop(rule, None)
        return False

    return chosen if extend(0) else None


@cache
def _patterns(carries: tuple[bool, bool, bool], values: int) -> tuple[Places, ...]:
    """All that a rule can say of three places, what agrees first."""
    options: list[tuple[Place, ...]] = [
        (SHARED, FREE, *range(1, values + 1)) if one else (None,) for one in carries
    ]
    return tuple((a, b, c) for a, b, c in product(*options) if (a, b, c).count(SHARED) != 1)


@cache
def _relation(places: Places, values: int) -> Relation:
    """The values of the three places that go together."""
    every = (range(1, values + 1) if place is not None else (None,) for place in places)
    return frozenset(some for some in product(*every) if fits(places, some))


@cache
def _before(over: Places, under: Places, values: int) -> Relation:
    """For X → H W and H → Y Z the values of X, Y, Z and W."""
    return frozenset(
        (x, y, z, w)
        for x, h, w in _relation(over, values)
        for inner, y, z in _relation(under, values)
        if h == inner
    )


@cache
def _after(upper: Places, lower: Places, values: int) -> Relation:
    """For X → Y N and N → Z W the values of X, Y, Z and W."""
    return frozenset(
        (x, y, z, w)
        for x, y, n in _relation(upper, values)
        for inner, z, w in _relation(lower, values)
        if n == inner
    )
