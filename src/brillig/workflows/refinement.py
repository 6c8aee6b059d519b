"""Refining a solution: the problem, and a run with rules minimised and features chosen where asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from brillig.engines.concur.settings import DEFAULT, Settings
from brillig.engines.outcome import Outcome
from brillig.engines.race import solve
from brillig.errors import BrilligError
from brillig.language.grammar import SyntacticRule
from brillig.limits import Budget, Cancel, Limits
from brillig.problems import RefineProblem, parse_rule
from brillig.problems.solution import Solution
from brillig.workflows.minimise import Minimised, Step, choose_features, minimise_rules, try_other_trees

AUTO = "auto"
STEP_ITERATIONS = 50_000  # of each step of a lowering, unless the caller says otherwise

RuleNumbers = Mapping[str, int] | Mapping[SyntacticRule, int]


def refine_problem(
    solution: Solution, features: Mapping[str, int] | str, rules: RuleNumbers | None, homographs: int = 0
) -> RefineProblem:
    """The problem of refining a solution."""
    if isinstance(features, str) and features != AUTO:
        raise BrilligError(f"features {features!r}: give a number for each category, or 'auto'")
    if features == AUTO and rules:
        raise BrilligError("refined rules are numbered for given features; give the features, or leave both")
    numbers = {} if isinstance(features, str) else dict(features)
    limits = {parse_rule(r) if isinstance(r, str) else r: n for r, n in (rules or {}).items()}
    corpus = solution.problem.corpus
    return RefineProblem(
        solution.grammar,
        solution.trees,
        numbers,
        limits,
        homographs,
        rejected=corpus.rejected,
        reading=corpus.reading,
    )


def run_refinement(
    problem: RefineProblem,
    limits: Limits | Budget,
    *,
    auto: bool = False,
    minimise: bool = False,
    retree: bool = False,
    engine: str = "auto",
    settings: Settings = DEFAULT,
    watch: Callable[[Step], None] | None = None,
    progress: Callable[[Any], None] | None = None,
    cancel: Cancel | None = None,
) -> Minimised:
    """Solve, with the rules minimised where asked (`minimise`), and the features chosen (`auto`)."""
    budget = Budget.begin(limits, cancel)
    if budget.max_iterations is None and (auto or minimise or retree):
        budget = budget.part(max_iterations=STEP_ITERATIONS)

    def once(asked: RefineProblem) -> Outcome:
        return solve(asked, engine, budget, progress=progress, options={"settings": settings})

    def attempt(asked: RefineProblem) -> Outcome:
        return try_other_trees(asked, once, budget.seed) if retree else once(asked)

    if auto:
        return _summed(choose_features(problem, attempt, watch), budget)
    if minimise:
        return _summed(minimise_rules(problem, attempt, watch), budget)
    step = Step(problem, attempt(problem))
    return Minimised(step.outcome, (step,))


def _summed(minimised: Minimised, budget: Budget) -> Minimised:
    """With a run that counts all steps."""
    runs = [step.outcome.run for step in minimised.steps]
    run = replace(
        minimised.outcome.run,
        iterations=sum(run.iterations for run in runs),
        restarts=sum(run.restarts for run in runs),
        seconds=budget.seconds,
        ended=budget.ended() or minimised.outcome.ended,
    )
    solution = minimised.outcome.solution
    solution = None if solution is None else replace(solution, run=run)
    return replace(minimised, outcome=replace(minimised.outcome, run=run, solution=solution))
