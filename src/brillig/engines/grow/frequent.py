"""Frequent words first: sentences of words that were seen often, from which a large vocabulary is learned.

Of a word seen once or twice the neighbours say little, and where half the words are such, classes made of all
words at once are wrong in many places. The sentences that have none of them give a grammar; then the others
find their places in it.
"""

from __future__ import annotations

from brillig.language.corpus import Corpus

# Not tuned one by one; benchmarks/bench_ladder.py shows what they do together.
RARE = 5  # a word seen fewer times than this
LARGE = 60  # words: below this many there is nothing to gain
SHARE = 4  # one word in this many has to be rare
LEAST_SENTENCES = 100
PARTS = (1 / 3, 2 / 3)  # of the sentences


def frequent_parts(corpus: Corpus) -> list[Corpus]:
    """Parts of the sentences, the first with the most frequent words alone, each in the next.

    None where few words are rare, or where the first part would be too small.
    """
    counts = corpus.counts
    rare = sum(number < RARE for number in counts.values())
    if len(counts) < LARGE or rare * SHARE < len(counts):
        return []
    rarest = [min(counts[word] for word in sentence) for sentence in corpus.sentences]
    order = sorted(rarest, reverse=True)
    sizes = [int(len(corpus) * part) for part in PARTS]
    if sizes[0] < LEAST_SENTENCES:
        return []
    often = dict.fromkeys(order[size] for size in sizes if order[size] > 1)
    return [corpus.part([i for i, least in enumerate(rarest) if least >= number]) for number in often]
