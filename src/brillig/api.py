"""Inferring, refining and extending, for Python: the functions behind the commands of the same names."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from brillig.concur.diagnose import find_needs, find_unexplained, sum_up, too_few_homographs
from brillig.corpus import Corpus
from brillig.engines import solve
from brillig.errors import BrilligError
from brillig.grammar import SyntacticRule
from brillig.limits import Cancel, Limits
from brillig.lower import Lowered, Step, choose_features, lower_rules, try_other_trees
from brillig.problem import ExtendProblem, Problem, RefineProblem, parse_rule
from brillig.solution import Outcome, Solution

AUTO = "auto"
STEP_ITERATIONS = 50_000  # of each step of a lowering, unless the caller says otherwise

Rules = Mapping[str, int] | Mapping[SyntacticRule, int]


def infer(
    sentences: Corpus | Iterable[str | Sequence[str]],
    categories: int | None = None,
    lexical: int | None = None,
    rules: int | None = None,
    *,
    homographs: int = 0,
    distinct_children: bool = True,
    root_nonlexical: bool = True,
    engine: str = "auto",
    seed: int = 0,
    max_iterations: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
) -> Solution:
    """Learn a grammar with c, c_l and r_s given; without them the max-min protocol chooses.

    Raises BrilligError when there is none, or none was found.
    """
    corpus = sentences if isinstance(sentences, Corpus) else Corpus.of(sentences)
    limits = Limits(seed, max_iterations, time_limit, jobs)
    numbers = (categories, lexical, rules)
    if numbers == (None, None, None):
        from brillig.search import Settings, search

        settings = Settings(
            corpus, homographs, distinct_children=distinct_children, root_nonlexical=root_nonlexical
        )
        found = search(settings, engine, limits)
        if found.solution is None:
            raise BrilligError(f"no grammar: {found.reason}")
        return found.solution
    if categories is None or lexical is None or rules is None:
        raise BrilligError("give categories, lexical and rules together, or none of them")
    problem = Problem(corpus, categories, lexical, rules, homographs, distinct_children, root_nonlexical)
    return _found(solve(problem, engine=engine, limits=limits), "grammar")


def refine(
    solution: Solution,
    features: Mapping[str, int] | str = AUTO,
    rules: Rules | None = None,
    *,
    homographs: int = 0,
    retree: bool = False,
    engine: str = "auto",
    seed: int = 0,
    max_iterations: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
) -> Solution:
    """Split categories into features: `features={"B": 3}, rules={"S>B A": 2}`.

    Without `rules` the refined rules are lowered until no solution is found; with `features="auto"` the
    features, too. Raises BrilligError when there is none, or none was found.
    """
    limits = Limits(seed, max_iterations, time_limit, jobs)
    problem = refine_problem(solution, features, rules, homographs)
    done = run_refinement(
        problem, limits, auto=features == AUTO, lower=rules is None, retree=retree, engine=engine
    )
    return _found(done.outcome, "refinement")


def extend(
    solution: Solution,
    sentences: Corpus | Iterable[str | Sequence[str]],
    *,
    homographs: int = 0,
    engine: str = "auto",
    seed: int = 0,
    max_iterations: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
) -> Solution:
    """Explain new sentences, giving categories to their unknown words. Raises BrilligError if that fails."""
    corpus = sentences if isinstance(sentences, Corpus) else Corpus.of(sentences)
    limits = Limits(seed, max_iterations, time_limit, jobs)
    return _found(run_extension(solution, corpus, homographs, limits, engine=engine), "extension")


def refine_problem(
    solution: Solution, features: Mapping[str, int] | str, rules: Rules | None, homographs: int = 0
) -> RefineProblem:
    """The problem of refining a solution."""
    if isinstance(features, str) and features != AUTO:
        raise BrilligError(f"features {features!r}: give a number for each category, or 'auto'")
    if features == AUTO and rules:
        raise BrilligError("refined rules are numbered for given features; give the features, or leave both")
    numbers = {} if isinstance(features, str) else dict(features)
    limits = {parse_rule(r) if isinstance(r, str) else r: n for r, n in (rules or {}).items()}
    return RefineProblem(solution.grammar, solution.trees, numbers, limits, homographs)


def run_refinement(
    problem: RefineProblem,
    limits: Limits,
    *,
    auto: bool = False,
    lower: bool = False,
    retree: bool = False,
    engine: str = "auto",
    watch: Callable[[Step], None] | None = None,
    progress: Callable[[Any], None] | None = None,
    cancel: Cancel | None = None,
) -> Lowered:
    """Solve, with the rules lowered where asked (`lower`), and the features chosen (`auto`)."""
    each = limits
    if limits.max_iterations is None and (auto or lower or retree):
        each = replace(limits, max_iterations=STEP_ITERATIONS)
    began = time.monotonic()

    def once(asked: RefineProblem) -> Outcome:
        left = limits.time_limit and max(0.0, limits.time_limit - (time.monotonic() - began))
        now = replace(each, time_limit=left)
        return solve(asked, engine=engine, limits=now, progress=progress, cancel=cancel)

    def attempt(asked: RefineProblem) -> Outcome:
        return try_other_trees(asked, once, limits.seed) if retree else once(asked)

    if auto:
        return _summed(choose_features(problem, attempt, watch), began)
    if lower:
        return _summed(lower_rules(problem, attempt, watch), began)
    step = Step(problem, attempt(problem))
    return Lowered(step.outcome, (step,))


def _summed(lowered: Lowered, began: float) -> Lowered:
    """With a run that counts all steps."""
    runs = [step.outcome.run for step in lowered.steps]
    run = replace(
        lowered.outcome.run,
        iterations=sum(run.iterations for run in runs),
        restarts=sum(run.restarts for run in runs),
        seconds=time.monotonic() - began,
    )
    solution = lowered.outcome.solution
    solution = None if solution is None else replace(solution, run=run)
    return replace(lowered, outcome=replace(lowered.outcome, run=run, solution=solution))


def extend_problem(solution: Solution, corpus: Corpus, homographs: int = 0) -> ExtendProblem:
    """The sentences of the solution followed by the new ones, so that trees cover everything."""
    return ExtendProblem(
        solution.grammar, Corpus(solution.problem.corpus.sentences + corpus.sentences), homographs
    )


def run_extension(
    solution: Solution,
    corpus: Corpus,
    homographs: int,
    limits: Limits,
    *,
    engine: str = "auto",
    progress: Callable[[Any], None] | None = None,
    cancel: Cancel | None = None,
) -> Outcome:
    """Solve; the sentences that the solution has trees for keep them.

    Where some of the new sentences cannot be explained, the reason names them by their place in `corpus`.
    """
    problem = extend_problem(solution, corpus, homographs)
    outcome = solve(problem, engine=engine, limits=limits, progress=progress, cancel=cancel)
    if outcome.solution is None:
        unexplained = find_unexplained(solution.grammar, corpus.sentences, problem.unknown_words)
        return replace(outcome, reason=sum_up(unexplained) or _needs(problem) or outcome.reason)
    kept = solution.trees
    trees = kept + outcome.solution.trees[len(kept) :]
    return replace(outcome, solution=replace(outcome.solution, trees=trees))


def _needs(problem: ExtendProblem) -> str | None:
    needs = find_needs(problem.base, problem.corpus.sentences, problem.unknown_words)
    return too_few_homographs(needs, problem.homographs)


def _found(outcome: Outcome, what: str) -> Solution:
    if outcome.solution is None:
        raise BrilligError(f"no {what}: {outcome.status.value}; {outcome.reason}")
    return outcome.solution
