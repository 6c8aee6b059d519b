"""Grammars with features, from the text of `docs/explanation/description-length.md`.

Slow, with their own arithmetic.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import comb, factorial, inf, log2

from brillig.language.features import FREE, SHARED, Feature, FoldedGrammar, Place, Places
from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule
from brillig.language.tree import Tree
from brillig.parsing.bits import canonical_numbers
from reference_apart import count_apart
from reference_bits import all_trees, reference_grammar_bits, universal


def all_places(rule: SyntacticRule, carriers: frozenset[str], values: int) -> Iterator[Places]:
    """Everything that a rule can say."""
    options: list[list[Place]] = [
        [SHARED, FREE, *range(1, values + 1)] if category in carriers else [None] for category in rule
    ]
    for parent, left, right in product(*options):
        if (parent, left, right).count(SHARED) != 1:
            yield parent, left, right


def random_folded(grammar: Grammar, seed: int, number: int = 1) -> FoldedGrammar:
    """With random features; not every one need be of use."""
    rng = random.Random(seed)
    features = []
    others = [category for category in grammar.categories if category != grammar.start]
    for name in "fgh"[:number]:
        values = rng.choice([2, 2, 3])
        carriers = frozenset(rng.sample(others, rng.randint(1, len(others))))
        words = {
            rule: rng.choice([None, *range(1, values + 1)])
            for rule in grammar.lexical
            if rule.category in carriers
        }
        rules = {
            rule: rng.choice(list(all_places(rule, carriers, values)))
            for rule in grammar.syntactic
            if carriers & set(rule)
        }
        feature = Feature(name, values, words, rules)
        if feature.carriers == carriers:
            features.append(feature)
    return FoldedGrammar(grammar, tuple(features))


def prior(places: Places) -> float:
    """How likely a pattern is before any was seen."""
    carrying = [place for place in places if place is not None]
    if len(carrying) == 1:
        return 1 / 2
    if len(carrying) == 2:
        return 1 / 2 if carrying == [SHARED, SHARED] else 1 / 8
    if places in ((SHARED, SHARED, SHARED), (SHARED, SHARED, FREE), (SHARED, FREE, SHARED)):
        return 1 / 4
    return 1 / 48


Followers = list[tuple[SyntacticRule, SyntacticRule, int]]  # a rule, what it follows from, the child


@cache
def units(grammar: Grammar) -> dict[tuple[str, str], Followers]:
    """Classes of words that stand wherever a phrase does, in two places or more; the rules that follow."""
    numbers = canonical_numbers(grammar)
    rules = sorted(grammar.syntactic, key=lambda rule: [numbers[name] for name in rule])
    phrases = {rule.parent for rule in rules} - {grammar.start}
    classes = set(grammar.words_of) - {rule.parent for rule in rules} - {grammar.start}

    def put(rule: SyntacticRule, place: int, name: str) -> SyntacticRule:
        return SyntacticRule(*(name if i == place else old for i, old in enumerate(rule)))

    stands = set()
    for phrase, own in product(phrases, classes):
        bases = [rule for rule in rules if phrase in rule[1:]]
        if len(bases) >= 2 and all(
            rule.left != rule.right and put(rule, 1 if rule.left == phrase else 2, own) in rules
            for rule in bases
        ):
            stands.add((phrase, own))
    found: dict[tuple[str, str], Followers] = {}
    for rule in rules:
        ways = [
            (base, place)
            for place in (1, 2)
            for base in rules
            if (base[place], rule[place]) in stands and put(base, place, rule[place]) == rule
        ]
        if ways:
            base, place = ways[0]
            found.setdefault((base[place], rule[place]), []).append((rule, base, place))
    return found


def unit_ways(feature: Feature, phrase: str, own: str) -> Iterator[tuple[float, Place, Place]]:
    """What can be said of a class that is a phrase, with its bits."""
    values, each = range(1, feature.values + 1), log2(feature.values)
    carrying = (phrase in feature.carriers, own in feature.carriers)
    if carrying == (False, False):
        yield 0, None, None
    elif carrying == (True, True):
        yield 1, SHARED, SHARED
        yield log2(12), FREE, FREE
        for value in values:
            yield 2 + each, value, value
            yield log2(12) + each, value, FREE
            yield log2(12) + each, FREE, value
    else:
        yield 1, FREE if carrying[0] else None, FREE if carrying[1] else None
        for value in values:
            yield 1 + each, value if carrying[0] else None, value if carrying[1] else None


def replaced(base: Places, place: int, of_phrase: Place, of_own: Place) -> Places | None:
    """What a rule says with the class in the phrase's place; None where no value is left."""
    said = base[place]
    if of_phrase == SHARED:
        return base
    if isinstance(of_phrase, int) and isinstance(said, int) and said != of_phrase:
        return None
    others = [None if i == place else p for i, p in enumerate(base)]
    if said == SHARED and isinstance(of_phrase, int):
        others = [of_phrase if p == SHARED else p for p in others]
    elif said == SHARED and others.count(SHARED) == 1:
        others = [FREE if p == SHARED else p for p in others]
    others[place] = of_own
    return others[0], others[1], others[2]


