"""The walk by bits, from outside: its process, its points as they come, and its end whenever it is wanted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from brillig.engines.exact.bit_walk import Numbers
from brillig.engines.exact.child import Child
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Budget, Cancel, Ended, Limits
from brillig.parsing.bits import Description, describe, describe_used
from brillig.problems import Problem
from brillig.problems.infer import known_homographs
from brillig.problems.restrictions import STRICT, Restrictions, Switch
from brillig.problems.solution import Status

# Not tuned.
MAX_SENTENCES = 30  # beyond this many the growing engine is better, and quicker


@dataclass(frozen=True)
class WalkedPoint:
    """A point of the walk, with the lightest grammar found there, if one was."""

    numbers: Numbers
    status: Status
    grammar: Grammar | None
    description: Description | None
    seconds: float


@dataclass(frozen=True)
class Walked:
    """The points in their order, and how the walk ended: by itself, or stopped."""

    points: tuple[WalkedPoint, ...]
    ended: Ended
    seconds: float

    @property
    def best(self) -> WalkedPoint | None:
        found = [point for point in self.points if point.description is not None]
        return min(found, key=_bits, default=None)


def worth_walking(corpus: Corpus) -> bool:
    """Whether a file is so small that its words are classed better by trying all grammars of a size."""
    return len(corpus) <= MAX_SENTENCES


def walk_by_bits(
    corpus: Corpus,
    limits: Limits | Budget | None = None,
    *,
    restrictions: Restrictions = STRICT,
    given: Grammar | None = None,
    progress: Callable[[WalkedPoint], None] | None = None,
    cancel: Cancel | None = None,
) -> Walked:
    """Walk until no more work is worth it, which the sentences decide; a limit hands over what there is."""
    budget = Budget.begin(limits, cancel)
    points: list[WalkedPoint] = []
    problem = Problem(corpus, 3, 0, 1, len(known_homographs(corpus, given)), restrictions, given)
    over = False
    request = {"task": "walk", "problem": problem.to_json(), "work": budget.max_iterations}
    with Child(request) as child:
        for event in child.events(budget):
            if event["event"] == "done":
                over = True
                continue
            points.append(_point(event, problem, budget.seconds))
            if progress is not None:
                progress(points[-1])
    ended = Ended.ANSWERED if over else child.cut or Ended.ANSWERED
    return Walked(tuple(points), ended, budget.seconds)


def walk_restrictions(corpus: Corpus, allow: Restrictions | None) -> Restrictions:
    """The paper's, less what sentences of one word need, where that may be lifted."""
    single = any(len(sentence) == 1 for sentence in corpus.sentences)
    may = allow is None or Switch.ONE_WORD in allow
    return Restrictions.of([Switch.ONE_WORD]) if single and may else STRICT


def _point(event: dict[str, Any], problem: Problem, seconds: float) -> WalkedPoint:
    c, lexical, rules = event["numbers"]
    grammar = None if event["grammar"] is None else Grammar.from_json(event["grammar"])
    description = None
    if grammar is not None:
        if problem.has_knowledge:  # rules that the cheapest trees do not use may be given, or in known trees
            description = describe(grammar, problem.corpus)
        else:
            grammar, description, _ = describe_used(grammar, problem.corpus)
    return WalkedPoint((c, lexical, rules), Status(event["status"]), grammar, description, seconds)


def _bits(point: WalkedPoint) -> float:
    assert point.description is not None
    return point.description.bits.total
