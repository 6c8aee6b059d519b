"""The search for a class grammar as a formula: at most r rules, every right string derived, no wrong one.

Right strings are encoded from above (some split, some rule), wrong ones from below (whatever follows from
rules is derived), both only when a model fails on them. *Guards* forbid neighbours that were never seen; they
are assumptions, so that those an answer contradicts can be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from brillig.engines.exact.formula import Formula
from brillig.language.marked import Marked
from brillig.limits import Budget
from brillig.workflows.asking.class_grammar import Classes, ClassGrammar, Rule
from brillig.workflows.asking.knowledge import NOTHING_KNOWN, KnownStrings, classes_of

BEGIN, END = -1, -2  # the neighbours of a sentence's first and last word
CONFLICTS = 1000  # of the solver in a round; work is counted in rounds, so that a busy machine asks the same

Pair = tuple[int, int]
P = TypeVar("P")  # a part of a string


@dataclass(frozen=True)
class Shape:
    """The categories: 0 is S, 1 to `phrasal` may have rules, the others are words only.

    homes            the categories of each word class
    equal, shared    whether X → Y Y, and several parents of a pair, are allowed
    named            how many of the categories without words have names of their own; they come first
    inner_root       whether S may stand inside a sentence
    words_at_root    whether categories that are words only may stand right under S
    """

    homes: tuple[tuple[int, ...], ...]
    phrasal: int
    categories: int
    named: int = 0
    equal: bool = False
    shared: bool = False
    inner_root: bool = False
    words_at_root: bool = False


def neighbours(strings: Iterable[Classes]) -> set[Pair]:
    """The pairs that stand side by side, ends included."""
    return {pair for s in strings for pair in zip((BEGIN, *s), (*s, END), strict=True)}


class ClassFormula:
    """One incremental solver; `fit` asks it for a grammar."""

    def __init__(self, shape: Shape, max_rules: int, known: KnownStrings = NOTHING_KNOWN) -> None:
        self.shape = shape
        self.known = known
        formula = self._formula = Formula()
        self._children = range(0 if shape.inner_root else 1, shape.categories)
        self._parents = range(shape.phrasal + 1)
        self._rules: dict[Rule, int] = {
            (x, y, z): formula.variable()
            for y in self._children
            for z in self._children
            for x in self._parents
            if self._may_be(x, y, z)
        }
        by_pair: dict[Pair, list[int]] = {}
        for (_, y, z), variable in self._rules.items():
            by_pair.setdefault((y, z), []).append(variable)
        self._pairs = {pair: formula.variable() for pair in by_pair}
        for pair, variables in by_pair.items():
            if not shape.shared:
                formula.at_most_one(variables)
            for variable in variables:
                formula.add(-variable, self._pairs[pair])
            formula.add(-self._pairs[pair], *variables)
        counted = list(self._rules.values()) if shape.shared else list(self._pairs.values())
        self._counts = formula.counter(counted, max_rules + 1)
        self._demand_use()
        self._rounds = 0
        self._derivations: dict[tuple[Classes | Marked, int], int] = {}
        self._closures: dict[Classes, dict[int, int | None]] = {}
        # For each string that was taken in the assumption that it is right, or wrong.
        self._right: dict[Classes, int] = {}
        self._wrong: dict[Classes, int] = {}
        self._guards = self._add_guards()
        self._demand_known()
        formula.prefer_false(self._rules.values())

    def close(self) -> None:
        self._formula.close()

    def _may_be(self, x: int, y: int, z: int) -> bool:
        if y == z and not self.shape.equal:
            return False
        return x > 0 or self.shape.words_at_root or (y <= self.shape.phrasal and z <= self.shape.phrasal)

    def _demand_use(self) -> None:
        """A category without words has rules and is used, or has nothing; two such are in a fixed order."""
        formula = self._formula
        housed = {x for home in self.shape.homes for x in home}
        free = [x for x in range(1, self.shape.phrasal + 1) if x not in housed]
        if 0 not in housed:
            formula.add(*(v for (x, _, _), v in self._rules.items() if x == 0))
        for x in free:
            used = formula.variable()
            above, below = [], []
            for rule, variable in self._rules.items():
                if x in rule:
                    formula.add(-variable, used)
                if rule[0] == x and x not in rule[1:]:
                    below.append(variable)
                if rule[0] != x and x in rule[1:]:
                    above.append(variable)
            formula.add(-used, *above)
            formula.add(-used, *below)
        for x, y in pairwise(free[self.shape.named :]):
            swap = {x: y, y: x}
            pairs, seen = [], set()
            for rule, variable in self._rules.items():
                a, b, c = (swap.get(category, category) for category in rule)
                if (a, b, c) != rule and (a, b, c) not in seen:
                    seen.add(rule)
                    pairs.append((variable, self._rules[a, b, c]))
            formula.not_below(pairs)

    # -- what a string demands ----------------------------------------------------------------------

    def _derivation(self, string: Classes, x: int) -> int | None:
        """True only if x derives the string; None where it cannot."""
        if len(string) == 1:
            return 0 if x in self.shape.homes[string[0]] else None
        if x > self.shape.phrasal:
            return None
        known = self._derivations.get((string, x))
        if known is not None:
            return known
        derived = self._derivations[string, x] = self._formula.variable()
        halves = [(string[:place], string[place:]) for place in range(1, len(string))]
        self._divide(derived, x, halves, self._derivation)
        return derived

    def _divide(
        self, derived: int, x: int, halves: Sequence[tuple[P, P]], below: Callable[[P, int], int | None]
    ) -> None:
        """What is derived has a rule of x and two halves that are derived."""
        formula = self._formula
        rules = [(y, z) for (parent, y, z) in self._rules if parent == x]
        left = {y: formula.variable() for y in sorted({y for y, _ in rules})}
        right = {z: formula.variable() for z in sorted({z for _, z in rules})}
        splits = [formula.variable() for _ in halves]
        for group in (list(left.values()), list(right.values()), splits):
            formula.add(-derived, *group)
        for y, first in left.items():
            for z, second in right.items():
                rule = self._rules.get((x, y, z))
                formula.add(-first, -second, *(() if rule is None else (rule,)))
        for (before, after), split in zip(halves, splits, strict=True):
            for part, side in ((before, left), (after, right)):
                for y, chosen in side.items():
                    found = below(part, y)
                    if found is None:
                        formula.add(-split, -chosen)
                    elif found:
                        formula.add(-split, -chosen, found)

    def _known_derivation(self, part: Marked, x: int) -> int | None:
        """The same where constituents of the part are known."""
        if any(self.known.named[name] != x for name in part.names_of(0, len(part))):
            return None
        if len(part) == 1 or not part.brackets:
            return self._derivation(classes_of(part), x)
        if x > self.shape.phrasal:
            return None
        known = self._derivations.get((part, x))
        if known is not None:
            return known
        derived = self._derivations[part, x] = self._formula.variable()
        self._divide(derived, x, [(part[:cut], part[cut:]) for cut in part.cuts()], self._known_derivation)
        return derived

    def _demand_known(self) -> None:
        """Constituents and rules that are known; nothing fits where they contradict each other."""
        for rule in sorted(self.known.rules):
            self._formula.add(*([self._rules[rule]] if rule in self._rules else []))
        for string in self.known.strings:
            derived = self._known_derivation(string, 0)
            if derived != 0:
                self._formula.add(*(() if derived is None else (derived,)))

    def _demand(self, string: Classes) -> None:
        right = self._right[string] = self._formula.variable()
        derived = self._derivation(string, 0)
        if derived is None:
            self._formula.add(-right)
        elif derived:
            self._formula.add(-right, derived)

    def _closure(self, string: Classes) -> dict[int, int | None]:
        """For each category that may derive the string what is true whenever it does; None: always."""
        if len(string) == 1:
            return dict.fromkeys(self.shape.homes[string[0]])
        known = self._closures.get(string)
        if known is not None:
            return known
        formula = self._formula
        derived: dict[int, int | None] = {}
        found = {x: formula.variable() for x in self._parents}
        derived.update(found)
        self._closures[string] = derived
        for pair, ways in self._ways(string).items():
            if len(ways) > 1:
                either = formula.variable()
                for way in ways:
                    formula.add(*way, either)
                ways = [(-either,)]
            for x in self._parents:
                rule = self._rules.get((x, *pair))
                if rule is not None:
                    formula.add(*ways[0], -rule, found[x])
        return derived

    def _ways(self, string: Classes) -> dict[Pair, list[tuple[int, ...]]]:
        """For each pair of children the clauses' beginnings that say: these halves are derived."""
        ways: dict[Pair, list[tuple[int, ...]]] = {}
        for place in range(1, len(string)):
            left, right = self._closure(string[:place]), self._closure(string[place:])
            for y, first in left.items():
                for z, second in right.items():
                    if (y, z) in self._pairs:
                        way = tuple(-v for v in (first, second) if v is not None)
                        ways.setdefault((y, z), []).append(way)
        return ways

    def _forbid(self, string: Classes) -> None:
        wrong = self._wrong[string] = self._formula.variable()
        if len(string) == 1:
            if 0 in self.shape.homes[string[0]]:
                self._formula.add(-wrong)
            return
        for pair, ways in self._ways(string).items():
            rule = self._rules.get((0, *pair))
            if rule is not None:
                for way in ways:
                    self._formula.add(-wrong, *way, -rule)

    # -- guards -------------------------------------------------------------------------------------

    def _add_guards(self) -> dict[Pair, int]:
        """For each pair of neighbours a variable that forbids it."""
        formula, classes = self._formula, range(len(self.shape.homes))
        edges: list[dict[tuple[int, int], int | None]] = []
        for _side in (1, 2):
            edges.append(
                {
                    (x, own): None if x in self.shape.homes[own] else formula.variable()
                    for own in classes
                    for x in range(self.shape.categories)
                    if x <= self.shape.phrasal or x in self.shape.homes[own]
                }
            )
        first, last = edges
        guards = {
            (a, b): formula.variable()
            for a in (BEGIN, *classes)
            for b in (*classes, END)
            if (a, b) != (BEGIN, END)
        }

        def but(*variables: int | None) -> tuple[int, ...]:
            return tuple(-variable for variable in variables if variable is not None)

        for (x, y, z), rule in self._rules.items():
            for own in classes:
                for edge, child in ((first, y), (last, z)):
                    if (child, own) in edge:
                        above = edge[x, own]
                        if above is not None:
                            formula.add(-rule, *but(edge[child, own]), above)
        for own in classes:
            formula.add(*but(first[0, own]), -guards[BEGIN, own])
            formula.add(*but(last[0, own]), -guards[own, END])
        for (y, z), pair in self._pairs.items():
            for a in classes:
                if (y, a) in last:
                    for b in classes:
                        if (z, b) in first:
                            formula.add(-pair, *but(last[y, a], first[z, b]), -guards[a, b])
        return guards

    # -- models -------------------------------------------------------------------------------------

    def fit(
        self,
        right: Collection[Classes],
        wrong: Collection[Classes],
        max_rules: int,
        rounds: int,
        budget: Budget,
        *,
        unseen: Collection[Pair] = (),
        apart: Sequence[ClassGrammar] = (),
    ) -> ClassGrammar | bool | None:
        """A grammar of at most `max_rules` rules; False where there is none; None after `rounds`.

        `unseen` are the guards that hold; it has not all the rules of any grammar in `apart`.
        """
        assumptions = [self._guards[pair] for pair in unseen]
        if max_rules < len(self._counts):
            assumptions.append(-self._counts[max_rules])
        if apart:
            other = self._formula.variable()
            assumptions.append(other)
            for grammar in apart:
                # One that was grown has categories of its own, which may be none of these.
                if grammar.rules <= self._rules.keys():
                    self._formula.add(-other, *(-self._rules[rule] for rule in grammar.rules))
        self._rounds = rounds
        while True:
            taken_in = [self._right[s] for s in right if s in self._right]
            taken_in += [self._wrong[s] for s in wrong if s in self._wrong]
            found = self._solve(assumptions + taken_in, budget)
            if found is None or isinstance(found, bool):
                return found
            missed = _first(right, self._right, found, accepted=False, number=4)
            taken = _first(wrong, self._wrong, found, accepted=True, number=3)
            if not missed and not taken:
                return found.without_idle_rules(right, self.known.holds)
            for string in missed:
                self._demand(string)
            for string in taken:
                self._forbid(string)

    def _solve(self, assumptions: list[int], budget: Budget) -> ClassGrammar | bool | None:
        while True:
            if budget.ended() is not None:
                return None
            answer = self._formula.solve_for(CONFLICTS, assumptions)
            if answer is not None:
                break
            self._rounds -= 1
            if self._rounds <= 0:
                return None
        if not answer:
            return False
        model = self._formula.model()
        return ClassGrammar(frozenset(r for r, v in self._rules.items() if v in model), self.shape.homes)

    def blamed(self, max_rules: int) -> tuple[bool, list[Pair]]:
        """After a refusal: whether it rests on the number of rules, and on which guards."""
        core = set(self._formula.core())
        by_number = max_rules < len(self._counts) and -self._counts[max_rules] in core
        return by_number, [pair for pair, variable in self._guards.items() if variable in core]


def _first(
    strings: Collection[Classes],
    done: Collection[Classes],
    grammar: ClassGrammar,
    *,
    accepted: bool,
    number: int,
) -> list[Classes]:
    """The shortest ones not encoded yet that the grammar accepts, or rejects, though it should not."""
    left = sorted((s for s in strings if s not in done), key=lambda s: (len(s), s))
    judged = zip(left, grammar.accepts(left), strict=True)
    return [string for string, found in judged if found is accepted][:number]
