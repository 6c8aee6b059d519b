"""Pictures: trees, rule tables and searches. SVG by itself; PNG and charts with the extra `plot`."""

from __future__ import annotations

from brillig.draw.layers import draw_copies, draw_layers
from brillig.draw.rules import draw_rules
from brillig.draw.svg import Picture
from brillig.draw.tree import draw_tree

__all__ = ["Picture", "draw_copies", "draw_layers", "draw_rules", "draw_tree"]
