"""Simple models of sentences, for comparison: words alone, after one another, and by classes.

Each is a probability of whole sentences, the end included, learned from the same sentences as a grammar; a
grammar that says nothing about the order of words is no better than the first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from math import log2

from brillig._kernel import cluster_words

Sentence = tuple[str, ...]
# log2 of the probability of a sentence of known words.
Model = Callable[[Sentence], float]

EDGE = None  # before the first word and after the last


def unigram_model(sentences: Sequence[Sentence]) -> Model:
    """Each word, and the end, by how often it was seen, and a half."""
    counts: Counter[str | None] = Counter(word for sentence in sentences for word in sentence)
    counts[EDGE] = len(sentences)
    total = sum(counts.values()) + 0.5 * len(counts)

    def logs(sentence: Sentence) -> float:
        return sum(log2((counts[token] + 0.5) / total) for token in (*sentence, EDGE))

    return logs


def bigram_model(sentences: Sequence[Sentence]) -> Model:
    """Each word after the one before it as far as that was seen, else as words alone say (Witten, Bell)."""
    alone: Counter[str | None] = Counter(word for sentence in sentences for word in sentence)
    alone[EDGE] = len(sentences)
    total = sum(alone.values()) + 0.5 * len(alone)
    after = _followers(sentences)

    def logs(sentence: Sentence) -> float:
        result, before = 0.0, EDGE
        for token in (*sentence, EDGE):
            seen = after[before]
            kinds, number = len(seen), sum(seen.values())
            backoff = (alone[token] + 0.5) / total
            result += log2((seen[token] + kinds * backoff) / (number + kinds) if number else backoff)
            before = token
        return result

    return logs


def class_bigram_model(sentences: Sequence[Sentence]) -> Model:
    """Classes after one another, and the words of each, with classes found by neighbours."""
    words = sorted({word for sentence in sentences for word in sentence})
    number = {word: i for i, word in enumerate(words)}
    classes = cluster_words(len(words), [[number[word] for word in sentence] for sentence in sentences])
    home = {words[member]: str(place) for place, members in enumerate(classes) for member in members}
    for word in words:  # those that are sentences of one word and nothing else
        home.setdefault(word, "alone")
    counts = Counter(word for sentence in sentences for word in sentence)
    totals: defaultdict[str, float] = defaultdict(float)
    for word in words:
        totals[home[word]] += counts[word] + 0.5
    order = bigram_model([tuple(home[word] for word in sentence) for sentence in sentences])

    def logs(sentence: Sentence) -> float:
        chosen = sum(log2((counts[word] + 0.5) / totals[home[word]]) for word in sentence)
        return chosen + order(tuple(home[word] for word in sentence))

    return logs


def _followers(sentences: Sequence[Sentence]) -> defaultdict[str | None, Counter[str | None]]:
    after: defaultdict[str | None, Counter[str | None]] = defaultdict(Counter)
    for sentence in sentences:
        before: str | None = EDGE
        for token in (*sentence, EDGE):
            after[before][token] += 1
            before = token
    return after


BASELINES: dict[str, Callable[[Sequence[Sentence]], Model]] = {
    "unigram": unigram_model,
    "bigram": bigram_model,
    "class-bigram": class_bigram_model,
}
