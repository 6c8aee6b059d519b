"""Which words may stand for each other, found by trying."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations, pairwise

from brillig.language.corpus import Sentence
from brillig.workflows.asking.interview import Kind
from brillig.workflows.asking.pieces.knowing import Asking, Course, Knowing
from brillig.workflows.asking.reach import overlap

CONTEXTS = 4  # sentences in which a word is tried in the place of another, each way


class Words:
    """Classes of words, at first one for each."""

    def __init__(self, known: Knowing, sentences: Sequence[Sentence]) -> None:
        self._known = known
        self._sentences = sorted(sentences, key=len)
        words = sorted({word for sentence in sentences for word in sentence})
        self.classes: list[tuple[str, ...]] = [(word,) for word in words]
        self._apart: set[tuple[str, str]] = set()

    def sort(self, least: float = 0.0) -> Course:
        """Join classes as long as two of them have neighbours in common and may stand for each other."""
        while (pair := self._most_alike(least)) is not None:
            one, other = pair
            if (yield from self._are_alike(one, other)):
                self.classes = [c for c in self.classes if c not in pair] + [tuple(sorted(one + other))]
            else:
                self._apart |= {(a, b) for a in one for b in other} | {(b, a) for a in one for b in other}

    def _most_alike(self, least: float) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        own = {word: number for number, words in enumerate(self.classes) for word in words}
        before: defaultdict[int, Counter[int]] = defaultdict(Counter)
        after: defaultdict[int, Counter[int]] = defaultdict(Counter)
        for sentence in self._sentences:
            string = [-1, *(own[word] for word in sentence), -2]
            for left, right in pairwise(string):
                after[left][right] += 1
                before[right][left] += 1
        best, most = None, least
        for a, b in combinations(range(len(self.classes)), 2):
            one, other = self.classes[a], self.classes[b]
            if (one[0], other[0]) in self._apart:
                continue
            alike = overlap(before[a], before[b]) * overlap(after[a], after[b])
            if alike > most:
                best, most = (one, other), alike
        return best

    def _are_alike(self, one: tuple[str, ...], other: tuple[str, ...]) -> Asking:
        tried: list[Sentence] = []
        for here, there in ((one, other), (other, one)):
            for sentence, at in self._contexts(here):
                tried.append((*sentence[:at], there[0], *sentence[at + 1 :]))
        return (yield from self._known.are_right(tried, Kind.WORDS))

    def _contexts(self, words: tuple[str, ...]) -> list[tuple[Sentence, int]]:
        """Short sentences with one of the words, each time between other neighbours."""
        found: list[tuple[Sentence, int]] = []
        lefts: set[Sentence] = set()
        rights: set[Sentence] = set()
        for sentence in self._sentences:
            for at, word in enumerate(sentence):
                if word not in words:
                    continue
                left, right = sentence[max(0, at - 2) : at], sentence[at + 1 : at + 3]
                if left in lefts and right in rights:
                    continue
                lefts.add(left)
                rights.add(right)
                found.append((sentence, at))
                if len(found) == CONTEXTS:
                    return found
        return found