def reference_feature_bits(feature: Feature, grammar: Grammar) -> float:
    """One feature: who carries it, the values of words, what rules say."""
    k, others, carriers = feature.values, len(grammar.categories) - 1, len(feature.carriers)
    bits = (log2(4 / 3) if k == 2 else 3) + log2(others) + log2(comb(others, carriers))
    given = {rule: value for rule, value in feature.words.items() if value is not None}
    any_value = len(feature.words) - len(given)
    bits += 2 + universal(any_value) + log2(comb(len(feature.words), any_value)) if any_value else log2(4 / 3)
    seen: Counter[tuple[str, int]] = Counter()
    total: Counter[str] = Counter()
    counted = 0.0
    for rule, value in given.items():
        counted -= log2((seen[rule.category, value] + 0.5) / (total[rule.category] + k / 2))
        seen[rule.category, value] += 1
        total[rule.category] += 1
    bits += min(2 + counted, log2(4 / 3) + len(given) * log2(k))
    kinds: Counter[tuple[Place, ...]] = Counter()
    rules: Counter[tuple[bool, int]] = Counter()
    following: set[SyntacticRule] = set()
    for (phrase, own), followers in units(grammar).items():
        if all(place is None for rule, _, _ in followers for place in feature.places_of(rule)):
            continue
        ways = [
            bits_of_way
            for bits_of_way, of_phrase, of_own in unit_ways(feature, phrase, own)
            if all(
                replaced(feature.places_of(base), place, of_phrase, of_own) == feature.places_of(rule)
                for rule, base, place in followers
            )
        ]
        bits += log2(4 / 3) + min(ways) if ways else 2
        following |= {rule for rule, _, _ in followers} if ways else set()
    for rule_, places in feature.rules.items():
        if rule_ in following:
            continue
        group = (places[0] is not None, sum(place is not None for place in places))
        kind = tuple("fixed" if isinstance(place, int) else place for place in places)
        bits -= log2((kinds[kind] + prior(places)) / (rules[group] + 1))
        kinds[kind] += 1
        rules[group] += 1
        bits += log2(k) * kind.count("fixed")
    return bits - log2(factorial(k))


Frame = tuple[str, int]  # a category, and whether it stands above the places inside (0) or beside them (1)


def is_inside(rule: SyntacticRule, place: int, frame: Frame) -> bool:
    category, beside = frame
    return category == (rule[3 - place] if beside else rule[0])


@cache
def frames(grammar: Grammar) -> dict[Frame, set[str]]:
    """What can tell places of a class apart, with the classes that have words and places of both kinds."""
    found: dict[Frame, set[str]] = {}
    for frame in product(sorted({name for rule in grammar.syntactic for name in rule}), (0, 1)):
        sides: tuple[set[str], set[str]] = (set(), set())
        for rule, place in product(grammar.syntactic, (1, 2)):
            sides[is_inside(rule, place, frame)].add(rule[place])
        if classes := sides[0] & sides[1] & set(grammar.words_of) - {grammar.start}:
            found[frame] = classes
    return found


