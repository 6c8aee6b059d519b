"""Choosing one tree for each sentence such that together they use every category (restriction 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TypeVar

from brillig.parsing.indexed import IndexedGrammar

Code = list[int]
_Value = TypeVar("_Value")
_MAX_TARGETS = 6  # the kernel's `tree_covering` takes no more
_MAX_WORDS = 40  # of the longest sentence of which all trees are weighed; that takes the cube of them
_MAX_SETS = 300  # choosing together is a covering problem, hard in the worst case


class _TooManySetsError(Exception):
    """Choosing together would take too long."""


def trees_covering(
    indexed: IndexedGrammar, sentences: Sequence[list[int]], codes: Sequence[Code]
) -> list[Code]:
    """Trees like `codes` (one of each sentence), exchanged until all categories are used, where possible.

    One tree after another is exchanged; where that is not enough, all choices are weighed together, as long
    as there are not too many of them to weigh and no sentence is very long.
    """
    chosen = list(codes)
    possible = set(indexed.parser.occurring(list(sentences)))
    uses = Counter(category for code in chosen for category in set(code[::2]))
    for target in sorted(possible - set(uses)):
        if target not in uses:
            _exchange_one(indexed, sentences, chosen, uses, target)
    if possible <= set(uses) or max(map(len, sentences)) > _MAX_WORDS:
        return chosen
    # One exchange at a time was not enough; look at all choices together.
    try:
        return _choose_together(indexed, sentences, frozenset(possible)) or chosen
    except _TooManySetsError:
        return chosen


def _exchange_one(
    indexed: IndexedGrammar,
    sentences: Sequence[list[int]],
    chosen: list[Code],
    uses: Counter[int],
    target: int,
) -> None:
    """Give one sentence a tree that brings in `target` and loses no category that it alone provides."""
    for place, sentence in enumerate(sentences):
        old = set(chosen[place][::2])
        needed = [target, *(category for category in old if uses[category] == 1)]
        if len(needed) > _MAX_TARGETS:
            continue
        code = indexed.parser.tree_covering(sentence, needed)
        if code:
            chosen[place] = code
            uses.subtract(old)
            uses.update(set(code[::2]))
            for category in [c for c, number in uses.items() if number <= 0]:
                del uses[category]
            return


def _choose_together(
    indexed: IndexedGrammar, sentences: Sequence[list[int]], wanted: frozenset[int]
) -> list[Code] | None:
    """Trees that together use all wanted categories, or None when there is no such choice.

    Exact: for each sentence the sets of categories its trees can use, then their unions sentence by sentence.
    A set inside another is never needed, so only the largest are kept.
    """
    steps: list[dict[frozenset[int], tuple[frozenset[int], Code]]] = []
    reached: Iterable[frozenset[int]] = (frozenset(),)
    for sentence in sentences:
        options = _largest_sets(indexed, sentence, wanted)
        unions: dict[frozenset[int], tuple[frozenset[int], Code]] = {}
        for before in reached:
            for used, code in options.items():
                unions.setdefault(before | used, (before, code))
        steps.append(_only_largest(unions))
        reached = steps[-1]
    if wanted not in reached:
        return None
    codes = []
    union = wanted
    for step in reversed(steps):
        union, code = step[union]
        codes.append(code)
    return codes[::-1]


def _largest_sets(
    indexed: IndexedGrammar, sentence: Sequence[int], wanted: frozenset[int]
) -> dict[frozenset[int], Code]:
    """The largest sets of wanted categories that a tree of the sentence uses, each with such a tree."""

    @cache
    def options(i: int, j: int, x: int) -> dict[frozenset[int], Code]:
        own = frozenset({x}) & wanted
        found: dict[frozenset[int], Code] = {}
        if j - i == 1 and sentence[i] >= 0 and x in indexed.lexical[sentence[i]]:
            found[own] = [x, 0]
        for k, y, z in splits(i, j, x):
            for left, left_code in options(i, k, y).items():
                for right, right_code in options(k, j, z).items():
                    found.setdefault(own | left | right, [x, 2, *left_code, *right_code])
        return _only_largest(found)

    def splits(i: int, j: int, x: int) -> Iterator[tuple[int, int, int]]:
        for k in range(i + 1, j):
            for parent, y, z in indexed.binary:
                if parent == x:
                    yield k, y, z

    return options(0, len(sentence), indexed.start)


def _only_largest(sets: dict[frozenset[int], _Value]) -> dict[frozenset[int], _Value]:
    if len(sets) > _MAX_SETS:
        raise _TooManySetsError
    return {used: code for used, code in sets.items() if not any(used < other for other in sets)}
