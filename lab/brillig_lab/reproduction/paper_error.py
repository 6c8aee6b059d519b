"""The error of figure 3: the distance moved |x' - x|, as rms of all variables that the paper's arrays have.

A category vector has c components there and a tensor c^3 entries. Brillig leaves out what is always 0, S in
the vectors and the rules that the restrictions forbid, so that its own gap is the rms of fewer variables.
"""

from __future__ import annotations

from math import sqrt

from brillig.engines.concur.layout import Layout


def paper_error(gap: float, layout: Layout, beta: float) -> float:
    """The error for a network's gap: a step goes beta times the gap."""
    copies, c = len(layout.transitions), layout.numbering.categories
    own = layout.rows * layout.n + copies * int(layout.allowed.sum())
    return beta * gap * sqrt(own / (layout.rows * c + copies * c**3))
