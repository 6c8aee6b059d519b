"""A growing CNF formula in front of CaDiCaL: variables, counting, orderings, a copy of every clause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

SOLVER = "cadical195"
CONFLICTS = 1000  # in one call where Ctrl-C has to be heard: half a second at most with 60 words a sentence


class OutOfWorkError(Exception):
    """The solver has had the conflicts it was allowed, without an answer; that proves nothing."""


class Formula:
    """Clauses added so far, given to one incremental solver.

    `clauses` keeps what was added, so that the formula behind a proof of infeasibility can be written down.
    """

    def __init__(self, *, interruptible: bool = False) -> None:
        self.clauses: list[list[int]] = []
        self.variables = 0
        self.calls = 0
        self.conflicts_left: int | None = None  # work that may still be done; None: any
        self._interruptible = interruptible  # whether signals are heard while it solves
        self._solver: Any = _solver_class()()
        self._model: set[int] = set()

    def close(self) -> None:
        """Free the solver's memory; the clauses stay."""
        self._solver.delete()

    def variable(self) -> int:
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        clause = list(literals)
        self.clauses.append(clause)
        self._solver.add_clause(clause)

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        """Whether there is a model; signals wait for the answer, unless `interruptible`.

        Where conflicts are limited, `OutOfWorkError` says that there was no answer within them.
        """
        self.calls += 1
        satisfiable = self._solve_limited(assumptions)
        self._model = self.model() if satisfiable else set()
        return satisfiable

    def _solve_limited(self, assumptions: Sequence[int]) -> bool:
        if self.conflicts_left is None and self._interruptible:
            while (answer := self.solve_for(CONFLICTS, assumptions)) is None:
                pass  # between two calls Python hears signals
            return answer
        if self.conflicts_left is None:
            return bool(self._solver.solve(assumptions=list(assumptions)))
        before = self.conflicts
        answer = self.solve_for(max(0, self.conflicts_left), assumptions)
        self.conflicts_left -= self.conflicts - before
        if answer is None:
            raise OutOfWorkError
        return answer

    def solve_for(self, conflicts: int, assumptions: Sequence[int] = ()) -> bool | None:
        """Whether there is a model; None where that many conflicts were not enough."""
        self._solver.conf_budget(conflicts)
        answer: bool | None = self._solver.solve_limited(assumptions=list(assumptions))
        return answer

    def model(self) -> set[int]:
        """The variables that are true in the solver's last model."""
        return {literal for literal in self._solver.get_model() if literal > 0}

    def prefer_false(self, variables: Iterable[int]) -> None:
        """What the solver tries first for these."""
        self._solver.set_phases([-variable for variable in variables])

    @property
    def conflicts(self) -> int:
        """The solver's work so far: the same for the same questions, however fast the machine is."""
        return int(self._solver.accum_stats()["conflicts"])

    def core(self) -> list[int]:
        """The assumptions that the last refusal rests on."""
        return list(self._solver.get_core() or ())

    def holds(self, variable: int) -> bool:
        """Whether the variable is true in the last model."""
        return variable in self._model

    # -- common constraints -------------------------------------------------------------------------

    def at_most_one(self, variables: Sequence[int]) -> None:
        if len(variables) <= 6:
            for i, first in enumerate(variables):
                for second in variables[i + 1 :]:
                    self.add(-first, -second)
        else:
            self.at_most(variables, 1)

    def exactly_one(self, variables: Sequence[int]) -> None:
        self.add(*variables)
        self.at_most_one(variables)

    def at_most(self, variables: Sequence[int], bound: int) -> None:
        """At most `bound` of the variables are true (Sinz's sequential counter)."""
        if bound < 0:
            self.add()
            return
        if bound >= len(variables):
            return
        counts = self.counter(variables, bound + 1)
        if len(counts) > bound:
            self.add(-counts[bound])

    def counter(self, variables: Sequence[int], most: int) -> list[int]:
        """Variables c_1, c_2, ... up to c_most: c_k is true whenever k of the given ones are."""
        before: list[int] = []
        for variable in variables:
            after = [self.variable() for _ in range(min(len(before) + 1, most))]
            for k, count in enumerate(before):
                self.add(-count, after[k])
                if k + 1 < len(after):
                    self.add(-count, -variable, after[k + 1])
            if after:
                self.add(-variable, after[0])
            before = after
        return before

    def not_below(self, pairs: Iterable[tuple[int, int]]) -> None:
        """The first members, as a vector, are lexicographically not below the second ones (true > false)."""
        pairs = [(first, second) for first, second in pairs if first != second]
        if not pairs:
            return
        # `same` is true whenever all pairs before this one are equal.
        same: int | None = None
        for position, (first, second) in enumerate(pairs):
            guard = () if same is None else (-same,)
            self.add(*guard, first, -second)
            if position + 1 == len(pairs):
                break
            following = self.variable()
            self.add(*guard, -first, -second, following)
            self.add(*guard, first, second, following)
            same = following


@cache
def _solver_class() -> Any:
    """CaDiCaL, called so that a signal waits for the end of the call and then is Python's to handle.

    In the main thread PySAT would take Ctrl-C for itself and jump out of the solver, in the midst of whatever
    that does to its memory, and the next Ctrl-C would jump to where nothing is any more.
    """
    import pysolvers
    from pysat.solvers import Cadical195

    class Solver(Cadical195):  # type: ignore[misc]
        def solve(self, assumptions: Sequence[int] = ()) -> bool:
            self.status = pysolvers.cadical195_solve(self.cadical, assumptions, 0)
            self.prev_assumps = assumptions
            return bool(self.status)

        def solve_limited(
            self, assumptions: Sequence[int] = (), expect_interrupt: bool = False
        ) -> bool | None:
            answer = pysolvers.cadical195_solve_lim(self.cadical, assumptions, 0)
            found = None if answer == 0 else bool(answer > 0)
            self.status, self.prev_assumps = found, assumptions
            return found

    return Solver
