"""Choosing a grammar without numbers, by description length: the fewest bits win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from brillig.engines.exact.tightness import Tightness, prove_tight
from brillig.engines.exact.walking import Walked, walk_restrictions, worth_walking
from brillig.engines.grow import Grown, OnGrowProgress, grow
from brillig.engines.grow.growth import MAX_COMPARED
from brillig.engines.grow.solving import DISAGREES, described_solution, run_of, solution_of, why_not
from brillig.engines.outcome import Outcome
from brillig.engines.registry import find_engine
from brillig.errors import BrilligError, Option
from brillig.language.contradictions import explain_contradiction
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.plural import count
from brillig.limits import Budget, Cancel, Ended, Limits
from brillig.parsing.bits import Bits
from brillig.problems import Problem
from brillig.problems.claims import say_bits, say_fewest
from brillig.problems.infer import START
from brillig.problems.restrictions import Restrictions
from brillig.problems.solution import Run, Solution, Status
from brillig.workflows.agreement import add_features, candidate_of
from brillig.workflows.stars import Unstarred, grow_without_stars
from brillig.workflows.walking import BestSoFar, WalkBeside

LENGTH = "length"
MAX_MIN = "max-min"
PROTOCOLS = (LENGTH, MAX_MIN)
GROWING = 0.8  # of the time that is left, where features are sought after growing
NOT_KEPT_TO = (
    "no grammar that keeps to the tags, brackets and given rules was found, neither grown nor by the exact "
    "engine; that proves nothing. Numbers (c, c_l, r_s, h) make the search narrower, and with them it says "
    "which marks contradict each other, if they do"
)


@dataclass(frozen=True)
class ChoicePoint:
    """A grammar that was considered: its numbers, who found it, and its bits."""

    problem: Problem
    engine: str
    status: Status
    bits: Bits | None = None  # where there is a grammar
    exceptions: int = 0

    def to_json(self) -> dict[str, Any]:
        problem, bits = self.problem, self.bits
        return {
            "categories": problem.categories,
            "lexical": problem.lexical,
            "rules": problem.rules,
            "homographs": problem.homographs,
            "allow": list(problem.restrictions),
            "engine": self.engine,
            "status": self.status.value,
            "bits": None if bits is None else round(bits.total, 3),
            "grammar_bits": None if bits is None else round(bits.grammar, 3),
            "data_bits": None if bits is None else round(bits.data, 3),
            "exceptions": self.exceptions,
        }

    def __str__(self) -> str:
        problem = self.problem
        size = f"c = {problem.categories}, c_l = {problem.lexical}, r_s = {problem.rules}"
        homographs = f", h = {problem.homographs}" if problem.homographs else ""
        lifted = f", with {', '.join(problem.restrictions)} allowed" if problem.restrictions else ""
        return f"{self.in_bits()} at {size}{homographs}{lifted}"

    def in_bits(self) -> str:
        """How long it is, without the paper's numbers."""
        return "no grammar" if self.bits is None else say_bits(self.bits, self.exceptions)


@dataclass(frozen=True)
class Choice:
    """What was considered, and which of it has the fewest bits; None where no grammar was found.

    rivals      other grammars that came up, with their bits
    claim       what is said of the bits: who found them, and how the search ended
    unstarred   what grew from the sentences without stars; None where nobody looked
    """

    points: tuple[ChoicePoint, ...]
    chosen: int | None
    outcome: Outcome
    rivals: tuple[tuple[float, Grammar], ...] = ()
    claim: str = ""
    unstarred: Unstarred | None = None

    @property
    def summary(self) -> str:
        """Why this grammar, for a person: the reason without the paper's numbers."""
        if self.chosen is None:
            return self.outcome.reason
        return f"{self.points[self.chosen].in_bits()}, {self.claim}"

    @property
    def solution(self) -> Solution | None:
        return self.outcome.solution

    def to_json(self) -> dict[str, Any]:
        return choice_json(self.points, self.chosen)


def prove_choice(
    choice: Choice, limits: Limits | Budget | None = None, cancel: Cancel | None = None
) -> Tightness:
    """What the exact engine can add cheaply about the grammar chosen; nothing where that would be dear."""
    solution = choice.solution
    if (
        solution is None
        or solution.exceptions is not None
        or solution.features is not None
        or not isinstance(solution.problem, Problem)
        or not worth_walking(solution.corpus)
        or choice.outcome.ended is not Ended.ANSWERED
    ):
        return Tightness()
    return prove_tight(solution.problem, solution.grammar, limits, cancel=cancel)


