"""Refining a solution: a run with rules minimised where asked, or with features chosen by bits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from brillig.engines.concur.settings import DEFAULT, Settings, engine_of
from brillig.engines.outcome import Outcome
from brillig.engines.race import solve
from brillig.engines.registry import find_engine
from brillig.errors import BrilligError, Option
from brillig.language.grammar import SyntacticRule
from brillig.limits import Budget, Cancel, Limits
from brillig.problems import RefineProblem, parse_rule
from brillig.problems.renaming import keep_suggestions
from brillig.problems.solution import Solution
from brillig.progress import Note, OnReport
from brillig.workflows.agreement import choose_features
from brillig.workflows.minimise import Minimised, Step, minimise_rules, try_other_trees
from brillig.workflows.requests import EngineRequest, Result, explain_failure
from brillig.workflows.unique import ask_exact, ask_starts, lower_until_unique

AUTO = "auto"
FEATURES = Option("features")
STEP_ITERATIONS = 50_000  # of each step of a lowering, unless the caller says otherwise
LAYERED_ITERATIONS = 500_000  # the same in the paper's form, whose successes take about 1e5

RuleNumbers = Mapping[str, int] | Mapping[SyntacticRule, int]


def refine_problem(
    solution: Solution, features: Mapping[str, int] | str, rules: RuleNumbers | None, homographs: int = 0
) -> RefineProblem:
    """The problem of refining a solution."""
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


@dataclass(frozen=True, kw_only=True)
class RefinementRequest(EngineRequest):
    """How a solution is to be refined.

    features   a number for each category, or "auto"
    rules      at most this many refined rules of each; None: the fewest for which a solution is found
    retree     try other trees of ambiguous sentences, too
    unique     without `rules`: lower them until the solution is unique; None is as the preset has it
    """

    kind: ClassVar[str] = "refine"

    features: Mapping[str, int] | str = AUTO
    rules: RuleNumbers | None = None
    homographs: int = 0
    retree: bool = False
    unique: bool | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        self.refuse_layered_settings()
        if isinstance(self.features, str) and self.features != AUTO:
            hint = f"give a number for each category, or {AUTO}"
            raise BrilligError(f"{self.features!r} has no numbers", hint=hint, field="features")
        if self.auto and self.rules:
            message = "refined rules are numbered for given features"
            raise BrilligError(message, hint=("give ", FEATURES, ", or leave both out"), field="rules")
        if self.auto:
            self._refuse_what_is_not_used()
        if self.unique is not None and not (self.lowers and not self.auto):
            both = ("give ", FEATURES, " by their numbers, and leave out ", Option("rules"))
            how = "until the solution is unique" if self.unique else "to the fewest"
            message = f"refined rules are lowered {how} where they have no numbers yet"
            raise BrilligError(message, hint=both, field="unique")

    def _refuse_what_is_not_used(self) -> None:
        """Features that are chosen are chosen by bits; what tells an engine how to search does nothing."""
        used = {"engine": self.engine != "auto", "homographs": self.homographs > 0, "retree": self.retree}
        given = [*(name for name, is_given in used.items() if is_given), *self.settings_given]
        if given:
            hint = ("leave it out, or give numbers for ", FEATURES)
            raise BrilligError("features that are chosen are chosen by bits", hint=hint, field=given[0])

    @property
    def auto(self) -> bool:
        return self.features == AUTO

    @property
    def lowers(self) -> bool:
        """Whether the rules are lowered as far as possible."""
        return self.rules is None


@dataclass(frozen=True)
class RefinementResult(Result):
    """The last outcome that was found, or the first when none was; where anything was lowered, all steps."""

    steps: tuple[Step, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return super().to_json() | ({"steps": [s.to_json() for s in self.steps]} if self.steps else {})


def run_refinement(
    request: RefinementRequest,
    solution: Solution,
    limits: Limits | Budget | None = None,
    report: OnReport | None = None,
    *,
    cancel: Cancel | None = None,
) -> RefinementResult:
    """Refine a solution; each step of a lowering is reported."""
    budget = Budget.begin(limits, cancel)
    if request.auto:
        return RefinementResult.of(_keeping_names(choose_features(solution, budget), solution))
    problem = refine_problem(solution, request.features, request.rules, request.homographs)
    done = lower(
        problem,
        budget,
        minimise=request.lowers,
        unique=request.preset == "paper" if request.unique is None else request.unique,
        retree=request.retree,
        engine=request.engine,
        settings=request.concur,
        watch=None if report is None else lambda step: report(Note(str(step))),
        progress=report,
    )
    why = explain_failure(done.outcome, budget) if request.explain else None
    outcome = _keeping_names(done.outcome, solution)
    return RefinementResult.of(outcome, why=why, steps=done.steps if request.lowers else ())


def _keeping_names(outcome: Outcome, before: Solution) -> Outcome:
    found = outcome.solution
    return outcome if found is None else replace(outcome, solution=keep_suggestions(found, before))


def lower(
    problem: RefineProblem,
    limits: Limits | Budget,
    *,
    minimise: bool = False,
    unique: bool = False,
    retree: bool = False,
    engine: str = "auto",
    settings: Settings = DEFAULT,
    watch: Callable[[Step], None] | None = None,
    progress: OnReport | None = None,
) -> Minimised:
    """Solve, with the rules minimised where asked (`minimise`).

    With `unique` they are lowered until the solution is unique, and features raised where that needs it.
    """
    budget = Budget.begin(limits)
    if budget.max_iterations is None and (minimise or retree):
        steps = LAYERED_ITERATIONS if settings.layers else STEP_ITERATIONS
        budget = budget.part(max_iterations=steps)

    def once(asked: RefineProblem, seed: int = budget.seed) -> Outcome:
        options = {"settings": settings}
        return solve(asked, engine, budget.part(seed=seed), progress=progress, options=options)

    def attempt(asked: RefineProblem) -> Outcome:
        return try_other_trees(asked, once, budget.seed) if retree else once(asked)

    if minimise and unique:
        alone = not find_engine(engine_of(engine, settings)).proves
        ask = ask_starts(once, budget.seed) if alone else ask_exact(budget)
        return _summed(lower_until_unique(problem, attempt, ask, watch, stopped=budget.is_set), budget)
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
