"""Choosing a grammar without numbers, by description length: the fewest bits win."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from brillig.engines.grow import Grown, GrowProgress, grow
from brillig.engines.grow.solving import run_of, solution_of, why_not
from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.limits import Budget, Cancel, Ended, Limits
from brillig.parsing.bits import Bits, Description
from brillig.problems import Problem
from brillig.problems.restrictions import Restrictions
from brillig.problems.solution import Solution, Status

LENGTH = "length"
MAX_MIN = "max-min"
PROTOCOLS = (LENGTH, MAX_MIN)

OnGrowProgress = Callable[[GrowProgress], None]


@dataclass(frozen=True)
class ChoicePoint:
    """A grammar that was considered: its numbers, who found it, and its bits."""

    problem: Problem
    engine: str
    status: Status
    bits: Bits
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
            "bits": round(bits.total, 3),
            "grammar_bits": round(bits.grammar, 3),
            "data_bits": round(bits.data, 3),
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
        bits = self.bits
        parts = f"{bits.grammar:.1f} for the grammar, {bits.data:.1f} for the sentences"
        if self.exceptions:
            parts += f", {bits.exceptions:.1f} for exceptions"
        return f"{bits.total:.1f} bits ({parts})"


@dataclass(frozen=True)
class Choice:
    """What was considered, and which of it has the fewest bits; None where no grammar was found.

    exceptions   places of the sentences that are written out instead of being explained
    """

    points: tuple[ChoicePoint, ...]
    chosen: int | None
    outcome: Outcome
    exceptions: tuple[int, ...] = ()
    description: Description | None = None

    @property
    def summary(self) -> str:
        """Why this grammar, for a person: the reason without the paper's numbers."""
        if self.chosen is None:
            return self.outcome.reason
        point = self.points[self.chosen]
        return self.outcome.reason.replace(str(point), point.in_bits())

    @property
    def solution(self) -> Solution | None:
        return self.outcome.solution

    def to_json(self) -> dict[str, Any]:
        return choice_json(self.points, self.chosen)

    def extra_json(self) -> dict[str, Any]:
        """What `infer` adds to the outcome."""
        extra: dict[str, Any] = {}
        if self.exceptions:
            extra["exceptions"] = [place + 1 for place in self.exceptions]
        if self.description is not None:
            extra["weights"] = [
                [*rule, round(weight, 6)] for rule, weight in sorted(self.description.weights.items())
            ]
        return extra


def choice_json(points: Sequence[ChoicePoint], chosen: int | None) -> dict[str, Any]:
    return {
        "criterion": LENGTH,
        "points": [point.to_json() for point in points],
        "chosen": chosen,
        "proven": False,  # fewer bits are never excluded
    }


def chooses_by_length(protocol: str | None, engine: str, homographs: int) -> bool:
    """Whether a grammar without numbers is chosen by its bits; else by the paper's protocol.

    Unless told, by bits; the paper's two engines alone, and a number of homographs, go with its protocol.
    """
    grows = engine in ("auto", "grow")
    if protocol is None:
        return grows and (homographs == 0 or engine == "grow")
    if protocol not in PROTOCOLS:
        raise BrilligError(f"choose {protocol!r}: it is one of {', '.join(PROTOCOLS)}")
    if protocol == LENGTH and not grows:
        raise BrilligError(
            f"choosing by length grows grammars, which engine {engine} does not; leave one of them out"
        )
    if protocol == MAX_MIN and engine == "grow":
        raise BrilligError("max-min walks through numbers, which engine grow does not; use engine auto")
    if protocol == LENGTH and homographs:
        raise BrilligError("by length, homographs are chosen by bits; leave their number out")
    return protocol == LENGTH


def choose_by_length(
    corpus: Corpus,
    limits: Limits | Budget | None = None,
    *,
    allow: Restrictions | None = None,
    max_exceptions: int | None = 0,
    progress: OnGrowProgress | None = None,
    cancel: Cancel | None = None,
) -> Choice:
    """The grammar with the fewest bits. The same seed gives the same grammar whatever the number of jobs.

    A time limit or a cancel hands over the best so far. `allow` says which restrictions may be lifted where
    that saves bits (None: all). At most `max_exceptions` sentences may be written out where that saves bits
    (None: any number).
    """
    budget = Budget.begin(limits, cancel)
    grown = grow(corpus, budget, allow=allow, exceptions=max_exceptions != 0, progress=progress)
    if max_exceptions and len(grown.exceptions) > max_exceptions:
        # Which of them to explain is not for the sentences to say; then every one has to be.
        grown = grow(corpus, budget, allow=allow, progress=progress)
    if grown.grammar is None or grown.description is None:
        run = run_of(grown, budget.seed)
        return Choice((), None, Outcome(Status.UNKNOWN, Problem(corpus, 3, 0, 2), run, None, why_not(grown)))
    solution = solution_of(grown, corpus, budget.seed)
    assert isinstance(solution.problem, Problem)
    point = ChoicePoint(
        solution.problem, solution.run.engine, Status.FOUND, grown.description.bits, len(grown.exceptions)
    )
    reason = _reason(point, grown, corpus)
    outcome = Outcome(
        Status.FOUND, solution.problem, solution.run, solution, reason, choice=choice_json((point,), 0)
    )
    return Choice((point,), 0, outcome, grown.exceptions, grown.description)


def _reason(point: ChoicePoint, grown: Grown, corpus: Corpus) -> str:
    """The bits, the exceptions, and whether the search came to its end."""
    lines = [
        f"exception, sentence {place + 1}: {' '.join(corpus.sentences[place])}" for place in grown.exceptions
    ]
    cut = {
        Ended.TIME: " Time was up; more time may bring fewer bits.",
        Ended.CANCELLED: " Stopped before the end; more time may bring fewer bits.",
        Ended.ITERATIONS: " The iterations allowed were made; more may bring fewer bits.",
    }.get(grown.ended, "")
    return "\n".join([*lines, f"{point}; no grammar with fewer bits was found.{cut}"])
