"""Training networks of OR and AND gates with the RRR driver: the paper's appendix C.

A gate has two inputs x1, x2, an output y and a state f: 0 for OR, 1 for AND. P_A makes every gate of every
data item obey its own state, whatever its neighbours say; P_B makes what is one thing agree: an output and
the inputs it feeds, known values, and the state of a gate over the whole batch. Gates can share a state, as
the neurons of a convolution share weights: it is one thing then, too.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from brillig.engines.concur.driver import Examined, Searched, search
from brillig.limits import Limits
from brillig_lab.reproduction.projections import ProjectionNetwork

Array = npt.NDArray[np.float64]

# The eight valid assignments of (x1, x2, y, f).
VALID = np.array(
    [(a, b, (a and b) if f else (a or b), f) for a, b, f in itertools.product((0, 1), repeat=3)], dtype=float
)


def project_gates(gates: Array, mu: float = 1.0) -> Array:
    """P_A: each row (x1, x2, y, f) becomes the nearest valid assignment; f counts mu^2 times."""
    weight = np.array([1.0, 1.0, 1.0, mu**2])
    distance = (((gates[:, None, :] - VALID[None]) ** 2) * weight).sum(axis=2)
    nearest: Array = VALID[distance.argmin(axis=1)]
    return nearest


@dataclass(frozen=True)
class Circuit:
    """Gates in order; a gate's inputs are earlier nodes: first the inputs, then the gates' outputs.

    `shares` has a number for each gate: those with the same number have one state. Empty: each its own.
    """

    inputs: int
    gates: tuple[tuple[int, int], ...]
    shares: tuple[int, ...] = ()

    @property
    def nodes(self) -> int:
        return self.inputs + len(self.gates)

    @cached_property
    def sharing(self) -> list[npt.NDArray[np.intp]]:
        """The gates that have one state, for each state."""
        numbers = self.shares or tuple(range(len(self.gates)))
        return [np.flatnonzero(np.array(numbers) == number) for number in dict.fromkeys(numbers)]

    def evaluate(self, states: Sequence[int], values: Sequence[int]) -> list[int]:
        """The value of every node."""
        nodes = list(values)
        for (left, right), state in zip(self.gates, states, strict=True):
            nodes.append(nodes[left] & nodes[right] if state else nodes[left] | nodes[right])
        return nodes


@dataclass(frozen=True)
class Training:
    """A batch of known values: {node: 0 or 1} for each data item. What is not known is to be found."""

    circuit: Circuit
    batch: tuple[dict[int, int], ...]
    gamma: float = 0.0

    @cached_property
    def shape(self) -> tuple[int, int, int]:
        return len(self.batch), len(self.circuit.gates), 4

    @cached_property
    def groups(self) -> list[npt.NDArray[np.intp]]:
        """Places that are one thing: for each data item and node, its copies."""
        places = np.arange(int(np.prod(self.shape))).reshape(self.shape)
        groups = []
        for item in range(len(self.batch)):
            copies: list[list[int]] = [[] for _ in range(self.circuit.nodes)]
            for gate, (left, right) in enumerate(self.circuit.gates):
                copies[left].append(places[item, gate, 0])
                copies[right].append(places[item, gate, 1])
                copies[self.circuit.inputs + gate].append(places[item, gate, 2])
            groups += [np.array(copy, dtype=np.intp) for copy in copies]
        return groups

    def divide(self, x: Array, weights: Array) -> Array:
        mu = float(np.sqrt(weights.reshape(self.shape)[0, 0, 3]))
        return project_gates(x.reshape(-1, 4), mu).reshape(-1)

    def concur(self, x: Array) -> Array:
        result = x.copy()
        for number, group in enumerate(self.groups):
            item, node = divmod(number, self.circuit.nodes)
            result[group] = self.batch[item].get(node, x[group].mean())
        states = result.reshape(self.shape)
        for gates in self.circuit.sharing:
            states[:, gates, 3] = states[:, gates, 3].mean()
        return result

    def network(self) -> ProjectionNetwork:
        places = np.arange(int(np.prod(self.shape))).reshape(self.shape)
        blocks = {"nodes": places[:, :, :3].reshape(-1), "states": places[:, :, 3].reshape(-1)}
        return ProjectionNetwork(self.divide, self.concur, places.size, blocks, gamma=self.gamma)

    def explains(self, states: Sequence[int], x: Array) -> bool:
        """Whether the gates with these states turn each item's inputs into everything that is known of it."""
        nodes = self.node_values(x)
        return all(
            self.circuit.evaluate(states, values[: self.circuit.inputs]) == values
            and all(values[node] == known for node, known in item.items())
            for values, item in zip(nodes, self.batch, strict=True)
        )

    def node_values(self, x: Array) -> list[list[int]]:
        values = [round(float(x[group].mean())) for group in self.groups]
        size = self.circuit.nodes
        return [values[k : k + size] for k in range(0, len(values), size)]


