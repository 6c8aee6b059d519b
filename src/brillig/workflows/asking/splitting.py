"""Which words of a class go together, when one answer has shown that not all of them do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from itertools import product
from math import inf, log2

from brillig.language.corpus import Sentence

# Not tuned one by one; benchmarks/bench_asking.py shows what they do together.
ENUMERATED = 7  # words of which every division is tried; beyond that, one word at a time
SURE = 12.0  # bits that a word costs on the other side: then nobody is asked
ALIKE = 6.0  # bits that two classes save as one: then they are one until an answer says otherwise


def divide(
    words: Sequence[str],
    known: Mapping[str, bool],
    sentences: Collection[Sentence],
    class_of: Callable[[str], int],
) -> dict[str, tuple[bool, float]]:
    """For each word that is not known yet on which side it is, and how many bits the other one would cost.

    The division with the fewest kinds of sentences wins: words of the same class make the same kinds.
    """
    unknown = [word for word in words if word not in known]

    def bits(sides: Mapping[str, bool]) -> float:
        return kinds_bits(
            tuple((class_of(word), sides.get(word, False)) for word in sentence) for sentence in sentences
        )

    best, least = dict(known), inf
    if len(unknown) <= ENUMERATED:
        for chosen in product((True, False), repeat=len(unknown)):
            sides = {**known, **dict(zip(unknown, chosen, strict=True))}
            cost = bits(sides)
            if cost < least:
                best, least = sides, cost
    else:
        best |= dict.fromkeys(unknown, True)
        least = bits(best)
        moved = True
        while moved:
            moved = False
            for word in unknown:
                flipped = {**best, word: not best[word]}
                cost = bits(flipped)
                if cost < least:
                    best, least, moved = flipped, cost, True
    return {word: (best[word], bits({**best, word: not best[word]}) - least) for word in unknown}


def kinds_bits(kinds: Iterable[tuple[Hashable, ...]]) -> float:
    """Bits of the kinds of sentences, each written once, and of which kind each sentence is."""
    counts = Counter(kinds)
    total = counts.total()
    data = -sum(number * log2(number / total) for number in counts.values())
    return data + sum(2.0 + len(kind) for kind in counts)
