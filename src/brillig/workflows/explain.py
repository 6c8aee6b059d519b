"""Why not: few sentences and settings that contradict each other, and the small changes that would help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from brillig.engines.exact.child import Child
from brillig.language.plural import count
from brillig.limits import Budget, Cancel, Limits
from brillig.problems import AnyProblem
from brillig.problems.solution import Status

SECONDS = 10.0  # for the whole answer, unless another limit is shorter


@dataclass(frozen=True)
class TriedRemedy:
    """A change and what came of it; `words` are those that get several categories by it."""

    change: str
    status: Status
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        which = f": {', '.join(self.words)}" if self.words else ""
        return f"{self.change}{which}"


@dataclass(frozen=True)
class Explanation:
    """Sentences (numbers from 1) and demands without a solution; `minimal`: without any one there is one."""

    problem: AnyProblem
    sentences: tuple[int, ...]
    demands: tuple[str, ...]
    minimal: bool
    remedies: tuple[TriedRemedy, ...]
    accepts: tuple[str, ...] = ()  # starred sentences that the nearest grammar accepts

    def to_json(self) -> dict[str, Any]:
        return {
            "conflict": {
                "sentences": list(self.sentences),
                "restrictions": list(self.demands),
                "minimal": self.minimal,
            },
            "remedies": [{"change": str(one), "status": one.status.value} for one in self.remedies],
            **({"nearest_accepts": list(self.accepts)} if self.accepts else {}),
        }

    def __str__(self) -> str:
        demands, texts = self.problem.demands(), self.problem.corpus.texts()
        shown = [f"  {number:>4}  {texts[number - 1]}" for number in self.sentences]
        subject = count(len(self.sentences), "sentence")
        verb = "contradicts" if len(self.sentences) == 1 else "contradict"
        lines = [f"{subject} {verb} what is asked for:" if self.demands else f"{subject} {verb}:", *shown]
        lines += [f"        {demands[name]}" for name in self.demands]
        if not self.minimal:
            lines.append("There was no time to see whether fewer of these already contradict each other.")
        if self.accepts:
            stars = ", ".join(f"*{text}" for text in self.accepts)
            lines.append(
                f"No grammar of this size rejects all starred sentences; the nearest accepts {stars}."
            )
        helpful = [one for one in self.remedies if one.status is Status.FOUND]
        tried = sum(one.status is not Status.UNKNOWN for one in self.remedies)
        if helpful:
            lines += ["Any one of these would help:", *(f"  {one}" for one in helpful)]
        elif tried:
            lines.append(f"None of {count(tried, 'small change')} that were tried would help.")
        return "\n".join(lines)


def explain(
    problem: AnyProblem,
    limits: Limits | Budget | None = None,
    *,
    seconds: float = SECONDS,
    cancel: Cancel | None = None,
) -> Explanation | None:
    """Why a problem without a solution has none; None where there is one, or was no time to say."""
    budget = Budget.begin(limits, cancel).part(seconds=seconds)
    if budget.is_set():
        return None
    found: dict[str, Any] | None = None
    changes: list[str] = []
    tried: dict[int, TriedRemedy] = {}
    accepts: tuple[str, ...] = ()
    with Child({"task": "conflict", "problem": problem.to_json(), "seconds": budget.time_limit}) as child:
        for event in child.events(budget):
            match event["event"]:
                case "conflict":
                    found = event
                case "remedies":
                    changes = event["changes"]
                case "remedy":
                    change, words = changes[event["number"]], tuple(event["words"])
                    status = Status.FOUND if event["found"] else Status.INFEASIBLE
                    tried[event["number"]] = TriedRemedy(change, status, words)
                case "nearest":
                    accepts = tuple(event["accepts"])
    if found is None:
        return None
    left = (TriedRemedy(change, Status.UNKNOWN) for change in changes)
    return Explanation(
        problem,
        tuple(sorted(index + 1 for index in found["sentences"])),
        tuple(name for name in problem.demands() if name in set(found["demands"])),
        found["minimal"],
        tuple(tried.get(number, one) for number, one in enumerate(left)),
        accepts,
    )
