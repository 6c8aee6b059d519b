"""The same pictures as PNG, through matplotlib: it brings its own font and needs no system program."""

from __future__ import annotations

import warnings
from io import BytesIO
from typing import TYPE_CHECKING, Any

from brillig.drawing.extra import need_matplotlib
from brillig.drawing.svg import PAPER, Box, Label, Line, Picture, Shape

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SCALE = 2.0  # pixels to a unit of the picture
MAX_PIXELS = 50_000_000  # a larger picture is made coarser, not refused
_DPI = 100


def to_png(picture: Picture) -> bytes:
    """The picture as a PNG file, two pixels to a unit unless it is huge."""
    need_matplotlib("a PNG")
    from matplotlib.figure import Figure

    scale = min(SCALE, (MAX_PIXELS / (picture.width * picture.height)) ** 0.5)
    figure = Figure(figsize=(picture.width / _DPI, picture.height / _DPI), dpi=_DPI * scale, facecolor=PAPER)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, picture.width)
    axes.set_ylim(picture.height, 0)
    axes.set_axis_off()
    fonts, _ = _fonts_for(picture)
    buffer = BytesIO()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")  # `missing_letters` says it
        for order, shape in enumerate(picture.shapes):
            _add(axes, shape, order, fonts)
        figure.savefig(buffer, format="png", dpi=_DPI * scale, metadata={"Software": "Brillig"})
    return buffer.getvalue()


def missing_letters(picture: Picture) -> str:
    """Letters that no font of this machine has: a PNG shows boxes in their place."""
    need_matplotlib("a PNG")
    return "".join(sorted(_fonts_for(picture)[1]))


def _fonts_for(picture: Picture) -> tuple[list[str], set[str]]:
    """Families that together have what this machine can show of the picture, and what it cannot."""
    from matplotlib import font_manager

    text = "".join(shape.text for shape in picture.shapes if isinstance(shape, Label))
    families = ["DejaVu Sans"]
    missing = {letter for letter in text if ord(letter) > 0x7F}
    missing -= _letters(font_manager.findfont("DejaVu Sans"), missing)
    for entry in font_manager.fontManager.ttflist:
        if not missing:
            break
        # A last-resort font has a box for every letter, which is not to have the letter.
        if entry.style == "normal" and entry.name not in families and "Last Resort" not in entry.name:
            has = _letters(entry.fname, missing)
            if has:
                families.append(entry.name)
                missing -= has
    return families, missing


def _letters(file: str, wanted: set[str]) -> set[str]:
    from matplotlib.ft2font import FT2Font

    try:
        letters = FT2Font(file).get_charmap()
    except (OSError, RuntimeError):  # a font that cannot be read shows nothing
        return set()
    return {letter for letter in wanted if ord(letter) in letters}


def _add(axes: Axes, shape: Shape, order: int, fonts: list[str]) -> None:
    match shape:
        case Box():
            _add_box(axes, shape, order)
        case Line():
            style: Any = (0, (0.8, 2.4)) if shape.dashed else "solid"
            axes.plot(
                [shape.x1, shape.x2],
                [shape.y1, shape.y2],
                color=shape.stroke,
                linewidth=_points(shape.width),
                linestyle=style,
                solid_capstyle="butt",
                dash_capstyle="round",
                zorder=order,
            )
        case Label():
            _add_label(axes, shape, order, fonts)


def _add_box(axes: Axes, box: Box, order: int) -> None:
    from matplotlib.patches import FancyBboxPatch, Rectangle

    style: dict[str, Any] = {
        "facecolor": box.fill,
        "edgecolor": box.stroke,
        "linewidth": 0 if box.stroke == "none" else _points(box.stroke_width),
        "zorder": order,
    }
    if box.radius:
        radius = min(box.radius, box.width / 2, box.height / 2)
        rounding = f"round,pad=0,rounding_size={radius}"
        axes.add_patch(FancyBboxPatch((box.x, box.y), box.width, box.height, boxstyle=rounding, **style))
    else:
        axes.add_patch(Rectangle((box.x, box.y), box.width, box.height, **style))


def _add_label(axes: Axes, text: Label, order: int, fonts: list[str]) -> None:
    side = {"start": "left", "middle": "center", "end": "right"}[text.anchor]
    drawn = axes.text(
        text.x,
        text.baseline,
        text.text,
        fontsize=_points(text.size),
        family=fonts,
        color=text.fill,
        ha=side,
        va="baseline",
        weight="bold" if text.bold else "normal",
        style="italic" if text.italic else "normal",
        zorder=order,
        parse_math=False,
    )
    if not text.text.isascii():
        # A script whose widths were guessed is made smaller until it has the room that was planned.
        box = drawn.get_window_extent().transformed(axes.transData.inverted())
        # Text that takes no room at all (marks alone) has nothing to be fitted to.
        if abs(box.width) > text.width > 0:
            drawn.set_fontsize(_points(text.size) * text.width / abs(box.width))


def _points(units: float) -> float:
    return units * 72 / _DPI
