"""Two ways to spare the time of many sentences: batches, and solving the first few and then extending."""

from __future__ import annotations

from dataclasses import replace

from brillig.engines.concur.extend import extend
from brillig.engines.concur.infer import infer
from brillig.engines.concur.settings import DEFAULT, PAPER, Settings, changed, preset_settings
from brillig.engines.outcome import Outcome
from brillig.language.corpus import Corpus
from brillig.limits import Cancel, Limits
from brillig.parsing.cyk import parse_corpus
from brillig.problems import ExtendProblem, Problem
from brillig.problems.solution import Run, Status
from brillig_lab.reproduction.report import OWN_SETTINGS, PAPER_SETTINGS, Row
from brillig_lab.reproduction.setup import Setup, yes
from brillig_lab.reproduction.trials import FEW, Attempt, Trials, cost_text, rate_text, run_trials

SENTENCES = 100
FIRST = (10, 20)
CHANGING, CHANGE_AFTER = 10, 200
WHAT = {
    "all": "all at once",
    "changing": f"a batch of {CHANGING} that changes every {CHANGE_AFTER} iterations",
    "growing": f"a batch of {CHANGING} that grows",
    **{f"first {number}": f"the first {number} solved, then extended to the rest" for number in FIRST},
}


def batch_rows(setup: Setup) -> list[Row]:
    """What an answer to 100 sentences costs: toy2 with the paper's settings, toy1 with ours."""
    rows = []
    for form, name, point, settings, limit in (
        (PAPER_SETTINGS, "toy2", (5, 2, 3), changed(PAPER, {"gamma": 1e-2}), 10_000),
        (OWN_SETTINGS, "toy1", (8, 4, 5), replace(DEFAULT, batch=None), 200_000),
    ):
        if form in setup.forms:
            problem = Problem(setup.sentences(name, SENTENCES), *point)
            done = {way: _run(setup, _attempt(problem, way, settings, limit)) for way in WHAT}
            rows += [_row(name, way, done, form) for way in WHAT]
    return rows


def solve_first(problem: Problem, number: int, settings: Settings, limits: Limits, stop: Cancel) -> Outcome:
    """Infer from the first sentences, then give categories to the new words of the others."""
    sentences = problem.corpus.sentences
    first = infer(problem.with_corpus(Corpus(sentences[:number])), limits, settings=settings, cancel=stop)
    if first.solution is None:
        return replace(first, problem=problem)
    grammar = first.solution.grammar
    rest = ExtendProblem(grammar, Corpus(sentences[number:]), 0)
    form = preset_settings("paper" if settings.layers else "default", "extend")
    left = replace(limits, max_iterations=max(1, (limits.max_iterations or 0) - first.run.iterations))
    second = extend(rest, left, settings=form, cancel=stop)
    run = _sum(first.run, second.run)
    if second.solution is None:  # what the first sentences gave does not do for the others
        status = Status.UNKNOWN
        return Outcome(status, problem, run, reason=f"the first {number} do not lead to all: {second.reason}")
    assert all(parse_corpus(second.solution.grammar, sentences))
    return replace(second, run=run)


def _sum(first: Run, second: Run) -> Run:
    return replace(
        second,
        iterations=first.iterations + second.iterations,
        restarts=first.restarts + second.restarts,
        seconds=first.seconds + second.seconds,
    )


def _attempt(problem: Problem, way: str, settings: Settings, limit: int) -> Attempt:
    def attempt(seed: int, stop: Cancel) -> Outcome:
        limits = Limits(seed, limit, jobs=1)
        if way.startswith("first "):
            return solve_first(problem, int(way.split()[1]), settings, limits, stop)
        asked = {
            "all": settings,
            "changing": replace(settings, batch=CHANGING, change_after=CHANGE_AFTER),
            "growing": replace(settings, batch=CHANGING),
        }[way]
        return infer(problem, limits, settings=asked, cancel=stop)

    return attempt


def _run(setup: Setup, attempt: Attempt) -> Trials:
    scale = setup.scale
    return run_trials(attempt, scale.trials, seed=setup.seed, seconds=scale.claim_seconds, jobs=setup.jobs)


def _row(name: str, way: str, done: dict[str, Trials], form: str) -> Row:
    trials, every = done[way], done["all"]
    seconds, all_seconds = _seconds(trials), _seconds(every)
    cost = "no success" if seconds is None else f"{seconds:.2g} s an answer"
    verdict, paper = "open", "takes the most time"
    if way != "all":
        paper = "avoids time"
        enough = min(len(trials.solutions), len(every.solutions)) >= FEW
        if enough and seconds is not None and all_seconds is not None:
            verdict = yes(seconds < all_seconds)
    return Row(
        f"{name}, {SENTENCES} sentences, {WHAT[way]}: successes, iterations and time",
        paper,
        f"{rate_text(trials.summary)}, {cost_text(trials.summary)}, {cost}",
        verdict,
        form,
    )


def _seconds(trials: Trials) -> float | None:
    """All seconds over the successes."""
    if not trials.solutions:
        return None
    return sum(trial.seconds for trial in trials.trials) / len(trials.solutions)
