"""Canonical names: what two grammars share exactly when they differ in the names of categories only.

The search itself is in the kernel (`src/kernel/canonical.cpp`); it is not factorial in their number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from brillig._kernel import canonical_numbering
from brillig.language.grammar import Grammar, category_names

CanonicalRules = tuple[tuple[tuple[int, int, int], ...], tuple[int, ...]]


def canonical_names(grammar: Grammar) -> dict[str, str]:
    """A new name for each category: S for the start, then A, B, ... in canonical order.

    Words stay as they are: categories are told apart by their words first, then by their rules.
    """
    categories = grammar.categories
    number = {category: i for i, category in enumerate(categories)}
    rules = [(number[r.parent], number[r.left], number[r.right]) for r in grammar.syntactic]
    # Word by word, not letter by letter: equal exactly for categories with the same words. A category
    # without words stands before those with some, so that phrases get the early letters.
    looks = [(name != grammar.start, grammar.words_of.get(name, ())) for name in categories]
    order = {look: i for i, look in enumerate(sorted(set(looks)))}
    places = canonical_numbering(rules, [order[look] for look in looks])
    new = ["S", *category_names(len(categories) - 1)]
    return {category: new[place] for category, place in zip(categories, places, strict=True)}


def canonical_rules(
    rules: Iterable[tuple[int, int, int]], marked: Sequence[int], start: int = 0
) -> CanonicalRules:
    """A value that two rule sets share exactly when they differ in the numbering of categories only.

    Categories are 0 ... len(marked) - 1; a renumbering keeps `start` and takes each category to one with the
    same mark (for example 1 for designated lexical categories and 0 for the others).
    """
    colours = [2 * mark + 2 for mark in marked]
    colours[start] = 2 * min(marked) + 1
    unique = sorted(set(rules))
    places = canonical_numbering(unique, colours)
    renumbered = tuple(sorted((places[x], places[y], places[z]) for x, y, z in unique))
    marks = [0] * len(places)
    for category, place in enumerate(places):
        marks[place] = marked[category]
    return renumbered, tuple(marks)
