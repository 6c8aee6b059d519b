"""Word classes by neighbours alone: what is known of words where no grammar says much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from brillig._kernel import cluster_words
from brillig.language.corpus import Corpus

MAX_WORDS, MAX_NEIGHBOURS = 12, 3  # that are shown of a class


@dataclass(frozen=True)
class WordClass:
    """Words of one class, the frequent ones first, and the words that mostly stand before and after them."""

    words: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]

    def __str__(self) -> str:
        more = len(self.words) - MAX_WORDS
        text = " | ".join(self.words[:MAX_WORDS]) + (f" | and {more} more" if more > 0 else "")
        sides = [("after", self.before), ("before", self.after)]
        said = [f"{where} {', '.join(words)}" for where, words in sides if words]
        return f"{text}   ({'; '.join(said)})" if said else text


def classes_by_neighbours(corpus: Corpus) -> list[WordClass]:
    """Classes of words that follow and precede the same ones, the most frequent first."""
    words = sorted(corpus.words)
    number = {word: i for i, word in enumerate(words)}
    sentences = [[number[word] for word in sentence] for sentence in corpus.sentences]
    counts = corpus.counts
    before: dict[str, Counter[str]] = {word: Counter() for word in words}
    after: dict[str, Counter[str]] = {word: Counter() for word in words}
    for sentence in corpus.sentences:
        for left, right in pairwise(sentence):
            before[right][left] += 1
            after[left][right] += 1

    def commonest(of: dict[str, Counter[str]], own: Sequence[str]) -> Iterator[str]:
        together: Counter[str] = Counter()
        for word in own:
            together.update(of[word])
        ranked = sorted(together.items(), key=lambda entry: (-entry[1], entry[0]))
        yield from (word for word, _ in ranked[:MAX_NEIGHBOURS])

    found = []
    for numbers in cluster_words(len(words), sentences):
        own = sorted((words[i] for i in numbers), key=lambda word: (-counts[word], word))
        found.append(WordClass(tuple(own), tuple(commonest(before, own)), tuple(commonest(after, own))))
    return sorted(found, key=lambda one: (-sum(counts[word] for word in one.words), one.words))
