"""One trial: a setting, a seed, and what came of it. Alone it gives the same answer as among thousands."""

from __future__ import annotations

import dataclasses
import json
import math
from dataclasses import dataclass
from typing import Any

from brillig.engines.concur.kinds import find_solver, solve_by_concur
from brillig.engines.concur.pause import Paused
from brillig.engines.concur.settings import DEFAULT, Settings, changed, engine_of
from brillig.engines.outcome import Outcome
from brillig.engines.race import solve
from brillig.engines.registry import AUTO, check_engine, find_engine
from brillig.errors import BrilligError, Option
from brillig.limits import Cancel, Ended, Limits
from brillig.problems import AnyProblem, problem_from_json
from brillig.studies.checkpoint import decode, encode

DEFAULT_MAX_ITERATIONS = 1_000_000
MAX_WHOLE = 2**63 - 1  # the largest number that a store can hold
SETTING_NAMES = tuple(field.name for field in dataclasses.fields(Settings))


@dataclass(frozen=True)
class Setting:
    """What the trials of a row of the table share: all but the seed. Trial k has the seed `seed` + k."""

    name: str
    problem: AnyProblem
    trials: int
    seed: int = 0
    max_iterations: int = DEFAULT_MAX_ITERATIONS
    settings: Settings = DEFAULT
    engine: str = "concur"

    def __post_init__(self) -> None:
        for what, value, least in (
            ("trials", self.trials, 1),
            ("seed", self.seed, 0),
            ("max_iterations", self.max_iterations, 1),
        ):
            if value < least:
                raise BrilligError(f"{self.name}: {what} is {value}, but has to be at least {least}")
            if value > MAX_WHOLE:
                raise BrilligError(f"{self.name}: {what} is {value}, but has to be at most {MAX_WHOLE}")
        last = self.seed_of(self.trials - 1)
        if last > MAX_WHOLE:
            raise BrilligError(
                f"{self.name}: the last trial's seed would be {last}, more than {MAX_WHOLE}",
                hint="use a smaller seed",
            )
        check_engine(self.engine)
        engine_of(self.engine, self.settings)
        own = find_solver(self.problem).settings == DEFAULT
        takes_settings = (
            self.engine != AUTO and find_engine(self.engine).takes_settings and (own or self.settings.layers)
        )
        if self.settings != DEFAULT and not takes_settings:
            message = f"{self.name}: beta, gamma and the like are settings of inference by divide and concur"
            raise BrilligError(message, hint=("leave them out here, or add ", Option("preset", "paper")))

    def seed_of(self, trial: int) -> int:
        return self.seed + trial

    @property
    def can_pause(self) -> bool:
        """Whether a stopped trial leaves a checkpoint."""
        return self.engine == "concur"

    def impossible(self) -> str | None:
        """Why no trial can succeed, where counting alone shows it."""
        return self.problem.impossible()

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "problem": self.problem.to_json(),
            "trials": self.trials,
            "seed": self.seed,
            "max_iterations": self.max_iterations,
            "settings": dataclasses.asdict(self.settings),
            "engine": self.engine,
        }

    @classmethod
    def from_json(cls, data: Any) -> Setting:
        try:
            name, trials, seed, iterations = (data[f] for f in ("name", "trials", "seed", "max_iterations"))
            if not isinstance(name, str) or not all(map(_whole, (trials, seed, iterations))):
                raise BrilligError("not a study's setting: its name or one of its numbers is missing")
            # What says "none" as null is written as 0 on the command line.
            settings = {field: 0 if value is None else value for field, value in data["settings"].items()}
            return cls(
                name,
                problem_from_json(data["problem"]),
                trials,
                seed,
                iterations,
                change(DEFAULT, settings),
                data["engine"],
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise BrilligError(f"not a study's setting ({error})") from None


@dataclass(frozen=True)
class TrialResult:
    """What came of a trial. Everything but `seconds` is the same wherever and whenever it ran."""

    seed: int
    status: str
    iterations: int
    restarts: int
    seconds: float
    canonical: str | None = None
    grammar: str | None = None  # the JSON text of the grammar

    @property
    def success(self) -> bool:
        return self.status == "found"

    @property
    def figures(self) -> tuple[Any, ...]:
        """Its columns, in the order of `COLUMNS`."""
        return tuple(getattr(self, name) for name in COLUMNS)

    @property
    def answer(self) -> tuple[int, str, int, int, str | None]:
        """What has to be the same whenever the trial is run."""
        return self.seed, self.status, self.iterations, self.restarts, self.canonical

    def to_json(self) -> dict[str, Any]:
        data = dataclasses.asdict(self)
        return data | {"grammar": None if self.grammar is None else json.loads(self.grammar)}

    @classmethod
    def of(cls, outcome: Outcome) -> TrialResult:
        found, run = outcome.solution, outcome.run
        return cls(
            run.seed,
            outcome.status.value,
            run.iterations,
            run.restarts,
            run.seconds,
            None if found is None else found.grammar.canonical_text,
            None if found is None else json.dumps(found.grammar.to_json(), ensure_ascii=False),
        )


# The columns of a trial, wherever results are kept, sent or exported: all but the grammar, which many share.
# A new one comes last and has a default, which trials in older stores get.
COLUMNS: dict[str, Any] = {
    field.name: {"int": int, "str": str, "float": float}[str(field.type)]
    for field in dataclasses.fields(TrialResult)
    if field.name not in ("canonical", "grammar")
}


def run_trial(
    setting: Setting, trial: int, cancel: Cancel | None = None, checkpoint: bytes | None = None
) -> TrialResult | bytes | None:
    """Run trial number `trial` on this thread alone: to its end, or until `cancel` stops it.

    A stopped trial is a checkpoint, from which it can go on anywhere; None where the engine has no such
    thing. However often it was stopped, the result is that of an undisturbed run.
    """
    limits = Limits(setting.seed_of(trial), setting.max_iterations, jobs=1)
    problem, points = setting.problem, list[Paused]()
    resume = None if checkpoint is None else decode(checkpoint)
    if setting.engine != "concur":
        outcome = solve(problem, setting.engine, limits, cancel=cancel)
        return None if outcome.ended is Ended.CANCELLED else TrialResult.of(outcome)
    options = {} if setting.settings == DEFAULT else {"settings": setting.settings}
    outcome = solve_by_concur(problem, limits, cancel=cancel, resume=resume, paused=points.append, **options)
    return encode(points[0]) if points else TrialResult.of(outcome)


def change(settings: Settings, changes: dict[str, Any]) -> Settings:
    """Other values for some of the search's settings, each checked for its type."""
    kinds = {field.name: field for field in dataclasses.fields(Settings)}
    values: dict[str, Any] = {}
    for name, value in changes.items():
        if name not in kinds:
            hint = f"those are {', '.join(kinds)}"
            raise BrilligError(f"{name!r} is not a setting of the search", hint=hint)
        values[name] = _typed(name, kinds[name].default, value)
    return changed(settings, values)


def _typed(name: str, default: Any, value: Any) -> Any:
    if name in ("restart_after", "batch", "change_after"):
        if not _whole(value) or not 0 <= value <= MAX_WHOLE:
            raise BrilligError(f"{name} is {value!r}, not an integer (0: none)")
        return value or None
    if isinstance(default, bool):
        good = isinstance(value, bool)
    elif isinstance(default, str):
        if not isinstance(value, str):
            raise BrilligError(f"{name} is {value!r}, but has to be a name")
        return value  # which names there are is for Settings to say
    elif isinstance(default, int):
        good = _whole(value) and 0 <= value < 2**31
    else:
        good = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf
    if not good:
        kind = {bool: "true or false", int: "an integer", float: "a number"}[type(default)]
        raise BrilligError(f"{name} is {value!r}, but has to be {kind}, not negative and not huge")
    return type(default)(value)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
