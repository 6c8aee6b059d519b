"""The max-min protocol in the paper's order: few categories and many rules at first, until it is unique.

With c and c_l given, r_s begins large and is reduced as long as solutions are found. Then c_l is raised, and
when no r_s has a solution any more, c. At the fewest rules of each (c, c_l) it is asked whether the solution
is unique: whether all solutions have one language and one lexicon. Where words may have several categories
(h > 0), h is reduced there before, as long as solutions are found. The walk ends with the first c that has
such a point, at its largest c_l. It begins at c_l = 2: one lexical category tells no words apart, and a
grammar that is unique for want of categories is not what is looked for. The sizes of the grammars are kept
track of.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from math import inf, log10
from typing import Any

from brillig.engines.concur.settings import DEFAULT, Settings, engine_of
from brillig.engines.race import solve
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Budget, Cancel, Ended, Limits
from brillig.parsing.equality import Differences
from brillig.problems import STRICT, Restrictions
from brillig.problems.claims import say_early, say_not_best
from brillig.problems.solution import Solution, Status
from brillig.workflows.known_points import Point

# Not tuned one by one; benchmarks/bench_choosing.py shows what they do together.
POINT_ITERATIONS = 200_000  # of divide and concur for one point, unless the caller says otherwise
POINT_SECONDS = 10.0
SPARE_RULES = 2  # r_s begins at c, or at the fewest rules that did before, plus this
OTHER_STARTS = 3  # stand for "all solutions" where nothing is proven
FEWEST_LEXICAL = 2
STARTS = 3  # of divide and concur alone, before a point counts as not found


@dataclass(frozen=True)
class Step:
    """One setting tried.

    rules_used   of the grammar found; fewer than r_s where it does with fewer
    size         log10 of the number of trees with at most as many words as the longest sentence has
    unique       whether all solutions looked at have one language and one lexicon; None: open
    proven       whether these are proven to be all solutions
    """

    point: Point
    status: Status
    engine: str
    iterations: int
    seconds: float
    rules_used: int | None = None
    size: float | None = None
    unique: bool | None = None
    proven: bool = False
    solution: Solution | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        said = {Status.FOUND: "found", Status.INFEASIBLE: "none, proven", Status.UNKNOWN: "not found"}
        text = f"{self.point!s:<12} {said[self.status]:<13}"
        if self.size is not None:
            text += f" {self.rules_used} rules, 10^{self.size:.1f} trees"
        if self.unique is not None:
            alone = "unique" if self.proven else "no other found"
            text += f", {alone if self.unique else 'not unique'}"
        return text.rstrip()

    def to_json(self) -> dict[str, Any]:
        data = asdict(replace(self, solution=None))
        del data["solution"]
        return data | {"point": asdict(self.point), "status": self.status.value}


@dataclass(frozen=True)
class Protocol:
    """The steps in their order, and the choice: None where no point had a unique solution."""

    steps: tuple[Step, ...]
    chosen: Step | None
    ended: Ended
    seconds: float

    @property
    def trouble(self) -> None:
        """There is no store that could not be written."""

    @property
    def finished(self) -> bool:
        return self.ended is Ended.ANSWERED

    @property
    def best(self) -> Step | None:
        """The choice; else the solution with the most lexical categories, then with the fewest rules."""
        found = [step for step in self.steps if step.solution is not None]
        return self.chosen or max(found, key=lambda s: (s.point.lexical, -s.point.rules), default=None)

    @property
    def solution(self) -> Solution | None:
        found = None if self.best is None else self.best.solution
        return None if found is None else replace(found, run=replace(found.run, ended=self.ended))

    @property
    def reason(self) -> str:
        cut = say_early(self.ended)
        early = f" {cut} before the walk was complete" if cut else ""
        if self.chosen is None:
            text = f"No point had a unique solution.{early}"
            if self.best is None:
                return f"{text}{'.' if early else ''}"
            if early:
                return f"{text}: {self.best.point} is the best so far, not proven best."
            return f"{text} Of those found, {self.best.point} has the most lexical categories."
        alone = "a unique solution" if self.chosen.proven else "a solution besides which no other was found"
        text = f"{self.chosen.point}: the first c with {alone}, at its largest c_l."
        return f"{text}{say_not_best(early)}"

    def __str__(self) -> str:
        lines = ["(c, c_l, r_s)", *map(str, self.steps), "", self.reason]
        if self.solution is not None:
            lines += ["", str(self.solution.grammar)]
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        return {
            "status": "complete" if self.finished else "partial",
            "steps": [step.to_json() for step in self.steps],
            "chosen": None if self.chosen is None else self.chosen.to_json(),
            "reason": self.reason,
            "ended": self.ended.value,
            "seconds": round(self.seconds, 3),
        }


def walk_protocol(
    corpus: Corpus,
    limits: Limits | Budget | None = None,
    *,
    engine: str = "auto",
    settings: Settings = DEFAULT,
    homographs: int = 0,
    max_categories: int = 9,
    restrictions: Restrictions = STRICT,
    progress: Callable[[Step], None] | None = None,
    cancel: Cancel | None = None,
) -> Protocol:
    """Walk until the solution is unique; `progress` gets each step.

    With divide and concur alone nothing is proven: what is not found counts as not there, as in the paper.
    """
    budget = Budget.begin(limits, cancel)
    walk = _Walk(
        corpus,
        budget,
        engine_of(engine, settings),
        settings,
        homographs,
        max_categories,
        restrictions,
        progress,
    )
    finished = walk.run()
    ended = Ended.ANSWERED if finished else budget.ended() or Ended.CANCELLED
    return Protocol(tuple(walk.steps), walk.chosen, ended, budget.seconds)


def language_size(grammar: Grammar, longest: int) -> float:
    """log10 of the number of trees with at most `longest` words."""
    count: dict[tuple[str, int], int] = {
        (category, 1): len(grammar.words_of.get(category, ())) for category in grammar.categories
    }
    for words in range(2, longest + 1):
        for category in grammar.categories:
            count[category, words] = sum(
                count[left, first] * count[right, words - first]
                for _, left, right in grammar.expansions.get(category, ())
                for first in range(1, words)
            )
    total = sum(count[grammar.start, words] for words in range(1, longest + 1))
    return log10(total) if total else -inf


@dataclass
class _Walk:
    corpus: Corpus
    budget: Budget
    engine: str
    settings: Settings
    homographs: int
    max_categories: int
    restrictions: Restrictions
    progress: Callable[[Step], None] | None
    steps: list[Step] = field(default_factory=list)
    chosen: Step | None = None

    def run(self) -> bool:
        """Whether it was completed."""
        before = 0  # the fewest rules with fewer categories
        for categories in range(FEWEST_LEXICAL + 2, self.max_categories + 1):
            fewest = 0  # with fewer lexical categories there was no solution with fewer rules
            for lexical in range(FEWEST_LEXICAL, categories):
                best = self._reduce_rules(categories, lexical, fewest, before)
                if self.budget.is_set():
                    return False
                if best is None:
                    if self.steps[-1].status is Status.INFEASIBLE:
                        break
                    continue  # more lexical categories leave less to choose, and can be easier to find
                fewest = best.point.rules
                best = self._reduce_homographs(best)
                last = self._ask_uniqueness(best)
                self.steps[self.steps.index(best)] = last
                self._tell(last)
                self.chosen = last if last.unique else self.chosen
                if self.budget.is_set():
                    return False
            if self.chosen is not None:
                return True
            before = fewest or before
        return True

    def _reduce_rules(self, categories: int, lexical: int, fewest: int, before: int) -> Step | None:
        """The step with the fewest rules that has a solution.

        Many rules can be hard, too: as long as nothing is found, r_s is reduced down to what did before.
        """
        best: Step | None = None
        rules = min(categories, before or categories) + SPARE_RULES
        while rules >= max(1, fewest) and not self.budget.is_set():
            step = self._solve(Point(categories, lexical, rules, self.homographs), 0)
            self.steps.append(step)
            self._tell(step)
            if step.rules_used is not None:
                best = step
                rules = step.rules_used - 1
            elif best is None and step.status is Status.UNKNOWN and rules > max(fewest, before):
                rules -= 1
            else:
                break
        if best is not None and best.rules_used is not None and best.rules_used < best.point.rules:
            # It does with fewer rules than it was allowed: that is the point it stands for.
            stands = replace(best, point=replace(best.point, rules=best.rules_used))
            self.steps[self.steps.index(best)] = stands
            best = stands
        return best

    def _reduce_homographs(self, best: Step) -> Step:
        """The step with the fewest lexical rules beyond one per word, everything else as it is."""
        while best.solution is not None and best.point.homographs > 0:
            grammar = best.solution.grammar
            used = len(grammar.lexical) - len(grammar.lexicon)
            if used < best.point.homographs:  # it stands for the point that it needs
                stands = replace(best, point=replace(best.point, homographs=used))
                self.steps[self.steps.index(best)] = stands
                best = stands
                continue
            if self.budget.is_set():
                break
            step = self._solve(replace(best.point, homographs=used - 1), 0)
            self.steps.append(step)
            self._tell(step)
            if step.solution is None:
                break
            best = step
        return best

    def _solve(self, point: Point, seed: int) -> Step:
        problem = point.problem(self.corpus, self.restrictions)
        # Divide and concur alone is bounded by iterations: the walk is to be the same on a busy machine. A
        # start that has got stuck says little, so there are several before a point counts as not found.
        alone = self.engine == "concur"
        budget = self.budget.part(seconds=None if alone else POINT_SECONDS)
        if budget.max_iterations is None:
            budget = budget.part(max_iterations=POINT_ITERATIONS)
        iterations, seconds = 0, 0.0
        for start in range(STARTS if alone else 1):
            part = budget.part(seed=self.budget.seed + seed + start * (OTHER_STARTS + 1))
            outcome = solve(problem, self.engine, part, options={"settings": self.settings})
            iterations += outcome.run.iterations
            seconds += outcome.run.seconds
            if outcome.status is not Status.UNKNOWN or budget.is_set():
                break
        found = outcome.solution
        step = Step(point, outcome.status, outcome.run.engine, iterations, seconds)
        if found is None:
            return step
        longest = max(map(len, self.corpus.sentences))
        size = language_size(found.grammar, longest)
        return replace(step, rules_used=len(found.grammar.syntactic), size=size, solution=found)

    def _ask_uniqueness(self, step: Step) -> Step:
        assert step.solution is not None
        differences = Differences(step.solution.grammar, self.budget)
        if self.engine == "concur":
            for seed in range(1, OTHER_STARTS + 1):
                other = self._solve(step.point, seed).solution
                if other is not None and differences.add(other.grammar):
                    break
            complete = not self.budget.is_set()
            return replace(step, unique=False if differences.any else complete or None)
        from brillig.engines.exact import enumerate_solutions

        every = enumerate_solutions(
            step.point.problem(self.corpus, self.restrictions),
            self.budget.part(seconds=POINT_SECONDS),
            until=differences.add,
        )
        proven = every.complete and not differences.broken_off
        return replace(step, unique=False if differences.any else proven or None, proven=proven)

    def _tell(self, step: Step) -> None:
        if self.progress is not None:
            self.progress(step)
