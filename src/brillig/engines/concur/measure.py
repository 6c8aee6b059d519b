"""The time of an iteration on this machine: the compiled network alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter

from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.settings import DEFAULT
from brillig.errors import BrilligError
from brillig.problems import Problem

AIM_SECONDS = 1.5
WARM_UP_SECONDS = 0.2
RESTART_AFTER = 2000


@dataclass(frozen=True)
class Measured:
    microseconds_per_iteration: float
    sentences: int
    transitions: int
    variables: int


def measure(
    problem: Problem, *, iterations: int | None = None, seed: int = 0, double: bool = False
) -> Measured:
    """Run the network on all sentences, repeats kept, without decoding, after a short warm-up.

    It restarts now and then, as a search does; the starts are not part of the time. Without `iterations` it
    takes a second or two.
    """
    reason = problem.impossible()
    if reason is not None:
        raise BrilligError(f"{reason}", hint="choose numbers that can have a solution")
    layout = Layout.of(problem)
    # No gap is below 0: a network that has converged goes on, so that every iteration is counted.
    network = InferenceNetwork(layout, replace(DEFAULT, decode_every=0, tolerance=0.0, double=double))
    network.start(seed)
    warm, began = 0, perf_counter()
    while perf_counter() - began < WARM_UP_SECONDS:
        network.run(20)
        warm += 20
    if iterations is None:
        iterations = max(1, int(AIM_SECONDS * warm / (perf_counter() - began)))
    spent, made = 0.0, 0
    while made < iterations:
        network.start(seed + made)
        steps = min(iterations - made, RESTART_AFTER)
        began = perf_counter()
        network.run(steps)
        spent += perf_counter() - began
        made += steps
    return Measured(
        spent * 1e6 / made, len(layout.sentences), network.kernel.transitions, network.kernel.variables
    )
