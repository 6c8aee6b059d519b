"""Solve a problem or enumerate its solutions, in a process that ends when time is up or when asked to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from brillig.engines.exact.child import Child
from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError
from brillig.language.grammar import Grammar
from brillig.language.plural import count
from brillig.language.tree import Tree
from brillig.limits import Budget, Cancel, Ended, Limits
from brillig.problems import AnyProblem
from brillig.problems.check import violations
from brillig.problems.solution import Run, Solution, Status
from brillig.progress import Report

ENGINE = "exact"


@dataclass(frozen=True)
class ExactProgress(Report):
    """A look at a running search: sentences taken in, calls of the solver, solutions so far, seconds."""

    sentences: int
    calls: int
    solutions: int
    seconds: float

    def line(self) -> str:
        return f"exact engine: {count(self.sentences, 'sentence')} encoded, {count(self.calls, 'step')}"

    def figures(self) -> Mapping[str, float | None]:
        return {"sentences": self.sentences, "calls": self.calls, "solutions": self.solutions}


OnExactProgress = Callable[[ExactProgress], None]


@dataclass(frozen=True)
class Enumeration:
    """Solutions of a problem up to renaming, none with a superfluous rule; `complete`: proven to be all."""

    grammars: tuple[Grammar, ...]
    complete: bool
    seconds: float
    proof: dict[str, Any] | None = None


def solve_exactly(
    problem: AnyProblem,
    limits: Limits | Budget | None = None,
    *,
    progress: OnExactProgress | None = None,
    cancel: Cancel | None = None,
) -> Outcome:
    """One solution, the proof that there is none, or unknown when time was up or `cancel` was set."""
    with ExactRun(problem, Budget.begin(limits, cancel), progress) as run:
        while True:
            try:
                outcome = run.poll() or run.stopped()
            except BrilligError:
                outcome = run.stopped()  # whoever stopped us may have ended the process, too
                if outcome is None:
                    raise
            if outcome is not None:
                return outcome


class ExactRun:
    """A running `solve_exactly`, looked at with `poll`. Leaving the context ends its process."""

    def __init__(self, problem: AnyProblem, budget: Budget, progress: OnExactProgress | None = None) -> None:
        self._problem = problem
        self._budget = budget
        self._progress = progress
        self._calls = 0
        self._nearest: dict[str, Any] | None = None  # a grammar for some of the sentences
        self._reason = problem.impossible()
        self._child: Child | None = None
        if self._reason is None and not budget.is_set():
            self._child = Child(_request(problem, most=1, trees=True))

    def __enter__(self) -> ExactRun:
        return self

    def __exit__(self, *ended: object) -> None:
        self.end()

    def end(self) -> None:
        """End its process, with what it has told so far."""
        if self._child is not None:
            self._child.kill()

    def poll(self, seconds: float = 0.02) -> Outcome | None:
        """Wait so long at most; the outcome once there is one."""
        if self._child is None:
            return None if self._reason is None else self._outcome(Status.INFEASIBLE, self._reason)
        for event in self._child.poll(seconds):
            match event["event"]:
                case "progress":
                    self._calls = event["calls"]
                    if self._progress is not None:
                        self._progress(
                            ExactProgress(event["sentences"], self._calls, 0, self._budget.seconds)
                        )
                case "nearest":
                    self._nearest = event["grammar"]
                case "solution":
                    return self._checked(event)
                case "done":
                    self._calls = event["calls"]
                    return self._outcome(Status.INFEASIBLE, "proven by the exact engine")
        if self._child.ended:
            raise BrilligError("the exact engine's process ended without an answer", hint="try again")
        return None

    def stopped(self) -> Outcome | None:
        """The outcome when it is time to stop; while a `Brake` is held this waits, the process suspended."""
        ended = self._budget.ended() if self._child is None else self._child.stopped(self._budget)
        if ended is None:
            return None
        outcome = self._outcome(Status.UNKNOWN, say_stopped(ended, self._budget), ended=ended)
        return replace(outcome, nearest=self.nearest)

    @property
    def nearest(self) -> Grammar | None:
        """The last grammar that explains some of the sentences, if there was one."""
        return None if self._nearest is None else Grammar.from_json(self._nearest)

    def _checked(self, event: dict[str, Any]) -> Outcome:
        """The solution, once the independent check has passed it."""
        grammar = Grammar.from_json(event["grammar"])
        different = [Tree.from_json(tree) for tree in event["trees"]]
        trees = tuple(different[place] for place in event["places"])
        wrong = violations(self._problem, grammar, trees)
        if wrong:
            raise AssertionError(f"the exact engine's answer is wrong: {wrong[0]}")
        return self._outcome(Status.FOUND, "found by the exact engine", grammar, trees)

    def _outcome(
        self,
        status: Status,
        reason: str,
        grammar: Grammar | None = None,
        trees: tuple[Tree, ...] = (),
        ended: Ended = Ended.ANSWERED,
    ) -> Outcome:
        run = Run(ENGINE, self._budget.seed, self._calls, seconds=self._budget.seconds, ended=ended)
        solution = None if grammar is None else Solution(grammar, trees, self._problem, run)
        return Outcome(status, self._problem, run, solution, reason)


def say_stopped(ended: Ended, budget: Budget) -> str:
    """A sentence for a run that was stopped before it had an answer."""
    if ended is Ended.MEMORY:
        megabytes = budget.limits.memory >> 20
        return f"no answer within {megabytes:,} MB of memory; that proves nothing, fewer sentences need less"
    if ended is Ended.TIME:
        return f"no answer within {round(budget.time_limit or 0, 1):g} s; that proves nothing"
    return "stopped before there was an answer"


def enumerate_solutions(
    problem: AnyProblem,
    limits: Limits | Budget | None = None,
    *,
    most: int | None = None,
    proof: str | None = None,
    until: Callable[[Grammar], bool] | None = None,
    progress: OnExactProgress | None = None,
    cancel: Cancel | None = None,
) -> Enumeration:
    """All solutions up to renaming, or as many as `most` and the time limit allow.

    A grammar that has another solution's rules and more is not counted: no rule of those listed can be left
    out. `proof` names the files for a DRUP proof that there are no others; `until` may say True to end early.
    """
    budget = Budget.begin(limits, cancel)
    if problem.impossible() is not None:
        return Enumeration((), True, 0.0)
    grammars: list[Grammar] = []
    complete, written = False, None
    with Child(_request(problem, most=most, trees=False, proof=proof)) as child:
        for event in child.events(budget):
            match event["event"]:
                case "progress" if progress is not None:
                    seconds = budget.seconds
                    progress(ExactProgress(event["sentences"], event["calls"], len(grammars), seconds))
                case "solution":
                    grammars.append(Grammar.from_json(event["grammar"]))
                    if until is not None and until(grammars[-1]):
                        break
                case "done":
                    complete, written = event["complete"], event["proof"]
    return Enumeration(tuple(grammars), complete, budget.seconds, written)


def _request(
    problem: AnyProblem, *, most: int | None, trees: bool, proof: str | None = None
) -> dict[str, Any]:
    return {
        "task": "enumerate",
        "problem": problem.to_json(),
        "most": most,
        "trees": trees,
        "proof": proof,
    }
