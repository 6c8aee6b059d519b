"""The front of a choice: bits against rules, a mark for each point with a grammar, the chosen one ringed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brillig.drawing.charts import LINES, new_figure
from brillig.drawing.svg import FAINT, GREY, INK
from brillig.engines.registry import engine_names, find_engine
from brillig.errors import BrilligError
from brillig.files import read_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MARKS = "Dso^v<>P"  # of the engines, in their order

Points = Sequence[Mapping[str, Any]]


def draw_bits_front(points: Points, chosen: Mapping[str, Any] | None) -> Figure:
    """Bits up, rules across; beside each mark its categories, and of these the lexical ones."""
    known = [point for point in points if point.get("bits") is not None]
    if not known:
        raise BrilligError("no point has a grammar with bits, so there is no front to draw")
    figure = new_figure(7.2, 4.6)
    axes = figure.add_subplot()
    least: dict[int, float] = {}
    for point in known:
        rules = int(point["rules"])
        least[rules] = min(float(point["bits"]), least.get(rules, float("inf")))
    axes.plot(*zip(*sorted(least.items()), strict=True), color=GREY, linewidth=1, linestyle="dashed")
    named = set()
    for point in known:
        mark, colour, name = _mark_of(str(point.get("engine")))
        x, y = int(point["rules"]), float(point["bits"])
        label = None if name in named else name
        named.add(name)
        axes.plot(x, y, mark, color=colour, markersize=8, label=label)
        text = f"{point['categories']}, {point['lexical']}"
        axes.annotate(text, (x, y), (7, 4), textcoords="offset points", fontsize=8, color=INK)
    if chosen is not None and chosen.get("bits") is not None:
        ring: dict[str, Any] = {
            "markerfacecolor": "none",
            "markeredgecolor": LINES[1],
            "markeredgewidth": 2.0,
        }
        axes.plot(
            int(chosen["rules"]),
            float(chosen["bits"]),
            "o",
            linestyle="",
            markersize=17,
            label="chosen",
            **ring,
        )
    rules_seen = sorted(least)
    axes.set_xticks(range(rules_seen[0], rules_seen[-1] + 1))
    axes.set_xlim(rules_seen[0] - 0.6, rules_seen[-1] + 0.9)
    axes.set_xlabel("rules; next to a mark its categories, and how many of them are lexical")
    axes.set_ylabel("bits")
    axes.grid(axis="y", color=FAINT, linewidth=0.5)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(colors=GREY, labelcolor=INK)
    figure.legend(loc="outside lower right", frameon=False, fontsize=9, ncols=4)
    return figure


def front_of_choice(choice: Mapping[str, Any]) -> tuple[Points, Mapping[str, Any] | None]:
    """The points of a choice, and the chosen one."""
    points = choice["points"]
    return points, None if choice["chosen"] is None else points[choice["chosen"]]


def read_front(path: str) -> tuple[Points, Mapping[str, Any] | None] | None:
    """The points in what `search --json` or `infer --json` printed; None where a file is something else."""
    if not Path(path).is_file():
        return None
    try:
        data = json.loads(read_text(path))
        if not isinstance(data, dict):
            return None
        if "front" in data:
            points, chosen = data["front"], data["chosen"]
        elif isinstance(data.get("choice"), dict):
            points, chosen = front_of_choice(data["choice"])
        else:
            return None
        for point in [*points, *([] if chosen is None else [chosen])]:
            if not all(isinstance(point[name], int) for name in ("categories", "lexical", "rules")):
                return None
            if not isinstance(point.get("bits"), int | float | None):
                return None
    except (BrilligError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        return None
    return points, chosen


def _mark_of(engine: str) -> tuple[str, str, str]:
    """The mark and the colour of an engine, and what people call it."""
    names = engine_names()[1:]
    place = names.index(engine) if engine in names else 0
    return (
        _MARKS[place % len(_MARKS)],
        (LINES[3], LINES[0], LINES[2])[place % 3],
        find_engine(names[place]).title,
    )
