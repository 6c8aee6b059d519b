"""A study of one setting, run and summed up: what `study` answers."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from brillig.limits import Cancel
from brillig.studies.local import LocalPool
from brillig.studies.plan import Plan
from brillig.studies.report import rows, solutions
from brillig.studies.run import OnView, run_study
from brillig.studies.statistics import Summary
from brillig.studies.store import Store, in_memory, open_to_run
from brillig.studies.trial import Setting, TrialResult
from brillig.workflows.tables import to_frame


@dataclass(frozen=True)
class StudyResult:
    """The trials of one setting and what they say together; `reason` where no trial can succeed."""

    summary: Summary
    results: tuple[TrialResult, ...]
    solutions: tuple[dict[str, Any], ...]
    seconds: float
    reason: str | None = None

    @classmethod
    def of(cls, store: Store, *, trials: bool = True) -> StudyResult:
        """What the store of one setting says; without the single trials, which may be millions, if asked."""
        (row,) = rows(store)
        return cls(
            row.summary,
            tuple(result for _, _, result in store.results()) if trials else (),
            tuple(solutions(store, 0)),
            store.seconds,
            row.setting.impossible(),
        )

    @property
    def trials(self) -> int:
        return self.summary.trials

    @property
    def successes(self) -> int:
        return self.summary.successes

    @property
    def iterations_per_success(self) -> float | None:
        return self.summary.iterations_per_success

    @property
    def standard_error(self) -> float | None:
        return self.summary.standard_error

    def to_json(self) -> dict[str, Any]:
        return {
            "trials": self.trials,
            "successes": self.successes,
            "iterations_per_success": self.iterations_per_success,
            "standard_error": self.standard_error,
            "seconds": self.seconds,
            "microseconds_per_iteration": self.summary.microseconds_per_iteration,
            "solutions": list(self.solutions),
        } | ({} if self.reason is None else {"reason": self.reason})

    def to_pandas(self) -> Any:
        """A DataFrame with a row for each trial."""
        return to_frame([result.to_json() for result in self.results])

    def __str__(self) -> str:
        """What `brillig study` prints."""
        if self.reason is not None:
            return f"infeasible: {self.reason}"
        lines = [f"{s['count']:>6} x  {s['canonical'].partition(' | ')[0]}" for s in self.solutions[:5]]
        if len(self.solutions) > 5:
            lines.append(f"{'':>6}    and {len(self.solutions) - 5} other grammars")
        low, high = self.summary.interval()
        cost = self.summary.microseconds_per_iteration
        timing = "" if cost is None else f", {cost:.1f} microseconds per iteration"
        lines.append(f"success rate between {low:.1%} and {high:.1%} (95%); {self.seconds:.1f} s{timing}")
        lines.append(self.summary.closing_line())
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<StudyResult: {self.successes} of {self.trials} trials succeeded>"


def run_setting(
    setting: Setting,
    jobs: int,
    *,
    store: str | Path | None = None,
    time_limit: float | None = None,
    watch: OnView | None = None,
    cancel: Cancel | None = None,
) -> StudyResult:
    """Run the trials of one setting on this machine, kept in a file only if one is named."""
    plan = Plan(setting.name, (setting,))
    with nullcontext(in_memory(plan)) if store is None else open_to_run(Path(store), plan) as opened:
        run_study(opened, LocalPool(plan, jobs), time_limit=time_limit, cancel=cancel, watch=watch)
        return StudyResult.of(opened)
