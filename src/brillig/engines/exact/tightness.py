"""What little work can prove about a grammar at its own numbers: is it alone, do fewer rules suffice?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from brillig.engines.exact.child import Child
from brillig.engines.exact.formula import OutOfWorkError
from brillig.engines.exact.kinds import encode
from brillig.engines.exact.lazy import LazySearch
from brillig.language.grammar import Grammar
from brillig.limits import Budget, Cancel, Limits
from brillig.problems import Problem

# Not tuned.
WORK = 25_000  # conflicts for both questions: a second or two


@dataclass(frozen=True)
class Tightness:
    """unique    no other grammar solves the problem, up to names and superfluous rules; None: open
    minimal   fewer rules do not suffice; None: open
    """

    unique: bool | None = None
    minimal: bool | None = None

    def to_json(self) -> dict[str, bool | None]:
        return {"unique": self.unique, "minimal_rules": self.minimal}


def prove_tight(
    problem: Problem,
    grammar: Grammar,
    limits: Limits | Budget | None = None,
    *,
    cancel: Cancel | None = None,
) -> Tightness:
    """Both questions within little work; what it does not answer stays open."""
    budget = Budget.begin(limits, cancel)
    request = {"task": "tightness", "problem": problem.to_json(), "grammar": grammar.to_json()}
    answers: dict[str, bool] = {}
    with Child(request) as child:
        for event in child.events(budget):
            if event["event"] == "proven":
                answers[event["what"]] = event["answer"]
    return Tightness(answers.get("unique"), answers.get("minimal"))


def answer_both(problem: Problem, grammar: Grammar, send: Callable[..., Any]) -> None:
    """In the engine's process: send what can be proven, the quicker question first."""
    left = WORK
    for what, question in (("minimal", _needs_its_rules), ("unique", _is_alone)):
        try:
            answer, left = question(problem, grammar, left)
        except OutOfWorkError:
            return
        send("proven", what=what, answer=answer)


def _needs_its_rules(problem: Problem, grammar: Grammar, work: int) -> tuple[bool, int]:
    for tighter in problem.tighter()["rules"] or ():
        if tighter.impossible() is None:
            search = _limited(tighter, work)
            found = search.next()
            work = search.encoding.formula.conflicts_left or 0
            if found is not None:
                return False, work
    return True, work


def _is_alone(problem: Problem, grammar: Grammar, work: int) -> tuple[bool, int]:
    search = _limited(problem, work)
    alone = all(found.grammar.canonical_text == grammar.canonical_text for found in search)
    return alone, search.encoding.formula.conflicts_left or 0


def _limited(problem: Problem, work: int) -> LazySearch:
    encoding = encode(problem)
    encoding.formula.conflicts_left = work
    return LazySearch(encoding)
