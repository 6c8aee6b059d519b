"""What a fixed point x* says, as the paper reads it: the trees of P_A(x*), and the words' rounded vectors."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout
from brillig.language.corpus import Sentence
from brillig.language.layers import LayeredTree, positions, step_between, to_tree
from brillig.language.tree import Tree


def read_trees(
    network: InferenceNetwork,
    sentences: Sequence[Sentence],
    names: Sequence[str],
    rules: Collection[tuple[str, str, str]],
    start: str = "S",
) -> tuple[Tree, ...] | None:
    """The trees of the network's sentences, of these rules alone; None where they are not trees yet.

    `names` are the categories by the numbers of the network, `start` is the one at the base.
    """
    layout, rows = network.layout, network.kernel.row_categories()
    trees = []
    singles = iter(layout.single_rows)
    for number, words in enumerate(sentences):
        if len(words) == 1:
            trees.append(Tree.leaf(names[rows[next(singles)]], words[0]))
            continue
        tree = _read_tree(layout, rows, number, words, names, rules, start)
        if tree is None:
            return None
        trees.append(tree)
    return tuple(trees)


def _read_tree(
    layout: Layout,
    rows: Sequence[int],
    number: int,
    words: Sentence,
    names: Sequence[str],
    rules: Collection[tuple[str, str, str]],
    start: str,
) -> Tree | None:
    steps = []
    for transition in layout.sentence_transitions[number]:
        below: tuple[str, ...] = (start,)
        if transition.layer > 1:
            below = tuple(names[k] for k in rows[transition.up : transition.up + transition.layer])
        above = tuple(names[k] for k in rows[transition.down : transition.down + transition.layer + 1])
        if not positions(below, above):
            return None
        step = step_between(below, above, lambda x, y, z: float((x, y, z) in rules))
        if step.rule not in rules:
            return None
        steps.append(step)
    return to_tree(LayeredTree(words, tuple(steps)))


def rounded_lexicon(word_means: npt.NDArray[np.float64]) -> list[list[int]]:
    """The categories of each word: where its vector rounds to 1."""
    return [[int(k) for k in np.flatnonzero(mean >= 0.5)] for mean in word_means]
