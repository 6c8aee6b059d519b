"""`Outcome`: what an engine answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from brillig.language.grammar import Grammar
from brillig.limits import Ended
from brillig.parsing.cyk import accepts_all
from brillig.problems import AnyProblem
from brillig.problems.solution import FORMAT, Run, Solution, Status
from brillig.problems.telling import Proof


@dataclass(frozen=True)
class Outcome:
    """What an engine answers: a status, the solution when there is one, and a sentence saying why or who."""

    status: Status
    problem: AnyProblem
    run: Run
    solution: Solution | None = None
    reason: str = ""
    proof: Proof = Proof.OPEN  # what is known about other grammars like the solution's
    nearest: Grammar | None = None  # where nothing was found: what came nearest, if known
    choice: Mapping[str, Any] | None = None  # where the numbers were chosen: the JSON of what was considered

    @property
    def ended(self) -> Ended:
        """How the run ended: by an answer, or by a limit, or stopped."""
        return self.run.ended

    @cached_property
    def unexplained(self) -> tuple[int, ...]:
        """The numbers, from 1, of the sentences that the nearest grammar does not explain."""
        if self.nearest is None:
            return ()
        accepted = accepts_all(self.nearest, self.problem.corpus.sentences)
        return tuple(number for number, yes in enumerate(accepted, 1) if not yes)

    def to_json(self) -> dict[str, Any]:
        """The JSON of `infer`, `refine` and `extend`."""
        if self.solution is not None:
            data = self.solution.to_json() | {"run": self.run.to_json()}
        else:
            data = {
                "format": FORMAT,
                "version": self.problem.version,
                "status": self.status.value,
                "grammar": None,
                "canonical": None,
                "trees": [],
                "problem": self.problem.to_json(),
                "run": self.run.to_json(),
            }
            if self.nearest is not None:
                nearest = {"grammar": self.nearest.to_json(), "unexplained": list(self.unexplained)}
                data["nearest"] = nearest
        return data | {"reason": self.reason} | ({} if self.choice is None else {"choice": self.choice})
