"""A grammar as one picture: the operation table of its syntactic rules (figure 1), and its lexicon."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from brillig.drawing.colours import colour_for, colours_of, ink_on
from brillig.drawing.svg import FAINT, GREY, INK, PAPER, Box, Line, Picture, Shape, label, picture
from brillig.drawing.text import printable, text_width
from brillig.drawing.tree import CHIP, GAP, MARGIN, PAD, SIZE, WIDEST, chip_shapes, chip_width
from brillig.language.grammar import Grammar

HOW_TO_READ = "X in row Y, column Z: X → Y Z"
NOTE = 12.0  # its size
CELL = 34.0  # the least width of a cell
ROW = 30.0
LINE = 26.0  # from a line of words to the next
NARROWEST = 460.0  # lines of words are not broken before
MAX_WORDS = 600  # of a category; the picture says how many more there are


def draw_rules(grammar: Grammar, colours: Mapping[str, str] | None = None) -> Picture:
    """The cell in row Y and column Z holds the X of X → Y Z; below the table the words of each category."""
    if colours is None:
        colours = colours_of(grammar.categories)
    table, width, height = _table(grammar, colours)
    below = MARGIN + height + GAP
    words, words_width, words_height = _lexicon(grammar, colours, below, width)
    sheet = max(width, words_width) + 2 * MARGIN
    title = "Rules: " + "; ".join(str(rule) for rule in grammar.syntactic)
    return picture(sheet, height + words_height + GAP + 2 * MARGIN, table + words, title)


def _table(grammar: Grammar, colours: Mapping[str, str]) -> tuple[list[Shape], float, float]:
    """The shapes, and how wide and high they are together."""
    # The start symbol is no child in what Brillig learns, but it can be one in a grammar from elsewhere.
    children = {name for rule in grammar.syntactic for name in (rule.left, rule.right)}
    names = [name for name in grammar.categories if name != grammar.start or name in children]
    cells: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for rule in grammar.syntactic:
        cells[rule.left, rule.right].append(rule.parent)
    texts = {pair: "/".join(parents) for pair, parents in cells.items()}
    widest = max(
        (text_width(printable(text), SIZE) for text in [*names, *texts.values()]),
        default=0.0,
    )
    cell = max(CELL, min(widest, WIDEST) + 3 * PAD)
    head = max(map(chip_width, names), default=CELL) + GAP
    x0, y0 = MARGIN + head, MARGIN + ROW + 4
    shapes: list[Shape] = []
    for row, left in enumerate(names):
        shapes += chip_shapes(MARGIN + (head - GAP) / 2, y0 + ROW * (row + 0.5), left, colours)
        shapes += chip_shapes(x0 + cell * (row + 0.5), MARGIN + ROW / 2, left, colours)
        for column, right in enumerate(names):
            x, y = x0 + cell * column, y0 + ROW * row
            parents = cells.get((left, right))
            fill = colour_for(colours, parents[0]) if parents else PAPER
            shapes.append(Box(x, y, cell, ROW, fill, FAINT))
            if parents:
                text = texts[left, right]
                middle = (x + cell / 2, y + ROW / 2)
                shapes.append(label(*middle, text, SIZE, room=cell - PAD, fill=ink_on(fill)))
    side = cell * len(names)
    shapes.append(Box(x0, y0, side, ROW * len(names), "none", INK, 1.6))
    bottom = y0 + ROW * len(names)
    note = label(x0, bottom + NOTE, HOW_TO_READ, NOTE, fill=GREY, anchor="start")
    width = max(head + side, head + note.width)
    return [*shapes, note], width, bottom - MARGIN + 2 * NOTE


def _lexicon(
    grammar: Grammar, colours: Mapping[str, str], top: float, least: float
) -> tuple[list[Shape], float, float]:
    owners = [name for name in grammar.categories if name in grammar.words_of]
    if not owners:
        return [], 0.0, 0.0
    head = max(map(chip_width, owners)) + GAP
    width = max(least, NARROWEST, head + WIDEST)
    used = 0.0
    shapes: list[Shape] = []
    y = top + GAP + CHIP / 2
    for name in owners:
        shapes += chip_shapes(MARGIN + (head - GAP) / 2, y, name, colours)
        x = head
        for text, grey in _words(grammar.words_of[name]):
            room = min(WIDEST, text_width(printable(text), SIZE))
            if x > head and x + room > width:
                x, y = head, y + LINE
            # The ink says which are words and which are ours.
            shapes.append(
                label(
                    MARGIN + x,
                    y,
                    text,
                    SIZE,
                    room=WIDEST,
                    fill=GREY if grey else INK,
                    anchor="start",
                    italic=not grey,
                )
            )
            used = max(used, x + room)
            x += room + GAP
        y += LINE + 6
    line = Line(MARGIN, top, MARGIN + max(used, least), top, FAINT, 1)
    return [line, *shapes], used, y - top - LINE


def _words(words: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    yield from ((word, False) for word in words[:MAX_WORDS])
    if len(words) > MAX_WORDS:
        yield f"and {len(words) - MAX_WORDS} more", True
