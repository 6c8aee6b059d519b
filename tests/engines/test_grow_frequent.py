"""A large vocabulary: the sentences of frequent words first, and the rare words in their places."""

from __future__ import annotations

import random
import threading

import pytest

from brillig.engines.grow import GrowProgress, grow
from brillig.engines.grow.frequent import frequent_parts
from brillig.language.corpus import Corpus
from brillig.limits import Ended, Limits
from brillig.parsing.cyk import accepts_all

CLASSES = 20  # words of each class, drawn by Zipf's law


def zipf_sentences(number: int, seed: int) -> Corpus:
    """D N V, D N V D N, and an adverb at the end now and then."""
    rng = random.Random(seed)

    def word(kind: str) -> str:
        weights = [1 / (i + 1) for i in range(CLASSES)]
        return f"{kind}{rng.choices(range(CLASSES), weights)[0]}"

    sentences = []
    for _ in range(number):
        kinds = ["d", "n", "v"] if rng.random() < 0.5 else ["d", "n", "t", "d", "n"]
        kinds += ["a"] if rng.random() < 0.3 else []
        sentences.append(" ".join(map(word, kinds)))
    return Corpus.of(sentences)


def test_parts_have_frequent_words_and_grow() -> None:
    corpus = zipf_sentences(300, 1)
    parts = frequent_parts(corpus)
    assert len(parts) == 2
    assert 100 <= len(parts[0]) < len(parts[1]) < len(corpus)
    rarest = [min(corpus.counts[word] for word in part.words) for part in parts]
    assert rarest[0] > rarest[1]
    left = set(corpus.sentences) - set(parts[0].sentences)
    assert all(min(corpus.counts[word] for word in sentence) < rarest[0] for sentence in left)


def test_few_words_or_few_sentences_are_grown_whole() -> None:
    assert frequent_parts(zipf_sentences(100, 1)) == []
    assert frequent_parts(Corpus.of(["the cat sleeps", "a dog barks"] * 200)) == []


@pytest.mark.soak
def test_rare_words_find_their_places() -> None:
    corpus = zipf_sentences(300, 2)
    grown = grow(corpus, Limits(seed=1))
    assert grown.ended is Ended.ANSWERED
    assert grown.grammar is not None
    assert all(accepts_all(grown.grammar, corpus.sentences))
    homes: dict[frozenset[str], set[str]] = {}
    for word, categories in grown.grammar.lexicon.items():
        if corpus.counts[word] > 1:
            homes.setdefault(frozenset(categories), set()).add(word[0])
    assert all(len(kinds) == 1 for kinds in homes.values())


def test_stopped_among_the_parts_it_hands_over_what_explains_all() -> None:
    corpus = zipf_sentences(300, 3)
    seen: list[GrowProgress] = []
    stop = threading.Event()

    def look(progress: GrowProgress) -> None:
        seen.append(progress)
        if not progress.missed:
            threading.Timer(0.5, stop.set).start()

    grown = grow(corpus, Limits(seed=1), progress=look, cancel=stop)
    assert grown.ended is Ended.CANCELLED
    assert grown.grammar is not None
    assert all(accepts_all(grown.grammar, corpus.sentences))
