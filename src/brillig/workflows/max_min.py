"""The max-min protocol: walk the settings (c, c_l, r_s, h), find the front, and choose a grammar.

For each r_s the largest c that has a solution is taken, then the largest c_l (and the smallest h). Of these
points, those whose solutions all have one language and one lexicon count, and the one with the largest c_l is
chosen. One that only splits the categories of an earlier one does not count: that is what refining is for.
The walk ends when, past a point that counts, the solutions of two successive r_s do not agree any more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from brillig.engines.outcome import Outcome
from brillig.engines.race import solve
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.splits import refines
from brillig.limits import Budget, Cancel, Limits
from brillig.problems import STRICT, Problem, Restrictions
from brillig.problems.solution import Run, Solution, Status
from brillig.workflows.known_points import Fact, KnownPoints, Point
from brillig.workflows.search_text import search_lines
from brillig.workflows.tables import to_frame

TIME_LIMIT = 120.0  # for the whole walk, unless another is given
POINT_LIMIT = 10.0  # for one point
HURRY_LIMIT = 2.0  # for one point after another c of the same r_s stayed open
MAX_SOLUTIONS = 200
AFTER = 2  # values of r_s without agreement that end the walk


@dataclass(frozen=True)
class Settings:
    """What the walk keeps fixed."""

    corpus: Corpus
    homographs: int = 0
    most_categories: int = 16
    most_rules: int = 16
    restrictions: Restrictions = STRICT

    def problem(self, point: Point) -> Problem:
        return Problem(
            self.corpus,
            point.categories,
            point.lexical,
            point.rules,
            point.homographs,
            self.restrictions,
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "sentences": self.corpus.texts(),
            "homographs": self.homographs,
            **self.restrictions.to_json(),
        }


@dataclass(frozen=True)
class Candidate:
    """The best point of one r_s.

    agree      whether all its solutions have one language and one lexicon; None: open
    grammars   its solutions, as far as looked at
    refines    an earlier point that agrees and that this one only refines
    """

    fact: Fact
    agree: bool | None
    languages: int
    lexicons: int
    complete: bool
    grammars: tuple[Grammar, ...]
    refines: Point | None = None

    @property
    def solutions(self) -> int:
        return len(self.grammars)

    @property
    def counts(self) -> bool:
        return self.agree is True and self.refines is None

    def to_json(self) -> dict[str, Any]:
        return self.fact.to_json() | {
            "agree": self.agree,
            "solutions": self.solutions,
            "languages": self.languages,
            "lexicons": self.lexicons,
            "complete": self.complete,
            "refines": None if self.refines is None else asdict(self.refines),
        }


@dataclass(frozen=True)
class SearchResult:
    """The front found, the best point of each r_s, and the choice with its reason."""

    front: tuple[dict[str, Any], ...]
    candidates: tuple[Candidate, ...]
    chosen: Candidate | None
    solution: Solution | None
    reason: str
    finished: bool
    seconds: float

    def __str__(self) -> str:
        """What `brillig search` prints."""
        return "\n".join(search_lines(self))

    def __repr__(self) -> str:
        chosen = "no choice" if self.chosen is None else f"chosen {self.chosen.fact.point}"
        return f"<SearchResult: {len(self.front)} points of the front, {chosen}>"

    def to_pandas(self) -> Any:
        """A DataFrame with a row for each point of the front."""
        return to_frame(self.front)

    def to_json(self) -> dict[str, Any]:
        return {
            "status": "complete" if self.finished else "partial",
            "front": list(self.front),
            "candidates": [candidate.to_json() for candidate in self.candidates],
            "chosen": None if self.chosen is None else self.chosen.to_json(),
            "reason": self.reason,
            "seconds": round(self.seconds, 3),
        }


OnPoint = Callable[["Walk", Point], None]
Solver = Callable[..., Outcome]


def search(
    settings: Settings,
    engine: str = "auto",
    limits: Limits | Budget | None = None,
    *,
    store: str | Path | None = None,
    progress: OnPoint | None = None,
    cancel: Cancel | None = None,
    solver: Solver = solve,
) -> SearchResult:
    """Walk until the choice is made or time is up. With `store`, go on from what that file already knows.

    `solver` is `brillig.engines.race.solve`, or a function around it that watches each point's run.
    """
    budget = Budget.begin(limits, cancel)
    if budget.time_limit is None:
        budget = budget.part(seconds=TIME_LIMIT)
    known_points = KnownPoints.open(store, settings.to_json())
    walk = Walk(settings, engine, budget, known_points, progress, solver)
    walk.run()
    return walk.result()


@dataclass
class Walk:
    """The protocol at work; `result` can be asked for at any time."""

    settings: Settings
    engine: str
    budget: Budget
    known_points: KnownPoints
    progress: OnPoint | None = None
    solver: Solver = solve
    candidates: list[Candidate] = field(default_factory=list)
    finished: bool = False

    def run(self) -> None:
        agreed = False
        without = 0
        for rules in range(1, self.settings.most_rules + 1):
            best = self._best_of(rules)
            if self.budget.is_set():
                return
            if best is None:
                continue
            candidate = self._agreement(best)
            self.candidates.append(candidate)
            agreed = agreed or candidate.agree is True
            without = 0 if candidate.agree else without + 1
            if agreed and without >= AFTER:
                break
        self.finished = True

    # -- one r_s ------------------------------------------------------------------------------------

    def _best_of(self, rules: int) -> Fact | None:
        """The point with the largest c, then the largest c_l, then the smallest h, that has a solution."""
        best: Fact | None = None
        hurry = False
        most = min(2 * rules + 1, self.settings.most_categories)
        for categories in range(3 if self.settings.restrictions.distinct_children else 2, most + 1):
            found, open_left = self._climb(categories, rules, HURRY_LIMIT if hurry else POINT_LIMIT)
            hurry = hurry or open_left
            best = found or best
            if self.budget.is_set():
                return best
        while best is not None and best.point.homographs > 0:
            fewer = self._ask(replace(best.point, homographs=best.point.homographs - 1), POINT_LIMIT)
            if fewer.status is not Status.FOUND:
                break
            best = replace(fewer, point=replace(best.point, homographs=fewer.point.homographs))
        return best

    def _climb(self, categories: int, rules: int, seconds: float) -> tuple[Fact | None, bool]:
        """The largest c_l with a solution at this c and r_s, and whether something stayed open."""
        h = self.settings.homographs
        known = self.known_points.most_lexical(categories, rules, h)
        open_left = False
        if known is None:
            # A guess first, since few plain categories are quick to decide; c_l = 0 decides for all.
            guess = max((c.fact.point.lexical for c in self.candidates), default=0)
            for lexical in dict.fromkeys((min(guess, categories - 1), 0)):
                fact = self._ask(Point(categories, lexical, rules, h), seconds)
                open_left = open_left or fact.status is Status.UNKNOWN
                # What is open with few plain categories would only be harder with more.
                if fact.status is not Status.INFEASIBLE or self.budget.is_set():
                    break
            known = self.known_points.most_lexical(categories, rules, h)
        if known is None:
            return None, open_left
        while known + 1 < categories and not self.budget.is_set():
            fact = self._ask(Point(categories, known + 1, rules, h), seconds)
            if fact.status is not Status.FOUND:
                open_left = open_left or fact.status is Status.UNKNOWN
                break
            known = self.known_points.most_lexical(categories, rules, h) or known + 1
        witness = self.known_points.found(Point(categories, known, rules, h))
        assert witness is not None
        return replace(witness, point=Point(categories, known, rules, h)), open_left

    def _ask(self, point: Point, seconds: float) -> Fact:
        """What is known about a point, from the known_points or by solving it."""
        problem = self.settings.problem(point)
        reason = problem.impossible()
        if reason is not None:
            return Fact(point, Status.INFEASIBLE, "exact", 0.0, None)
        known = (
            self.known_points.found(point)
            or self.known_points.infeasible(point)
            or self.known_points.tried(point, seconds)
        )
        if known is not None:
            return known
        if self.progress is not None:
            self.progress(self, point)
        outcome = self.solver(problem, self.engine, self.budget.part(seconds=seconds))
        grammar = None if outcome.solution is None else outcome.solution.grammar
        fact = Fact(point, outcome.status, outcome.run.engine, outcome.run.seconds, grammar)
        if not self.budget.is_set() or fact.status is not Status.UNKNOWN:
            self.known_points.add(fact, self.settings.restrictions.root_nonlexical)
        return fact

    # -- agreement ----------------------------------------------------------------------------------

    def _agreement(self, best: Fact) -> Candidate:
        """Whether all solutions at a point have one language and one lexicon."""
        noted = self.known_points.agreement(best.point)
        if noted is None or noted["agree"] is None:
            if self.progress is not None:
                self.progress(self, best.point)
            noted = self._compare(best)
            self.known_points.note_agreement(best.point, noted)
        grammars = tuple(map(Grammar.from_json, noted["grammars"]))
        candidate = Candidate(best, **(noted | {"grammars": grammars}))
        for earlier in self.candidates:
            if candidate.agree and earlier.counts and _only_refines(candidate, earlier):
                return replace(candidate, refines=earlier.fact.point)
        return candidate

    def _compare(self, best: Fact) -> dict[str, Any]:
        from brillig.parsing.equality import Differences

        assert best.grammar is not None
        differences = Differences(best.grammar)
        complete = False
        if self.engine == "concur":
            # Without proofs, other starts have to stand for "all solutions".
            for seed in range(1, 4):
                budget = self.budget.part(seconds=POINT_LIMIT, seed=self.budget.seed + seed)
                outcome = self.solver(self.settings.problem(best.point), "concur", budget)
                if outcome.solution is not None:
                    differences.add(outcome.solution.grammar)
            agree: bool | None = not differences.any if not self.budget.is_set() else None
        else:
            from brillig.engines.exact import enumerate_solutions

            every = enumerate_solutions(
                self.settings.problem(best.point),
                self.budget.part(seconds=2 * POINT_LIMIT),
                most=MAX_SOLUTIONS,
                until=differences.add,
            )
            complete = every.complete
            agree = False if differences.any else (True if complete else None)
        return {
            "agree": agree,
            "languages": differences.languages,
            "lexicons": differences.lexicons,
            "complete": complete,
            "grammars": [grammar.to_json() for grammar in differences.grammars],
        }

    # -- the end ------------------------------------------------------------------------------------

    def result(self) -> SearchResult:
        agreeing = [candidate for candidate in self.candidates if candidate.counts]
        chosen = max(agreeing, key=lambda c: (c.fact.point.lexical, -c.fact.point.rules), default=None)
        return SearchResult(
            front=tuple(self.known_points.front(self.settings.homographs)),
            candidates=tuple(self.candidates),
            chosen=chosen,
            solution=None if chosen is None else self._solution(chosen),
            reason=self._reason(chosen, agreeing),
            finished=self.finished,
            seconds=self.budget.seconds,
        )

    def _solution(self, chosen: Candidate) -> Solution:
        from brillig.parsing.cyk import trees_using_all
        from brillig.problems.check import violations

        problem, grammar = self.settings.problem(chosen.fact.point), chosen.fact.grammar
        assert grammar is not None
        trees = trees_using_all(grammar, self.settings.corpus.sentences)
        if trees is None or violations(problem, grammar, trees):
            raise AssertionError(f"the grammar noted for {chosen.fact.point} is not a solution")
        run = Run(chosen.fact.engine, self.budget.seed, seconds=self.budget.seconds)
        return Solution(grammar, trees, problem, run)

    def _reason(self, chosen: Candidate | None, agreeing: list[Candidate]) -> str:
        ended = "" if self.finished else " Time was up, or the walk was stopped, before it came to its end."
        if chosen is None:
            if not self.candidates:
                return f"No point with a solution was found.{ended}"
            return (
                "At no point do all solutions have one language and one lexicon, so none is chosen; "
                f"more sentences decide more.{ended}"
            )
        point, other = chosen.fact.point, len(agreeing) - 1
        fit = "1 grammar fits" if chosen.solutions == 1 else f"all {chosen.solutions} grammars that fit"
        same = "" if chosen.solutions == 1 else " have one language and one lexicon"
        beside = f"; of {other + 1} such points it has the most lexical categories" if other else ""
        finer = [c.fact.point for c in self.candidates if c.refines == point]
        if finer:
            beside += f"; {finer[-1]} only splits its categories, which `refine` can do"
        return (
            f"With r_s = {point.rules} the most categories are c = {point.categories}, and of these at most "
            f"c_l = {point.lexical} lexical; {fit}{same}{beside}.{ended}"
        )


def _only_refines(fine: Candidate, coarse: Candidate) -> bool:
    return any(refines(f, c) for f in fine.grammars for c in coarse.grammars)
