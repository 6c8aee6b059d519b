"""A recorded search for the tests."""

from __future__ import annotations

from pathlib import Path

from brillig.engines.concur.infer import infer
from brillig.engines.concur.settings import DEFAULT, Settings
from brillig.engines.outcome import Outcome
from brillig.language.text import read_corpus
from brillig.limits import Limits
from brillig.problems import Problem
from brillig.recording.writer import Recorder

TEN = Path(__file__).parents[2] / "examples" / "ten-sentences.txt"


def ten_sentences(rules: int = 5) -> Problem:
    return Problem(read_corpus(TEN), categories=8, lexical=4, rules=rules)


def record(
    path: Path,
    problem: Problem,
    *,
    settings: Settings = DEFAULT,
    iterations: int | None = None,
    jobs: int = 1,
    seed: int = 1,
    most_frames: int = 1500,
    most_bytes: int = 12 * 2**20,
) -> Outcome:
    limits = Limits(seed=seed, jobs=jobs, max_iterations=iterations)
    with Recorder(
        path,
        problem,
        seed=seed,
        restart_after=settings.restart_after,
        most_frames=most_frames,
        most_bytes=most_bytes,
    ) as recorder:
        outcome = infer(
            problem,
            limits,
            settings=settings,
            observe=recorder.observe,
            observe_every=recorder.observe_every,
        )
        recorder.finish(outcome)
    return outcome
