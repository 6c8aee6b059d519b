"""A colour for each category, safe for colour blindness and print; the name always stands beside it.

The nine hues are Paul Tol's "muted" scheme. Past nine, and for the features of a category (`B_0`, `B_1`),
they come again lighter and darker.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

HUES = (
    "#88ccee",  # cyan
    "#cc6677",  # rose
    "#ddcc77",  # sand
    "#117733",  # green
    "#332288",  # indigo
    "#44aa99",  # teal
    "#aa4499",  # purple
    "#999933",  # olive
    "#882255",  # wine
)
# How far each turn goes towards white (positive) or black (negative).
_TURNS = (0.0, 0.5, -0.45, 0.75, -0.25, 0.25)
_FEATURE = re.compile(r"(.+?)((?:_\d+)+)\Z")


def colours_of(categories: Iterable[str]) -> dict[str, str]:
    """`{category: colour}`, the same for the same categories in the same order."""
    names = list(dict.fromkeys(categories))
    families: dict[str, list[str]] = {}
    for name in names:
        match = _FEATURE.match(name)
        families.setdefault(match[1] if match else name, []).append(name)
    colours = {}
    for number, members in enumerate(families.values()):
        turn = number // len(HUES)
        for place, name in enumerate(members):
            colours[name] = _tint(HUES[number % len(HUES)], _TURNS[(turn + place) % len(_TURNS)])
    return {name: colours[name] for name in names}


def ink_on(colour: str) -> str:
    """Black or white, whichever reads better on a colour."""
    return "#000000" if luminance(colour) > 0.18 else "#ffffff"


def luminance(colour: str) -> float:
    """Relative luminance, 0 (black) to 1 (white), as WCAG defines it."""
    red, green, blue = (_linear(channel) for channel in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def rgb(colour: str) -> tuple[float, float, float]:
    """`#rrggbb` as three numbers from 0 to 1."""
    red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return red, green, blue


def colour_for(colours: Mapping[str, str], category: str) -> str:
    """The colour of a category; grey for one that the colours were not made for."""
    return colours.get(category, "#bbbbbb")


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _tint(colour: str, turn: float) -> str:
    towards = 1.0 if turn > 0 else 0.0
    mixed = (channel + (towards - channel) * abs(turn) for channel in rgb(colour))
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in mixed)
