"""A picture as a value: boxes, lines and labels; and its SVG.

The SVG has no ids, styles or scripts, so that several pictures can stand in one page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from brillig.drawing.text import FONTS, has_known_width, printable, shorten, text_width

INK = "#1f2328"
GREY = "#5f6771"
FAINT = "#c9ced6"
PAPER = "#ffffff"

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Box:
    """A rectangle, its corners rounded by `radius`."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    stroke: str = "none"
    stroke_width: float = 1.0
    radius: float = 0.0


@dataclass(frozen=True)
class Line:
    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str = GREY
    width: float = 1.4
    dashed: bool = False


@dataclass(frozen=True)
class Label:
    """A line of text whose middle height is at y. It takes at most `width`; `full` is what was shortened."""

    x: float
    y: float
    text: str
    size: float
    fill: str = INK
    anchor: Anchor = "middle"
    bold: bool = False
    italic: bool = False
    full: str = ""

    @property
    def width(self) -> float:
        return text_width(self.text, self.size, self.bold)

    @property
    def left(self) -> float:
        return self.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor] * self.width

    @property
    def baseline(self) -> float:
        return self.y + 0.36 * self.size


Shape = Box | Line | Label


def label(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    room: float = float("inf"),
    fill: str = INK,
    anchor: Anchor = "middle",
    bold: bool = False,
    italic: bool = False,
) -> Label:
    """A label that fits into `room`, shortened where it has to be."""
    shown = printable(text)
    fitted = shorten(shown, size, room, bold)
    return Label(x, y, fitted, size, fill, anchor, bold, italic, shown if fitted != shown else "")


@dataclass(frozen=True)
class Picture:
    """Shapes on a sheet, the later ones over the earlier; `title` is what a screen reader says."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str

    def svg(self) -> str:
        """The picture as an SVG document, without the XML declaration: fit for a file and for a page."""
        width, height = _number(self.width), _number(self.height)
        name = escape(printable(self.title))
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" font-family={quoteattr(FONTS)}>',
            f"<title>{name}</title>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            *map(_element, self.shapes),
            "</svg>",
        ]
        return "\n".join(lines) + "\n"


def picture(width: float, height: float, shapes: Iterable[Shape], title: str) -> Picture:
    return Picture(width, height, tuple(shapes), title)


def _element(shape: Shape) -> str:
    match shape:
        case Box():
            return _box(shape)
        case Line():
            return _line(shape)
        case Label():
            return _label(shape)


def _box(box: Box) -> str:
    stroke = (
        "" if box.stroke == "none" else f' stroke="{box.stroke}" stroke-width="{_number(box.stroke_width)}"'
    )
    radius = f' rx="{_number(box.radius)}"' if box.radius else ""
    return (
        f'<rect x="{_number(box.x)}" y="{_number(box.y)}" width="{_number(box.width)}" '
        f'height="{_number(box.height)}" fill="{box.fill}"{stroke}{radius}/>'
    )


def _line(line: Line) -> str:
    dashes = ' stroke-dasharray="1 4" stroke-linecap="round"' if line.dashed else ""
    return (
        f'<line x1="{_number(line.x1)}" y1="{_number(line.y1)}" x2="{_number(line.x2)}" '
        f'y2="{_number(line.y2)}" stroke="{line.stroke}" stroke-width="{_number(line.width)}"{dashes}/>'
    )


def _label(text: Label) -> str:
    # Where the script is not one whose widths are known, the width that was planned for is enforced.
    forced = (
        ""
        if has_known_width(text.text)
        else f' textLength="{_number(text.width)}" lengthAdjust="spacingAndGlyphs"'
    )
    weight = ' font-weight="bold"' if text.bold else ""
    style = ' font-style="italic"' if text.italic else ""
    title = f"<title>{escape(text.full)}</title>" if text.full else ""
    return (
        f'<text x="{_number(text.x)}" y="{_number(text.baseline)}" font-size="{_number(text.size)}" '
        f'fill="{text.fill}" text-anchor="{text.anchor}"{weight}{style}{forced}>'
        f"{title}{escape(text.text)}</text>"
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
