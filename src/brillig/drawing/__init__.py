"""Pictures: trees, rule tables and searches. SVG by itself; PNG and charts with the extra `plot`."""

from __future__ import annotations

from brillig.drawing.layers import draw_copies, draw_layers
from brillig.drawing.rules import draw_rules
from brillig.drawing.svg import Picture
from brillig.drawing.tree import draw_tree

__all__ = ["Picture", "draw_copies", "draw_layers", "draw_rules", "draw_tree"]
