"""Steps of the kernel against enumeration: the nearest of all points, for every lift and both orders."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from brillig import Corpus, Problem, Restrictions
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.settings import LIFTS, PURE_ORDERS, Settings
from concur_points import transition_points

Array = npt.NDArray[np.float64]
BETA, STEPS = 0.4, 8
RULES = 2
SENTENCES = ["a b c", "b d c", "b a"]


@cache
def tiny_layout() -> Layout:
    """Two inner nodes in each sentence of three words, and words that occur once, twice and three times."""
    return Layout.of(Problem(Corpus.of(SENTENCES), 4, 1, RULES, restrictions=Restrictions.of("lexical-root")))


@cache
def set_a(length: int, top: bool) -> Array:
    return transition_points(tiny_layout(), length, top, RULES)


def nearest_in_a(layout: Layout, v: Array, t: Array, mu: Array) -> tuple[Array, Array]:
    """P_A: at each transition the nearest of all points of the set."""
    v, t = v.copy(), t.copy()
    for copy, transition in enumerate(layout.transitions):
        points = set_a(transition.layer, transition.top)
        rows = slice(transition.up, transition.down + transition.layer + 1)
        state = np.concatenate([v[rows].ravel(), t[copy].ravel()])
        weight = np.concatenate([np.tile(mu**2, len(v[rows])), np.ones(t[copy].size)])
        best = points[int((points**2 @ weight - 2 * points @ (weight * state)).argmin())]
        size = v[rows].size
        v[rows], t[copy] = best[:size].reshape(-1, layout.n), best[size:].reshape(t[copy].shape)
    return v, t


@dataclass
class SetB:
    """P_B by definition. A category that nothing has gets one place; which place is what the lifts differ in.

    Strictly the place is that of the nearest point. As printed each word counts once there, however often it
    occurs.
    """

    layout: Layout
    lift: str
    strict: bool
    places: dict[int, int] = field(default_factory=dict)  # of what is missing, under the lift "kept"
    otherwise: int = 0  # how often the place was another than that of the nearest point

    def groups(self, category: int) -> list[list[int]]:
        own = self.layout.inner_nodes if category < self.layout.plain else self.layout.occurrences
        return [list(rows) for rows in own]

    def nearest(self, v: Array, t: Array, x: Array) -> tuple[Array, Array]:
        """`x` is the state itself, `v` what is projected."""
        result = v.copy()
        for rows in (*self.layout.inner_nodes, *self.layout.occurrences):
            result[list(rows)] = v[list(rows)].mean(axis=0)
        for category in range(self.layout.n):
            groups = self.groups(category)
            if max(v[rows, category].mean() for rows in groups) >= 1:
                self.places.pop(category, None)
                continue
            place = self.place(category, v, x)
            self.otherwise += place != self.best(category, v)
            result[groups[place], category] = 1
        return result, np.broadcast_to(t.mean(axis=0) * self.layout.allowed, t.shape).copy()

    def place(self, category: int, v: Array, x: Array) -> int:
        if self.lift == "kept":
            return self.places.setdefault(category, self.best(category, v))
        return self.best(category, x if self.lift == "at-x" else v)

    def best(self, category: int, v: Array) -> int:
        """The place of the nearest of all points that have the category somewhere: each place is tried."""
        groups = self.groups(category)
        distances = []
        for place in range(len(groups)):
            distance = 0.0
            for number, rows in enumerate(groups):
                agreed = v[rows, category].mean()
                agreed = max(1.0, agreed) if number == place else agreed
                own = float(((v[rows, category] - agreed) ** 2).sum())
                spread = float(((v[rows, category] - v[rows, category].mean()) ** 2).sum())
                distance += own if self.strict else (own - spread) / len(rows)
            distances.append(distance)
        return int(np.argmin(distances))


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("lift", LIFTS)
@pytest.mark.parametrize("order", PURE_ORDERS)
def test_steps_of_the_kernel_are_nearest_points_of_both_sets(order: str, lift: str, strict: bool) -> None:
    layout, otherwise = tiny_layout(), 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        v = rng.uniform(-0.3, 0.9, (layout.rows, layout.n))
        t = rng.uniform(0, 0.9, (len(layout.transitions), *layout.allowed.shape)) * layout.allowed
        mu = rng.uniform(0.5, 1.5, layout.n)
        settings = Settings(
            beta=BETA, gamma=0, lift=lift, order=order, tolerance=0, decode_every=0, double=True,
            strict_word_choice=strict,
        )  # fmt: skip
        network = InferenceNetwork(layout, settings)
        network.kernel.set_state(v, t, mu)
        b = SetB(layout, lift, strict)
        for _ in range(STEPS):
            if order == "divide-first":
                first = nearest_in_a(layout, v, t, mu)
                second = b.nearest(2 * first[0] - v, 2 * first[1] - t, v)
            else:
                first = b.nearest(v, t, v)
                second = nearest_in_a(layout, 2 * first[0] - v, 2 * first[1] - t, mu)
            v, t = v + BETA * (second[0] - first[0]), t + BETA * (second[1] - first[1])
            network.run(1)
            assert np.allclose(network.kernel.vectors(), v, atol=1e-9)
            assert np.allclose(network.kernel.tensors(), t, atol=1e-9)
        otherwise += b.otherwise
    elsewhere = lift == "kept" or (lift == "at-x" and order == "divide-first")
    assert (otherwise > 0) == elsewhere
