"""The network of an extension: the main algorithm's, with what the grammar says known beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from brillig.engines.concur.layout import Known, Layout, Numbering
from brillig.errors import BrilligError
from brillig.language.corpus import Sentence
from brillig.problems import ExtendProblem, Restrictions

Array = npt.NDArray[np.float64]


def category_order(problem: ExtendProblem) -> tuple[str, ...]:
    """The categories but S by their numbers: those with rules first, as `layout` wants it."""
    base = problem.base
    parents = {rule.parent for rule in base.syntactic}
    others = [category for category in base.categories if category != base.start]
    return (*(c for c in others if c in parents), *(c for c in others if c not in parents))


def extension_layout(problem: ExtendProblem, sentences: Sequence[Sentence]) -> Layout:
    """The layout of these sentences, with the rules and the words of the grammar known."""
    base = problem.base
    if problem.restrictions.is_new:
        raise BrilligError(
            f"the grammar needs {problem.restrictions}, which the paper's network cannot hold; "
            "leave out --preset paper"
        )
    categories = category_order(problem)
    plain = sum(category in base.expansions for category in categories)
    number = {category: k for k, category in enumerate(categories)}
    words = tuple(dict.fromkeys(word for sentence in sentences for word in sentence))
    word_number = {word: k for k, word in enumerate(words)}
    return Layout(
        numbering=Numbering(
            len(categories) + 1,
            len(categories) - plain,
            Restrictions.lifted(
                equal_children=not problem.restrictions.distinct_children,
                lexical_root=any(number[c] >= plain for _, *ys in base.expansions[base.start] for c in ys),
            ),
        ),
        rules=len(base.syntactic),
        homographs=problem.homographs,
        sentences=tuple(tuple(word_number[word] for word in s) for s in sentences),
        word_count=len(words),
        words=words,
        known=Known(
            rules=tuple((number.get(x, plain), number[y], number[z]) for x, y, z in base.syntactic),
            words=tuple(tuple(number[c] for c in base.lexicon.get(word, ())) for word in words),
        ),
    )


@dataclass(frozen=True)
class Fixed:
    """A layout with what is known as constants: which rows are fixed, and their values."""

    layout: Layout

    @property
    def known(self) -> Known:
        assert self.layout.known is not None
        return self.layout.known

    @property
    def root(self) -> list[tuple[int, int]]:
        """The children of the rules that apply at the base."""
        return [(y, z) for x, y, z in self.known.rules if x == self.layout.plain]

    @property
    def inner(self) -> list[tuple[int, int, int]]:
        """The rules that apply above the base."""
        return [rule for rule in self.known.rules if rule[0] != self.layout.plain]

    @cached_property
    def rows(self) -> npt.NDArray[np.bool_]:
        fixed = np.zeros(self.layout.rows, dtype=bool)
        for word, rows in enumerate(self.layout.occurrences):
            fixed[list(rows)] = bool(self.known.words[word])
        return fixed

    @cached_property
    def free_top(self) -> npt.NDArray[np.bool_]:
        """The rows of words that are not known."""
        top = np.zeros(self.layout.rows, dtype=bool)
        top[[row for rows in self.layout.occurrences for row in rows]] = True
        return top & ~self.rows

    @cached_property
    def constants(self) -> Array:
        """The vectors of the fixed rows; zero elsewhere."""
        constants = np.zeros((self.layout.rows, self.layout.n))
        for word, rows in enumerate(self.layout.occurrences):
            constants[list(rows)] = known_word(self.layout, word)
        return constants


def known_word(layout: Layout, word: int) -> Array:
    """The vector of a word whose categories are known."""
    assert layout.known is not None
    vector = np.zeros(layout.n)
    vector[list(layout.known.words[word])] = 1
    return vector
