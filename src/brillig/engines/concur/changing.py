"""A batch that changes: the network looks at N sentences at a time, and after a while at N others.

What all sentences share goes on from batch to batch: the tensor as P_B has it, the vectors of words that the
last batch had, and the metric. The nodes of the new trees, and new words, start at random.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from brillig._kernel import Network32, Network64
from brillig.engines.concur.driver import Stop
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.settings import Settings
from brillig.language.corpus import Corpus, Sentence
from brillig.problems import Problem


class ChangingNetwork:
    """An inference network on `settings.batch` of the sentences, others after `settings.change_after`.

    Sentences come in a random order, each once before any comes again. A batch that has converged is a
    candidate, as it says nothing about the other sentences; whoever refuses it calls `change`.
    """

    def __init__(self, problem: Problem, sentences: Sequence[Sentence], settings: Settings) -> None:
        assert settings.batch is not None
        assert settings.change_after is not None
        self.problem, self.settings = problem, settings
        self.every = tuple(sentences)
        self.size, self.change_after = settings.batch, settings.change_after
        self._number = 0
        self.start(0)

    @property
    def layout(self) -> Layout:
        return self.network.layout

    @property
    def kernel(self) -> Network32 | Network64:
        return self.network.kernel

    def vary(self, number: int) -> None:
        self._number = number
        self.network.vary(number)

    def start(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._waiting: list[int] = []
        self.batch = self._draw(())
        self.network = self._network(self.batch)
        self.network.start(seed)
        self._left = self.change_after
        self.converged = False

    def run(self, iterations: int) -> tuple[int, Stop]:
        if self._left <= 0:
            self.change()
        made, stop = self.network.run(min(iterations, self._left))
        self._left -= made
        self.converged = stop is Stop.CONVERGED
        return made, Stop.CANDIDATE if self.converged else stop

    def gap(self) -> float:
        return self.network.gap()

    def change(self, first: Sequence[Sentence] = ()) -> None:
        """Go on with the next batch, with these sentences in it."""
        before = self.network
        self.batch = self._draw(first)
        self.network = self._network(self.batch)
        layout, known = (
            self.network.layout,
            dict(zip(before.layout.words, before.kernel.word_means(), strict=True)),
        )
        vectors = self._random.random((layout.rows, layout.n))
        for word, rows in zip(layout.words, layout.occurrences, strict=True):
            if word in known:
                vectors[list(rows)] = known[word]
        shared = before.kernel.tensor_estimate()
        tensors = np.repeat(shared[None], len(layout.transitions), axis=0)
        self.network.kernel.set_state(vectors, tensors, np.array(before.kernel.mu()))
        self._left = self.change_after

    def _network(self, batch: Sequence[Sentence]) -> InferenceNetwork:
        network = InferenceNetwork(Layout.of(self.problem.with_corpus(Corpus(tuple(batch)))), self.settings)
        network.vary(self._number)
        return network

    def _draw(self, first: Sequence[Sentence]) -> tuple[Sentence, ...]:
        """The next batch: these, then those that wait; at least one has two words or more."""
        batch = list(dict.fromkeys(first))[: self.size]
        while len(batch) < self.size:
            if not self._waiting:
                self._waiting = [int(k) for k in self._random.permutation(len(self.every))]
            sentence = self.every[self._waiting.pop()]
            if sentence not in batch:
                batch.append(sentence)
        if all(len(sentence) == 1 for sentence in batch):
            batch[-1] = next(sentence for sentence in self.every if len(sentence) > 1)
        return tuple(batch)
