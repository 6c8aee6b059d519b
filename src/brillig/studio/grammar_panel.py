"""The grammar in the paper's notation, with categories to rename, and the table of its rules."""

from __future__ import annotations

from nicegui import ui

from brillig.language.grammar import Grammar, quoted
from brillig.problems.telling import Proof, headline, new_sentences, warn_of_looseness
from brillig.studio.session import Step
from brillig.studio.view import View, explain, role

MAX_TABLE = 40  # rows or columns


def build(view: View, step: Step) -> None:
    """The panel of a step. Every category is a button that renames it."""
    grammar, run = step.solution.grammar, step.solution.run
    role(ui.label(f"{headline(step.solution, _proof(step))}.").classes("headline"), "headline")
    warning = warn_of_looseness(step.solution)
    if warning is not None:
        role(ui.label(warning).classes("status neutral"), "looseness")
    explain("Click a category to rename it, everywhere at once.")
    with role(ui.element("div").classes("grammar"), "grammar"):
        for category in grammar.categories:
            _rule_line(view, grammar, category)
    new = new_sentences(step.solution)
    if new:
        ui.label("It also allows").classes("subtitle")
        with role(ui.column().classes("tight"), "also-allows"):
            for sentence in new:
                ui.label(sentence).classes("text")
    size = grammar.size()
    explain(
        f"{size['categories']} categories, {size['syntactic_rules']} syntactic and {size['lexical_rules']} "
        f"lexical rules, {size['words']} words, {size['homographs']} homographs. Found by {run.engine} in "
        f"{run.seconds:.2g} s" + (f", {run.iterations:,} iterations." if run.iterations else ".")
    )
    ui.label("Rule table").classes("subtitle")
    _table(view, grammar)
    explain("The cell in row Y and column Z holds the X of X → Y Z.")


def _proof(step: Step) -> Proof:
    certificate = step.certificate
    if certificate is None or not (certificate.complete or certificate.solutions > 1):
        return Proof.OPEN
    return Proof.ONLY if certificate.solutions == 1 else Proof.SEVERAL


def _rule_line(view: View, grammar: Grammar, category: str) -> None:
    rights = [f"{rule.left} {rule.right}" for rule in grammar.expansions.get(category, ())]
    words = grammar.words_of.get(category, ())
    if not rights and not words:
        return
    with ui.element("div").classes("line").props(f"data-line={_plain(category)}"):
        _category_button(view, category)
        ui.label("→").classes("arrow")
        with ui.element("div").classes("rights"):
            for index, right in enumerate([*rights, *words]):
                if index:
                    ui.label("|").classes("bar")
                ui.label(right if index < len(rights) else quoted(right, grammar.categories)).classes(
                    "right" if index < len(rights) else "word"
                )


def _category_button(view: View, category: str) -> None:
    button = ui.button(category, on_click=lambda: _ask_name(view, category))
    button.props("no-caps flat dense").classes("category")
    button.props["aria-label"] = f"Rename {category}"
    button.props["title"] = "Rename"
    button.props["data-category"] = category


def _table(view: View, grammar: Grammar) -> None:
    """The operation table, without the rows and columns that hold nothing."""
    lefts = sorted({rule.left for rule in grammar.syntactic})[:MAX_TABLE]
    rights = sorted({rule.right for rule in grammar.syntactic})[:MAX_TABLE]
    cells: dict[tuple[str, str], list[str]] = {}
    for rule in grammar.syntactic:
        cells.setdefault((rule.left, rule.right), []).append(rule.parent)
    with (
        role(ui.element("div").classes("table-frame"), "rule-table"),
        ui.element("table").classes("rule-table"),
        ui.element("tbody"),
    ):
        with ui.element("tr"):
            with ui.element("th"):
                ui.label("Y \\ Z").classes("hint")
            for right in rights:
                with ui.element("th").props("scope=col"):
                    ui.label(right)
        for left in lefts:
            with ui.element("tr"):
                with ui.element("th").props("scope=row"):
                    ui.label(left)
                for right in rights:
                    with ui.element("td"):
                        ui.label(" / ".join(cells.get((left, right), ("·",))))


def _ask_name(view: View, category: str) -> None:
    with view.client, ui.dialog() as dialog, role(ui.card().classes("dialog"), "rename-dialog"):
        ui.label(f"Rename {category}").classes("title")
        field = ui.input("New name", value=category).props("autofocus outlined dense").classes("full")
        role(field, "rename-field")

        def rename() -> None:
            with view.refusing():
                view.session.rename({category: str(field.value or "").strip()})
                dialog.close()
                view.tell("solution")
                view.say("Renamed everywhere")

        field.on("keydown.enter", rename)
        with ui.row().classes("tools end"):
            ui.button("Cancel", on_click=dialog.close).props("no-caps flat")
            role(ui.button("Rename", on_click=rename).props("no-caps unelevated"), "rename-ok")
    dialog.on("hide", dialog.delete)
    dialog.open()


def _plain(name: str) -> str:
    """A name as an attribute that props can hold."""
    return "".join(ch if ch.isalnum() or ch in "_-" else "-" for ch in name) or "x"
