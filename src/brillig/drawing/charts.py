"""What charts with matplotlib (extra `plot`) share.

A `Figure` is made without pyplot, so that nothing is shared between threads.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from brillig.drawing.colours import HUES
from brillig.drawing.extra import need_matplotlib

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
