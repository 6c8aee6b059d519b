"""What the paper's text claims without a figure of its own: a row each, measured."""

from __future__ import annotations

from functools import partial

import numpy as np

from brillig.engines.concur.infer import infer
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.refine import refine
from brillig.engines.concur.settings import DEFAULT, PAPER, Settings, changed, preset_settings
from brillig.engines.outcome import Outcome
from brillig.language.corpus import Corpus
from brillig.limits import Cancel, Limits
from brillig.problems import Problem, RefineProblem
from brillig.problems.solution import Solution
from brillig_lab.reproduction.paper import TOY1_KINDS
from brillig_lab.reproduction.report import OWN_SETTINGS, PAPER_SETTINGS, Row
from brillig_lab.reproduction.setup import Setup, plural, yes
from brillig_lab.reproduction.trials import (
    FEW,
    Attempt,
    Trials,
    cost_interval,
    cost_text,
    number_text,
    rate_text,
    run_trials,
)

BETAS = (0.2, 0.5, 1.0)
LIMIT = 10_000
FEATURES_POINT = (10, 5, 8)  # the paper's refined grammar, as inference would have to find it
LAG = 1000  # iterations between two looks at the tensor estimate
LOOKS = 60
SINGLE_POINT = (5, 2, 3)
CLASS_SIZES, CLASS_SETS = (5, 10, 20, 50, 100), 20
CLASSES = {
    "nouns": TOY1_KINDS["N"],
    "names": TOY1_KINDS["NP"],
    "verbs": TOY1_KINDS["V"],
    "prepositions": TOY1_KINDS["P"],
    "determiners": TOY1_KINDS["D"],
}


def claim_rows(setup: Setup, refinement: RefineProblem) -> list[Row]:
    """`refinement` is the paper's refinement of an inferred grammar of toy2."""
    rows = [_bits_row(setup)]
    if PAPER_SETTINGS in setup.forms:
        rows += [_single_row(setup), _correlation_row(setup), *_beta_rows(setup)]
        rows += _features_rows(setup, refinement, PAPER_SETTINGS)
    if OWN_SETTINGS in setup.forms:
        rows += [*_features_rows(setup, refinement, OWN_SETTINGS), _class_row(setup)]
    return rows


def _bits_row(setup: Setup) -> Row:
    """One bit for each rule that the restrictions allow."""
    bits = int(Layout.of(Problem(setup.toy1(10), 8, 4, 5)).allowed.sum())
    return Row("bits of the syntax tensor at (8, 4, 5)", "of order 1e2", str(bits), yes(30 <= bits < 300))


