"""How far can a refinement go? Lower what is allowed, step by step, until no solution is found.

As the paper does by hand. Fewer refined rules are harder to find and say more about the language. Each step
is kept with its outcome: found, not found (which proves nothing), or impossible (proven).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, permutations
from random import Random

from brillig.engines.outcome import Outcome
from brillig.language.grammar import Grammar, SyntacticRule
from brillig.language.tree import Tree
from brillig.limits import Ended
from brillig.parsing.bits import bits_of
from brillig.problems import RefineProblem
from brillig.problems.solution import Solution, Status

# Not tuned.
MAX_ORDERS = 6  # in which rules are minimised
MAX_TREES = 20  # of an ambiguous sentence, to choose from
OTHER_TREES = 12  # choices of trees that are tried besides the given one

Solve = Callable[[RefineProblem], Outcome]


@dataclass(frozen=True)
class Step:
    """One attempt: what was allowed, what came of it, and whether that is unique, where it was asked."""

    problem: RefineProblem
    outcome: Outcome
    unique: bool | None = None

    @property
    def verdict(self) -> str:
        if self.outcome.status is Status.UNKNOWN and self.outcome.ended is Ended.CANCELLED:
            return "stopped"
        return {
            Status.FOUND: "found",
            Status.INFEASIBLE: "impossible",
            Status.UNKNOWN: "not found",
        }[self.outcome.status]

    def __str__(self) -> str:
        rules = ", ".join(
            f"{rule.parent}>{rule.left} {rule.right}={self.problem.limit_of(rule)}"
            for rule in self.problem.base.syntactic
        )
        features = ",".join(f"{category}={number}" for category, number in self.problem.features.items())
        asked = "" if self.unique is None else ", unique" if self.unique else ", not unique"
        return f"features {features or 'none'}, rules {rules}: {self.verdict}{asked}"

    def to_json(self) -> dict[str, object]:
        return {
            "features": dict(self.problem.features),
            "rules": {
                f"{rule.parent}>{rule.left} {rule.right}": self.problem.limit_of(rule)
                for rule in self.problem.base.syntactic
            },
            "verdict": self.verdict,
        } | ({} if self.unique is None else {"unique": self.unique})


OnStep = Callable[[Step], None]


@dataclass(frozen=True)
class Minimised:
    """The last outcome that was found, or the first when none was; and all steps in their order."""

    outcome: Outcome
    steps: tuple[Step, ...]


def minimise_rules(
    problem: RefineProblem, solve: Solve, watch: OnStep | None = None, *, orders: int = MAX_ORDERS
) -> Minimised:
    """Lower the allowed refined rules, one rule after the other, each until there is no solution.

    What is least for one rule depends on what the others still have, so the ends differ with the order. Up to
    `orders` orders are tried, those that begin at the start symbol first; the end with the shortest
    description is taken.
    """
    descent = RuleDescent(problem, solve, watch)
    first = descent.attempt({rule: problem.limit_of(rule) for rule in problem.base.syntactic})
    if first.solution is None:
        return Minimised(first, tuple(descent.steps))
    ways = islice(permutations(from_the_start(problem.base)), orders)
    ends = [tightened(descent.lower_in(order, first)) for order in ways]
    best = min(ends, key=description_length)
    return Minimised(best, tuple(descent.steps))


@dataclass
class RuleDescent:
    """The steps of a lowering. What follows from a step that was made is not asked again."""

    problem: RefineProblem
    solve: Solve
    watch: OnStep | None
    steps: list[Step] = field(default_factory=list)

    def lower_in(self, order: Sequence[SyntacticRule], first: Outcome) -> Outcome:
        """Lower the rules in this order; the others keep what they are allowed until it is their turn."""
        best = first
        limits = {rule: self.problem.limit_of(rule) for rule in self.problem.base.syntactic}
        for rule in order:
            while (used := self._used(best)[rule]) > 1:
                outcome = self.attempt(limits | {rule: used - 1})
                if outcome.solution is None:
                    break
                best = outcome
            limits[rule] = self._used(best)[rule]
        return best

    def attempt(self, limits: dict[SyntacticRule, int]) -> Outcome:
        for step in self.steps:
            if step.outcome.solution is not None:
                known = self._used(step.outcome)
                follows = all(known[rule] <= number for rule, number in limits.items())
            else:
                follows = all(step.problem.limit_of(rule) >= number for rule, number in limits.items())
            if follows:
                return step.outcome
        asked = replace(self.problem, rule_limits=limits)
        self.steps.append(Step(asked, self.solve(asked)))
        if self.watch is not None:
            self.watch(self.steps[-1])
        return self.steps[-1].outcome

    def _used(self, outcome: Outcome) -> dict[SyntacticRule, int]:
        assert outcome.solution is not None
        return count_refined(self.problem, outcome.solution)


def from_the_start(grammar: Grammar) -> list[SyntacticRule]:
    """The rules, those nearest to the start symbol first."""
    order: dict[SyntacticRule, None] = {}
    categories = [grammar.start]
    for category in categories:
        for rule in grammar.expansions.get(category, ()):
            order[rule] = None
            categories += [child for child in rule[1:] if child not in categories]
    return [*order, *(rule for rule in grammar.syntactic if rule not in order)]


def count_refined(problem: RefineProblem, solution: Solution) -> dict[SyntacticRule, int]:
    """How many refined rules each rule has in a solution."""
    origin = {name: c for c in problem.base.categories for name in problem.refined_names(c)}
    numbers = Counter(SyntacticRule(*(origin[name] for name in rule)) for rule in solution.grammar.syntactic)
    return {rule: max(1, numbers[rule]) for rule in problem.base.syntactic}


def tightened(outcome: Outcome) -> Outcome:
    """The same answer to the problem that allows exactly what it uses."""
    assert isinstance(outcome.problem, RefineProblem)
    assert outcome.solution is not None
    problem = replace(outcome.problem, rule_limits=count_refined(outcome.problem, outcome.solution))
    return replace(outcome, problem=problem, solution=replace(outcome.solution, problem=problem))


def description_length(outcome: Outcome) -> float:
    """Bits of a solution's grammar and of the sentences; `docs/choosing.md` has the code."""
    assert outcome.solution is not None
    return bits_of(outcome.solution.grammar, outcome.solution.problem.corpus).total


