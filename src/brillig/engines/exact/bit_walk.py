"""A walk through the numbers for the grammar with the fewest bits, in small files.

It begins with the fewest rules that have a solution. For each number of rules it goes to the most categories,
and then to the most lexical ones, as far as the work allows. At each such point some solutions are weighed,
and the one with the fewest bits counts: two of one point can be 50 bits apart. The measure of work is the
solver's conflicts and the clauses it is given, not seconds, so the same sentences always make the same walk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import comb, inf, lgamma, log, log2
from typing import Any

from brillig.engines.exact.formula import OutOfWorkError
from brillig.engines.exact.kinds import encode
from brillig.engines.exact.lazy import LazySearch
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.parsing.bits import bits_of
from brillig.problems import Problem
from brillig.problems.infer import MAX_CATEGORIES, max_rules
from brillig.problems.sizes import sizes_of
from brillig.problems.solution import Status

# Not tuned one by one; benchmarks/bench_choosing.py shows what they do together.
MAX_GRAMMARS = 12  # weighed at a point
POINT_WORK = 40_000  # conflicts at a point before it is left open
LEAST_WORK = 45_000  # of a walk: a few seconds
KNOWN_WORK = 1_500_000  # where trees or rules are known, until there is a grammar
MORE_WORK = 2_000  # at least so much for other solutions of a point, else a third of what the first one took
CLAUSES = 40  # written in about the time of a conflict
MAX_RISES = 2  # points in a row with no fewer bits than before, after which the walk ends

WORD_CLASS = 6  # bits of each class of words, as the code has it

Numbers = tuple[int, int, int]


@dataclass(frozen=True)
class WalkPoint:
    """What came of a point: its lightest grammar; or none, proven (infeasible) or not (unknown)."""

    numbers: Numbers
    status: Status
    grammar: Grammar | None = None
    bits: float = inf

    def to_json(self) -> dict[str, Any]:
        grammar = None if self.grammar is None else self.grammar.to_json()
        return {"numbers": list(self.numbers), "status": self.status.value, "grammar": grammar}


class BitWalk:
    """The walk of one corpus, told point by point."""

    def __init__(
        self, problem: Problem, report: Callable[[WalkPoint], None], max_work: int | None = None
    ) -> None:
        self._problem = problem
        self._report = report
        self._max_work = inf if max_work is None else max_work
        self._refuted: list[Numbers] = []
        self._work = self._work_at_best = 0
        self._best = inf

    def run(self) -> None:
        """From the smallest point that has a solution, as long as bits may fall."""
        try:
            here = self._smallest()
            rises, lowest = 0, inf
            while here is not None and rises < MAX_RISES:
                # With a rule more allowed the same grammar may come again: that is no fall.
                rises = 0 if here.bits <= self._best < lowest else rises + 1
                lowest = self._best
                if bits_floor(self._problem.corpus, here.numbers[2] + 1) >= self._best:
                    return
                here = self._next(here)
        except OutOfWorkError:
            return

    def _smallest(self) -> WalkPoint | None:
        """The first solution by rules and categories, then with as many categories as go with its rules."""
        # More rules than places where trees branch are never all in use.
        branchings = sum(len(sentence) - 1 for sentence in self._problem.corpus)
        for rules in range(1, branchings + 1):
            for categories in range(3, min(2 * rules + 1, MAX_CATEGORIES) + 1):
                if max_rules(categories, self._problem.restrictions) < rules:
                    continue
                found = self._look((categories, 0, rules))
                if found.grammar is not None:
                    return self._climb(found)
        return None

    def _climb(self, here: WalkPoint) -> WalkPoint:
        """The same rules with one more category, and again; then with more lexical ones."""
        c, lexical, rules = here.numbers
        for numbers in ((c + 1, lexical + 1, rules), (c + 1, lexical, rules), (c, lexical + 1, rules)):
            found = self._look(numbers)
            if found.grammar is not None:
                return self._climb(found)
        return here

    def _next(self, here: WalkPoint) -> WalkPoint | None:
        """One rule more, which has room for two more categories."""
        c, lexical, rules = here.numbers
        for more, words in ((2, 2), (2, 1), (1, 1), (1, 0), (0, 0)):
            found = self._look((c + more, lexical + words, rules + 1))
            if found.grammar is not None:
                return found if more == 2 else self._climb(found)
        return None

    def _look(self, numbers: Numbers) -> WalkPoint:
        """What there is at a point; told if it is news."""
        c, lexical, rules = numbers
        if any(c == at and lexical >= least and rules <= most for at, least, most in self._refuted):
            return WalkPoint(numbers, Status.INFEASIBLE)
        if c > MAX_CATEGORIES:
            return WalkPoint(numbers, Status.UNKNOWN)
        problem = replace(self._problem, categories=c, lexical=lexical, rules=rules)
        found = self._weigh(problem, numbers) if problem.impossible() is None else None
        if found is None:
            found = WalkPoint(numbers, Status.INFEASIBLE)
        if found.status is Status.INFEASIBLE:
            self._refuted.append(numbers)
        self._report(found)
        if found.bits < self._best:
            self._best, self._work_at_best = found.bits, self._work
        return found

    def _weigh(self, problem: Problem, numbers: Numbers) -> WalkPoint:
        """The lightest of some solutions."""
        least = KNOWN_WORK if self._best == inf and problem.has_knowledge else LEAST_WORK
        left = int(min(self._max_work, max(least, 2 * self._work_at_best))) - self._work
        if left <= 0:
            raise OutOfWorkError
        encoding = encode(problem)
        formula = encoding.formula
        formula.conflicts_left = min(left, POINT_WORK)
        best = WalkPoint(numbers, Status.UNKNOWN)
        try:
            seen = 0
            for grammar in _solutions(LazySearch(encoding)):
                if seen == 0:
                    formula.conflicts_left = min(
                        formula.conflicts_left or 0, max(MORE_WORK, formula.conflicts // 3)
                    )
                seen += 1
                bits = bits_of(grammar, problem.corpus).total
                if bits < best.bits:
                    best = WalkPoint(own_numbers(grammar), Status.FOUND, grammar, bits)
                if seen == MAX_GRAMMARS:
                    break
            if seen == 0:
                best = WalkPoint(numbers, Status.INFEASIBLE)
        except OutOfWorkError:
            pass
        finally:
            self._work += formula.conflicts + len(formula.clauses) // CLAUSES
            formula.close()
        return best


def _solutions(search: LazySearch) -> Iterator[Grammar]:
    for found in search:
        yield found.grammar


def own_numbers(grammar: Grammar) -> Numbers:
    """The tightest point that a grammar stands at."""
    sizes = sizes_of(grammar)
    return sizes.categories, sizes.lexical, sizes.rules


def bits_floor(corpus: Corpus, rules: int) -> float:
    """Bits that no grammar with exactly this many rules stays below, in the paper's model with h = 0.

    Saying u times that a class of words stands wherever a phrase does leaves fewer rules to write: of each,
    as many follow as its children can be replaced in. The phrase has a rule of its own and two places.
    """
    least, units = _floor_written(corpus, rules, 0), 1
    for written in range(rules - 2, 2, -1):
        while written * ((units + 2) ** 2 // 4) < rules:
            units += 1
        least = min(least, _floor_written(corpus, written, units) + _universal(units))
    return least


def _floor_written(corpus: Corpus, rules: int, units: int) -> float:
    """The bound for the rules written.

    With k categories that have words, naming the category of each word takes log2 k, and telling the words
    apart within their categories at least log2 (N! / product of n_w!) - N log2 k. What else the sentences
    take is not counted, and categories are as interchangeable as can be. Sentences that are never repeated
    may take next to nothing where they are the whole language.
    """
    number, different = sum(corpus.counts.values()), len(corpus.words)
    words = log2_factorial(number) - sum(map(log2_factorial, corpus.counts.values()))
    if len(set(corpus.sentences)) == len(corpus):
        words = 0.0
    least = inf
    for c in range(3, 2 * rules + 2 + units):
        pairs = (c - 1) * (c - 2)
        if rules > pairs:
            continue
        grammar = 2 + _universal(c) + _universal(rules + 1) + 2 * log2(c) - log2_factorial(c - 1)
        lean = sum((-1) ** j * comb(c - 1, j) * comb((c - 1 - j) * (c - 2 - j), rules) for j in range(c - 1))
        grammar += log2(lean or comb(pairs, rules))
        least = min(
            least,
            *(
                grammar + WORD_CLASS * k + log2(_onto(different, k)) + max(0.0, words - number * log2(k))
                for k in range(1, min(c, different) + 1)
            ),
        )
    return least


def _onto(words: int, homes: int) -> int:
    """Ways to give each word a home so that none is left without."""
    return sum((-1) ** j * comb(homes, j) * (homes - j) ** words for j in range(homes))


def log2_factorial(number: int) -> float:
    return lgamma(number + 1) / log(2)


def _universal(number: int) -> float:
    """Rissanen's code for whole numbers from 1."""
    bits, term = 1.5185673663648, log2(number)
    while term > 0:
        bits += term
        term = log2(term)
    return bits
