"""Which copies of the variables exist, and in which order: the same for the reference and the kernel.

A sentence of L words has the transitions l = 1 ... L - 1, from layer l to layer l + 1. Each has its own
copy of the syntax tensor, an up copy of the category vectors of layer l (none for l = 1: the base node is S
and fixed) and a down copy of those of layer l + 1. Category vectors are rows; for each transition the up
rows come first, then the down rows.

Categories other than S are numbered 0 ... n - 1, the designated lexical ones last. As the parent of a rule S
has the number `plain`, after all that can be parents. Where S may stand inside or have words, it is itself
one of the n, the last of those that are not designated lexical, and has that number as a parent too.

A sentence of one word has no transition: it is one row, after those of all transitions, that holds S.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from brillig.language.grammar import category_names
from brillig.problems import Problem, Restrictions


@dataclass(frozen=True)
class Numbering:
    """How the network numbers c categories, of which `lexical` are designated lexical."""

    categories: int
    lexical: int
    restrictions: Restrictions

    @classmethod
    def of(cls, problem: Problem) -> Numbering:
        return cls(problem.categories, problem.lexical, problem.restrictions)

    @property
    def inside(self) -> bool:
        """Whether category vectors have a component for S."""
        return not (self.restrictions.root_at_base and self.restrictions.root_without_words)

    @property
    def n(self) -> int:
        """Components of a category vector."""
        return self.categories - 1 + self.inside

    @property
    def plain(self) -> int:
        """Those that are not designated lexical."""
        return self.n - self.lexical

    @property
    def root(self) -> int:
        """S as the parent of a rule."""
        return self.plain - 1 if self.inside else self.plain

    @property
    def parents(self) -> int:
        return self.root + 1

    @property
    def used(self) -> int:
        """How many plain categories have to be used at inner nodes: all but S, and these come first."""
        return self.root

    @property
    def inner_parents(self) -> int:
        """What may be the parent above the base: all plain categories, S only if it may stand inside."""
        return self.used if self.restrictions.root_at_base else self.plain

    @property
    def word_categories(self) -> tuple[int, ...]:
        """What a word may have."""
        bare = self.inside and self.restrictions.root_without_words
        return tuple(k for k in range(self.n) if not (bare and k == self.root))

    @property
    def start(self) -> int:
        """S among all categories."""
        return self.root if self.inside else self.n

    @property
    def names(self) -> tuple[str, ...]:
        """The paper's names for all categories."""
        others = category_names(self.categories - 1)
        return (*others[: self.start], "S", *others[self.start :])

    def among_all(self, rules: Iterable[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
        """Rules with the parent, too, numbered among all categories."""
        return [(self.start if x == self.root else x, y, z) for x, y, z in rules]


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

    numbering: Numbering
    rules: int
    homographs: int
    sentences: tuple[tuple[int, ...], ...]
    word_count: int
    words: tuple[str, ...] = ()
    known: Known | None = None

    @classmethod
    def of(cls, problem: Problem) -> Layout:
        number = {word: index for index, word in enumerate(problem.corpus.words)}
        return cls(
            numbering=Numbering.of(problem),
            rules=problem.rules,
            homographs=problem.homographs,
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
    def n(self) -> int:
        return self.numbering.n

    @cached_property
    def plain(self) -> int:
        return self.numbering.plain

    @property
    def restrictions(self) -> Restrictions:
        return self.numbering.restrictions

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
    def sentence_transitions(self) -> tuple[tuple[Transition, ...], ...]:
        """The transitions of each sentence."""
        found: list[list[Transition]] = [[] for _ in self.sentences]
        for transition in self.transitions:
            found[transition.sentence].append(transition)
        return tuple(map(tuple, found))

    @cached_property
    def single_rows(self) -> tuple[int, ...]:
        """The rows of the sentences of one word, in their order."""
        last = self.transitions[-1]
        end = last.down + last.layer + 1
        return tuple(range(end, end + sum(len(words) == 1 for words in self.sentences)))

    @cached_property
    def rows(self) -> int:
        last = self.transitions[-1]
        return last.down + last.layer + 1 + len(self.single_rows)

    def memory(self, *, double: bool) -> int:
        """Bytes that a network takes: each variable twice with what belongs to it, and once when saved."""
        variables = self.rows * self.n + len(self.transitions) * self.numbering.parents * self.n**2
        return 3 * variables * (8 if double else 4)

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
        alone = [words[0] for words in self.sentences if len(words) == 1]
        for word, row in zip(alone, self.single_rows, strict=True):
            places[word].append(row)
        return tuple(tuple(rows) for rows in places)

    @cached_property
    def allowed(self) -> npt.NDArray[np.bool_]:
        """Which rules [parent, left, right] the restrictions allow."""
        root, restrictions = self.numbering.root, self.restrictions
        allowed = np.ones((self.numbering.parents, self.n, self.n), dtype=bool)
        if restrictions.distinct_children:
            allowed[:, np.arange(self.n), np.arange(self.n)] = False
        if restrictions.root_nonlexical:
            allowed[root, self.plain :, :] = False
            allowed[root, :, self.plain :] = False
        if self.numbering.inside and restrictions.root_at_base:
            allowed[:, root, :] = False
            allowed[:, :, root] = False
        return allowed
