"""Where a choice by bits is in doubt: a near runner-up, costly stars, other seeds, half of the sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import inf
from random import Random
from typing import Any

from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.plural import count
from brillig.limits import Budget
from brillig.parsing.cyk import accepts_all
from brillig.parsing.generate import draw
from brillig.problems.claims import say_early
from brillig.problems.solution import Solution
from brillig.workflows.choosing import Choice
from brillig.workflows.stars import StarCost, find_mixed, refusable

# Not tuned.
FEW_BITS = 6.0  # a runner-up that is this near could be the right one: odds of 1 to 64
LEAST_LONG = 3  # of the lengths of sentences, at least this many of the greatest are looked at
# Chooses a grammar for these sentences, None being all of them.
Choose = Callable[[Corpus | None, Budget], Choice]
HALF, HALVES = "half of the sentences", "halves of the sentences"
DRAWN = 300  # sentences drawn from each of two grammars to tell them apart


@dataclass(frozen=True)
class Difference:
    """A sentence that only one of two grammars allows."""

    sentence: str
    chosen_allows: bool

    def to_json(self) -> dict[str, Any]:
        return {"sentence": self.sentence, "allowed_by": "chosen" if self.chosen_allows else "other"}

    def __str__(self) -> str:
        if self.chosen_allows:
            return f"it does not allow “{self.sentence}”, which the one above does"
        return f"it allows “{self.sentence}”, which the one above does not"


@dataclass(frozen=True)
class Doubt:
    """Why another grammar might be right, and how it differs.

    runner_up   bits more than the chosen one has, and the difference; None where none is near
    seeds       how many other seeds were tried, and the differences of those that gave another grammar
    halves      the same for halves of the sentences
    listed      how many of the greatest lengths of sentences need a rule that no shorter one does, where most
                do, and how many were looked at: their pattern is listed, not learned
    stars       what starred sentences cost, where that is much and mixes word classes
    """

    runner_up: tuple[float, Difference] | None = None
    seeds: tuple[int, tuple[Difference, ...]] = (0, ())
    halves: tuple[int, tuple[Difference, ...]] = (0, ())
    listed: tuple[int, int] = (0, 0)
    stars: StarCost | None = None

    def __bool__(self) -> bool:
        seen = self.runner_up is not None or self.stars is not None
        return seen or bool(self.seeds[1]) or bool(self.halves[1])

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"runner_up": None}
        if self.runner_up is not None:
            more, difference = self.runner_up
            data["runner_up"] = {"bits_more": round(more, 3)} | difference.to_json()
        for name, (tried, different) in (("seeds", self.seeds), ("halves", self.halves)):
            if tried:
                data[name] = {"tried": tried, "different": [one.to_json() for one in different]}
        if self.listed[0]:
            data["listed"] = {"lengths": self.listed[0], "of": self.listed[1]}
        if self.stars is not None:
            data["stars"] = self.stars.to_json()
        return data

    def lines(self) -> list[str]:
        """For a person: each reason with one example."""
        lines = [] if self.stars is None else [f"In doubt: {self.stars}."]
        if self.runner_up is not None:
            more, difference = self.runner_up
            lines.append(f"In doubt: another grammar has only {more:.1f} bits more; {difference}.")
        if self.listed[0]:
            number, of = self.listed
            lines.append(
                f"In doubt: of the {of} greatest lengths, sentences of {number} need rules that no shorter "
                "one does, as if they were listed; if that continues, no such grammar has the language."
            )
        for (tried, different), tries, meaning in (
            (self.seeds, count(self.seeds[0], "other seed"), "In doubt"),
            (self.halves, count(self.halves[0], HALF, HALVES), "More sentences may change it"),
        ):
            if different:
                several = f"{len(different)} of {tries} gave another grammar"
                lines.append(f"{meaning}: {several}; for example {different[0]}.")
            elif tried:
                lines.append(f"{tries} gave the same language, which does not prove it right.")
        return lines


def look_for_doubt(choice: Choice) -> Doubt:
    """What the search itself has seen: the nearest grammar of another language, and what stars cost."""
    mine = choice.solution
    if mine is None or mine.bits is None:
        return Doubt()
    doubt = Doubt(listed=find_listed(mine), stars=find_star_cost(choice))
    for bits, grammar in sorted(choice.rivals, key=lambda rival: (rival[0], rival[1].canonical_text)):
        if bits - mine.bits.total > FEW_BITS:
            break
        difference = find_difference(mine.grammar, grammar, mine.corpus)
        if difference is not None:
            return replace(doubt, runner_up=(max(0.0, bits - mine.bits.total), difference))
    return doubt


def find_star_cost(choice: Choice) -> StarCost | None:
    """Where each star costs more than a few bits, and words are torn from their classes for that."""
    mine, without = choice.solution, choice.unstarred
    if mine is None or mine.bits is None or without is None:
        return None
    stars = refusable(mine.corpus)
    more = mine.bits.total - without.bits
    if more <= FEW_BITS * len(stars):
        return None
    mixed = find_mixed(mine.grammar, without.grammar)
    return None if mixed is None else StarCost(tuple(map(" ".join, stars)), more, mixed, without.grammar)


def find_listed(solution: Solution) -> tuple[int, int]:
    """How many of the greatest lengths need a rule that no shorter sentence does, if most do; of how many.

    Some long sentences have a construction that short ones have not; one length after the other is a list.
    """
    sentences = solution.problem.corpus.sentences
    lengths = set(map(len, sentences))
    number = max(LEAST_LONG, len(lengths) // 3)
    if len(lengths) < 2 * number:
        return 0, 0
    first: dict[tuple[str, ...], int] = {}  # the length of the shortest sentence that has the rule
    for sentence, tree in zip(sentences, solution.trees, strict=True):
        for rule in tree.rules():
            first[rule] = min(len(sentence), first.get(rule, len(sentence)))
    own = set(sorted(lengths)[-number:]).intersection(first.values())
    return (len(own), number) if 3 * len(own) >= 2 * number else (0, 0)


def choose_of_seeds(
    first: Choice, runs: int, budget: Budget, choose: Choose, note: Callable[[str], None] | None = None
) -> tuple[Choice, tuple[Solution, ...]]:
    """The choice with the fewest bits of this and as many other seeds, and what the others gave."""
    choices = [first]
    for number in range(1, runs + 1):
        if budget.is_set():
            break
        if note is not None:
            note(f"stability: seed {number} of {runs}")
        choices.append(choose(None, budget.part(seed=budget.seed + number)))
    # What was stopped on the way is no answer, unless it is the best.
    best = choices.pop(min(range(len(choices)), key=lambda place: _bits_of_choice(choices[place])))
    others = [c.solution for c in choices if not say_early(c.outcome.ended)]
    return best, tuple(solution for solution in others if solution is not None)


def check_stability(
    choice: Choice,
    runs: int,
    budget: Budget,
    choose: Choose,
    seeds: Sequence[Solution] = (),
    note: Callable[[str], None] | None = None,
) -> Doubt:
    """What the search has seen, what other `seeds` gave, and what this many halves of the sentences give."""
    found = look_for_doubt(choice)
    mine = choice.solution
    if mine is None or runs < 1:
        return found
    if len(mine.corpus) < 4:
        message = "half of these sentences are too few to learn from"
        raise BrilligError(message, hint="leave it out", field="stability")
    random = Random(budget.seed)
    halves: list[Solution] = []
    for number in range(1, runs + 1):
        half = mine.corpus.part(random.sample(range(len(mine.corpus)), len(mine.corpus) // 2))
        if budget.is_set():
            break
        if note is not None:
            note(f"stability: half {number} of {runs}")
        other = choose(half, budget).solution
        if other is not None and not budget.is_set():
            halves.append(other)
    seen, parts = _differences(mine, seeds), _differences(mine, halves)
    return replace(found, seeds=seen, halves=parts)


def _differences(mine: Solution, others: Sequence[Solution]) -> tuple[int, tuple[Difference, ...]]:
    found = (find_difference(mine.grammar, other.grammar, mine.corpus) for other in others)
    return len(others), tuple(difference for difference in found if difference is not None)


def _bits_of_choice(choice: Choice) -> float:
    solution = choice.solution
    return inf if solution is None or solution.bits is None else solution.bits.total


def find_difference(chosen: Grammar, other: Grammar, corpus: Corpus) -> Difference | None:
    """A short sentence of words that both know and only one allows, among sentences drawn from each."""
    longest = max(map(len, corpus.sentences))
    found: list[tuple[int, tuple[str, ...], bool]] = []
    for mine, theirs, by_chosen in ((chosen, other, True), (other, chosen, False)):
        known = set(theirs.words)
        try:
            drawn = [s for s in islice(draw(mine, 0, longest), DRAWN) if known.issuperset(s)]
        except BrilligError:  # it has no sentence of that length
            continue
        accepted = accepts_all(theirs, drawn)
        found += [(len(s), s, by_chosen) for s, yes in zip(drawn, accepted, strict=True) if not yes]
    if not found:
        return None
    _, sentence, by_chosen = min(found)
    return Difference(" ".join(sentence), by_chosen)
