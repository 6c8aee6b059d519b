"""A grammar to look at, in the colours of its categories; without buttons."""

from __future__ import annotations

from nicegui import ui

from brillig.drawing.colours import colours_of
from brillig.language.grammar import Grammar, quoted, unfolding
from brillig.studio.tree import chip_style


def show_grammar(grammar: Grammar) -> None:
    """Its rules in the order in which they unfold, one line for each category."""
    colours = colours_of(grammar.categories)
    with ui.element("div").classes("grammar small"):
        for category in unfolding(grammar):
            rules = grammar.expansions.get(category, ())
            words = grammar.words_of.get(category, ())
            if not rules and not words:
                continue
            with ui.element("div").classes("line"):
                _chip(category, colours)
                ui.label("→").classes("arrow")
                with ui.element("div").classes("rights").props("dir=auto"):
                    for index, rule in enumerate(rules):
                        if index:
                            ui.label("|").classes("bar")
                        with ui.element("span").classes("right"):
                            _chip(rule.left, colours)
                            _chip(rule.right, colours)
                    for index, word in enumerate(words, len(rules)):
                        if index:
                            ui.label("|").classes("bar")
                        ui.label(quoted(word, grammar.categories)).classes("word")


def _chip(category: str, colours: dict[str, str]) -> None:
    ui.label(category).classes("chip-cat").style(chip_style(colours, category))