def choice_json(points: Sequence[ChoicePoint], chosen: int | None) -> dict[str, Any]:
    return {
        "criterion": LENGTH,
        "points": [point.to_json() for point in points],
        "chosen": chosen,
        "proven": False,  # fewer bits are never excluded
    }


def chooses_by_length(protocol: str | None, engine: str, homographs: int) -> bool:
    """Whether a grammar without numbers is chosen by its bits; else by the paper's protocol.

    Unless told, by bits; an engine that needs numbers, and a number of homographs, go with its protocol.
    """
    grows = find_engine(engine).by_bits
    if protocol is None:
        return grows and (homographs == 0 or engine == "grow")
    if protocol not in PROTOCOLS:
        hint = f"choose one of {', '.join(PROTOCOLS)}"
        raise BrilligError(f"{protocol!r} is not a criterion", hint=hint, field="choose")
    if protocol == LENGTH and not grows:
        message = f"a choice by length needs the growing engine, not {engine}"
        raise BrilligError(message, hint="leave one of them out", field="choose")
    if protocol == MAX_MIN and engine == "grow":
        message = "max-min tries numbers one by one, which engine grow cannot"
        raise BrilligError(message, hint=("use ", Option("engine", "auto")))
    if protocol == LENGTH and homographs:
        message = "by length, homographs are chosen by bits"
        raise BrilligError(message, hint="leave their number out", field="homographs")
    return protocol == LENGTH


def choose_by_length(
    corpus: Corpus,
    limits: Limits | Budget | None = None,
    *,
    engine: str = "auto",
    allow: Restrictions | None = None,
    max_exceptions: int | None = 0,
    client: Any = None,
    given: Grammar | None = None,
    effort: float = 1.0,
    features: bool = True,
    progress: OnGrowProgress | None = None,
    cancel: Cancel | None = None,
) -> Choice:
    """The grammar with the fewest bits. The same seed gives the same grammar whatever the number of jobs.

    A time limit or a cancel hands over the best so far. `allow` says which restrictions may be lifted where
    that saves bits (None: all). At most `max_exceptions` sentences may be written out where that saves bits
    (None: any number). Where tags, brackets or `given` rules are known, the exact engine walks through the
    numbers at the same time: the growing engine does not search by them, and may disagree. With a Dask
    `client` its workers grow the grammar. More `effort` carries the same search on for longer. With
    `features` agreement is said where that saves bits.
    """
    if all(len(sentence) == 1 for sentence in corpus.sentences):
        raise BrilligError(
            "every sentence is one word, and no rule can be learned", hint="give longer ones, too"
        )
    contradiction = explain_contradiction(corpus, START if given is None else given.start)
    if contradiction is not None:
        raise BrilligError(f"{contradiction}", hint="no grammar can do that")
    budget = Budget.begin(limits, cancel)
    best = BestSoFar(progress)
    marked = given is not None or bool(corpus.tags or corpus.brackets)
    growing = partial(grow, corpus, allow=allow, client=client, effort=effort, progress=best.grown)
    with WalkBeside(corpus, budget, allow, best, wanted=engine == "auto" and marked, given=given) as walk:
        grown = growing(_growing_part(budget, features), exceptions=max_exceptions != 0)
        if max_exceptions and len(grown.exceptions) > max_exceptions:
            # Which of them to explain is not for the sentences to say; then every one has to be.
            grown = growing(_growing_part(budget, features))
        walked = walk.result()
    grown_again = None
    if walked is not None and walked.best is not None and budget.ended() is None:
        # The walk ends where the solver does; from there rules and classes can still be changed by bits.
        known = walked.best.grammar
        grown_again = grow(corpus, budget, allow=allow, known=known, progress=best.grown)
    unstarred = None
    if not marked and max_exceptions == 0 and grown.ended is Ended.ANSWERED and budget.ended() is None:
        # With little effort: what it misses makes stars look cheaper than they are, not dearer.
        part = _growing_part(budget, features)
        unstarred = grow_without_stars(corpus, lambda plain: grow(plain, part, allow=allow, client=client))
    choice = _choose(corpus, budget, (grown, grown_again), walked, given, walk.failure, features)
    return replace(choice, unstarred=unstarred)


def _growing_part(budget: Budget, features: bool) -> Budget:
    """Where time is short, a part of it is left for features, which are sought in what has grown."""
    left = budget.left
    return budget.part(seconds=left * GROWING if features and left is not None else None)


