"""Categories that only share a name, by the values that each of their words and places may have."""

from __future__ import annotations

from brillig.language.features import FREE, SHARED, FoldedGrammar


def count_apart(folded: FoldedGrammar) -> int:
    total = 0
    for feature in folded.features:
        values = range(1, feature.values + 1)
        for category in feature.carriers:
            allowed = [
                {value for value in values if own in (None, value)}
                for rule, own in feature.words.items()
                if rule.category == category
            ]
            allowed += [
                {value for value in values if place in (FREE, SHARED, value)}
                for rule, places in feature.rules.items()
                for name, place in zip(rule, places, strict=True)
                if name == category
            ]
            if all(len(some) == 1 for some in allowed):
                total += len(set.union(*allowed)) - 1
    return total