def frame_feature(grammar: Grammar, frame: Frame, words: dict[LexicalRule, int]) -> Feature:
    """Words with 2 stand only inside, those with 1 only outside."""
    carriers = {rule.category for rule in words}
    said = {}
    for rule in grammar.syntactic:
        places: list[Place] = [FREE if rule.parent in carriers else None]
        for place in (1, 2):
            inside = 2 if is_inside(rule, place, frame) else 1
            places.append(inside if rule[place] in carriers else None)
        if any(place is not None for place in places):
            said[rule] = (places[0], places[1], places[2])
    values = {rule: words.get(rule) for rule in grammar.lexical if rule.category in carriers}
    return Feature("f", 2, values, said)


def reference_frame_bits(feature: Feature, grammar: Grammar) -> float:
    """As the cheapest frame that it is; infinite where it is none."""
    best = inf
    for (frame, classes), turn in product(frames(grammar).items(), (False, True)):
        if feature.values != 2 or not feature.carriers <= classes:
            continue
        words = {rule: 3 - v if turn else v for rule, v in feature.words.items() if v is not None}
        as_frame = frame_feature(grammar, frame, words)
        if (as_frame.canonical().words, as_frame.canonical().rules) != (
            feature.canonical().words,
            feature.canonical().rules,
        ):
            continue
        all_words = sum(rule.category in classes for rule in grammar.lexical)
        bits = log2(len(frames(grammar))) + universal(len(words)) + log2(comb(all_words, len(words)))
        seen = [0, 0]
        for value in sorted(words.values()):
            bits -= log2((seen[value - 1] + 0.5) / (sum(seen) + 1))
            seen[value - 1] += 1
        best = min(best, bits)
    return best


def reference_folded_bits(folded: FoldedGrammar) -> float:
    """The plain grammar, and each feature: written out, or as a frame."""
    bits = reference_grammar_bits(folded.grammar)
    if not folded.features:
        return bits
    number = len(folded.features)
    bits += -log2(0.49) + 1 + 4 * (number - 1) - log2(factorial(number))
    for feature in folded.features:
        whole = log2(4 / 3) + reference_feature_bits(feature, folded.grammar)
        bits += min(whole, 2 + reference_frame_bits(feature, folded.grammar))
    return bits + 6 * count_apart(folded)


Values = dict[int, tuple[int | None, ...]]


def assignments(folded: FoldedGrammar, tree: Tree) -> Iterator[Values]:
    """Every way to give the nodes of a tree of the plain grammar values: each feature by trying all."""
    nodes = list(tree.nodes())
    ways = [
        [chosen for chosen in _every_value(feature, nodes) if _is_as_said(feature, nodes, chosen)]
        for feature in folded.features
    ]
    for of_features in product(*ways):
        yield {id(node): tuple(way[i] for way in of_features) for i, node in enumerate(nodes)}


def _every_value(feature: Feature, nodes: Sequence[Tree]) -> Iterator[tuple[int | None, ...]]:
    own = range(1, feature.values + 1)
    return product(*(own if node.label in feature.carriers else (None,) for node in nodes))


def _is_as_said(feature: Feature, nodes: Sequence[Tree], chosen: Sequence[int | None]) -> bool:
    value_of = {id(node): value for node, value in zip(nodes, chosen, strict=True)}
    said = {(rule.category, rule.word): value for rule, value in feature.words.items()}
    for node in nodes:
        if node.is_leaf:
            wanted = said.get((node.label, node.word))
            if wanted is not None and value_of[id(node)] != wanted:
                return False
            continue
        left, right = node.branches
        places = feature.places_of(SyntacticRule(node.label, left.label, right.label))
        here = [value_of[id(part)] for part in (node, left, right)]
        if len({value for place, value in zip(places, here, strict=True) if place == SHARED}) > 1:
            return False
        if any(isinstance(p, int) and p != value for p, value in zip(places, here, strict=True)):
            return False
    return True


def in_language(folded: FoldedGrammar, words: Sequence[str]) -> bool:
    return any(next(assignments(folded, tree), None) is not None for tree in all_trees(folded.grammar, words))