def _single_row(setup: Setup) -> Row:
    """Each of the ten sentences by itself."""
    cost, found = [], 0
    for sentence in setup.toy1(10).sentences:
        problem = Problem(Corpus((sentence,)), *SINGLE_POINT)
        outcome = infer(problem, Limits(setup.seed, LIMIT, jobs=1), settings=PAPER)
        found += outcome.solution is not None
        cost.append(outcome.run.iterations)
    return Row(
        f"one sentence in isolation, at {SINGLE_POINT}: solved, median of the iterations",
        "usually trivial",
        f"{found} of {len(cost)}, {sorted(cost)[len(cost) // 2]}",
        yes(found == len(cost) and sorted(cost)[len(cost) // 2] < 1000),
        PAPER_SETTINGS,
    )


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
        "correlation of P_B(t) over 1,000 and 10,000 iterations",
        "correlated over thousands",
        f"{near:.2f} and {far:.2f}",
        yes(near > 0.2),
        PAPER_SETTINGS,
    )


def _beta_rows(setup: Setup) -> list[Row]:
    """Small steps against large ones: toy2, the paper's settings."""
    problem = Problem(setup.sentences("toy2", 100), 5, 2, 3)
    rows = []
    for beta in BETAS:
        done = _trials(setup, _inference(problem, changed(PAPER, {"gamma": 1e-2, "beta": beta})))
        rows.append(
            Row(
                f"toy2, 100 sentences, beta = {beta:g}: successes, iterations for each",
                "0.5 works well" if beta == 0.5 else "not given",
                f"{rate_text(done.summary)}, {cost_text(done.summary)}",
                "agrees" if beta == 0.5 and done.summary.successes >= FEW else "open",
                PAPER_SETTINGS,
            )
        )
    return rows


def _features_rows(setup: Setup, refinement: RefineProblem, form: str) -> list[Row]:
    """Features from the beginning, by larger c and c_l, against inferring and then refining."""
    corpus, own = setup.sentences("toy2", 100), form == OWN_SETTINGS
    settings = DEFAULT if own else changed(PAPER, {"gamma": 1e-2})
    refining = preset_settings("default" if own else "paper", "refine")
    once = _trials(setup, _inference(Problem(corpus, *FEATURES_POINT), settings, 100 * LIMIT))
    first = _trials(setup, _inference(Problem(corpus, 5, 2, 3), settings))
    then = _trials(
        setup,
        lambda seed, stop: refine(
            refinement, Limits(seed, 100 * LIMIT, jobs=1), settings=refining, cancel=stop
        ),
    )
    both = [done.summary.iterations_per_success for done in (first, then)]
    two = None if None in both else sum(cost for cost in both if cost is not None)
    single = once.summary.iterations_per_success
    verdict = "open"
    if two is not None and single is not None:
        low, high = cost_interval(single, once.summary.successes)
        verdict = "agrees" if low > two else "differs" if high < two else "open"
    elif two is not None and once.summary.iterations > 3 * two:  # without a success in three times as many
        verdict = "agrees"
    return [
        Row(
            f"features from the beginning, {FEATURES_POINT}: iterations per success",
            "often slower than refining",
            cost_text(once.summary),
            verdict,
            form,
        ),
        Row(
            "the same by inferring at (5, 2, 3), then refining",
            "often quicker",
            "not found in time" if two is None else number_text(two),
            verdict,
            form,
        ),
    ]


def _class_row(setup: Setup) -> Row:
    """In how many random data sets each class of words comes out as it is, by the number of sentences.

    Right is a class whose words, those that occur, are one category with nothing else in it.
    """
    said = []
    enough = []
    for size in CLASS_SIZES:
        done = run_trials(
            partial(_infer_set, setup, size),
            min(CLASS_SETS, setup.scale.trials),
            seed=0,
            seconds=setup.scale.claim_seconds,
            jobs=setup.jobs,
        )
        right = {
            name: sum(_has_class(solution, words) for solution in done.solutions)
            for name, words in CLASSES.items()
        }
        number = len(done.solutions)
        if number and right["nouns"] / number >= 0.9:
            enough.append(size)
        counts = ", ".join(f"{name} {count}" for name, count in right.items())
        said.append(f"{size}: {counts} of {plural(number, 'set')}")
    least = f"nouns in nine of ten from {enough[0]} sentences on; " if enough else ""
    return Row(
        "sentences of toy1 that a class of words needs, (8, 4, 5)",
        'asked ("how many, 1e1, 1e2, ...?"), not answered',
        least + "; ".join(said),
        "open",
        OWN_SETTINGS,
    )


def _infer_set(setup: Setup, size: int, seed: int, stop: Cancel) -> Outcome:
    """One of the data sets of a size."""
    problem = Problem(setup.sentences("toy1", size, data_set=100 + seed), 8, 4, 5)
    return infer(problem, Limits(seed, setup.scale.limit, jobs=1), cancel=stop)


def _has_class(solution: Solution, words: str) -> bool:
    grammar = solution.grammar
    members = set(words.split()) & set(grammar.words)
    return any(set(of_category) == members for of_category in grammar.words_of.values())


def _inference(problem: Problem, settings: Settings, most: int = LIMIT) -> Attempt:
    def attempt(seed: int, stop: Cancel) -> Outcome:
        return infer(problem, Limits(seed, most, jobs=1), settings=settings, cancel=stop)

    return attempt


def _trials(setup: Setup, attempt: Attempt) -> Trials:
    scale = setup.scale
    return run_trials(attempt, scale.trials, seed=setup.seed, seconds=scale.claim_seconds, jobs=setup.jobs)
