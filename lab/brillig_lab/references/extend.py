"""The extender with its known variables held in both projections: P_A and P_B in NumPy.

Fixed are all copies of the syntax tensor and the top-layer vectors of known words. A fixed variable is a
constant in P_A and in P_B alike: no projection moves it, it has no gap and costs nothing. What is left of a
transition's local problem is which of the given rules to apply, and where. The other reading of the paper,
in which known values take the place of the concur values, is `reference.concur` with `layout.known`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from brillig.engines.concur.layout import Known, Layout, Transition
from brillig_lab.references.infer import average_nodes, bound_lexicon, known_word, preservation

Array = npt.NDArray[np.float64]


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


# -- divide -----------------------------------------------------------------------------------------------


def divide(task: Fixed, v: Array, mu: Array) -> Array:
    """P_A: at every transition the nearest way to get layer l + 1 from layer l by one of the given rules."""
    result = np.where(task.rows[:, None], task.constants, 0.0)
    for transition in task.layout.transitions:
        _divide_transition(task, transition, v, mu, result)
    return result


def entry_costs(task: Fixed, v: Array, mu: Array, row: int) -> Array:
    """What a 1 costs more than what the entry is otherwise: 0, rounded (a free word, h > 0), or fixed."""
    if task.rows[row]:
        return np.where(task.constants[row] == 1, 0.0, np.inf)
    costs: Array = mu**2 * (1 - 2 * v[row])
    rounds = task.free_top[row] and task.layout.homographs > 0
    return np.maximum(costs, 0) if rounds else costs


def _divide_transition(task: Fixed, transition: Transition, v: Array, mu: Array, result: Array) -> None:
    length = transition.layer
    down_rows = transition.down + np.arange(length + 1)
    up_rows = transition.up + np.arange(length if length > 1 else 0)
    down = np.array([entry_costs(task, v, mu, row) for row in down_rows.tolist()])
    best = np.inf
    if length == 1:
        for y, z in task.root:
            if down[0, y] + down[1, z] < best:
                best, place, rule = down[0, y] + down[1, z], 0, (-1, y, z)
    else:
        up = np.array([entry_costs(task, v, mu, row) for row in up_rows.tolist()])
        left, left_cost = preservation(up, down[:-1])
        right, right_cost = preservation(up, down[1:])
        for i in range(length):
            keep = left_cost[:i].sum() + right_cost[i + 1 :].sum()
            for x, y, z in task.inner:
                cost = keep + up[i, x] + down[i, y] + down[i + 1, z]
                if cost < best:
                    best, place, rule = cost, i, (x, y, z)
    if not np.isfinite(best):
        raise ValueError("a sentence has no tree, whatever its unknown words are")
    if transition.top and task.layout.homographs > 0:
        for row in down_rows:
            if not task.rows[row]:
                result[row] = np.where(v[row] >= 0.5, 1, 0)
    x, y, z = rule
    for j in range(place):
        result[up_rows[j], left[j]] = result[down_rows[j], left[j]] = 1
    for j in range(place + 1, length):
        result[up_rows[j], right[j]] = result[down_rows[j + 1], right[j]] = 1
    if length > 1:
        result[up_rows[place], x] = 1
    result[down_rows[place], y] = result[down_rows[place + 1], z] = 1


# -- concur -----------------------------------------------------------------------------------------------


def concur(task: Fixed, v: Array) -> Array:
    """P_B: up and down copies agree, all occurrences of a free word agree, with h lexical rules to spare."""
    result = v.copy()
    average_nodes(task.layout, result)
    free = [word for word, categories in enumerate(task.known.words) if not categories]
    means = np.array([v[list(task.layout.occurrences[word])].mean(axis=0) for word in free])
    if task.layout.homographs > 0:
        means = bound_lexicon(task.layout, means)
    for word, mean in zip(free, means, strict=True):
        result[list(task.layout.occurrences[word])] = mean
    return np.where(task.rows[:, None], task.constants, result)


def step(task: Fixed, v: Array, mu: Array, *, beta: float, gamma: float) -> tuple[Array, Array]:
    """One iteration of RRR, then the metric: mu_X *= 1 + gamma (d_X / mean d - 1)."""
    a = divide(task, v, mu)
    difference = concur(task, 2 * a - v) - a
    by_category = np.sqrt((difference**2).sum(axis=0) / max(1, np.count_nonzero(~task.rows)))
    mean = by_category.mean()
    if mean > 0:
        mu = mu * (1 + gamma * (by_category / mean - 1))
    return v + beta * difference, mu
