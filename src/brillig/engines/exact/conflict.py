"""Why there is no solution: sentences and demands that contradict each other, none of them superfluous."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from brillig.engines.exact.kinds import encode
from brillig.engines.exact.lazy import Found, LazySearch
from brillig.parsing.chart import Parser, Sentence
from brillig.problems import AnyProblem, Problem

_NUMBERS = ("categories", "lexical", "rules", "homographs")


@dataclass(frozen=True)
class Conflict:
    """Places of sentences and names of demands without a solution; `minimal`: none of them is superfluous."""

    sentences: frozenset[int]
    demands: frozenset[str]
    minimal: bool = False

    def without(self, member: int | str) -> Conflict:
        return Conflict(self.sentences - {member}, self.demands - {member})


def first_solution(problem: AnyProblem) -> Found | None:
    """One solution; None: proven that there is none."""
    if problem.impossible() is not None:
        return None
    encoding = encode(problem)
    try:
        return LazySearch(encoding).next()
    finally:
        encoding.formula.close()


def find_conflict(
    problem: AnyProblem, report: Callable[[Conflict], None], seconds: float = math.inf
) -> Conflict:
    """A minimal conflict; `report` is told each smaller one on the way. ValueError: there is a solution.

    Leaving out a sentence can also take a solution away (where every category has to be used), so what could
    not be left out before is tried again after each change. After `seconds` no smaller one is looked for.
    """
    search = _Minimiser(problem, report, time.monotonic() + seconds)
    search.take_proof()
    search.halve_sentences()
    search.drop_many_demands()
    # First among sentences with which every category could be used: too few say nothing about the others.
    search.minimise(enough=True)
    return search.minimise(enough=False)


class _Minimiser:
    def __init__(self, problem: AnyProblem, report: Callable[[Conflict], None], until: float) -> None:
        self._problem = problem
        self._until = until
        self._report = report
        self._solvable: set[tuple[frozenset[int], frozenset[str]]] = set()
        self._best = Conflict(frozenset(range(len(problem.corpus))), frozenset(problem.demands()))

    def take_proof(self) -> None:
        """Begin with the sentences that the first proof took in."""
        if self._problem.impossible() is not None:
            self._report(self._best)
            return
        encoding = encode(self._problem)
        try:
            search = LazySearch(encoding)
            if search.next() is not None:
                raise ValueError("there is a solution, so there is no conflict")
            taken = set(search.taken)
        finally:
            encoding.formula.close()
        self._report(self._best)
        places: dict[object, int] = {}
        for index, sentence in enumerate(self._problem.corpus.sentences):
            places.setdefault(sentence, index)
        if taken <= places.keys():
            self._try(Conflict(frozenset(places[item] for item in taken), self._best.demands))

    def halve_sentences(self) -> None:
        """Leave out many sentences at once as long as that is possible."""
        size = len(self._best.sentences) // 2
        while size > 1 and not self._late:
            for start in range(0, len(self._best.sentences), size):
                ordered = self._ordered()
                part = frozenset(ordered[start : start + size])
                fewer = Conflict(self._best.sentences - part, self._best.demands)
                if self._is_enough(fewer.sentences):
                    self._try(fewer)
            size //= 2

    def drop_many_demands(self) -> None:
        """Often no restriction of the model matters, and one question is quicker than one for each."""
        for index in self._ordered():  # fewer sentences make that question small
            fewer = self._best.without(index)
            if self._is_enough(fewer.sentences):
                self._try(fewer)
        numbers = {name for name in self._best.demands if name in _NUMBERS or " " in name}
        self._try(Conflict(self._best.sentences, frozenset(numbers)))

    def minimise(self, *, enough: bool) -> Conflict:
        """Leave out one after the other; `enough`: only where counting does not already forbid the rest."""
        changed = True
        while changed:
            changed = False
            members: list[int | str] = [*self._ordered(), *sorted(self._best.demands)]
            for member in members:
                if self._late:
                    return self._best
                fewer = self._best.without(member)
                if not enough or self._is_enough(fewer.sentences):
                    changed |= self._try(fewer)
        if enough:
            return self._best
        self._best = Conflict(self._best.sentences, self._best.demands, minimal=True)
        self._report(self._best)
        return self._best

    @property
    def _late(self) -> bool:
        return time.monotonic() > self._until

    def _ordered(self) -> list[int]:
        """The sentences, long ones first: what is left is then quick to decide."""
        sentences = self._problem.corpus.sentences
        return sorted(self._best.sentences, key=lambda i: (-len(sentences[i]), i))

    def _is_enough(self, sentences: frozenset[int]) -> bool:
        """Whether counting allows a solution when no more is asked for than that everything is used."""
        if not sentences:
            return False
        needed = [name for name in self._best.demands if name.startswith(("categories", "features"))]
        relaxed = self._problem.relaxed(needed, sentences)
        return any(problem.impossible() is None for problem in relaxed)

    def _try(self, fewer: Conflict) -> bool:
        """Whether fewer still contradict each other; then these are the best so far."""
        key = fewer.sentences, fewer.demands
        if not fewer.sentences or key in self._solvable or key == (self._best.sentences, self._best.demands):
            return False
        if is_solvable(self._problem.relaxed(fewer.demands, fewer.sentences)):
            self._solvable.add(key)
            return False
        self._best = fewer
        self._report(fewer)
        return True


def is_solvable(problems: Iterable[AnyProblem]) -> bool:
    """Whether one of the problems has a solution."""
    return any(first_solution(problem) is not None for problem in problems)


def least_accepted(problem: AnyProblem) -> list[Sentence]:
    """Starred sentences that a grammar near a solution accepts, none of which it could reject as well.

    Empty where stars are not what is in the way. One after the other is to be rejected, too; fewest are not
    promised.
    """
    if not isinstance(problem, Problem) or not problem.corpus.rejected:
        return []
    every = problem.corpus.rejected
    kept: list[Sentence] = []
    found = first_solution(replace(problem, corpus=replace(problem.corpus, rejected=())))
    if found is None:
        return []
    refused: list[Sentence] = []
    while True:
        parser = Parser(found.rules)
        kept = [sentence for sentence in every if not parser.accepts(sentence)]
        left = [sentence for sentence in every if sentence not in kept and sentence not in refused]
        if not left:
            return refused
        more = replace(problem, corpus=replace(problem.corpus, rejected=(*kept, left[0])))
        better = first_solution(more)
        if better is None:
            refused.append(left[0])
        else:
            found = better
