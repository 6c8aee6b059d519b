"""A grammar to look at, in the colours of its categories; without buttons."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from nicegui import ui

from brillig.drawing.colours import colours_of
from brillig.language.cfg import Word
from brillig.language.features import FoldedGrammar
from brillig.language.flat import Choice, FlatGrammar, Part, Row, format_row, is_word
from brillig.language.grammar import Grammar, SyntacticRule, quoted, unfolding
from brillig.studio.tree import chip_style

MAX_WORDS_SHOWN = 60  # of a class


def show_grammar(
    grammar: Grammar,
    colours: Mapping[str, str] | None = None,
    gone: Collection[SyntacticRule] = (),
    moved: Collection[str] = (),
) -> None:
    """Its rules in the order in which they unfold, one line for each category.

    Rules that are gone in another grammar, and words that moved there, are marked.
    """
    colours = colours_of(grammar.categories) if colours is None else colours
    with ui.element("div").classes("grammar small"):
        for category in unfolding(grammar):
            rules = grammar.expansions.get(category, ())
            words = grammar.words_of.get(category, ())
            if not rules and not words:
                continue
            with _line(category, colours):
                for index, rule in enumerate(rules):
                    _bar(index)
                    with ui.element("span").classes("right" + (" old" if rule in gone else "")):
                        _chip(rule.left, colours)
                        _chip(rule.right, colours)
                for index, word in enumerate(words[:MAX_WORDS_SHOWN], len(rules)):
                    _bar(index)
                    shown = ui.label(quoted(word, grammar.categories)).classes("word")
                    if word in moved:
                        shown.classes("old")
                if len(words) > MAX_WORDS_SHOWN:
                    ui.label(f"and {len(words) - MAX_WORDS_SHOWN} more").classes("hint")


def show_folded(folded: FoldedGrammar, colours: Mapping[str, str]) -> None:
    """A grammar with what agrees said once, in the same form."""
    with ui.element("div").classes("grammar small"):
        for line in str(folded).split("\n"):
            left, _, rights = line.partition(" → ")
            with _line(left, colours):
                for index, right in enumerate(rights.split(" | ")):
                    _bar(index)
                    if folded_base(right.split(" ")[0]) not in folded.grammar.categories:
                        ui.label(right).classes("word")
                        continue
                    with ui.element("span").classes("right"):
                        for child in right.split(" "):
                            _chip(child, colours)


def show_flat(flat: FlatGrammar, grammar: Grammar, colours: Mapping[str, str]) -> None:
    """Rules of any length, without the word classes, which are those of the grammar."""
    with ui.element("div").classes("grammar small"):
        for name, rows in flat.rules:
            if not all(map(is_word, rows)) or name not in grammar.categories:
                with _line(name, colours):
                    _rows(rows[:MAX_WORDS_SHOWN], colours)


def describe_signs(flat: FlatGrammar) -> str:
    """What the signs in its rules mean, as far as there are any."""
    text = "".join(format_row(row) for _, rows in flat.rules for row in rows if not is_word(row))
    signs = {
        "(": "(X) may be left out",
        "{": "{X | Y} is one of these",
        "*": "X* is any number of X",
        "+": "X+ is one X or more",
    }
    told = ", ".join(meaning for sign, meaning in signs.items() if sign in text)
    return f"{told}. " if told else ""


def _rows(rows: Choice, colours: Mapping[str, str]) -> None:
    for index, row in enumerate(rows):
        _bar(index)
        _row(row, colours)


def _row(row: Row, colours: Mapping[str, str]) -> None:
    with ui.element("span").classes("right"):
        for item in row:
            if isinstance(item, Word):
                ui.label(item.text).classes("word")
            elif not isinstance(item, Part):
                _chip(item, colours)
            else:
                one = len(item.rows) == 1 and len(item.rows[0]) == 1
                opening, closing = ("", "") if item.repeats and one else "{}" if item.repeats else "()"
                if item.is_group:
                    opening, closing = "{}"
                with ui.element("span").classes("right part"):
                    ui.label(opening).classes("bar")
                    _rows(item.rows, colours)
                    ui.label(closing + ("+" if item.least else "*") * item.repeats).classes("bar")


def folded_base(name: str) -> str:
    """The category of `D[f=1]`."""
    return name.partition("[")[0]


def _line(category: str, colours: Mapping[str, str]) -> ui.element:
    with ui.element("div").classes("line"):
        _chip(category, colours)
        ui.label("→").classes("arrow")
        return ui.element("div").classes("rights").props("dir=auto")


def _bar(index: int) -> None:
    if index:
        ui.label("|").classes("bar")


def _chip(category: str, colours: Mapping[str, str]) -> None:
    ui.label(category).classes("chip-cat").style(chip_style(colours, folded_base(category)))
