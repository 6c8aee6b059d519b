"""Word classes by neighbours alone: the start of a dialogue.

Words are merged as long as a code of the class sequences gets shorter. With few sentences this merges too
much and hardly ever splits what belongs together, which is what questions can put right: one answer that
contradicts a class takes it apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import lgamma, log, log2

import numpy as np
from numpy.typing import NDArray

from brillig.language.corpus import Sentence

Counts = NDArray[np.int64]


def cluster(sentences: Sequence[Sentence]) -> list[list[str]]:
    """The distinct words in classes, with the fewest bits of a bigram code that greedy merging finds."""
    words = sorted({word for sentence in sentences for word in sentence})
    neighbours, counts = _count(sentences, words)
    classes = np.arange(len(words))
    number = len(words)
    best, chosen, size = _cost(neighbours, classes, number, counts), classes, number
    while number > 2:
        cost, classes = min(
            (
                (_cost(neighbours, merged, number - 1, counts), merged)
                for merged in (_merge(classes, a, b) for a, b in combinations(range(number), 2))
            ),
            key=lambda entry: entry[0],
        )
        number -= 1
        if cost < best:
            best, chosen, size = cost, classes, number
    chosen = _exchange(neighbours, chosen, size, counts, best)
    found = [[word for word, own in zip(words, chosen, strict=True) if own == c] for c in range(size)]
    return [members for members in found if members]


def _count(sentences: Sequence[Sentence], words: Sequence[str]) -> tuple[Counts, Counts]:
    """How often each word follows each, marks at the ends of sentences included; how often it occurs."""
    place = {word: i for i, word in enumerate(words)}
    before, after = len(words), len(words) + 1
    neighbours = np.zeros((len(words) + 2, len(words) + 2), dtype=np.int64)
    counts = np.zeros(len(words), dtype=np.int64)
    for sentence in sentences:
        last = before
        for word in sentence:
            neighbours[last, place[word]] += 1
            counts[place[word]] += 1
            last = place[word]
        neighbours[last, after] += 1
    return neighbours, counts


def _merge(classes: Counts, kept: int, gone: int) -> Counts:
    merged = np.where(classes == gone, kept, classes)
    return np.where(merged > gone, merged - 1, merged)


def _exchange(neighbours: Counts, classes: Counts, number: int, counts: Counts, cost: float) -> Counts:
    """Move single words as long as that saves bits."""
    moved = True
    while moved:
        moved = False
        for word in range(len(classes)):
            for target in range(number):
                if target == classes[word] or np.count_nonzero(classes == classes[word]) == 1:
                    continue
                tried = classes.copy()
                tried[word] = target
                bits = _cost(neighbours, tried, number, counts)
                if bits < cost - 1e-9:
                    cost, classes, moved = bits, tried, True
    return classes


def _cost(neighbours: Counts, classes: Counts, number: int, counts: Counts) -> float:
    """Bits: which classes follow each and how often, which word of a class it is, the class of each word."""
    words = len(classes)
    member = np.zeros((words + 2, number + 2), dtype=np.int64)
    member[np.arange(words), classes] = 1
    member[words, number] = member[words + 1, number + 1] = 1
    pairs = (member.T @ neighbours @ member)[: number + 1][:, [*range(number), number + 1]]
    bits = words * log2(number)
    for row in pairs:
        seen = row[row > 0].tolist()
        bits += log2(number + 2) + _choose(number + 1, len(seen)) + _kt(tuple(sorted(seen)))
    for own in range(number):
        bits += _kt(tuple(sorted(counts[classes == own].tolist())))
    return float(bits)


@lru_cache(maxsize=200_000)
def _kt(counts: tuple[int, ...]) -> float:
    """Krichevsky and Trofimov's code of these counts."""
    if not counts:
        return 0.0
    kinds = len(counts)
    value = lgamma(kinds / 2) - lgamma(sum(counts) + kinds / 2)
    value += sum(lgamma(number + 0.5) - lgamma(0.5) for number in counts)
    return -value / log(2)


@lru_cache(maxsize=10_000)
def _choose(number: int, part: int) -> float:
    return (lgamma(number + 1) - lgamma(part + 1) - lgamma(number - part + 1)) / log(2)
