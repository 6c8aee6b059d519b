"""Set A of the main algorithm by definition: every point of it at one transition of a tiny network."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np

from brillig import Corpus, Problem, Restrictions
from brillig.engines.concur.layout import Layout
from brillig.problems import Switch


def tensors(layout: Layout, limit: int) -> Iterator[np.ndarray]:
    """Every tensor of set A: at most `limit` rules, allowed ones, and at most one parent for each pair
    that may not be shared.
    """
    n = layout.n
    if not layout.restrictions.one_parent:
        every = [tuple(rule) for rule in np.argwhere(layout.allowed)]
        for number in range(1, min(limit, len(every)) + 1):
            for held in itertools.combinations(every, number):
                t = np.zeros(layout.allowed.shape)
                t[tuple(np.transpose(held))] = 1
                yield t
        return
    choices = []
    for y, z in itertools.product(range(n), repeat=2):
        parents = [x for x in range(layout.numbering.parents) if layout.allowed[x, y, z]]
        if parents:
            choices.append([None, *((x, y, z) for x in parents)])
    for rules in itertools.product(*choices):
        chosen = [rule for rule in rules if rule is not None]
        if 0 < len(chosen) <= limit:
            t = np.zeros(layout.allowed.shape)
            for rule in chosen:
                t[rule] = 1
            yield t


def node_vectors(layout: Layout, category: int, free: bool) -> list[np.ndarray]:
    """The vectors a node may have when its category is given: one, or all that contain it."""
    one = np.eye(layout.n)[category]
    if not free:
        return [one]
    others = [k for k in layout.numbering.word_categories if k != category]
    return [
        one + sum((np.eye(layout.n)[k] for k, on in zip(others, bits, strict=True) if on), np.zeros(layout.n))
        for bits in itertools.product((0, 1), repeat=len(others))
    ]


def categories_at(layout: Layout, top: bool) -> list[int]:
    """The categories of a node above the base: an inner one, or a word of a sentence of several."""
    allow = layout.restrictions.allow
    root = {Switch.RECURSIVE_ROOT, Switch.ONE_WORD} if top else {Switch.RECURSIVE_ROOT}
    numbering = layout.numbering
    return [k for k in range(layout.n) if not (numbering.inside and k == numbering.root) or root <= allow]


def transition_points(layout: Layout, length: int, top: bool, limit: int) -> np.ndarray:
    """Every point of set A at one transition, as rows: up vectors, down vectors, tensor."""
    points = []
    free = top and layout.homographs > 0
    inner, above = categories_at(layout, False), categories_at(layout, top)
    for t in tensors(layout, limit):
        for x, y, z in np.argwhere(t == 1):
            if x != layout.numbering.root if length == 1 else x not in inner[: layout.plain]:
                continue
            if y not in above or z not in above:
                continue
            for i in range(length):
                for kept in itertools.product([k for k in inner if k in above], repeat=length - 1):
                    up = [*kept[:i], x, *kept[i:]]
                    down = [*kept[:i], y, z, *kept[i:]]
                    ups = [] if length == 1 else [np.eye(layout.n)[k] for k in up]
                    for downs in itertools.product(*(node_vectors(layout, k, free) for k in down)):
                        points.append(np.concatenate([*ups, *downs, t.ravel()]))
    return np.array(points)


def tiny(words: int, categories: int, lexical: int, rules: int, homographs: int, allow: str) -> Layout:
    restrictions = Restrictions.of(allow)
    sentences = [" ".join("abcd"[k] for k in range(words))]
    if not restrictions.root_without_words:
        sentences.insert(0, "a")
    corpus = Corpus.of(sentences, one_word=True)
    return Layout.of(Problem(corpus, categories, lexical, rules, homographs, restrictions))
