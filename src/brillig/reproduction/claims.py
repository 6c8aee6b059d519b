"""What the paper's text claims without a figure of its own: a row each, measured."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from brillig.engines.concur.infer import infer
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.refine import refine
from brillig.engines.concur.settings import DEFAULT, PAPER, Settings
from brillig.engines.outcome import Outcome
from brillig.limits import Cancel, Limits
from brillig.problems import Problem, RefineProblem
from brillig.reproduction.report import Row
from brillig.reproduction.setup import Setup, yes
from brillig.reproduction.trials import FEW, Attempt, Trials, cost_interval, cost_text, rate_text, run_trials

BETAS = (0.2, 0.5, 1.0)
LIMIT = 10_000
FEATURES_POINT = (10, 5, 8)  # the paper's refined grammar, as inference would have to find it
LAG = 1000  # iterations between two looks at the tensor estimate
LOOKS = 60


def claim_rows(setup: Setup, refinement: RefineProblem) -> list[Row]:
    """`refinement` is the paper's refinement of an inferred grammar of toy2."""
    return [
        _bits_row(setup),
        _correlation_row(setup),
        *_beta_rows(setup),
        *_features_rows(setup, refinement),
        _batch_row(setup),
    ]


def _bits_row(setup: Setup) -> Row:
    """One bit for each rule that the restrictions allow."""
    bits = int(Layout.of(Problem(setup.toy1(10), 8, 4, 5)).allowed.sum())
    return Row("bits of the syntax tensor at (8, 4, 5)", "of order 1e2", str(bits), yes(30 <= bits < 300))


def _correlation_row(setup: Setup) -> Row:
    """How alike P_B(t) is to itself a thousand iterations later, with the paper's settings."""
    network = InferenceNetwork(Layout.of(Problem(setup.toy1(10), 8, 4, 5)), PAPER)
    network.start(setup.seed)
    network.run(LAG)
    seen = []
    for _ in range(LOOKS):
        network.run(LAG)
        seen.append(network.kernel.tensor_estimate().ravel())
    states = np.array(seen) - np.mean(seen, axis=0)
    variance = float((states**2).sum(axis=1).mean())
    near, far = (
        float((states[:-lag] * states[lag:]).sum(axis=1).mean()) / variance if variance > 0 else 1.0
        for lag in (1, 10)
    )
    return Row(
        "correlation of P_B(t) over 1,000 and 10,000 iterations, the paper's settings",
        "correlated over thousands",
        f"{near:.2f} and {far:.2f}",
        yes(near > 0.2),
    )


def _beta_rows(setup: Setup) -> list[Row]:
    """Small steps against large ones: toy2, the paper's settings."""
    problem = Problem(setup.sentences("toy2", 100), 5, 2, 3)
    rows = []
    for beta in BETAS:
        done = _trials(setup, _inference(problem, replace(PAPER, gamma=1e-2, beta=beta)))
        rows.append(
            Row(
                f"toy2, 100 sentences, beta = {beta:g}, the paper's settings: successes, iterations for each",
                "0.5 works well" if beta == 0.5 else "not given",
                f"{rate_text(done.summary)}, {cost_text(done.summary)}",
                "agrees" if beta == 0.5 and done.summary.successes >= FEW else "open",
            )
        )
    return rows


def _features_rows(setup: Setup, refinement: RefineProblem) -> list[Row]:
    """Features from the beginning, by larger c and c_l, against inferring and then refining."""
    corpus = setup.sentences("toy2", 100)
    once = _trials(setup, _inference(Problem(corpus, *FEATURES_POINT), DEFAULT, 10 * LIMIT))
    first = _trials(setup, _inference(Problem(corpus, 5, 2, 3), DEFAULT))
    then = _trials(
        setup, lambda seed, stop: refine(refinement, Limits(seed, 10 * LIMIT, jobs=1), cancel=stop)
    )
    both = [done.summary.iterations_per_success for done in (first, then)]
    two = None if None in both else sum(cost for cost in both if cost is not None)
    single = once.summary.iterations_per_success
    verdict = "open"
    if two is not None and single is not None:
        low, high = cost_interval(single, once.summary.successes)
        verdict = "agrees" if low > two else "differs" if high < two else "open"
    return [
        Row(
            f"features from the beginning, {FEATURES_POINT}, Brillig's settings: iterations per success",
            "often slower than refining",
            cost_text(once.summary),
            verdict,
        ),
        Row(
            "the same by inferring at (5, 2, 3), then refining",
            "often quicker",
            "not found" if two is None else f"{two:.0f}",
            verdict,
        ),
    ]


def _batch_row(setup: Setup) -> Row:
    """Solve the first 20 sentences and take the answer to the rest, against all 100 at once."""
    problem = Problem(setup.sentences("toy1", 100), 8, 4, 5)
    some, all_ = (
        _trials(setup, _inference(problem, replace(DEFAULT, batch=batch), 20 * LIMIT)) for batch in (20, None)
    )
    costs = [
        sum(trial.seconds for trial in done.trials) / done.summary.successes
        if done.summary.successes
        else None
        for done in (some, all_)
    ]
    said = ["none" if cost is None else f"{cost:.1f} s" for cost in costs]
    enough = min(done.summary.successes for done in (some, all_)) >= FEW
    verdict = yes((costs[0] or 0.0) < (costs[1] or 0.0)) if enough else "open"
    what = "toy1, 100 sentences: seconds a success with the first 20 solved first, and all at once"
    return Row(what, "the former avoids time", " and ".join(said), verdict)


def _inference(problem: Problem, settings: Settings, most: int = LIMIT) -> Attempt:
    def attempt(seed: int, stop: Cancel) -> Outcome:
        return infer(problem, Limits(seed, most, jobs=1), settings=settings, cancel=stop)

    return attempt


def _trials(setup: Setup, attempt: Attempt) -> Trials:
    scale = setup.scale
    return run_trials(attempt, scale.trials, seed=setup.seed, seconds=scale.seconds, jobs=setup.jobs)
