"""How the search goes.

The defaults are those that did best over many data sets: docs/explanation/search-dynamics.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from brillig.engines.concur.metric import METRICS
from brillig.errors import BrilligError, Option

TENSORS = ("limit", "norm")
LIFTS = ("printed", "kept", "at-x")  # numbered as in network.hpp
PURE_ORDERS = ("divide-first", "concur-first")
ORDERS = (*PURE_ORDERS, "mixed")
FIRST_STARTS = 5  # of mixed orders, alike; what is easy is found by them


@dataclass(frozen=True)
class Settings:
    """beta                how far a step goes
    gamma               rate of the metric update; 0 keeps every mu at 1
    kappa               weight of the tensor's gap in the metric update
    metric              how the metric follows the gaps: a name of `metric.METRICS`
    tensor              where the limit on the rules is: "limit", at most r_s ones in each copy of P_A(t), or
                        "norm", P_B(t) has a squared norm of at most r_s
    lift                where P_B puts a category that nothing has: "printed", where what it projects is
                        largest; "kept", there, and at the same place until something has the category;
                        "at-x", where the state itself is largest, before P_A has reflected it
    order               which projection comes first: "divide-first" as in the paper; "concur-first"; or
                        "mixed", by the number of a start: see `of_start`
    restart_after       iterations of a start; None never restarts
    correlated          start all copies of the tensor, and all occurrences of a word, alike
    tolerance           gap below which a state has converged
    decode_every        look for a candidate rule set every N iterations; 0 waits for convergence
    decode_extra        candidates are the r_s rules among the r_s + extra most used ones
    finish_starts       starts of the chart network to complete a candidate
    finish_iterations   iterations of each
    finish_beta         beta of each
    retries             how often a candidate is tried, by different starts, before it is set aside
    batch               sentences to work on; the others are checked afterwards. None: all at once
    change_after        change to another batch of the same size after N iterations; None: the batch grows
    strict_word_choice  P_B of the words is the nearest point, not the paper's: w* by distance, and at h > 0
                        the bound on the lexicon in the metric
    literal             h > 0: a category of a word costs 1 - 2 v, as printed, though its others are rounded
    double              compute in float64
    layers              refine and extend by the paper's network of layers, not by the quicker ones; read a
                        fixed point as the paper does: the trees of P_A(x*), and what words' vectors round to
    hold                of extend in layers: hold what is known in both projections, not in P_B alone
    """

    beta: float = 0.5
    gamma: float = 0.02
    kappa: float = 1.5
    metric: str = "mean"
    tensor: str = "limit"
    lift: str = "printed"
    order: str = "mixed"
    restart_after: int | None = 1000
    correlated: bool = True
    tolerance: float = 1e-4
    decode_every: int = 5
    decode_extra: int = 1
    finish_starts: int = 3
    finish_iterations: int = 10
    finish_beta: float = 0.5
    retries: int = 20
    batch: int | None = 30
    change_after: int | None = None
    strict_word_choice: bool = False
    literal: bool = False
    double: bool = False
    layers: bool = False
    hold: bool = False

    def __post_init__(self) -> None:
        choices = {"metric": METRICS, "tensor": TENSORS, "lift": LIFTS, "order": ORDERS}
        for name, known in choices.items():
            value = getattr(self, name)
            if value not in known:
                hint = f"choose one of {', '.join(known)}"
                raise BrilligError(f"{value!r} is not a {name}", hint=hint, field=name)


DEFAULT = Settings()
# What the paper says, with three things that it leaves open or that do not work as printed: the limit on the
# rules by the norm and the metric `mean-shared`; the lift of unused categories kept; and a new start after
# 35 / gamma iterations, because the metric melts the state once, in a time that goes with 1 / gamma, and
# successes come while it does. Of the readings in docs/reproduction/paper-rates.md the best on toy1.
MELTED = 35.0
PAPER = Settings(
    gamma=1e-4,
    kappa=1.0,
    metric="mean-shared",
    tensor="norm",
    lift="kept",
    order="divide-first",
    restart_after=round(MELTED / 1e-4),
    correlated=False,
    tolerance=1e-4,
    decode_every=0,
    batch=None,
    layers=True,
)
PRESETS = {"default": DEFAULT, "paper": PAPER}
# The paper's rate on its second grammar is 1e-2. It gives none for the refiner, whose mu has to be able to
# leave [1/10, 10] when it is stuck; with the lift kept it hardly does, so that starts end after 200
# iterations (toy2, 100 sentences: what succeeds has done so by then).
_BY_LIMIT = replace(PAPER, tensor="limit", metric="mean", restart_after=None)
PAPER_BY_KIND: dict[str, Settings] = {
    "extend": replace(_BY_LIMIT, gamma=1e-2, kappa=1.5),
    "refine": replace(_BY_LIMIT, gamma=0.1, restart_after=200),
}


def of_start(settings: Settings, number: int) -> tuple[str, str]:
    """The order of the projections and the lift of a start, by its number within a search.

    Mixed orders divide first in the first five starts, then they concur first, every other time with the
    lift kept: no choice is the quickest on all problems, and what is easy is found by the first starts.
    """
    if settings.order != "mixed":
        return settings.order, settings.lift
    if number < FIRST_STARTS:
        return "divide-first", settings.lift
    return "concur-first", "kept" if (number - FIRST_STARTS) % 2 == 0 else settings.lift


def changed(settings: Settings, changes: Mapping[str, Any]) -> Settings:
    """Other values for some settings. Where the paper's preset starts again follows its rate gamma."""
    result = replace(settings, **changes)
    follows = settings.restart_after == PAPER.restart_after and "restart_after" not in changes
    if follows and "gamma" in changes and result.gamma > 0:
        result = replace(result, restart_after=round(MELTED / result.gamma))
    return result


def preset_settings(name: str, kind: str = "infer") -> Settings:
    """The settings that a preset stands for, for a kind of problem."""
    if name not in PRESETS:
        hint = f"choose one of {', '.join(PRESETS)}"
        raise BrilligError(f"{name!r} is not a preset", hint=hint, field="preset")
    return PAPER_BY_KIND.get(kind, PAPER) if name == "paper" else PRESETS[name]


def make_settings(
    preset: str | None, changes: Settings | Mapping[str, Any] | None = None, kind: str = "infer"
) -> Settings:
    """The settings of a preset for a kind of problem, with some of its values replaced."""
    if isinstance(changes, Settings):
        return changes
    chosen, known = preset_settings(preset or "default", kind), [field.name for field in fields(Settings)]
    for name in changes or ():
        if name not in known:
            message = f"{name!r} is not a setting of the search; these are {', '.join(known)}"
            raise BrilligError(message, field="settings")
    return changed(chosen, changes or {})


def engine_of(engine: str, settings: object) -> str:
    """The engine to take: what the paper's settings ask for is divide and concur alone."""
    if not isinstance(settings, Settings) or not settings.layers or engine == "concur":
        return engine
    if engine != "auto":
        message = (Option("preset", "paper"), " is divide and concur alone")
        raise BrilligError(message, hint=("leave out ", Option("engine", engine)), field="engine")
    return "concur"