def try_other_trees(problem: RefineProblem, solve: Solve, seed: int) -> Outcome:
    """Solve; where that fails, again with other trees of the ambiguous sentences."""
    outcome = solve(problem)
    tried = 0
    for trees in other_trees(problem, seed):
        if outcome.solution is not None:
            return outcome
        tried += 1
        outcome = solve(replace(problem, trees=trees))
    if outcome.solution is None and tried > 0:
        reason = (
            f"not found with {tried + 1} choices of trees for the ambiguous sentences; that proves nothing"
        )
        return replace(outcome, status=Status.UNKNOWN, problem=problem, reason=reason)
    return outcome


def other_trees(problem: RefineProblem, seed: int) -> Iterator[tuple[Tree, ...]]:
    """Other choices of trees: the first of each sentence, the last, then random ones; none of them twice."""
    from brillig.parsing.cyk import parse_all

    trees = {sentence: parse_all(problem.base, sentence, MAX_TREES) for sentence in problem.corpus.distinct}
    if all(len(of_sentence) == 1 for of_sentence in trees.values()):
        return
    random = Random(seed)
    seen = {problem.trees}
    choices: list[Callable[[list[Tree]], Tree]] = [lambda t: t[0], lambda t: t[-1]]
    choices += [random.choice] * (OTHER_TREES - len(choices))
    for choose in choices:
        chosen = {sentence: choose(of_sentence) for sentence, of_sentence in trees.items()}
        choice = tuple(chosen[sentence] for sentence in problem.corpus.sentences)
        if choice not in seen:
            seen.add(choice)
            yield choice
