"""Charts of trials with matplotlib: survival curves and success rates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from brillig.drawing.charts import DASHES, LINES, new_figure
from brillig.drawing.svg import FAINT, GREY, INK
from brillig.errors import BrilligError
from brillig.studies.statistics import Times, survival_curve, wilson

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_survival(
    series: Mapping[str, tuple[Sequence[float], Sequence[bool]]],
    *,
    log: bool = True,
) -> Figure:
    """The share of trials not yet solved by iterations, a line for each `{name: (iterations, solved)}`.

    Trials that were given up count as unsolved until then (Kaplan and Meier); the band is 95%.
    """
    _need(series, "survival curves")
    figure = new_figure(6.4, 4.2)
    axes = figure.add_subplot()
    begin = max(1.0, min(min(iterations, default=1.0) for iterations, _ in series.values()) / 2)
    for number, (name, (iterations, solved)) in enumerate(series.items()):
        times, alive, low, high = survival(np.asarray(iterations, float), np.asarray(solved, bool), begin)
        colour, dashes = LINES[number % len(LINES)], DASHES[number // len(LINES) % len(DASHES)]
        axes.fill_between(times, low, high, step="post", color=colour, alpha=0.15, linewidth=0)
        solutions, trials = int(np.sum(solved)), len(iterations)
        text = f"{name} ({solutions}/{trials})"
        axes.step(times, alive, where="post", color=colour, linestyle=dashes, label=text)
    if log:
        axes.set_xscale("log")
    axes.set(xlabel="iterations", ylabel="share of trials not yet solved", ylim=(0, 1.02))
    _tidy(axes)
    figure.legend(loc="outside right upper", frameon=False, fontsize=9)
    return figure


def survival(
    iterations: npt.NDArray[np.float64], solved: npt.NDArray[np.bool_], begin: float = 1.0
) -> tuple[npt.NDArray[np.float64], ...]:
    """Kaplan and Meier's estimate from `begin` on: times, survival, low and high end of the 95% band."""
    if len(iterations) == 0 or len(iterations) != len(solved):
        raise BrilligError("a survival curve needs the iterations of each trial and whether it was solved")
    ends = zip(iterations.tolist(), solved.tolist(), strict=True)
    points = [(begin, 1.0, 1.0, 1.0)]
    for step in survival_curve(Times.of(ends)):
        points.append((step.iterations, step.survival, *step.band))
    points.append((float(iterations.max()), *points[-1][1:]))
    return tuple(np.asarray(values, float) for values in zip(*points, strict=True))


def draw_success_rates(
    names: Sequence[str],
    successes: Sequence[int],
    trials: Sequence[int],
    reference: Sequence[float | None] | None = None,
) -> Figure:
    """Success rates with their 95% intervals (Wilson), a line each; `reference` are rates to compare with."""
    _need(names, "success rates")
    if not len(names) == len(successes) == len(trials):
        raise BrilligError("success rates need as many names as successes and trials")
    figure = new_figure(6.4, 0.9 + 0.36 * len(names))
    axes = figure.add_subplot()
    for row, (wins, number) in enumerate(zip(successes, trials, strict=True)):
        if number == 0:
            raise BrilligError(f"{wins} successes of no trials make no rate; leave them out")
        low, high = wilson(wins, number)
        axes.plot([low, high], [row, row], color=LINES[0], linewidth=2, solid_capstyle="round")
        label = "Brillig, 95% interval" if row == 0 else None
        axes.plot(wins / number, row, "o", color=LINES[0], label=label)
    for row, rate in enumerate(reference or ()):
        if rate is not None:
            axes.plot(rate, row, "D", markerfacecolor="none", markeredgecolor=LINES[1], markersize=8)
    if reference and any(rate is not None for rate in reference):
        axes.plot([], [], "D", markerfacecolor="none", markeredgecolor=LINES[1], label="reference")
    texts = [f"{name}  ({wins}/{n})" for name, wins, n in zip(names, successes, trials, strict=True)]
    axes.set_yticks(range(len(names)), texts)
    for text in axes.get_yticklabels():
        text.set_parse_math(False)
    axes.set(xlim=(-0.02, 1.02), ylim=(len(names) - 0.5, -0.5), xlabel="success rate")
    _tidy(axes)
    figure.legend(loc="outside lower right", frameon=False, fontsize=9, ncols=2)
    return figure


def _tidy(axes: Any) -> None:
    axes.grid(axis="y", color=FAINT, linewidth=0.5)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(colors=GREY, labelcolor=INK)


def _need(things: Any, what: str) -> None:
    if len(things) == 0:
        raise BrilligError(f"there is nothing to draw {what} of")