def _choose(
    corpus: Corpus,
    budget: Budget,
    growths: tuple[Grown, Grown | None],
    walked: Walked | None,
    given: Grammar | None,
    failure: str,
    features: bool,
) -> Choice:
    """The fewest bits over both engines; of equal ones the first: grown, walked, grown again."""
    points: list[ChoicePoint] = []
    found: list[tuple[float, int, Solution]] = []
    grown, again = growths
    why = why_not(grown)
    if grown.grammar is not None:
        solution = solution_of(grown, corpus, budget.seed, given)
        if solution is not None:
            found.append(_add(points, solution))
        else:
            why = DISAGREES if walked is None else NOT_KEPT_TO
    for point in () if walked is None else walked.points:
        if point.grammar is None or point.description is None:
            c, lexical, rules = point.numbers
            restrictions = walk_restrictions(corpus, None)
            points.append(
                ChoicePoint(Problem(corpus, c, lexical, rules, 0, restrictions), "exact", point.status)
            )
        else:
            run = Run("exact", budget.seed, seconds=point.seconds)
            solution = described_solution(point.grammar, point.description, corpus, run, given=given)
            if solution is not None:
                found.append(_add(points, solution))
    # Last, so that what was only found again is the exact engine's.
    solution = (
        None if again is None or again.grammar is None else solution_of(again, corpus, budget.seed, given)
    )
    if solution is not None:
        found.append(_add(points, solution))
    ends = [part.ended for part in (grown, walked, again) if part is not None]
    ended = next((end for end in ends if end is not Ended.ANSWERED), Ended.ANSWERED)
    if not found:
        run = replace(run_of(grown, budget.seed), ended=ended)
        problem = Problem(corpus, 3, 0, 2, given=given)
        return Choice((), None, Outcome(Status.UNKNOWN, problem, run, None, why, nearest=grown.nearest))
    if features and given is None and not (corpus.tags or corpus.brackets) and budget.ended() is None:
        candidates = [candidate_of(entry[2], corpus) for entry in found]
        candidates += [(grammar, description, ()) for grammar, description in grown.islands_best]
        run = run_of(grown, budget.seed)
        found += [_add(points, with_them) for with_them in add_features(candidates, corpus, run, budget)]
    _, chosen, solution = min(found, key=lambda entry: (round(entry[0], 6), entry[1]))
    run = replace(solution.run, seconds=budget.seconds, ended=ended)
    claim = _claim(points, chosen, ended, grown) + failure
    choice = choice_json(points, chosen)
    solution = replace(solution, run=run, choice=choice)
    outcome = Outcome(
        Status.FOUND, solution.problem, run, solution, f"{points[chosen]}, {claim}", choice=choice
    )
    rivals = [(bits, other.grammar) for bits, place, other in found if place != chosen]
    rivals += _grown_rivals(grown, ended, corpus, run, given)
    return Choice(tuple(points), chosen, outcome, tuple(rivals), claim)


def _grown_rivals(
    grown: Grown, ended: Ended, corpus: Corpus, run: Run, given: Grammar | None
) -> list[tuple[float, Grammar]]:
    """What other islands found; what does not keep to tags and brackets is no rival."""
    if ended is not Ended.ANSWERED and len(corpus) > MAX_COMPARED:
        return []
    found = [
        (description.bits.total, described_solution(grammar, description, corpus, run, given=given))
        for grammar, description in grown.islands_best
    ]
    return [(bits, solution.grammar) for bits, solution in found if solution is not None]


def _add(points: list[ChoicePoint], solution: Solution) -> tuple[float, int, Solution]:
    """Note a solution's point; its bits, and where it was noted."""
    assert isinstance(solution.problem, Problem)
    assert solution.bits is not None
    left_out = 0 if solution.exceptions is None else len(solution.exceptions.places)
    points.append(ChoicePoint(solution.problem, solution.run.engine, Status.FOUND, solution.bits, left_out))
    return solution.bits.total, len(points) - 1, solution


def _claim(points: Sequence[ChoicePoint], chosen: int, ended: Ended, grown: Grown) -> str:
    """How the bits are the fewest, who found them, what the other engine came to, and how it ended."""
    point = points[chosen]
    others = [p.bits.total for p in points if p.engine != point.engine and p.bits is not None]
    other = find_engine("exact" if point.engine == "grow" else "grow").title
    compared = ""
    if others and point.bits is not None:
        same = abs(min(others) - point.bits.total) < 0.05
        compared = f" and by {other}" if same else f"; the best of {other} has {min(others):.1f}"
    who = f"found by {find_engine(point.engine).title}{compared}"
    idle = 100 * (1 - grown.reached / grown.work) if grown.work else 0
    tried = f"the fewest of {count(grown.islands, 'search', 'searches')}"
    if idle >= 1:
        tried += f" (the last {min(idle, 99):.0f}% of their work brought nothing better)"
    return f"{tried}, {who}; {say_fewest(ended)}."
