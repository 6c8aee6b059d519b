"""Choosing the engine. `auto` is a race: the first answer that the independent check confirms wins."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from brillig.engines.classes import has_classes, solve_on_classes
from brillig.engines.concur.settings import engine_of
from brillig.engines.outcome import Outcome
from brillig.engines.registry import AUTO, Engine, find_engine
from brillig.errors import BrilligError, Option
from brillig.limits import Budget, Cancel, Ended, Limits
from brillig.problems import AnyProblem
from brillig.problems.check import violations
from brillig.problems.renaming import without_word_names
from brillig.problems.solution import Run, Status
from brillig.progress import OnReport

if TYPE_CHECKING:
    from brillig.engines.exact import ExactRun
    from brillig.language.grammar import Grammar

# When divide and concur has used up its iterations, the exact engine gets as long again, and at least so
# many seconds: a race without time limit ends all the same.
GRACE = 60.0  # not tuned

# What divide and concur solves within this many seconds is not worth the start of a process.
HEAD_START = 0.04  # not tuned; benchmarks/bench_race.py shows what it does

# So long a large problem is tried on classes of words before the words themselves are.
CLASSES_FIRST = 20.0  # not tuned
STARRED_FIRST = 60.0  # where the exact engine is alone, and stars make the words harder still


def solve(
    problem: AnyProblem,
    engine: str = "auto",
    limits: Limits | Budget | None = None,
    progress: OnReport | None = None,
    cancel: Cancel | None = None,
    options: Mapping[str, Any] | None = None,
) -> Outcome:
    """Solve with the named engine, or with both at once (`auto`); the outcome's run names who answered.

    Found means confirmed by `problems.check`, infeasible means proven, and everything else is unknown.
    `progress` is called with the engines' own values: `brillig.engines.concur.driver.Progress` and
    `brillig.engines.exact.ExactProgress`. `options` are further arguments of divide and concur (settings,
    observe, ...). A `Brake` as `cancel` can hold both engines; while held, no time passes.
    """
    budget = Budget.begin(limits, cancel)
    outcome = _solve(problem, engine, budget, progress, options or {})
    if outcome.solution is None or problem.keeps_names:
        return outcome
    return replace(outcome, solution=without_word_names(outcome.solution))


def _solve(
    problem: AnyProblem,
    engine: str,
    budget: Budget,
    progress: OnReport | None,
    options: Mapping[str, Any],
) -> Outcome:
    chosen = find_engine(engine_of(engine, options.get("settings")))
    refusal = chosen.refuses(problem)
    if refusal is not None:
        raise BrilligError(refusal, hint=("use ", Option("engine", "exact")), field="engine")
    found = _solve_starred(problem, budget) if chosen.on_classes else None
    return found or _confirmed(chosen.solve(problem, budget, progress, options))


def _race(
    problem: AnyProblem, budget: Budget, progress: OnReport | None, options: Mapping[str, Any]
) -> Outcome:
    """Divide and concur against the exact engine, or that alone where the other cannot take part."""
    if find_engine("concur").refuses(problem) is not None:
        return _solve(problem, "exact", budget, progress, {})
    return _Race(problem, budget, progress, options).run()


ENGINE = Engine(AUTO, "what suits", _race, takes_settings=True, proves=True, by_bits=True)


def _solve_starred(problem: AnyProblem, budget: Budget) -> Outcome | None:
    """What the exact engine finds on classes of words, where stars make a large problem on words harder."""
    if not problem.corpus.rejected or not has_classes(problem):
        return None
    found = solve_on_classes(problem, budget.part(seconds=STARRED_FIRST))
    return None if found is None else replace(found, run=replace(found.run, seconds=budget.seconds))


def _confirmed(outcome: Outcome) -> Outcome:
    """The outcome itself, once its solution has passed the check."""
    if outcome.solution is not None:
        wrong = violations(outcome.problem, outcome.solution.grammar, outcome.solution.trees)
        if wrong:
            raise AssertionError(f"the answer of {outcome.run.engine} is wrong: {wrong[0]}")
    return outcome


class _Race:
    """The exact engine in a process, divide and concur in threads, both looked at from here.

    Where the problem is large, the exact engine also works on classes of words.
    """

    def __init__(
        self, problem: AnyProblem, budget: Budget, progress: OnReport | None, options: Mapping[str, Any]
    ) -> None:
        self._problem = problem
        self._budget = budget
        self._progress = progress
        self._options = options
        self._stop = threading.Event()
        self._done = threading.Event()  # divide and concur has ended
        self._concur: Outcome | None = None
        self._classes: Outcome | None = None
        self._error: BaseException | None = None

    def run(self) -> Outcome:
        from brillig.engines.exact.solving import ExactRun, say_stopped

        ended = self._budget.ended()
        if ended is not None:
            return self._unknown(say_stopped(ended, self._budget), ended)
        nearest: Grammar | None = None
        threads = [threading.Thread(target=self._run_concur, name="brillig-concur", daemon=True)]
        threads[0].start()
        try:
            self._done.wait(HEAD_START)
            if self._concur is not None and self._concur.status is not Status.UNKNOWN:
                return self._concur
            if has_classes(self._problem):
                threads.append(
                    threading.Thread(target=self._run_classes, name="brillig-classes", daemon=True)
                )
                threads[1].start()
                won = self._wait_for_classes(threads[1])
                if won is not None:
                    return won
            with ExactRun(self._problem, self._budget, self._progress) as exact:
                outcome = self._watch(exact)
                nearest = exact.nearest
        finally:
            self._stop.set()
            for thread in threads:
                thread.join(timeout=5)
        return self._with_nearest(outcome, nearest)

    def _with_nearest(self, outcome: Outcome, nearest: Grammar | None) -> Outcome:
        """Where nothing was found: with the grammar of the two engines that explains more sentences."""
        if outcome.status is not Status.UNKNOWN:
            return outcome
        ways = [nearest, None if self._concur is None else self._concur.nearest]
        with_each = [replace(outcome, nearest=one) for one in ways if one is not None]
        return min(with_each, key=lambda one: len(one.unexplained), default=outcome)

    def _run_concur(self) -> None:
        # One of the threads asked for is the exact engine's, as long as there is more than one.
        budget = self._budget.part(jobs=max(1, self._budget.threads - 1), cancel=self._stop)
        try:
            solve = find_engine("concur").solve
            self._concur = _confirmed(solve(self._problem, budget, self._progress, self._options))
        except BaseException as error:
            self._error = error
        finally:
            self._done.set()

    def _run_classes(self) -> None:
        # Whatever goes wrong here, the words themselves are being worked on.
        with contextlib.suppress(BrilligError):
            found = solve_on_classes(self._problem, self._budget.part(jobs=1, cancel=self._stop))
            if found is not None:
                self._classes = replace(found, run=replace(found.run, seconds=self._budget.seconds))

    def _wait_for_classes(self, thread: threading.Thread) -> Outcome | None:
        """For some seconds the exact engine works on classes alone; an answer, if there is one by then."""
        while thread.is_alive() and self._budget.seconds < CLASSES_FIRST and self._budget.ended() is None:
            if self._concur is not None and self._concur.status is not Status.UNKNOWN:
                return self._concur
            thread.join(0.02)
        return self._classes

    def _watch(self, exact: ExactRun) -> Outcome:
        """The first answer; a failure of one engine leaves the race to the other."""
        exact_failed: BaseException | None = None
        full: Outcome | None = None  # the exact engine's memory was used up: the race is left to the other
        gave_up: float | None = None
        while True:
            if exact_failed is None and full is None:
                try:
                    outcome = exact.poll(0.02 if self._done.is_set() else 0.005)
                except (BrilligError, AssertionError) as error:
                    exact_failed = error
                    outcome = None
                if outcome is not None:
                    return outcome
            else:
                time.sleep(0.02)
            if self._classes is not None:
                return self._classes
            concur = self._concur
            if concur is not None and concur.status is not Status.UNKNOWN:
                return concur
            stopped = exact.stopped()
            if stopped is not None and stopped.ended is Ended.CANCELLED:
                # Before any failure: whoever stopped us may have ended the process, too.
                return self._unknown(stopped.reason, stopped.ended)
            if self._error is not None and (exact_failed is not None or full is not None):
                raise self._error
            if full is not None and concur is not None:
                return self._unknown(full.reason, full.ended)
            if exact_failed is not None and concur is not None:
                raise exact_failed
            if stopped is not None and stopped.ended is Ended.MEMORY and concur is None:
                exact.end()
                full = stopped
            elif stopped is not None:
                return self._unknown(stopped.reason, stopped.ended)
            if concur is not None:
                now = self._budget.seconds
                if gave_up is None:
                    gave_up = now
                if self._budget.time_limit is None and now - gave_up > max(GRACE, gave_up):
                    return self._unknown(
                        f"divide and concur found nothing in {concur.run.iterations:,} iterations and the "
                        f"exact engine had no answer after {now:.0f} s; that proves nothing",
                        Ended.ITERATIONS,
                    )

    def _unknown(self, reason: str, ended: Ended) -> Outcome:
        concur = self._concur.run if self._concur is not None else Run("auto")
        seed, seconds = self._budget.seed, self._budget.seconds
        run = Run("auto", seed, concur.iterations, concur.restarts, seconds, ended)
        return Outcome(Status.UNKNOWN, self._problem, run, None, reason)
