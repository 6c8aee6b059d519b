"""What notebooks show: pictures in HTML that scroll where they are wider than the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brillig.drawing.colours import colours_of
from brillig.drawing.rules import draw_rules
from brillig.drawing.tree import draw_tree

if TYPE_CHECKING:
    from brillig.problems.solution import Solution

MAX_TREES = 3


def scrolling(*svgs: str) -> str:
    """SVG pictures one below the other."""
    return "".join(f'<div style="overflow-x:auto">{svg}</div>' for svg in svgs)


def solution_html(solution: Solution) -> str:
    """The grammar and the first trees, a colour for each category throughout; and how many more there are."""
    colours = colours_of(solution.grammar.categories)
    pictures = [draw_rules(solution.grammar, colours)]
    pictures += [draw_tree(tree, colours) for tree in solution.trees[:MAX_TREES]]
    more = len(solution.trees) - MAX_TREES
    note = f"<p>and {more} more trees</p>" if more > 0 else ""
    return scrolling(*(picture.svg() for picture in pictures)) + note
