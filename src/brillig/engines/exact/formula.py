"""A growing CNF formula in front of CaDiCaL: variables, counting, orderings, a copy of every clause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

SOLVER = "cadical195"


class OutOfWorkError(Exception):
    """The solver has had the conflicts it was allowed, without an answer; that proves nothing."""


class Formula:
    """Clauses added so far, given to one incremental solver.

    `clauses` keeps what was added, so that the formula behind a proof of infeasibility can be written down.
    """

    def __init__(self) -> None:
        from pysat.solvers import Solver

        self.clauses: list[list[int]] = []
        self.variables = 0
        self.calls = 0
        self.conflicts_left: int | None = None  # work that may still be done; None: any
        self._solver: Any = Solver(name=SOLVER)
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
        """Whether there is a model under the assumptions; it cannot be interrupted.

        Where conflicts are limited, `OutOfWorkError` says that there was no answer within them.
        """
        self.calls += 1
        satisfiable = self._solve_limited(assumptions)
        self._model = {lit for lit in self._solver.get_model() if lit > 0} if satisfiable else set()
        return satisfiable

    def _solve_limited(self, assumptions: Sequence[int]) -> bool:
        if self.conflicts_left is None:
            return bool(self._solver.solve(assumptions=list(assumptions)))
        before = self.conflicts
        self._solver.conf_budget(max(0, self.conflicts_left))
        answer = self._solver.solve_limited(assumptions=list(assumptions))
        self.conflicts_left -= self.conflicts - before
        if answer is None:
            raise OutOfWorkError
        return bool(answer)

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

    def sorted_columns(self, columns: Sequence[Sequence[int]]) -> None:
        """Columns of equal length in descending lexicographic order."""
        for first, second in pairwise(columns):
            self.not_below(zip(first, second, strict=True))