def train(
    training: Training, seed: int = 0, restart_after: int = 500, most: int = 20_000
) -> list[int] | None:
    """The states of the gates, or None when none were found."""
    return search_states(training, seed, restart_after, most).answer


def search_states(training: Training, seed: int, restart_after: int, most: int) -> Searched[list[int]]:
    """The same with what it took."""

    def examine(network: ProjectionNetwork, *_: object) -> Examined[list[int]]:
        x = network.answer()
        states = [round(float(s)) for s in x.reshape(training.shape)[0, :, 3]]
        return Examined(states if training.explains(states, x) else None)

    limits = Limits(seed=seed, max_iterations=most, jobs=1)
    return search(training.network, examine, limits, restart_after=restart_after)


def alternate(training: Training, seed: int = 0, iterations: int = 5000) -> list[int] | None:
    """Alternating projections x' = P_B(P_A(x)) from one start: they stop moving, but seldom at a solution."""
    network = training.network()
    network.start(seed)
    x, weights = network.x, network.weights()
    for _ in range(iterations):
        new = training.concur(training.divide(x, weights))
        if np.allclose(new, x):
            break
        x = new
    a = training.divide(x, weights)
    states = [round(float(s)) for s in a.reshape(training.shape)[0, :, 3]]
    agree = np.allclose(training.concur(a), a)
    return states if agree and training.explains(states, a) else None


def pyramid(inputs: int, *, shared: bool = False) -> Circuit:
    """Each layer combines neighbours, down to one output; with `shared` a layer has one state."""
    gates: list[tuple[int, int]] = []
    shares: list[int] = []
    layer = list(range(inputs))
    while len(layer) > 1:
        new = []
        for left, right in itertools.pairwise(layer):
            gates.append((left, right))
            shares.append(inputs - len(layer))
            new.append(inputs + len(gates) - 1)
        layer = new
    return Circuit(inputs, tuple(gates), tuple(shares) if shared else ())


def supervised(
    circuit: Circuit, states: Sequence[int], items: int, seed: int, gamma: float = 0.0
) -> Training:
    """Inputs and output known."""
    rng = np.random.default_rng(seed)
    batch = []
    for _ in range(items):
        values = [int(v) for v in rng.integers(0, 2, circuit.inputs)]
        output = circuit.evaluate(states, values)[-1]
        batch.append(dict(enumerate(values)) | {circuit.nodes - 1: output})
    return Training(circuit, tuple(batch), gamma)


def unsupervised(circuit: Circuit, outputs: Sequence[Sequence[int]], gamma: float = 0.0) -> Training:
    """Only the last gates' outputs known: find states, and an input for each output."""
    first = circuit.nodes - len(outputs[0])
    return Training(circuit, tuple({first + k: v for k, v in enumerate(o)} for o in outputs), gamma)
