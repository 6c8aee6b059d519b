"""How much it speaks against a sentence that some of its words were never seen side by side.

If the words of a class were all alike, two words would stand side by side so often: as often as their classes
do, by the part that each has in its class. Where that is often, and they never did, one of them may not be
like the others of its class. The same goes for a word beside any word of a class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from brillig.language.corpus import Sentence

END = ""


class Doubts:
    """From the neighbours in right sentences."""

    def __init__(self, sentences: Iterable[Sentence], class_of: Callable[[str], int]) -> None:
        self._class_of = class_of
        self._words: Counter[str] = Counter()
        self._pairs: Counter[tuple[str, str]] = Counter()
        for sentence in sentences:
            self._words.update((END, *sentence))
            self._pairs.update(zip((END, *sentence), (*sentence, END), strict=True))
        self._kinds: Counter[int] = Counter()
        for word, number in self._words.items():
            self._kinds[self._kind(word)] += number
        self._kind_pairs: Counter[tuple[int, int]] = Counter()
        self._after: Counter[tuple[str, int]] = Counter()
        self._before: Counter[tuple[int, str]] = Counter()
        for (left, right), number in self._pairs.items():
            self._kind_pairs[self._kind(left), self._kind(right)] += number
            self._after[left, self._kind(right)] += number
            self._before[self._kind(left), right] += number

    def of(self, sentence: Sentence) -> float:
        """How often what was never seen should have been, in all."""
        return sum(map(self._of_pair, (END, *sentence), (*sentence, END)))

    def _of_pair(self, left: str, right: str) -> float:
        before, after = self._kind(left), self._kind(right)
        both = self._kind_pairs[before, after]
        if not both or self._pairs[left, right]:
            return 0.0
        of_left = self._words[left] / self._kinds[before]
        of_right = self._words[right] / self._kinds[after]
        doubt = both * of_left * of_right
        if not self._after[left, after]:
            doubt += both * of_left
        if not self._before[before, right]:
            doubt += both * of_right
        return doubt

    def _kind(self, word: str) -> int:
        return -1 if word == END else self._class_of(word)
