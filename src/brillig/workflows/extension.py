"""Extending a solution by new sentences, with a reason where they cannot be explained."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from brillig.engines.race import solve
from brillig.language.corpus import Corpus
from brillig.limits import Budget, Cancel, Limits
from brillig.parsing.diagnose import Unexplained, find_needs, find_unexplained, sum_up, too_few_homographs
from brillig.problems import ExtendProblem
from brillig.problems.renaming import keep_suggestions, without_word_names
from brillig.problems.solution import Solution
from brillig.progress import OnReport
from brillig.workflows.requests import EngineRequest, Result


def extend_problem(
    solution: Solution, corpus: Corpus, homographs: int = 0, alone: bool = False
) -> ExtendProblem:
    """The sentences of the solution followed by the new ones, so that trees cover everything.

    `alone` leaves out the former, as the paper does.
    """
    if alone:
        return ExtendProblem(solution.grammar, corpus, homographs)
    return ExtendProblem(solution.grammar, solution.problem.corpus.followed_by(corpus), homographs)


@dataclass(frozen=True, kw_only=True)
class ExtensionRequest(EngineRequest):
    """How a solution is to be extended: with at most this many categories beyond one for each new word."""

    kind: ClassVar[str] = "extend"

    homographs: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.refuse_layered_settings()


@dataclass(frozen=True)
class ExtensionResult(Result):
    """The outcome, with the new words, and the sentences that cannot be explained whatever these are."""

    new_words: tuple[str, ...] = ()
    beyond: tuple[Unexplained, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return super().to_json() | {"unexplained": [one.to_json() for one in self.beyond]}


def run_extension(
    request: ExtensionRequest,
    solution: Solution,
    corpus: Corpus,
    limits: Limits | Budget | None = None,
    report: OnReport | None = None,
    *,
    cancel: Cancel | None = None,
) -> ExtensionResult:
    """Solve; the sentences that the solution has trees for keep them.

    With the paper's settings only the new sentences are looked at.

    Where some of the new sentences cannot be explained, the reason names them by their place in `corpus`.
    """
    budget = Budget.begin(limits, cancel)
    settings = request.concur
    problem = extend_problem(solution, corpus, request.homographs)
    asked = extend_problem(solution, corpus, request.homographs, alone=settings.layers)
    unknown = [word for word in corpus.words if word not in solution.grammar.lexicon]
    beyond = tuple(find_unexplained(solution.grammar, corpus.sentences, unknown))
    options = {"settings": settings}
    outcome = solve(asked, request.engine, budget, progress=report, options=options)
    if outcome.solution is None:
        outcome = replace(outcome, reason=sum_up(beyond) or _needs(problem) or outcome.reason)
    else:
        kept = solution.trees
        new = outcome.solution.trees if settings.layers else outcome.solution.trees[len(kept) :]
        extended = replace(outcome.solution, trees=kept + new, problem=problem)
        outcome = replace(
            outcome, solution=keep_suggestions(without_word_names(extended), solution), problem=problem
        )
    return ExtensionResult.of(outcome, new_words=tuple(unknown), beyond=beyond)


def _needs(problem: ExtendProblem) -> str | None:
    needs = find_needs(problem.base, problem.corpus.sentences, problem.unknown_words)
    return too_few_homographs(needs, problem.homographs)
