"""Whether one grammar is another one refined: its categories, taken together in groups, are the other's."""

from __future__ import annotations

from brillig.language.grammar import Grammar


def refines(fine: Grammar, coarse: Grammar) -> bool:
    """Whether the categories of `fine` can be mapped to those of `coarse` so that every rule becomes a rule.

    Then `fine` says nothing that splitting the categories of `coarse` into features could not say.
    """
    rules, words = set(coarse.syntactic), coarse.words_of
    choices: dict[str, list[str]] = {fine.start: [coarse.start]}
    for category in fine.categories[1:]:
        own = set(fine.words_of.get(category, ()))
        choices[category] = [name for name in coarse.categories[1:] if own <= set(words.get(name, ()))]
    # Those with the fewest choices first: words decide most of them.
    order = sorted(choices, key=lambda category: len(choices[category]))
    image: dict[str, str] = {}

    def fits() -> bool:
        return all(
            (image[x], image[y], image[z]) in rules
            for x, y, z in fine.syntactic
            if x in image and y in image and z in image
        )

    def extend(position: int) -> bool:
        if position == len(order):
            return True
        category = order[position]
        for name in choices[category]:
            image[category] = name
            if fits() and extend(position + 1):
                return True
            del image[category]
        return False

    return extend(0)
