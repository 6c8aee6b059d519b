"""Comparing languages exactly, length by length: the one comparison that everything else is made of.

Words that both grammars treat alike are one letter, so what is compared are sets of strings of word classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from brillig.language.cfg import Cfg
from brillig.language.grammar import Grammar
from brillig.limits import Cancel
from brillig.parsing.cyk import compiled
from brillig.parsing.indexed import IndexedGrammar


@dataclass(frozen=True)
class Bounds:
    """How far a comparison goes: words, strings of one category and one length, strings in all."""

    words: int
    strings: int
    all_strings: int


@dataclass(frozen=True)
class LanguageComparison:
    """A shortest sentence that only one grammar accepts, or None; and the length up to which that is sure.

    `complete` where the bound on the words was reached, and not one on the strings.
    """

    difference: tuple[str, ...] | None
    length: int
    complete: bool


def compare_languages(
    first: Grammar | Cfg, second: Grammar | Cfg, bounds: Bounds, cancel: Cancel | None = None
) -> LanguageComparison:
    """Compare up to the bounds, or until cancelled."""
    one, other = compiled(first), compiled(second)
    kinds: dict[tuple[tuple[int, ...], tuple[int, ...]], str] = {}
    for word in sorted({*first.words, *second.words}):
        kinds.setdefault((categories_of(one, word), categories_of(other, word)), word)
    words = list(kinds.values())
    sides = (
        Strings(one, [kind[0] for kind in kinds], bounds),
        Strings(other, [kind[1] for kind in kinds], bounds),
    )
    for length in range(1, bounds.words + 1):
        stopped = length > 1 and cancel is not None and cancel.is_set()
        if stopped or not all(side.lengthen() for side in sides):
            return LanguageComparison(None, length - 1, False)
        different = sides[0].sentences() ^ sides[1].sentences()
        if different:
            return LanguageComparison(tuple(words[ord(letter)] for letter in min(different)), length, True)
    return LanguageComparison(None, bounds.words, True)


def categories_of(indexed: IndexedGrammar, word: str) -> tuple[int, ...]:
    number = indexed.word_numbers.get(word)
    return () if number is None else tuple(sorted(indexed.lexical[number]))


class Strings:
    """The strings of word classes that each category derives, by length; a letter numbers a class."""

    def __init__(self, indexed: IndexedGrammar, kinds: Sequence[tuple[int, ...]], bounds: Bounds) -> None:
        self._indexed = indexed
        self._kinds = kinds
        self._bounds = bounds
        self._held = 0
        self._by_length: list[list[set[str]]] = [[set() for _ in indexed.names]]

    def sentences(self) -> set[str]:
        """The sentences of the length reached."""
        return self._by_length[-1][self._indexed.start]

    def lengthen(self) -> bool:
        """Go on to the next length; False when there are too many strings for that."""
        done, length = self._by_length, len(self._by_length)
        sets: list[set[str]] = [set() for _ in self._indexed.names]
        if length == 1:
            for number, categories in enumerate(self._kinds):
                for category in categories:
                    sets[category].add(chr(number))
        for x, y, z in self._indexed.binary:
            mine = sets[x]
            for split in range(1, length):
                left, right = done[split][y], done[length - split][z]
                if len(left) * len(right) > 4 * self._bounds.strings:
                    return False
                mine.update([a + b for a in left for b in right])
                if len(mine) > self._bounds.strings or self._held + len(mine) > self._bounds.all_strings:
                    return False
        for x, y in self._indexed.unary:
            sets[x] |= sets[y]
        self._held += sum(map(len, sets))
        done.append(sets)
        return True
