"""Charts with matplotlib (extra `plot`): study statistics and the front of the max-min search.

Every function returns a matplotlib `Figure` made without pyplot, so that nothing is shared between threads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from brillig.drawing.colours import HUES
from brillig.drawing.extra import need_matplotlib
from brillig.drawing.svg import FAINT, GREY, INK
from brillig.errors import BrilligError
from brillig.studies.statistics import Times, survival_curve, wilson

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Dark hues first: lines and points have to be seen on white.
LINES = (HUES[4], HUES[1], HUES[3], HUES[6], HUES[5], HUES[8], HUES[7])
DASHES: tuple[Any, ...] = ("solid", "dashed", "dashdot", "dotted", (0, (5, 1, 1, 1, 1, 1)))


def new_figure(width: float, height: float) -> Figure:
    need_matplotlib("a chart")
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def to_bytes(figure: Figure, form: str) -> bytes:
    """The figure as an SVG or PNG file; the same figure gives the same bytes."""
    import matplotlib

    buffer = BytesIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "brillig"}):
        metadata = {"Date": None, "Creator": "Brillig"} if form == "svg" else {"Software": "Brillig"}
        figure.savefig(buffer, format=form, dpi=160, metadata=metadata)
    return buffer.getvalue()


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


def draw_front(points: Sequence[Mapping[str, Any]], chosen: Mapping[str, Any] | None = None) -> Figure:
    """The max-min search: a mark for each (c, r_s), with c_l in it; its form says what is known.

    `points` are those of the search's JSON: categories, lexical, rules, homographs, status.
    """
    _need(points, "a front")
    levels = sorted({int(point["homographs"]) for point in points})
    least, most = (choose(int(point["lexical"]) for point in points) for choose in (min, max))
    categories = sorted({int(point["categories"]) for point in points})
    rules = sorted({int(point["rules"]) for point in points})
    across = (categories[-1] - categories[0] + 1) * (most - least + 1) * 0.34
    figure = new_figure(max(5.4, across + 1), (0.62 * (rules[-1] - rules[0] + 1) + 1.0) * len(levels) + 0.7)
    for axes, level in zip(np.ravel(figure.subplots(len(levels), 1)), levels, strict=True):
        for point in points:
            if int(point["homographs"]) == level:
                _front_point(axes, point, least, most, chosen)
        axes.set_xticks(range(categories[0], categories[-1] + 1))
        axes.set_yticks(range(rules[0], rules[-1] + 1))
        axes.set_xlim(categories[0] - 0.5, categories[-1] + 0.5)
        axes.set_ylim(rules[0] - 0.5, rules[-1] + 0.5)
        for edge in range(categories[0], categories[-1]):
            axes.axvline(edge + 0.5, color=FAINT, linewidth=0.8)
        axes.set_xlabel("categories c; the number in a mark is c_l")
        axes.set_ylabel("rules r_s")
        if len(levels) > 1 or level:
            axes.set_title(f"h = {level}", fontsize=10, loc="left")
        _tidy(axes)
    _front_legend(figure, points, chosen)
    return figure


_MARKS = {
    "found": ("o", LINES[2], "solved"),
    "infeasible": ("s", "#6b717c", "proven impossible"),
    "unknown": ("o", "none", "not found, not excluded"),
}


def _front_point(
    axes: Any, point: Mapping[str, Any], least: int, most: int, chosen: Mapping[str, Any] | None
) -> None:
    mark, fill, _ = _MARKS[point["status"]]
    place = (int(point["lexical"]) - least + 0.5) / (most - least + 1) - 0.5
    x, y = int(point["categories"]) + 0.92 * place, int(point["rules"])
    if chosen is not None and _size(point) == _size(chosen):
        axes.plot(
            x, y, "o", markersize=22, markerfacecolor="none", markeredgecolor=LINES[1], markeredgewidth=2
        )
    axes.plot(x, y, mark, markersize=17, markerfacecolor=fill, markeredgecolor=INK, markeredgewidth=0.9)
    ink = INK if point["status"] == "unknown" else "white"
    axes.text(x, y, str(point["lexical"]), ha="center", va="center_baseline", fontsize=8, color=ink)


def _front_legend(figure: Any, points: Sequence[Mapping[str, Any]], chosen: Mapping[str, Any] | None) -> None:
    from matplotlib.lines import Line2D

    handles = []
    for status, (mark, fill, text) in _MARKS.items():
        if any(point["status"] == status for point in points):
            handles.append(
                Line2D(
                    [], [], linestyle="", marker=mark, markerfacecolor=fill, markeredgecolor=INK, label=text
                )
            )
    if chosen is not None:
        ring: dict[str, Any] = {
            "markerfacecolor": "none",
            "markeredgecolor": LINES[1],
            "markeredgewidth": 2.0,
        }
        handles.append(Line2D([], [], linestyle="", marker="o", markersize=10, label="chosen", **ring))
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), frameon=False, fontsize=9)


def _size(point: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(int(point[name]) for name in ("categories", "lexical", "rules", "homographs"))


def _tidy(axes: Any) -> None:
    axes.grid(axis="y", color=FAINT, linewidth=0.5)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(colors=GREY, labelcolor=INK)


def _need(things: Any, what: str) -> None:
    if len(things) == 0:
        raise BrilligError(f"there is nothing to draw {what} of")