def reference_data_bits(folded: FoldedGrammar, trees: Sequence[Tree], values: Sequence[Values]) -> float:
    """The choices of the trees, each by what was chosen before; every mode tried.

    How a category is counted does not depend on how the others are: the cheapest way of each, then what it
    takes to say so.
    """
    carrying = sorted(frozenset[str]().union(*(f.carriers for f in folded.features)))
    names = [feature.name for feature in folded.features]
    best: dict[str, bool] = {}
    for name in (*carrying, *names):
        bits = {mode: _bits_in_modes(folded, trees, values, best | {name: mode}) for mode in (False, True)}
        if name in names:
            bits = {False: bits[False] + 2, True: bits[True] + log2(4 / 3)}
        best[name] = bits[True] < bits[False] - 1e-9
    total = _bits_in_modes(folded, trees, values, best)
    total += sum(log2(4 / 3) if best[name] else 2.0 for name in names)
    seen = [0, 0]
    for flag in sorted(best[name] for name in carrying):
        total -= log2((seen[flag] + 0.5) / (sum(seen) + 1))
        seen[flag] += 1
    return total


def pools(folded: FoldedGrammar, category: str) -> list[list[LexicalRule]]:
    """Words of a category that the same values have, if several."""
    found: dict[tuple[int | None, ...], list[LexicalRule]] = {}
    for rule in folded.grammar.lexical:
        if rule.category == category:
            said = tuple(f.words[rule] if category in f.carriers else 0 for f in folded.features)
            found.setdefault(said, []).append(rule)
    return [pool for said, pool in found.items() if None in said]


def _bits_in_modes(
    folded: FoldedGrammar, trees: Sequence[Tree], values: Sequence[Values], together: dict[str, bool]
) -> float:
    grammar = folded.grammar
    seen: Counter[object] = Counter()
    total: Counter[object] = Counter()
    bits = 0.0

    def choose(group: object, chosen: object, alternatives: int) -> None:
        nonlocal bits
        bits -= log2((seen[group, chosen] + 0.5) / (total[group] + alternatives / 2))
        seen[group, chosen] += 1
        total[group] += 1

    for tree, of_nodes in zip(trees, values, strict=True):
        for node in tree.nodes():
            here = of_nodes[id(node)]
            rules = grammar.expansions.get(node.label, ())
            words = [
                rule
                for rule in grammar.lexical
                if rule.category == node.label
                and all(f.words.get(rule) in (None, v) for f, v in zip(folded.features, here, strict=True))
            ]
            possible = [
                rule
                for rule in rules
                if all(
                    not isinstance(f.places_of(rule)[0], int) or f.places_of(rule)[0] == v
                    for f, v in zip(folded.features, here, strict=True)
                )
            ]
            chosen = (
                (node.label, node.word)
                if node.is_leaf
                else (node.label, *(branch.label for branch in node.branches))
            )
            pool_of = {
                rule: number
                for number, pool in enumerate(pools(folded, node.label))
                if len(pool) > 1
                for rule in pool
            }
            own = next((rule for rule in words if node.is_leaf and rule.word == node.word), None)
            if own in pool_of:
                pool = pools(folded, node.label)[pool_of[own]]
                choose((node.label, "pool", pool_of[own]), chosen, len(pool))
                chosen = ("a pool", pool_of[own])  # type: ignore[assignment]
            number_of_words = len(words) - sum(r in pool_of for r in words)
            number_of_words += len({pool_of[r] for r in words if r in pool_of})
            if together.get(node.label):
                lexical = node.label in grammar.words_of
                choose(node.label, "a word" if node.is_leaf else chosen, len(rules) + lexical)
                if node.is_leaf:
                    choose((node.label, here, "word"), chosen, number_of_words)
            else:
                choose((node.label, here), chosen, len(possible) + number_of_words)
            if node.is_leaf:
                continue
            left, right = node.branches
            for f, feature in enumerate(folded.features):
                places = feature.places_of(SyntacticRule(node.label, left.label, right.label))
                known = places[0] == SHARED
                for place, child in zip(places[1:], (left, right), strict=True):
                    if place == FREE or (place == SHARED and not known):
                        group = feature.name if together.get(feature.name) else (feature.name, child.label)
                        choose(("value", group), of_nodes[id(child)][f], feature.values)
                    known |= place == SHARED
    return bits
