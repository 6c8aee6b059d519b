"""A trial that is stopped and goes on elsewhere ends as if it had not been stopped."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from brillig.engines.concur.infer import infer
from brillig.engines.concur.pause import Paused
from brillig.engines.concur.refine import RefineSettings, refine
from brillig.engines.concur.settings import DEFAULT, PAPER
from brillig.errors import BrilligError
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.limits import Limits
from brillig.parsing.generate import generate
from brillig.problems import AnyProblem, Problem, RefineProblem
from brillig.problems.solution import Solution
from brillig.studies.checkpoint import decode, encode
from brillig.studies.parcel import Item, Parcel, Returned, run_parcel
from brillig.studies.trial import Setting, TrialResult, run_trial
from brillig.workflows.extension import extend_problem
from brillig.workflows.refinement import refine_problem


class After:
    """Stops after it has been asked a few times: not a matter of the clock."""

    def __init__(self, times: int) -> None:
        self.left = times

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


def sample(name: str, number: int, seed: int = 1) -> Corpus:
    return Corpus.of(generate(builtin(name), number, seed=seed))


def toy1() -> Problem:
    return Problem(sample("toy1", 20), 8, 4, 5)


def toy2(number: int = 50) -> Problem:
    return Problem(sample("toy2", number), 5, 2, 3)


def solved(problem: Problem) -> Solution:
    solution = infer(problem, Limits(0, 100_000, jobs=1)).solution
    assert solution is not None
    return solution


def refinement() -> AnyProblem:
    """Rules that are too few, so that the search has time to be stopped."""
    solution = solved(toy2())
    limits = {rule: 3 if rule.parent == "S" else 2 for rule in solution.grammar.syntactic}
    (root,) = (rule for rule in limits if rule.parent == "S")
    features = {name: 3 if name in root else 2 for name in solution.grammar.categories if name != "S"}
    return refine_problem(solution, features, limits, 0)


def extension() -> AnyProblem:
    return extend_problem(solved(toy2(20)), sample("toy2-past", 30), 2)


SETTINGS = {
    "default": lambda: Setting("x", toy1(), 1, seed=7, max_iterations=4_000),
    "small batches": lambda: Setting("x", toy1(), 1, 2, 4_000, replace(DEFAULT, batch=4)),
    "paper": lambda: Setting("x", toy2(20), 2, 1, 1_500, replace(PAPER, gamma=0.01)),
    "one long start, decoded": lambda: Setting(
        "x", toy1(), 1, 3, 1_500, replace(DEFAULT, restart_after=None)
    ),
    "float64": lambda: Setting("x", toy1(), 1, 3, 1_000, replace(PAPER, double=True)),
    "refine": lambda: Setting("x", refinement(), 2, 0, 4_000),
    "extend": lambda: Setting("x", extension(), 3, 0, 2_000),
}


def run_in_slices(setting: Setting, trial: int, rng: random.Random) -> tuple[TrialResult, int]:
    checkpoint, slices = None, 0
    while True:
        ended = run_trial(setting, trial, After(rng.randrange(2)), checkpoint)
        slices += 1
        if isinstance(ended, TrialResult):
            return ended, slices
        assert ended is not None
        checkpoint = ended


@pytest.mark.parametrize("name", SETTINGS)
def test_slices_come_to_the_same_answer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # So short that even small trials are stopped in the middle of their starts.
    monkeypatch.setattr("brillig.engines.concur.driver.SLICE_SECONDS", 0.002)
    monkeypatch.setattr("brillig.engines.concur.driver.POLL_SECONDS", 0.002)
    setting, rng = SETTINGS[name](), random.Random(1)
    most = 0
    for trial in range(setting.trials):
        whole = run_trial(setting, trial)
        assert isinstance(whole, TrialResult)
        pieces, slices = run_in_slices(setting, trial, rng)
        assert pieces.answer == whole.answer
        most = max(most, slices)
    if name != "extend":  # that may be done before anyone can stop it
        assert most > 1, "no trial was stopped, so nothing was shown"


def test_a_trial_is_what_infer_gives_for_its_seed() -> None:
    setting = Setting("x", toy2(), 3, seed=40, max_iterations=10_000)
    outcome = infer(setting.problem, Limits(42, 10_000, jobs=2))  # type: ignore[arg-type]  # it is a Problem
    ended = run_trial(setting, 2)
    assert isinstance(ended, TrialResult)
    assert ended.answer == TrialResult.of(outcome).answer


def test_a_checkpoint_is_read_as_it_was_written() -> None:
    blob = run_trial(Setting("x", toy1(), 1, 7, 10**6, PAPER), 0, After(1))
    assert isinstance(blob, bytes)
    paused = decode(blob)
    assert isinstance(paused, Paused)
    assert paused.search.state is not None
    assert decode(encode(paused)) == paused
    with pytest.raises(BrilligError, match="damaged checkpoint"):
        decode(blob[: len(blob) // 2])


def test_the_state_of_another_network_is_refused() -> None:
    blob = run_trial(Setting("x", toy1(), 1, 7, 10**6, PAPER), 0, After(1))
    assert isinstance(blob, bytes)
    with pytest.raises(ValueError, match="not the state"):
        run_trial(Setting("x", toy2(), 1, 7, 10**6, PAPER), 0, None, blob)


def test_a_parcel_brings_back_all_of_its_trials_done_or_not() -> None:
    setting = Setting("x", toy2(), 5, 0, 10_000)
    returned = run_parcel(setting, Parcel(3, tuple(Item(k) for k in range(5)), seconds=1e-9))
    assert returned.setting == 3
    assert [k for k, _ in returned.results] + [item.trial for item in returned.left] == [0, 1, 2, 3, 4]
    assert returned.left, "there was time for all of them"
    assert Returned.from_message(returned.to_message()) == returned


def test_refining_in_batches_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brillig.engines.concur.driver.SLICE_SECONDS", 0.002)
    monkeypatch.setattr("brillig.engines.concur.driver.POLL_SECONDS", 0.002)
    problem, limits, settings = refinement(), Limits(3, 2_000, jobs=1), RefineSettings(batch=8)
    assert isinstance(problem, RefineProblem)
    whole = refine(problem, limits, settings=settings)
    points: list[Paused] = []
    while True:
        before = len(points)
        resume = points[-1] if points else None
        ended = refine(
            problem, limits, settings=settings, cancel=After(1), resume=resume, paused=points.append
        )
        if len(points) == before:
            break
    assert TrialResult.of(ended).answer == TrialResult.of(whole).answer
    assert any(point.batch for point in points), "it was stopped at a batch"
    assert any(not point.batch for point in points), "and afterwards"
