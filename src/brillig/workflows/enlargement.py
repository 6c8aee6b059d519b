"""Enlarging a grammar: new sentences that need new rules.

What is known stays. Rules and words are added as bits allow; an old rule goes only where that saves more bits
than it takes to say which ones go.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, log2
from typing import Any

from brillig.engines.grow import grow, problem_of
from brillig.engines.grow.solving import run_of, why_not
from brillig.errors import BrilligError
from brillig.language.changes import Changes, find_changes, renamed_like
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.plural import count
from brillig.limits import Budget, Cancel, Limits
from brillig.parsing.bits import Bits, bits_of, describe
from brillig.parsing.cyk import accepts_all
from brillig.problems import Problem
from brillig.problems.check import violations
from brillig.problems.renaming import keep_suggestions
from brillig.problems.restrictions import Restrictions
from brillig.problems.solution import Solution, Status
from brillig.progress import OnReport
from brillig.workflows.requests import Result

Rated = tuple[float, Grammar, Changes]

TIE = 1e-6  # bits; of grammars that are alike the first stays


@dataclass(frozen=True, kw_only=True)
class EnlargementRequest:
    """`allow`: which restrictions may be lifted where that saves bits, besides those that are; None: any."""

    allow: Restrictions | None = None


@dataclass(frozen=True)
class EnlargementResult(Result):
    """The outcome, with what changed and the bits of all sentences; None where no grammar was found."""

    changes: Changes | None = None
    bits: Bits | None = None

    def to_json(self) -> dict[str, Any]:
        data = super().to_json()
        if self.changes is not None and self.bits is not None:
            data |= {"changes": self.changes.to_json(), "bits": self.bits.to_json()}
        return data


def run_enlargement(
    request: EnlargementRequest,
    solution: Solution,
    corpus: Corpus,
    limits: Limits | Budget | None = None,
    report: OnReport | None = None,
    *,
    cancel: Cancel | None = None,
) -> EnlargementResult:
    """A grammar of the solution's sentences and the new ones, as near to the solution's as bits allow."""
    refuse_nothing_new(solution, corpus)
    old, allow = solution.grammar, request.allow
    together = solution.problem.corpus.followed_by(corpus)
    budget = Budget.begin(limits, cancel)
    may = None if allow is None else allow | Restrictions.strictest(old)
    grown = grow(together, budget, allow=may, known=old, progress=report)
    run = run_of(grown, budget.seed)
    named = dict.fromkeys(renamed_like(grammar, old) for grammar, _ in grown.islands_best)
    found = [_restore(old, grammar, together) for grammar in named]
    if not found:
        problem = Problem(together, 3, 0, 2)
        return EnlargementResult(Status.UNKNOWN, problem, run, None, why_not(grown))
    best = found[0]
    for other in found[1:]:
        if other[0] < best[0] - TIE:
            best = other
    _, grammar, changes = best
    description = describe(grammar, together)
    problem = problem_of(grammar, together)
    trees = tuple(tree for tree in description.trees if tree is not None)
    wrong = violations(problem, grammar, trees)
    if wrong:
        raise AssertionError(f"the grammar grown is wrong: {wrong[0]}")
    enlarged = keep_suggestions(Solution(grammar, trees, problem, run), solution)
    reason = f"{describe_size(changes)}; {description.bits.total:.1f} bits"
    return EnlargementResult(
        Status.FOUND, problem, run, enlarged, reason, changes=changes, bits=description.bits
    )


def describe_size(changes: Changes) -> str:
    """How much changed."""
    new_words = len(changes.words) - len(changes.moved)
    parts = [f"{count(changes.kept, 'rule')} kept", f"{count(len(changes.added), 'rule')} added"]
    if changes.removed:
        parts.append(f"{count(len(changes.removed), 'rule')} given up")
    parts.append(count(new_words, "new word"))
    if changes.moved:
        parts.append(f"{count(len(changes.moved), 'word')} moved")
    return ", ".join(parts)


def _restore(old: Grammar, found: Grammar, corpus: Corpus) -> Rated:
    """The grammar itself, or one with old rules in the place of new ones, where that has fewer bits."""
    best = _rate(old, found, corpus)
    if not best[2].removed:
        return best
    # All rules, old and new; then one after the other is left out as long as that saves bits.
    rules = list(dict.fromkeys([*old.syntactic, *found.syntactic]))
    now = _rate(old, Grammar.of(found.start, rules, found.lexicon), corpus)
    while True:
        fewer = [
            _rate(
                old,
                Grammar.of(found.start, [r for r in now[1].syntactic if r != gone], found.lexicon),
                corpus,
            )
            for gone in now[1].syntactic
        ]
        next_one = min(fewer, key=lambda rated: rated[0], default=now)
        if next_one[0] >= now[0] - TIE:
            # An old rule may be what a starred sentence speaks against.
            agrees = not any(accepts_all(now[1], corpus.rejected))
            return now if agrees and now[0] < best[0] - TIE else best
        now = next_one


def _rate(old: Grammar, grammar: Grammar, corpus: Corpus) -> Rated:
    """The bits of a grammar, with those for saying which old rules and words are no longer as they were."""
    changes = find_changes(old, grammar)
    said = _bits_of_choice(len(old.syntactic), len(changes.removed))
    said += _bits_of_choice(len(old.words), len(changes.moved))
    return bits_of(grammar, corpus).total + said, grammar, changes


def _bits_of_choice(things: int, chosen: int) -> float:
    """How many of some things, and which; to say that none is meant takes nothing here, as it is the rule."""
    return log2(things + 1) + log2(comb(things, chosen)) if chosen else 0.0


def refuse_nothing_new(solution: Solution, corpus: Corpus) -> None:
    """Sentences that the solution has already need no larger grammar."""
    if set(corpus.sentences) <= set(solution.problem.corpus.sentences) and not corpus.rejected:
        raise BrilligError("every sentence is one of the solution's already", hint="give new ones")
