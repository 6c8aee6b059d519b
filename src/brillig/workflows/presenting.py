"""How an answer that was chosen by bits is put: bracketed as linguists do, its categories named."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Literal, cast

from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError
from brillig.language.bracketing import Bracketing
from brillig.language.cfg import Cfg
from brillig.language.grammar import Grammar
from brillig.language.naming import SuggestedNames, suggest_names
from brillig.problems import Problem
from brillig.problems.named import resolve
from brillig.problems.renaming import names_after, renamed, renamed_after
from brillig.problems.solution import Solution
from brillig.workflows.bracketing import bracket_conventionally
from brillig.workflows.choosing import Choice, choice_json

Names = Literal["suggested", "letters"] | Grammar | Solution
NAMES = ("suggested", "letters")


def resolve_names(names: str | Solution | Grammar | Cfg | None) -> Names | None:
    """What names are to be taken: a choice, or those of a grammar, of a solution, or of a file with one."""
    if names is None or names == "suggested" or names == "letters":
        return cast("Names | None", names)
    found = resolve(names) if isinstance(names, str) else names
    if isinstance(found, Cfg):
        hint = f"choose one of {', '.join(NAMES)}, or a solution"
        raise BrilligError("this grammar has other rules than X → Y Z", hint=hint, field="names")
    return found


def present(choice: Choice, bracketing: Bracketing, names: Names) -> Choice:
    """The same language under names that say something, with trees as linguists draw them."""
    solution = choice.solution
    if solution is None:
        return choice
    if bracketing is Bracketing.CONVENTIONAL:
        turned = bracket_conventionally(solution)
        if turned is not solution:
            choice, solution = _with_turned(choice, turned), turned
    solution = named(solution, names)
    return replace(choice, outcome=_with_solution(choice.outcome, replace(solution, choice=choice.to_json())))


def _with_turned(choice: Choice, solution: Solution) -> Choice:
    """The point chosen is the one with the new trees, and says so where it has more bits."""
    before = choice.solution
    assert choice.chosen is not None
    assert before is not None
    assert before.bits is not None
    assert solution.bits is not None
    assert isinstance(solution.problem, Problem)
    points = list(choice.points)
    point = replace(points[choice.chosen], problem=solution.problem, bits=solution.bits)
    points[choice.chosen] = point
    more = solution.bits.total - before.bits.total
    claim = choice.claim
    if more >= 0.05:
        claim = f"{claim.removesuffix('.')}; {more:.1f} bits more than found, for conventional brackets."
    outcome = replace(choice.outcome, reason=f"{point}, {claim}", choice=choice_json(points, choice.chosen))
    return replace(choice, points=tuple(points), claim=claim, outcome=outcome)


def _with_solution(outcome: Outcome, solution: Solution) -> Outcome:
    return replace(outcome, solution=solution, problem=solution.problem)


def named(solution: Solution, names: Names, keep: Collection[str] = ()) -> Solution:
    """With names suggested or taken from another grammar; tags, brackets and given rules have their own.

    Names in `keep` are suggestions of before, and stay.
    """
    problem = solution.problem
    if names == "letters" or (isinstance(problem, Problem) and problem.has_knowledge):
        return solution
    if not isinstance(names, str):
        return renamed_after(solution, names)
    new, suggested = find_names(solution.skeleton, names, keep)
    return replace(renamed(solution, new), suggested=suggested) if new or suggested else solution


def find_names(
    grammar: Grammar, names: Names, keep: Collection[str] = ()
) -> tuple[dict[str, str], SuggestedNames | None]:
    """New names for categories, and which of them are suggestions."""
    if not isinstance(names, str):
        return names_after(grammar, names), None
    return ({}, None) if names == "letters" else suggest_names(grammar, keep)
