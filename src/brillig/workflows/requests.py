"""What the requests of the workflows share: which engine, how divide and concur searches, and their rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Self

from brillig.engines.concur.settings import Settings, make_settings
from brillig.engines.outcome import Outcome
from brillig.engines.registry import check_engine, find_engine
from brillig.errors import BrilligError, Option
from brillig.limits import Budget, Limits
from brillig.problems.solution import Status
from brillig.workflows.explain import Explanation, explain

LEAVE_OUT = "leave it out"


@dataclass(frozen=True, kw_only=True)
class EngineRequest:
    """Who is to search, and how.

    preset     the settings of divide and concur; None is Brillig's own
    settings   what is to be changed in them, by name, or all of them
    explain    tell more than the answer: what is proven about it, or why there is none
    """

    kind: ClassVar[str] = "infer"

    engine: str = "auto"
    preset: str | None = None
    settings: Settings | Mapping[str, Any] = field(default_factory=dict)
    explain: bool = False

    def __post_init__(self) -> None:
        check_engine(self.engine)

    @property
    def concur(self) -> Settings:
        """How divide and concur searches."""
        return make_settings(self.preset, self.settings, self.kind)

    @property
    def settings_given(self) -> list[str]:
        """The fields that say how divide and concur searches, as far as anything was said."""
        changed = ["settings"] if isinstance(self.settings, Settings) else list(self.settings)
        return [*changed, *(["preset"] if self.preset is not None else [])]

    def refuse_layered_settings(self) -> None:
        """Refining and extending have settings in the paper's form alone; elsewhere they would do nothing."""
        if self.settings and not self.concur.layers:
            hint = ("give ", Option("preset", "paper"), ", or leave it out")
            given = self.settings_given[0]
            raise BrilligError(f"{self.kind} has settings in the paper's form only", hint=hint, field=given)

    def refuse_limits(self, limits: Limits) -> None:
        """For people: some engines make no iterations that could be limited.

        Programs may pass the same limits to every engine.
        """
        if limits.max_iterations is not None and not find_engine(self.engine).iterates:
            hint = (LEAVE_OUT, ", or limit it by ", Option("time_limit"))
            message = f"{find_engine(self.engine).title} makes no iterations"
            raise BrilligError(message, hint=hint, field="max_iterations")


@dataclass(frozen=True)
class Result(Outcome):
    """An outcome, and what is known besides.

    why   where there is proven to be no solution, and someone asked: what contradicts what
    """

    why: Explanation | None = None

    @classmethod
    def of(cls, outcome: Outcome, **more: Any) -> Self:
        return cls(**{one.name: getattr(outcome, one.name) for one in fields(Outcome)}, **more)

    def to_json(self) -> dict[str, Any]:
        return super().to_json() | ({} if self.why is None else self.why.to_json())


def explain_failure(outcome: Outcome, budget: Budget) -> Explanation | None:
    """Why it is proven that there is no solution; None where that is not so, or cannot be said in time."""
    return explain(outcome.problem, budget) if outcome.status is Status.INFEASIBLE else None
