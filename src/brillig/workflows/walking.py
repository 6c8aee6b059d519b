"""The exact engine's walk beside a grammar that grows: in a thread of its own, told of as one search."""

from __future__ import annotations

import threading
from collections.abc import Callable

from brillig.engines.exact.walking import Walked, WalkedPoint, walk_by_bits, walk_restrictions
from brillig.engines.grow import GrowProgress
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Budget
from brillig.problems.restrictions import Restrictions


class BestSoFar:
    """Passes on what has fewer bits than all before, whichever engine found it."""

    def __init__(self, progress: Callable[[GrowProgress], None] | None) -> None:
        self._progress = progress
        self._lock = threading.Lock()
        self._best: tuple[int, float] | None = None

    def grown(self, seen: GrowProgress) -> None:
        with self._lock:
            rank = (seen.missed, seen.bits)
            if self._progress is not None and (self._best is None or rank < self._best):
                self._best = rank
                self._progress(seen)

    def walked(self, point: WalkedPoint) -> None:
        grammar, description = point.grammar, point.description
        if grammar is not None and description is not None:
            rules, classes = len(grammar.syntactic), len(grammar.words_of)
            self.grown(GrowProgress(description.bits.total, 0, rules, classes, 0, point.seconds, grammar))


class WalkBeside:
    """A walk that runs while its context lasts; `result` waits for its end."""

    def __init__(
        self,
        corpus: Corpus,
        budget: Budget,
        allow: Restrictions | None,
        best: BestSoFar,
        *,
        wanted: bool,
        given: Grammar | None = None,
    ) -> None:
        self._given = given
        self._corpus = corpus
        self._restrictions = walk_restrictions(corpus, allow)
        self._stop = threading.Event()
        self._budget = budget.part(cancel=self._stop)
        self._best = best
        self._walked: Walked | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="brillig-walk", daemon=True)
        self._wanted = wanted

    def __enter__(self) -> WalkBeside:
        if self._wanted:
            self._thread.start()
        return self

    def __exit__(self, *ended: object) -> None:
        self._stop.set()
        if self._wanted:
            self._thread.join(timeout=5)

    def _run(self) -> None:
        try:
            self._walked = walk_by_bits(
                self._corpus,
                self._budget,
                restrictions=self._restrictions,
                given=self._given,
                progress=self._best.walked,
            )
        except BaseException as error:
            self._error = error

    def result(self) -> Walked | None:
        """What the walk came to; None where none was wanted, or where it failed: `failure` says why."""
        if not self._wanted:
            return None
        while self._thread.is_alive():
            self._thread.join(timeout=0.05)
        if self._error is not None and not isinstance(self._error, BrilligError):
            raise self._error
        return self._walked

    @property
    def failure(self) -> str:
        """Why there is no walk, for a person; what was grown is there all the same."""
        return "" if self._error is None else f" The exact engine failed: {self._error}."
