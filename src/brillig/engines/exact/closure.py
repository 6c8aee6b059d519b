"""Starred sentences as clauses: what rules derive of each substring, closed forward, and never S of all."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from brillig.parsing.chart import Sentence

if TYPE_CHECKING:
    from brillig.engines.exact.encoding import Encoding


class Exclusion:
    """Forbids derivations: D[u,X] is true whenever category X derives the substring u of a starred sentence.

    It may also be true where X does not, so only what has to be rejected is taken in here. Equal substrings
    share their variables.
    """

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._derived: dict[Sentence, dict[int, int]] = {}
        self._by_pair: defaultdict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for (x, y, z), switch in encoding.rule_switches():
            self._by_pair[y, z].append((x, switch))
        self._inside = any(0 in pair for pair in self._by_pair)

    def add(self, sentence: Sentence) -> None:
        """From now on no model derives the sentence."""
        formula = self._encoding.formula
        if len(sentence) == 1:
            root = self._over_word(sentence[0]).get(0)
            if root is not None:
                formula.add(-root)
            return
        for pair, both in self._pairs(sentence).items():
            for x, switch in self._by_pair[pair]:
                if x == 0:
                    formula.add(-both, -switch)

    def _over_word(self, word: str) -> dict[int, int]:
        if (word,) not in self._derived:
            self._derived[word,] = dict(self._encoding.word_switches(word))
        return self._derived[word,]

    def _over(self, words: Sentence) -> dict[int, int]:
        """For each category that could derive the words, what is true whenever it does."""
        if len(words) == 1:
            return self._over_word(words[0])
        known = self._derived.get(words)
        if known is not None:
            return known
        formula = self._encoding.formula
        found = self._derived[words] = {}
        for pair, both in self._pairs(words).items():
            for x, switch in self._by_pair[pair]:
                if x == 0 and not self._inside:
                    continue
                if x not in found:
                    found[x] = formula.variable()
                formula.add(-both, -switch, found[x])
        return found

    def _pairs(self, words: Sentence) -> dict[tuple[int, int], int]:
        """For each pair on the right of rules: what is true whenever it derives the words, split anywhere."""
        formula = self._encoding.formula
        found: dict[tuple[int, int], int] = {}
        for middle in range(1, len(words)):
            right = self._over(words[middle:])
            for y, first in self._over(words[:middle]).items():
                for z, second in right.items():
                    if (y, z) in self._by_pair:
                        if (y, z) not in found:
                            found[y, z] = formula.variable()
                        formula.add(-first, -second, found[y, z])
        return found
