"""A probabilistic grammar trained by expectation maximisation: what the classics are held against.

Inside and outside on all binary rules over a number of categories, from random starts; the likeliest is kept,
and of its rules those with a probability of more than a thousandth.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from brillig.language.grammar import Grammar, category_names

Array = npt.NDArray[np.float64]
Sentence = tuple[str, ...]

STARTS = 3
ROUNDS = 60
LEAST = 1e-3  # rules that are less probable are left out


@dataclass(frozen=True)
class Pcfg:
    """Probabilities of x → y z and of x → word; category 0 is the start symbol."""

    words: tuple[str, ...]
    binary: Array
    lexical: Array

    def grammar(self, least: float = LEAST) -> Grammar:
        """The rules that are probable enough."""
        names = ["S", *category_names(len(self.binary) - 1)]
        rules = [(names[x], names[y], names[z]) for x, y, z in np.argwhere(self.binary >= least)]
        lexicon: dict[str, list[str]] = {word: [] for word in self.words}
        for x, w in np.argwhere(self.lexical >= least):
            lexicon[self.words[w]].append(names[x])
        return Grammar.of("S", rules, lexicon)


def train(sentences: Sequence[Sentence], categories: int, seed: int = 0) -> Pcfg:
    """The likeliest of a few starts."""
    words = tuple(dict.fromkeys(word for sentence in sentences for word in sentence))
    number = {word: index for index, word in enumerate(words)}
    by_length: defaultdict[int, list[list[int]]] = defaultdict(list)
    for sentence in sentences:
        by_length[len(sentence)].append([number[word] for word in sentence])
    batches = [np.array(batch) for batch in by_length.values()]
    best: tuple[float, Pcfg] | None = None
    for start in range(STARTS):
        rng = np.random.default_rng([seed, start])
        binary, lexical = rng.random((categories,) * 3), rng.random((categories, len(words)))
        likelihood = -np.inf
        for _ in range(ROUNDS):
            binary, lexical = _normalise(binary, lexical)
            counts = [_expect(batch, binary, lexical) for batch in batches]
            likelihood = float(sum(count[0] for count in counts))
            binary = sum((count[1] for count in counts), np.zeros_like(binary))
            lexical = sum((count[2] for count in counts), np.zeros_like(lexical))
        if best is None or likelihood > best[0]:
            best = likelihood, Pcfg(words, *_normalise(binary, lexical))
    assert best is not None
    return best[1]


def _normalise(binary: Array, lexical: Array) -> tuple[Array, Array]:
    total = binary.sum(axis=(1, 2)) + lexical.sum(axis=1)
    total = np.where(total > 0, total, 1)
    return binary / total[:, None, None], lexical / total[:, None]


def _expect(batch: npt.NDArray[np.intp], binary: Array, lexical: Array) -> tuple[float, Array, Array]:
    """Log likelihood of sentences of one length, and how often each rule is expected to be used."""
    number, length = batch.shape
    n = len(binary)
    inside: dict[tuple[int, int], Array] = {}
    pairs: dict[tuple[int, int], Array] = {}
    for i in range(length):
        inside[i, i + 1] = lexical[:, batch[:, i]].T
    for span in range(2, length + 1):
        for i in range(length - span + 1):
            j = i + span
            pair = np.zeros((number, n, n))
            for k in range(i + 1, j):
                pair += inside[i, k][:, :, None] * inside[k, j][:, None, :]
            pairs[i, j] = pair
            inside[i, j] = pair.reshape(number, -1) @ binary.reshape(n, -1).T
    total = inside[0, length][:, 0]
    good = total > 0
    outside = {cell: np.zeros((number, n)) for cell in inside}
    outside[0, length][good, 0] = 1 / total[good]
    uses = np.zeros_like(binary)
    word_uses = np.zeros_like(lexical)
    for span in range(length, 1, -1):
        for i in range(length - span + 1):
            j = i + span
            above = outside[i, j]
            uses += np.einsum("bx,byz->xyz", above, pairs[i, j])
            below = (above @ binary.reshape(n, -1)).reshape(number, n, n)
            for k in range(i + 1, j):
                outside[i, k] += np.einsum("byz,bz->by", below, inside[k, j])
                outside[k, j] += np.einsum("byz,by->bz", below, inside[i, k])
    for i in range(length):
        share = outside[i, i + 1] * inside[i, i + 1]
        np.add.at(word_uses.T, batch[:, i], share)
    likelihood = float(np.log(total[good]).sum()) if good.all() else -np.inf
    return likelihood, uses * binary, word_uses
