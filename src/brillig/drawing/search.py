"""The picture of a search (figure 3): P_B(t) as a raster over time, and below it the gaps and the metric."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from brillig.drawing.charts import DASHES, new_figure
from brillig.drawing.colours import colours_of, rgb
from brillig.drawing.svg import FAINT, GREY, INK
from brillig.errors import BrilligError
from brillig.recording.reader import Batch, Recording, State

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLUMNS = 1200  # of the raster
MAX_LABELS = 81  # rows that each get their label; with more, each Y gets one
CONVERGED = 1e-3  # a gap below this is on its way to 0
AFTER = 0.04  # how much of the picture shows the solution, after the search
GROUND = np.array([0.965, 0.965, 0.955])  # an empty cell: light, to spare ink, but seen beside white paper


def draw_search(recording: Recording, *, log: bool = False) -> Figure:
    """Each row is a cell Y Z of the rule table, its colour the X of the rule there, its strength P_B(t).

    At the right edge of a search that found a solution stands the solution.
    """
    samples = recording.samples
    if not samples:
        raise BrilligError(
            "the recording has no sampled state: the run was too short", hint="record a longer one"
        )
    batch = recording.batches[-1]
    colours = colours_of(["S", *batch.names])
    pairs = batch.n**2
    raster_height = min(8.0, max(2.6, 0.1 * pairs))
    figure = new_figure(10, raster_height + 4.2)
    raster, gaps, metric = figure.subplots(
        3, 1, sharex=True, gridspec_kw={"height_ratios": [raster_height, 2.2, 1.3]}
    )
    first, last = max(1, samples[0].time), max(2, recording.states[-1].time)
    end = _after(first, last, log) if _solved(recording) else last
    _draw_raster(raster, recording, batch, colours, np.asarray(_edges(first, end, log)))
    _draw_gaps(gaps, recording, batch, colours, end)
    _draw_metric(metric, recording, batch, colours)
    if log:
        metric.set_xscale("log")
    metric.set_xlim(first if log else 0, end)
    metric.set_xlabel(
        "iterations of the network" + (", all starts in their order" if _starts(samples) > 1 else "")
    )
    for axes in (raster, gaps, metric):
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(colors=GREY, labelcolor=INK)
        if end > last:
            axes.axvline(last, color=GREY, linewidth=0.8, linestyle="dashed")
    if end > last:
        place = {"xy": (1, 1), "xytext": (0, 2), "xycoords": "axes fraction", "textcoords": "offset points"}
        raster.annotate("solution", **place, ha="right", va="bottom", fontsize=8)
    _add_legend(figure, batch, colours)
    figure.suptitle(_title(recording), fontsize=11, x=0.01, ha="left")
    return figure


def _solved(recording: Recording) -> bool:
    """Whether the solution is this search's own: another engine's has other names for the categories."""
    solution = recording.solution
    return solution is not None and solution.run.engine == "concur"


def _after(first: int, last: int, log: bool) -> float:
    return float(last * (last / first) ** AFTER if log else last * (1 + AFTER))


def _edges(first: float, end: float, log: bool) -> npt.NDArray[np.float64]:
    return np.geomspace(first, end, COLUMNS + 1) if log else np.linspace(0, end, COLUMNS + 1)


def _draw_raster(
    axes: Any,
    recording: Recording,
    batch: Batch,
    colours: dict[str, str],
    edges: npt.NDArray[np.float64],
) -> None:
    samples = recording.samples
    times = np.array([state.time for state in samples])
    # Each column shows the last sample before its end.
    chosen = np.maximum(0, np.searchsorted(times, edges[1:], side="right") - 1)
    palette = np.array([rgb(colours[name]) for name in batch.parents])
    slices = {int(k): _slice(samples[k], palette) for k in np.unique(chosen)}
    picture = np.stack([slices[int(k)] for k in chosen], axis=1)
    if _solved(recording):
        picture[:, edges[:-1] >= recording.states[-1].time] = _solution_slice(recording, batch, palette)
    rows = np.arange(batch.n**2 + 1)
    axes.pcolormesh(edges, rows, picture, rasterized=True)
    axes.set_ylim(batch.n**2, 0)
    names = batch.names
    if batch.n**2 <= MAX_LABELS:
        texts = [f"{y} {z}" for y in names for z in names]
        axes.set_yticks(rows[:-1] + 0.5, texts, fontsize=6)
    else:
        axes.set_yticks((np.arange(batch.n) + 0.5) * batch.n, [f"{y} ·" for y in names], fontsize=8)
    for group in range(1, batch.n):
        axes.axhline(group * batch.n, color="white", linewidth=0.8)
    axes.tick_params(axis="y", length=0)
    axes.set_ylabel("cell Y Z of the rule table")


def _slice(state: State, palette: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """One moment: for each Y Z the colour of the strongest X, mixed with the ground by its strength."""
    assert state.estimate is not None
    flat = state.estimate.reshape(state.estimate.shape[0], -1)
    strength = (flat.max(axis=0) / 255.0)[:, None]
    mixed: npt.NDArray[np.float64] = GROUND + (palette[flat.argmax(axis=0)] - GROUND) * strength
    return mixed


def _solution_slice(
    recording: Recording, batch: Batch, palette: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    assert recording.solution is not None
    column = np.tile(GROUND, (batch.n**2, 1))
    for x, y, z in recording.solution.grammar.syntactic:
        cell = batch.names.index(y) * batch.n + batch.names.index(z)
        column[cell] = palette[batch.parents.index(x)]
    return column[:, None]


def _broken(states: Sequence[State], values: npt.NDArray[np.float64]) -> tuple[Any, Any]:
    """Times and values with a gap between starts, which have nothing to do with each other."""
    keys = np.array([(state.batch, state.start) for state in states])
    times = np.array([state.time for state in states], float)
    breaks = np.flatnonzero(np.any(keys[1:] != keys[:-1], axis=1)) + 1
    return np.insert(times, breaks, np.nan), np.insert(values, breaks, np.nan, axis=0)


def _draw_gaps(axes: Any, recording: Recording, batch: Batch, colours: dict[str, str], end: float) -> None:
    states = recording.states
    values = np.array([[*state.gaps, state.gap] for state in states], float)
    times, values = _broken(states, values)
    # By type the gaps jump by orders of magnitude between samples: of many, running medians are shown.
    values[:, :-1] = _running_median(values[:, :-1], len(states) // 200)
    values = np.where(values > 0, values, np.nan)
    marker = "." if len(states) < 30 else None
    for number, name in enumerate(batch.names):
        axes.plot(
            times, values[:, number], color=colours[name], linewidth=0.6, linestyle=_dashes(number, batch)
        )
    axes.plot(times, values[:, -2], color=GREY, linewidth=1.1, linestyle="dashed")
    axes.plot(times, values[:, -1], color=INK, linewidth=1.4, marker=marker)
    axes.set_yscale("log")
    low = float(np.nanmin(values[:, -1])) / 2
    if _solved(recording):
        low = min(low, float(np.nanmedian(values[:, -1])) * 1e-3)
        last = states[-1]
        axes.plot([last.time, last.time, end], [last.gap, low, low], color=INK, linewidth=2.4)
        # A search that waits for convergence falls by itself; else rules were read off a state far from it.
        how = "converged" if last.gap < CONVERGED else "rules read off and completed: gap 0"
        place = {"xytext": (-6, 6), "textcoords": "offset points", "ha": "right", "va": "bottom"}
        paper = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
        axes.annotate(how, (last.time, low), **place, fontsize=8, bbox=paper)
    axes.set_ylim(low / 1.3, 1.5 * float(np.nanmax(values)))
    axes.set_ylabel("rms gap")
    axes.grid(axis="y", color=FAINT, linewidth=0.5)


def _running_median(values: npt.NDArray[np.float64], half: int) -> npt.NDArray[np.float64]:
    """Each value replaced by the median of those up to `half` places away, without crossing a break."""
    result = values.copy()
    breaks = [-1, *np.flatnonzero(np.isnan(values[:, 0])), len(values)]
    for before, after in pairwise(breaks):
        for k in range(before + 1, after):
            result[k] = np.median(values[max(before + 1, k - half) : min(after, k + half + 1)], axis=0)
    return result


def _draw_metric(axes: Any, recording: Recording, batch: Batch, colours: dict[str, str]) -> None:
    samples = recording.samples
    times, values = _broken(samples, np.array([state.mu for state in samples], float))
    for number, name in enumerate(batch.names):
        axes.plot(
            times, values[:, number], color=colours[name], linewidth=1, linestyle=_dashes(number, batch)
        )
    axes.set_ylabel("metric μ")
    axes.grid(axis="y", color=FAINT, linewidth=0.5)


def _dashes(number: int, batch: Batch) -> Any:
    """Designated lexical categories are dotted: they are never the X of a row."""
    return DASHES[0] if number < batch.plain else DASHES[3]


def _add_legend(figure: Any, batch: Batch, colours: dict[str, str]) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Any] = [Patch(facecolor=colours["S"], label="S")]
    for number, name in enumerate(batch.names):
        if number < batch.plain:
            handles.append(Patch(facecolor=colours[name], label=name))
        else:
            handles.append(Line2D([], [], color=colours[name], linestyle="dotted", label=name))
    handles += [
        Line2D([], [], color=GREY, linestyle="dashed", label="tensor"),
        Line2D([], [], color=INK, linewidth=1.6, label="all"),
    ]
    figure.legend(handles=handles, loc="outside right upper", frameon=False, fontsize=9)


def _starts(samples: Sequence[State]) -> int:
    return len({(state.batch, state.start) for state in samples})


def _title(recording: Recording) -> str:
    problem = recording.problem
    size = (
        f"c = {problem.categories}, c_l = {problem.lexical}, r_s = {problem.rules}, h = {problem.homographs}"
    )
    ends = {
        "found": "a solution was found",
        "infeasible": "there is no solution",
        "unknown": "no solution was found",
        "unfinished": "the recording was cut off",
    }
    return f"{len(problem.corpus)} sentences, {size}, seed {recording.seed}: {ends[recording.status]}"
