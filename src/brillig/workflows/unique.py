"""Refining until the solution is unique, as the paper does: fewer rules, and more features where that helps.

The allowed refined rules are reduced, one rule after the other, and at every solution it is asked whether
there is another one up to names. Where none of the ways down leads to a unique one, a feature more is tried,
for each category by itself. Of several unique ones the one with the shortest description is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, permutations

from brillig.engines.outcome import Outcome
from brillig.language.grammar import Grammar, SyntacticRule
from brillig.limits import Budget
from brillig.problems import RefineProblem
from brillig.problems.solution import Solution
from brillig.workflows.minimise import (
    MAX_ORDERS,
    Minimised,
    OnStep,
    RuleDescent,
    Solve,
    Step,
    count_refined,
    description_length,
    from_the_start,
    tightened,
)

# Not tuned.
MAX_RAISED = 2  # features more, in all
OTHER_STARTS = 3  # stand for "all solutions" where nothing is proven
UNIQUE_SECONDS = 10.0  # for the proof that there is no other one

Unique = Callable[[RefineProblem, Solution], bool]


def lower_until_unique(
    problem: RefineProblem,
    solve: Solve,
    unique: Unique,
    watch: OnStep | None = None,
    *,
    stopped: Callable[[], bool] = lambda: False,
    orders: int = MAX_ORDERS,
) -> Minimised:
    """Lower the allowed refined rules until `unique` says so; raise the features where that does not happen.

    Without a unique solution the outcome is the shortest that was found, and its reason says so.
    """
    steps: list[Step] = []
    ends: list[Outcome] = []
    level = [dict(problem.features)]
    for raised in range(MAX_RAISED + 1):
        found: list[Outcome] = []
        for features in level:
            asked = replace(problem, features=features, rule_limits={})
            way = _Way(RuleDescent(asked, solve, watch), unique, watch)
            found += way.down(orders, stopped)
            ends += way.ends
            steps += way.steps
            if stopped():
                break
        if found:
            return Minimised(min(found, key=description_length), tuple(steps))
        if stopped() or raised == MAX_RAISED:
            break
        level = list(_one_more(problem, level))
    if not ends:
        return Minimised(steps[0].outcome, tuple(steps))
    why = f"no solution was unique, with up to {MAX_RAISED} features more" if not stopped() else "stopped"
    return Minimised(replace(min(ends, key=description_length), reason=why), tuple(steps))


def ask_exact(budget: Budget) -> Unique:
    """Whether all solutions are one up to names, proven."""
    from brillig.engines.exact import enumerate_solutions

    def unique(problem: RefineProblem, solution: Solution) -> bool:
        own = solution.grammar.canonical_text

        def is_other(grammar: Grammar) -> bool:
            return grammar.canonical_text != own

        every = enumerate_solutions(problem, budget.part(seconds=UNIQUE_SECONDS), until=is_other)
        return every.complete and not any(map(is_other, every.grammars))

    return unique


def ask_starts(solve: Callable[[RefineProblem, int], Outcome], seed: int) -> Unique:
    """Whether other starts find the same: no proof, and all that divide and concur can say."""

    def unique(problem: RefineProblem, solution: Solution) -> bool:
        own = solution.grammar.canonical_text
        others = (solve(problem, seed + k).solution for k in range(1, OTHER_STARTS + 1))
        return all(other is None or other.grammar.canonical_text == own for other in others)

    return unique


@dataclass
class _Way:
    """The ways down with the same features."""

    descent: RuleDescent
    unique: Unique
    watch: OnStep | None
    ends: list[Outcome] = field(default_factory=list)
    asked: dict[tuple[int, ...], bool] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def down(self, orders: int, stopped: Callable[[], bool]) -> list[Outcome]:
        """The unique solutions that were come to, in several orders of the rules."""
        base = self.descent.problem.base
        first = self.descent.attempt({rule: self.descent.problem.limit_of(rule) for rule in base.syntactic})
        found: list[Outcome] = []
        self._note()
        if first.solution is None:
            return found
        for order in islice(permutations(from_the_start(base)), orders):
            end = tightened(self._lower(order, first))
            self.ends.append(end)
            if self._is_unique(end):
                found.append(end)
            if stopped():
                break
        return found

    def _lower(self, order: Sequence[SyntacticRule], first: Outcome) -> Outcome:
        """Lower the rules in this order until the solution is unique or none is found."""
        best, problem = first, self.descent.problem
        limits = {rule: problem.limit_of(rule) for rule in problem.base.syntactic}
        for rule in order:
            while not self._is_unique(best) and (used := self._used(best)[rule]) > 1:
                outcome = self.descent.attempt(limits | {rule: used - 1})
                self._note()
                if outcome.solution is None:
                    break
                best = outcome
            limits[rule] = self._used(best)[rule]
        return best

    def _is_unique(self, outcome: Outcome) -> bool:
        """Asked once for each numbers of rules that a solution uses."""
        end = tightened(outcome)
        assert isinstance(end.problem, RefineProblem)
        assert end.solution is not None
        key = tuple(self._used(end).values())
        if key not in self.asked:
            self.asked[key] = self.unique(end.problem, end.solution)
            self.steps.append(Step(end.problem, end, self.asked[key]))
            if self.watch is not None:
                self.watch(self.steps[-1])
        return self.asked[key]

    def _used(self, outcome: Outcome) -> dict[SyntacticRule, int]:
        assert outcome.solution is not None
        return count_refined(self.descent.problem, outcome.solution)

    def _note(self) -> None:
        """Keep the descent's last step in the order in which things happened."""
        if self.descent.steps and self.descent.steps[-1] not in self.steps:
            self.steps.append(self.descent.steps[-1])


def _one_more(problem: RefineProblem, level: Sequence[dict[str, int]]) -> Iterator[dict[str, int]]:
    """All with one feature more for one category, none twice; S keeps one, as it is at the base alone."""
    seen = []
    for features in level:
        for category in problem.base.categories:
            if category == problem.base.start:
                continue
            more = features | {category: features.get(category, 1) + 1}
            if more not in seen and replace(problem, features=more, rule_limits={}).impossible() is None:
                seen.append(more)
                yield more
