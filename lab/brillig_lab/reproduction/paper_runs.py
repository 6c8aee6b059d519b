"""Trials on toy1, and those with the paper's settings, which several targets speak of: run once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from brillig.engines.concur.driver import Observe
from brillig.engines.concur.infer import infer
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.settings import PAPER, Settings
from brillig.language.corpus import Corpus
from brillig.limits import Limits
from brillig.problems import Problem
from brillig_lab.reproduction.setup import Setup
from brillig_lab.reproduction.trials import Trial, Trials, run_trials

LOOK_EVERY = 1000


@dataclass(frozen=True)
class PaperRuns:
    """Trials with the paper's settings, and the mu at the end of each success: (non-lexical, lexical)."""

    trials: Trials
    mu: Mapping[int, tuple[float, float]]

    @property
    def shortest(self) -> Trial | None:
        """The success with the fewest iterations."""
        solved = [trial for trial in self.trials.trials if trial.solution is not None]
        return min(solved, key=lambda trial: trial.iterations, default=None)


@cache
def paper_runs(setup: Setup, size: int) -> PaperRuns:
    """On `size` sentences of toy1, at (8, 4, 5)."""
    return run_paper(setup, setup.toy1(size), setup.paper_trials, setup.paper_seconds)


def run_paper(setup: Setup, corpus: Corpus, number: int, seconds: float) -> PaperRuns:
    """On these sentences."""
    seen: dict[int, tuple[float, float]] = {}
    problem = Problem(corpus, 8, 4, 5)

    def observer(seed: int) -> Observe[InferenceNetwork]:
        def observe(network: InferenceNetwork, _start: int, _iteration: int) -> None:
            seen[seed] = mean_mu(network)

        return observe

    trials = run_trials(
        lambda seed, stop: infer(
            problem,
            Limits(seed, setup.scale.limit, jobs=1),
            settings=PAPER,
            cancel=stop,
            observe=observer(seed),
            observe_every=LOOK_EVERY,
        ),
        number,
        seed=setup.seed,
        seconds=seconds,
        jobs=setup.jobs,
    )
    return PaperRuns(trials, {t.seed: seen[t.seed] for t in trials.trials if t.solution is not None})


def infer_often(setup: Setup, size: int, settings: Settings, number: int, seconds: float) -> Trials:
    """Trials on `size` sentences of toy1, at (8, 4, 5)."""
    problem = Problem(setup.toy1(size), 8, 4, 5)
    return run_trials(
        lambda seed, stop: infer(
            problem, Limits(seed, setup.scale.limit, jobs=1), settings=settings, cancel=stop
        ),
        number,
        seed=setup.seed,
        seconds=seconds,
        jobs=setup.jobs,
    )


def mean_mu(network: InferenceNetwork) -> tuple[float, float]:
    """The mean mu of the non-lexical and of the designated lexical categories."""
    mu, plain = network.kernel.mu(), network.layout.plain
    return sum(mu[:plain]) / plain, sum(mu[plain:]) / (len(mu) - plain)
