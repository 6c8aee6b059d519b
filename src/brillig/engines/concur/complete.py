"""Finishing: with the rules given, which categories have the words? By projections, on the chart network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from brillig._kernel import ChartNetwork
from brillig.engines.concur.driver import seed_of

RuleTriples = Sequence[tuple[int, int, int]]
SOLVED, HOPELESS = 1, 3  # what ChartNetwork.run says
AT_ONCE = 5000  # sentences that are parsed between two looks at `stopped`


@dataclass(frozen=True)
class Completion:
    """Rules over categories 0 ... categories - 1, sentences of word numbers, and what is known of the words.

    given        the categories of a known word, empty for a word that is free
    may          the categories that a free word can have
    must_use     categories that at least one free word must have
    """

    categories: int
    start: int
    rules: RuleTriples
    sentences: Sequence[Sequence[int]]
    given: Sequence[Sequence[int]]
    may: Sequence[int]
    must_use: Sequence[int] = field(default=())
    homographs: int = 0
    strict_word_choice: bool = False

    def network(self, beta: float) -> ChartNetwork:
        network = ChartNetwork(
            self.categories,
            self.start,
            list(self.rules),
            [list(sentence) for sentence in self.sentences],
            [list(categories) for categories in self.given],
            list(self.may),
            list(self.must_use),
            self.homographs,
            self.strict_word_choice,
        )
        network.set_parameters(beta)
        return network


@dataclass(frozen=True)
class Completed:
    """The categories of every word, or None; and the iterations spent.

    `hopeless` are sentences that have no tree whatever the free words are: for those it is a proof.
    """

    lexicon: list[list[int]] | None
    iterations: int
    hopeless: list[int] = field(default_factory=list)


def complete(
    task: Completion,
    *,
    seed: int,
    starts: int,
    iterations: int,
    beta: float,
    means: npt.NDArray[np.float64] | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Completed:
    """A few short starts, the first from `means` where there are some. Not found is not "there is none"."""
    network = task.network(beta)
    spent = 0
    for start in range(starts):
        if start == 0 and means is not None:
            network.start_from(means)
        else:
            network.start(seed_of(seed, start))
        made, stop = _run(network, iterations, max(1, AT_ONCE // len(task.sentences)), stopped)
        spent += made
        if stop == SOLVED:
            return Completed(network.lexicon(), spent)
        if stop == HOPELESS:
            return Completed(None, spent, network.hopeless())
    return Completed(None, spent)


def _run(
    network: ChartNetwork, iterations: int, at_once: int, stopped: Callable[[], bool]
) -> tuple[int, int]:
    """`network.run`, but so that it can be stopped even with very many sentences."""
    made, stop = 0, 0
    while made < iterations and stop == 0 and not stopped():
        steps, stop = network.run(min(at_once, iterations - made))
        made += steps
    return made, stop
