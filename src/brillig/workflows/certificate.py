"""Certify a solution: is it the only one, do others mean the same, what could be tighter, what forces it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from brillig.engines.exact.child import Child
from brillig.engines.exact.core import superfluous_rules
from brillig.engines.exact.solving import OnExactProgress, enumerate_solutions, solve_exactly
from brillig.errors import BrilligError
from brillig.language.grammar import Grammar
from brillig.language.plural import count
from brillig.limits import Budget, Cancel, Limits
from brillig.parsing.cyk import trees_using_all
from brillig.parsing.equality import group_by_language, lexicon_key
from brillig.problems import AnyProblem
from brillig.problems.check import violations
from brillig.problems.solution import Run, Solution, Status
from brillig.workflows.certificate_text import certificate_lines
from brillig.workflows.tables import to_frame

MAX_SOLUTIONS = 1000


@dataclass(frozen=True)
class Alternative:
    """Another grammar for the same problem. `accepts` are the sentences judged wrong that it accepts."""

    grammar: Grammar
    same_language: bool
    same_lexicon: bool
    accepts: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "grammar": self.grammar.to_json(),
            "canonical": self.grammar.canonical_text,
            "same_language": self.same_language,
            "same_lexicon": self.same_lexicon,
            "accepts": list(self.accepts),
        }


@dataclass(frozen=True)
class Certificate:
    """What is known about a solution. None: not decided, or not a question for this problem.

    solutions            how many grammars fit, up to renaming (at least, if the status is partial)
    languages, lexicons  how many different ones these have; languages are compared up to `length` words
    core                 numbers of sentences that already force all this; empty if not found
    core_minimal         whether it is proven that none of them can be left out
    accepts              the sentences judged wrong that the solution itself accepts
    """

    solution: Solution
    complete: bool
    solutions: int
    languages: int
    length: int
    lexicons: int
    superfluous: tuple[str, ...]
    minimal_rules: bool | None
    minimal_homographs: bool | None
    maximal_lexical: bool | None
    core: tuple[int, ...]
    core_minimal: bool
    alternatives: tuple[Alternative, ...]
    accepts: tuple[str, ...]
    proof: dict[str, Any] | None
    seconds: float

    @property
    def unique(self) -> bool:
        return self.complete and self.solutions == 1

    @property
    def tightness(self) -> tuple[bool | None, ...]:
        """Whether rules, homographs and lexical categories are as tight as can be, as `TIGHTNESS` asks."""
        return self.minimal_rules, self.minimal_homographs, self.maximal_lexical

    def __str__(self) -> str:
        """What `brillig certify` prints."""
        return "\n".join(certificate_lines(self))

    def __repr__(self) -> str:
        at_least = "" if self.complete else "at least "
        grammars, languages = count(self.solutions, "grammar"), count(self.languages, "language")
        return f"<Certificate: {at_least}{grammars}, {languages}>"

    def to_pandas(self) -> Any:
        """A DataFrame with a row for each other grammar that fits."""
        return to_frame([alternative.to_json() for alternative in self.alternatives])

    def to_json(self) -> dict[str, Any]:
        return {
            "status": "complete" if self.complete else "partial",
            "solutions": self.solutions,
            "languages": self.languages,
            "lexicons": self.lexicons,
            "compared_up_to": self.length,
            "unique": self.unique,
            "superfluous": list(self.superfluous),
            "minimal_rules": self.minimal_rules,
            "minimal_homographs": self.minimal_homographs,
            "maximal_lexical": self.maximal_lexical,
            "core": list(self.core),
            "core_minimal": self.core_minimal,
            "alternatives": [alternative.to_json() for alternative in self.alternatives],
            "accepts": list(self.accepts),
            "proof": self.proof,
            "seconds": round(self.seconds, 3),
        }

    def adopt(self, number: int) -> Solution:
        """An alternative, counted from 1, as a solution of the same problem."""
        if not 1 <= number <= len(self.alternatives):
            found = count(len(self.alternatives), "alternative")
            raise BrilligError(f"there is no alternative {number}", hint=f"the certificate has {found}")
        problem = self.solution.problem
        grammar = self.alternatives[number - 1].grammar
        trees = trees_using_all(grammar, problem.corpus.sentences) or ()
        run = Run("exact", self.solution.run.seed, 0, 0, self.seconds)
        wrong = violations(problem, grammar, trees)
        if wrong:
            raise BrilligError(
                f"alternative {number} cannot stand alone: {wrong[0]}", hint="infer it instead"
            )
        return Solution(grammar, trees, problem, run)


def certify(
    solution: Solution,
    limits: Limits | Budget | None = None,
    *,
    most: int = MAX_SOLUTIONS,
    core: bool = True,
    against: Sequence[Sequence[str]] = (),
    proof: str | None = None,
    progress: OnExactProgress | None = None,
    note: Callable[[str], None] | None = None,
    cancel: Cancel | None = None,
) -> Certificate:
    """Everything that the exact engine can say about a solution within the limits.

    `against` are sentences judged wrong; `note` is told what is being worked on.
    """
    _check(solution)
    budget = Budget.begin(limits, cancel)
    tell = note or (lambda text: None)
    problem, mine = solution.problem, solution.grammar

    tell("all other solutions")
    every = enumerate_solutions(problem, budget, most=most, proof=proof, progress=progress)
    others = [g for g in every.grammars if g.canonical_text != mine.canonical_text]
    superfluous = superfluous_rules(problem, mine)
    counted = every.grammars if superfluous else (mine, *others)
    groups, length = group_by_language([mine, *others])
    own = lexicon_key(mine)

    tell("tighter settings")
    answers = {name: _all_infeasible(asked, budget) for name, asked in problem.tighter().items()}

    chosen: tuple[int, ...] = ()
    minimal = False
    # With names that are known, what forces a grammar is no matter of sentences alone.
    if core and every.complete and not getattr(problem, "has_knowledge", False):
        tell("a core of the sentences")
        chosen, minimal = _find_core(solution, every.grammars, budget)
    alternatives = tuple(
        Alternative(grammar, group == groups[0], lexicon_key(grammar) == own, _accepted(grammar, against))
        for grammar, group in zip(others, groups[1:], strict=True)
    )
    return Certificate(
        solution=solution,
        complete=every.complete,
        solutions=len(counted),
        languages=len(set(groups[1:] if superfluous and others else groups)),
        length=length,
        lexicons=len({lexicon_key(grammar) for grammar in counted}),
        superfluous=tuple(map(str, superfluous)),
        minimal_rules=answers["rules"],
        minimal_homographs=answers["homographs"],
        maximal_lexical=answers["lexical"],
        core=chosen,
        core_minimal=minimal,
        alternatives=alternatives,
        accepts=_accepted(mine, against),
        proof=every.proof,
        seconds=budget.seconds,
    )


def _check(solution: Solution) -> None:
    wrong = violations(solution.problem, solution.grammar, solution.trees)
    if wrong:
        raise BrilligError(
            f"this is not a solution of its problem: {wrong[0]}", hint="infer it again from its sentences"
        )


def _accepted(grammar: Grammar, against: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Those of the sentences judged wrong that the grammar accepts."""
    from brillig.parsing.cyk import accepts

    known = set(grammar.words)
    return tuple(" ".join(s) for s in against if known.issuperset(s) and accepts(grammar, s))


def _all_infeasible(questions: Sequence[AnyProblem] | None, budget: Budget) -> bool | None:
    """Whether all of the problems are proven to have no solution; None if that stays open."""
    if questions is None:
        return None
    statuses = [solve_exactly(question, budget).status for question in questions]
    if Status.FOUND in statuses:
        return False
    return None if Status.UNKNOWN in statuses else True


def _find_core(
    solution: Solution, grammars: Sequence[Grammar], budget: Budget
) -> tuple[tuple[int, ...], bool]:
    """Sentences that force the same solutions, the fewest found; and whether none can be left out."""
    request = {
        "task": "core",
        "problem": solution.problem.to_json(),
        "grammars": [grammar.to_json() for grammar in grammars],
    }
    best: tuple[int, ...] = ()
    minimal = False
    with Child(request) as child:
        for event in child.events(budget):
            if event["event"] == "core":
                best = tuple(event["sentences"])
            else:
                minimal = True
                break
    if solution.exceptions is not None:  # numbers are those of all sentences
        best = tuple(solution.exceptions.explained[number - 1] + 1 for number in best)
    return best, minimal
