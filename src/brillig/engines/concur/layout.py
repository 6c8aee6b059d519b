"""Which copies of the variables exist, and in which order: the same for the reference and the kernel.

A sentence of L words has the transitions l = 1 ... L - 1, from layer l to layer l + 1. Each has its own
copy of the syntax tensor, an up copy of the category vectors of layer l (none for l = 1: the base node is S
and fixed) and a down copy of those of layer l + 1. Category vectors are rows; for each transition the up
rows come first, then the down rows.

Categories other than S are numbered 0 ... n - 1, the designated lexical ones last. As the parent of a rule S
has the number `plain`, after all that can be parents.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from brillig.problems import Problem


@dataclass(frozen=True)
class Transition:
    """From layer `layer` of a sentence to the next."""

    sentence: int
    layer: int
    up: int
    down: int
    top: bool


@dataclass(frozen=True)
class Known:
    """What an extension knows beforehand: rules (parent, left, right), and the categories of some words.

    `words` has an entry for each word, empty for one that is free.
    """

    rules: tuple[tuple[int, int, int], ...]
    words: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Layout:
    """The network of a problem: sizes, transitions and where each word occurs.

    `words` are their spellings, for those who show a network; the network itself needs only numbers.
    """

    n: int
    plain: int
    rules: int
    homographs: int
    distinct_children: bool
    root_nonlexical: bool
    sentences: tuple[tuple[int, ...], ...]
    word_count: int
    words: tuple[str, ...] = ()
    known: Known | None = None

    @classmethod
    def of(cls, problem: Problem) -> Layout:
        number = {word: index for index, word in enumerate(problem.corpus.words)}
        return cls(
            n=problem.categories - 1,
            plain=problem.plain_categories,
            rules=problem.rules,
            homographs=problem.homographs,
            distinct_children=problem.restrictions.distinct_children,
            root_nonlexical=problem.restrictions.root_nonlexical,
            sentences=tuple(tuple(number[word] for word in s) for s in problem.corpus.sentences),
            word_count=len(number),
            words=problem.corpus.words,
        )

    @property
    def rounding(self) -> bool:
        """Whether a word may have several categories: its vector is then rounded, not made 1-hot."""
        known = () if self.known is None else self.known.words
        return self.homographs > 0 or any(len(categories) > 1 for categories in known)

    @cached_property
    def transitions(self) -> tuple[Transition, ...]:
        found = []
        row = 0
        for sentence, words in enumerate(self.sentences):
            for layer in range(1, len(words)):
                up = row
                row += layer if layer > 1 else 0
                found.append(Transition(sentence, layer, up, row, layer + 1 == len(words)))
                row += layer + 1
        return tuple(found)

    @cached_property
    def rows(self) -> int:
        last = self.transitions[-1]
        return last.down + last.layer + 1

    @cached_property
    def inner_nodes(self) -> tuple[tuple[int, int], ...]:
        """(up row, down row) of every node that has both copies."""
        pairs = []
        for below, above in zip(self.transitions, self.transitions[1:], strict=False):
            if below.sentence == above.sentence:
                pairs += [(above.up + j, below.down + j) for j in range(above.layer)]
        return tuple(pairs)

    @cached_property
    def occurrences(self) -> tuple[tuple[int, ...], ...]:
        """For each word, the rows of the top layers where it stands."""
        places: list[list[int]] = [[] for _ in range(self.word_count)]
        for transition in self.transitions:
            if transition.top:
                for j, word in enumerate(self.sentences[transition.sentence]):
                    places[word].append(transition.down + j)
        return tuple(tuple(rows) for rows in places)

    @cached_property
    def allowed(self) -> npt.NDArray[np.bool_]:
        """Which rules [parent, left, right] the restrictions allow."""
        allowed = np.ones((self.plain + 1, self.n, self.n), dtype=bool)
        if self.distinct_children:
            allowed[:, np.arange(self.n), np.arange(self.n)] = False
        if self.root_nonlexical:
            allowed[self.plain, self.plain :, :] = False
            allowed[self.plain, :, self.plain :] = False
        return allowed
