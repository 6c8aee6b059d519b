"""Refinement by divide and concur: starts, early decoding, and the check of every answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from brillig._kernel import RefineNetwork
from brillig.check import violations
from brillig.concur.driver import Examined, Memory, Progress, Stop, search
from brillig.concur.refine_layout import RefineLayout
from brillig.grammar import Grammar
from brillig.limits import Cancel, Limits
from brillig.problem import RefineProblem
from brillig.solution import Outcome, Run, Solution, Status
from brillig.trees import Tree

ENGINE = "concur"
DEFAULT_ITERATIONS = 1_000_000


@dataclass(frozen=True)
class RefineSettings:
    """beta, gamma, kappa  the step, the rate of the metric update, and the weight of the tensors' gap in it
    restart_after  iterations of a start; a start whose mu leaves [1/10, 10] ends before
    correlated     start all copies of a tensor, and all leaves of a word, alike
    tolerance      gap below which a state has converged
    decode_every   look for a solution behind the state so often; 0 waits for convergence
    strict         place an unused feature where that moves the state least, not where it is largest
    press          every feature has to stand on the right of a refined rule: the rules are told so, too
    share          make equal subtrees one node, where that is allowed (h = 0)
    """

    beta: float = 0.5
    gamma: float = 0.2
    kappa: float = 1.0
    restart_after: int = 400
    correlated: bool = True
    tolerance: float = 1e-6
    decode_every: int = 5
    strict: bool = True
    press: bool = True
    share: bool = True


DEFAULT = RefineSettings()


class RefinementNetwork:
    """A compiled network for a layout, as the driver wants it."""

    def __init__(self, layout: RefineLayout, settings: RefineSettings) -> None:
        self.layout, self.settings = layout, settings
        self.kernel = RefineNetwork(
            features=list(layout.features),
            rules=[(rule.x, rule.y, rule.z, rule.limit) for rule in layout.rules],
            uses=[(use.rule, use.up, use.left, use.right) for use in layout.uses],
            groups=[(group.category, group.word, list(group.rows)) for group in layout.groups],
            homographs=layout.homographs,
        )
        self.kernel.set_parameters(
            settings.beta, settings.gamma, settings.kappa, settings.tolerance, settings.strict, settings.press
        )
        self.kernel.set_decoding(settings.decode_every)

    def start(self, seed: int) -> None:
        self.kernel.start(seed, self.settings.correlated)

    def run(self, iterations: int) -> tuple[int, Stop]:
        made, stop = self.kernel.run(iterations)
        return made, Stop(stop)

    def gap(self) -> float:
        return self.kernel.gap()


def refine(
    problem: RefineProblem,
    limits: Limits,
    *,
    settings: RefineSettings = DEFAULT,
    progress: Callable[[Progress], None] | None = None,
    cancel: Cancel | None = None,
) -> Outcome:
    """Search for a refinement until one is found and checked, or a limit is reached.

    The same seed gives the same answer whatever `limits.jobs` is, unless time runs out.
    """
    began = time.monotonic()
    reason = problem.impossible()
    if reason is not None:
        run = Run(ENGINE, limits.seed, 0, 0, time.monotonic() - began)
        return Outcome(Status.INFEASIBLE, problem, run, reason=reason)
    if limits.max_iterations is None:
        limits = replace(limits, max_iterations=DEFAULT_ITERATIONS)
    layout = RefineLayout.of(problem, share=settings.share and problem.homographs == 0)
    if not layout.uses:  # every category keeps one feature
        return _outcome(problem, limits, began, 0, 0, read_solution(problem, layout.read_trees(())), "")

    def examine(network: RefinementNetwork, _stop: Stop, _start: int, _memory: Memory) -> Examined[Solution]:
        return Examined(read_solution(problem, layout.read_trees(network.kernel.chosen())))

    searched = search(
        lambda: RefinementNetwork(layout, settings),
        examine,
        limits,
        restart_after=settings.restart_after,
        progress=progress,
        cancel=cancel,
    )
    what = "stopped" if searched.interrupted else "not found"
    reason = (
        f"{what} after {searched.iterations:,} iterations (best gap {searched.best_gap:.2g}); "
        "that is no proof that there is none"
    )
    return _outcome(problem, limits, began, searched.iterations, searched.restarts, searched.answer, reason)


def refine_trial(problem: RefineProblem, seed: int, max_iterations: int) -> Outcome:
    """One trial of a study: one thread, so many iterations."""
    return refine(problem, Limits(seed=seed, max_iterations=max_iterations, jobs=1))


def read_solution(problem: RefineProblem, trees: tuple[Tree, ...]) -> Solution | None:
    """The solution that refined trees make, when every restriction agrees; else None."""
    grammar = Grammar.of(
        problem.base.start,
        dict.fromkeys(rule for tree in trees for rule in tree.rules()),
        _lexicon(trees),
    )
    if violations(problem, grammar, trees):
        return None
    return Solution(grammar, trees, problem, Run(ENGINE))


def _lexicon(trees: tuple[Tree, ...]) -> dict[str, list[str]]:
    lexicon: dict[str, list[str]] = {}
    for leaf in dict.fromkeys(leaf for tree in trees for leaf in tree.leaves()):
        lexicon.setdefault(leaf.word, []).append(leaf.label)
    return lexicon


def _outcome(
    problem: RefineProblem,
    limits: Limits,
    began: float,
    iterations: int,
    restarts: int,
    solution: Solution | None,
    reason: str,
) -> Outcome:
    run = Run(ENGINE, limits.seed, iterations, restarts, time.monotonic() - began)
    if solution is None:
        return Outcome(Status.UNKNOWN, problem, run, reason=reason)
    return Outcome(Status.FOUND, problem, run, replace(solution, run=run))
