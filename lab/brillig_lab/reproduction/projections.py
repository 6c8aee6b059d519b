"""A network made of two functions, for problems that are not grammars: what the driver iterates, in NumPy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from brillig.engines.concur.driver import Stop

Array = npt.NDArray[np.float64]


@dataclass
class ProjectionNetwork:
    """RRR on a vector, with a metric that has one weight for each block of variables.

    divide     P_A(x, weights): the nearest point of A, distances of variable k weighted by weights[k]
    concur     P_B(x): the nearest point of B
    blocks     names of the kinds of variables, each with the places it takes; the first is the one that the
               others are weighed against, its mu stays 1
    gamma      rate at which the mu follow the gaps; 0 keeps them
    """

    divide: Callable[[Array, Array], Array]
    concur: Callable[[Array], Array]
    size: int
    blocks: Mapping[str, npt.NDArray[np.intp]]
    beta: float = 0.5
    gamma: float = 0.0
    tolerance: float = 1e-6
    x: Array = field(init=False)
    mu: dict[str, float] = field(init=False)
    _gap: float = field(init=False, default=float("inf"))

    def start(self, seed: int) -> None:
        self.x = np.random.default_rng(seed).random(self.size)
        self.mu = dict.fromkeys(self.blocks, 1.0)
        self._gap = float("inf")

    def weights(self) -> Array:
        """mu^2 of every variable."""
        weights = np.ones(self.size)
        for name, places in self.blocks.items():
            weights[places] = self.mu[name] ** 2
        return weights

    def run(self, iterations: int) -> tuple[int, Stop]:
        for made in range(1, iterations + 1):
            a = self.divide(self.x, self.weights())
            difference = self.concur(2 * a - self.x) - a
            self.x = self.x + self.beta * difference
            self._gap = float(np.sqrt((difference**2).mean()))
            self._update_metric(difference)
            if self._gap < self.tolerance:
                return made, Stop.CONVERGED
        return iterations, Stop.LIMIT

    def gap(self) -> float:
        return self._gap

    def answer(self) -> Array:
        """P_A(x): at a fixed point, a point of both sets."""
        return self.divide(self.x, self.weights())

    def _update_metric(self, difference: Array) -> None:
        """Variables that move more than the first kind become less compliant, and the other way round."""
        if self.gamma <= 0:
            return
        gaps = {name: float(np.sqrt((difference[p] ** 2).mean())) for name, p in self.blocks.items()}
        names = list(gaps)
        mean = sum(gaps.values()) / len(gaps)
        if mean > 0:
            for name in names[1:]:
                self.mu[name] *= 1 + self.gamma * (gaps[name] / mean - 1)
