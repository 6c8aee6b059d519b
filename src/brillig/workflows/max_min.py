"""The max-min protocol: walk the settings (c, c_l, r_s, h), find the front, and choose a grammar.

For each r_s the largest c that has a solution is taken, then the largest c_l (and the smallest h). Of these
points, those whose solutions all have one language and one lexicon count, and the one with the largest c_l is
chosen. One that only splits the categories of an earlier one does not count: that is what refining is for.
The walk ends when, past a point that counts, the solutions of two successive r_s do not agree any more. Where
none counts, or the walk ends early, the best of what was found is chosen and said to be open.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from brillig.engines.outcome import Outcome
from brillig.engines.race import solve
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.splits import refines
from brillig.limits import Budget, Cancel, Ended, Limits
from brillig.lock import hold
from brillig.problems import STRICT, Problem, Restrictions, max_rules
from brillig.problems.fields import corpus_to_json
from brillig.problems.infer import known_homographs
from brillig.problems.solution import Run, Solution, Status
from brillig.workflows.known_points import Fact, KnownPoints, Point
from brillig.workflows.max_min_result import Candidate, SearchResult, explain_choice

# Not tuned one by one; benchmarks/bench_choosing.py shows what they do together.
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
    given: Grammar | None = None

    def widest(self) -> Problem:
        """The problem with the most categories and rules that the sentences could use."""
        nodes = sum(2 * len(sentence) - 2 for sentence in self.corpus.sentences)
        categories = max(3, min(self.most_categories, nodes + 1))
        return self.problem(Point(categories, 0, min(self.most_rules, categories**2), self.homographs))

    def problem(self, point: Point) -> Problem:
        return point.problem(self.corpus, self.restrictions, self.given)

    def to_json(self) -> dict[str, Any]:
        known = corpus_to_json(replace(self.corpus, reading=None))
        given = {} if self.given is None else {"given": self.given.to_json()}
        return {**known, "homographs": self.homographs, **self.restrictions.to_json(), **given}


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

    Whatever ends the walk, the best grammar found so far is handed over, and what is open is said.
    `solver` is `brillig.engines.race.solve`, or a function around it that watches each point's run.
    """
    if engine == "grow":
        raise BrilligError(
            "max-min tries numbers one by one, which engine grow cannot", hint="use engine auto"
        )
    known = len(known_homographs(settings.corpus, settings.given))
    settings = replace(settings, homographs=max(known, settings.homographs))
    budget = Budget.begin(limits, cancel)
    if budget.time_limit is None:
        budget = budget.part(seconds=TIME_LIMIT)
    with contextlib.ExitStack() as stack:
        if store is not None:
            stack.enter_context(hold(Path(store)))
        known_points = KnownPoints.open(store, settings.to_json())
        walk = Walk(settings, engine, budget, known_points, progress, solver)
        try:
            walk.run()
        except BrilligError as error:
            result = walk.result(error)
            if result.solution is None:
                raise
            return result
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
    open_rules: set[int] = field(default_factory=set)  # the r_s at which something stayed undecided
    finished: bool = False
    starved: bool = False  # at some point the engine's memory was used up

    def run(self) -> None:
        agreed = False
        without = 0
        for rules in range(1, self.settings.most_rules + 1):
            best = self._best_of(rules)
            if self.budget.is_set():
                if best is not None:
                    self.candidates.append(_open_candidate(best))
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
        if most < 2 * rules + 1:
            self.open_rules.add(rules)
        for categories in range(3 if self.settings.restrictions.distinct_children else 2, most + 1):
            if rules > max_rules(categories, self.settings.restrictions):
                continue  # so few categories have no room for more rules than were asked for already
            found, open_left = self._climb(categories, rules, HURRY_LIMIT if hurry else POINT_LIMIT)
            hurry = hurry or open_left
            best = found or best
            if self.budget.is_set():
                self.open_rules.add(rules)
                return best
        while best is not None and best.point.homographs > 0:
            fewer = self._ask(replace(best.point, homographs=best.point.homographs - 1), POINT_LIMIT)
            if fewer.status is not Status.FOUND:
                hurry = hurry or fewer.status is Status.UNKNOWN
                break
            best = replace(fewer, point=replace(best.point, homographs=fewer.point.homographs))
        if hurry:
            self.open_rules.add(rules)
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
            or self.known_points.tried(point, seconds, self.engine, self.budget.seed)
        )
        if known is not None:
            return known
        if self.progress is not None:
            self.progress(self, point)
        outcome = self.solver(problem, self.engine, self.budget.part(seconds=seconds))
        grammar = None if outcome.solution is None else outcome.solution.grammar
        run = outcome.run
        fact = Fact(point, outcome.status, run.engine, run.seconds, grammar, run.seed)
        self.starved = self.starved or run.ended is Ended.MEMORY
        # What was cut short is not noted: with more time or memory it would be tried again.
        if fact.status is not Status.UNKNOWN or not (self.budget.is_set() or run.ended is Ended.MEMORY):
            self.known_points.add(fact, self.settings.restrictions.root_nonlexical)
        return fact

    # -- agreement ----------------------------------------------------------------------------------

    def _agreement(self, best: Fact) -> Candidate:
        """Whether all solutions at a point have one language and one lexicon."""
        noted = self.known_points.agreement(best.point, self.engine)
        if noted is None:
            if self.progress is not None:
                self.progress(self, best.point)
            noted = self._compare(best)
            self.known_points.note_agreement(best.point, noted)
        grammars = tuple(map(Grammar.from_json, noted["grammars"]))
        settled = best.point.rules not in self.open_rules
        candidate = Candidate(best, **(noted | {"grammars": grammars}), settled=settled)
        for earlier in self.candidates:
            if candidate.agree and earlier.counts and _only_refines(candidate, earlier):
                return replace(candidate, refines=earlier.fact.point)
        return candidate

    def _compare(self, best: Fact) -> dict[str, Any]:
        from brillig.parsing.equality import Differences

        assert best.grammar is not None
        differences = Differences(best.grammar, self.budget)
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
            complete = every.complete and not differences.broken_off
            agree = True if complete else None
        return {
            "agree": False if differences.any else agree,
            "languages": differences.languages,
            "lexicons": differences.lexicons,
            "complete": complete,
            "engine": self.engine,
            "length": differences.length,
            "grammars": [grammar.to_json() for grammar in differences.grammars],
        }

    # -- the end ------------------------------------------------------------------------------------

    def result(self, trouble: BrilligError | None = None) -> SearchResult:
        """What is known so far, with the best grammar; `trouble` is what ended the walk."""
        ended = Ended.ANSWERED if self.finished else self.budget.ended() or Ended.CANCELLED
        if self.finished and self.starved:
            ended = Ended.MEMORY
        candidates = [c.with_bits(self.settings.corpus) for c in self.candidates or self._makeshift()]
        chosen = max(candidates, key=lambda candidate: candidate.rank, default=None)
        reason = explain_choice(candidates, chosen, ended, None if trouble is None else str(trouble))
        return SearchResult(
            front=tuple(self.known_points.front(self.settings.homographs, self.settings.corpus)),
            candidates=tuple(candidates),
            chosen=chosen,
            outcome=self._outcome(chosen, ended, reason),
            proven=self.finished and not self.open_rules and all(c.proven for c in candidates),
            trouble=trouble or self.known_points.trouble,
        )

    def _makeshift(self) -> list[Candidate]:
        """Of a walk that ended in its first r_s: the best of what it has found there."""
        facts = self.known_points.solved(self.settings.homographs)
        best = max(facts, key=lambda f: (f.point.categories, f.point.lexical, -f.point.rules), default=None)
        return [] if best is None else [_open_candidate(best)]

    def _outcome(self, chosen: Candidate | None, ended: Ended, reason: str) -> Outcome:
        from brillig.engines.knowledge import solution_with_knowledge
        from brillig.parsing.cyk import trees_using_all
        from brillig.problems.check import violations

        if chosen is None:
            run = Run(self.engine, self.budget.seed, seconds=self.budget.seconds, ended=ended)
            smallest = Point(3, 0, 2, self.settings.homographs)
            return Outcome(Status.UNKNOWN, self.settings.problem(smallest), run, None, reason)
        problem, grammar = self.settings.problem(chosen.fact.point), chosen.fact.grammar
        assert grammar is not None
        run = Run(chosen.fact.engine, self.budget.seed, seconds=self.budget.seconds, ended=ended)
        if problem.has_knowledge:  # only some of the grammar's trees have the tags and brackets
            solution = solution_with_knowledge(problem, grammar, run)
        else:
            trees = trees_using_all(grammar, self.settings.corpus.sentences)
            solution = None if trees is None else Solution(grammar, trees, problem, run)
        if solution is None or violations(problem, solution.grammar, solution.trees):
            raise AssertionError(f"the grammar noted for {chosen.fact.point} is not a solution")
        return Outcome(Status.FOUND, problem, run, solution, reason, chosen.proof)


def _open_candidate(best: Fact) -> Candidate:
    """A point that there was no time to ask more about."""
    assert best.grammar is not None
    return Candidate(best, None, 1, 1, complete=False, grammars=(best.grammar,))


def _only_refines(fine: Candidate, coarse: Candidate) -> bool:
    return any(refines(f, c) for f in fine.grammars for c in coarse.grammars)
