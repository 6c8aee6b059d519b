"""The grammar in colours, to point at: rename, look up, keep or refuse; beside it the trees."""

from __future__ import annotations

from nicegui import ui

from brillig.drawing.colours import colours_of
from brillig.errors import BrilligError
from brillig.language.changes import Changes, find_changes
from brillig.language.grammar import Grammar, SyntacticRule, quoted, unfolding
from brillig.problems.telling import Proof, headline, new_sentences, warn_of_looseness
from brillig.studio.lights import Lights
from brillig.studio.session import Step
from brillig.studio.tree import chip_style
from brillig.studio.trees_panel import TreeExplorer
from brillig.studio.view import View, explain, role

MAX_TABLE = 40  # rows or columns
MAX_WORDS_SHOWN = 60  # of a class; the others on a click


def build(view: View, step: Step) -> None:
    """The panel of a step. Every category is a button that renames it."""
    _GrammarPanel(view, step).build()


class _GrammarPanel:
    def __init__(self, view: View, step: Step) -> None:
        self._view = view
        self._step = step
        self._grammar = step.solution.grammar
        self._lights = Lights(self._grammar)
        self._colours = colours_of(self._grammar.categories)
        before = view.session.find_step(step.parent)
        self._changes: Changes | None = None
        if before is not None:
            self._changes = find_changes(before.solution.grammar, self._grammar)

    def build(self) -> None:
        solution = self._step.solution
        role(ui.label(f"{headline(solution, _proof(self._step))}.").classes("headline"), "headline")
        warning = warn_of_looseness(solution)
        if warning is not None:
            role(ui.label(warning).classes("status neutral"), "looseness")
        if solution.features is not None:
            with role(ui.column().classes("full tight"), "agreement"):
                ui.label("What agrees").classes("subtitle")
                ui.label(str(solution.features)).classes("notation")
                explain("[f] at two places of a rule: they agree. [f=1]: this value only. In full:")
        with role(ui.element("div").classes("grammar"), "grammar"):
            for category in unfolding(self._grammar):
                self._line(category)
        explain("Click a category to rename it, a rule or a word to see its sentences.")
        self._show_gone()
        self._explorer = TreeExplorer(solution, self._lights)
        self._explorer.build()
        self._more()

    def _line(self, category: str) -> None:
        rules = self._grammar.expansions.get(category, ())
        words = self._grammar.words_of.get(category, ())
        if not rules and not words:
            return
        with ui.element("div").classes("line").props(f"data-line={_plain(category)}"):
            self._category_button(category)
            ui.label("→").classes("arrow")
            with ui.element("div").classes("rights").props("dir=auto") as rights:
                for index, rule in enumerate(rules):
                    self._bar(index)
                    self._rule(rule)
                for index, word in enumerate(words[:MAX_WORDS_SHOWN]):
                    self._bar(len(rules) + index)
                    self._word(category, word)
                if len(words) > MAX_WORDS_SHOWN:
                    self._rest(category, words[MAX_WORDS_SHOWN:], rights)

    def _bar(self, index: int) -> None:
        if index:
            ui.label("|").classes("bar")

    def _rest(self, category: str, words: tuple[str, ...], rights: ui.element) -> None:
        def show() -> None:
            button.delete()
            with rights:
                for word in words:
                    self._bar(1)
                    self._word(category, word)

        button = ui.button(f"and {len(words)} more", on_click=show).props("no-caps flat dense")

    def _rule(self, rule: SyntacticRule) -> None:
        token = self._lights.of_rule(rule)
        with ui.element("button").classes("right") as button:
            button.props["data-light"] = token
            button.props["aria-label"] = f"Sentences with {rule}"
            for child in (rule.left, rule.right):
                ui.label(child).classes("chip-cat").style(chip_style(self._colours, child))
        if self._changes is not None and rule in self._changes.added:
            button.classes("new").props["title"] = "new"
        button.on("click", lambda: self._explorer.only(token, str(rule)))

    def _word(self, category: str, word: str) -> None:
        token = self._lights.of_word(category, word)
        button = ui.element("button").classes("word")
        button.props["data-light"] = token
        with button:
            ui.label(quoted(word, self._grammar.categories))
        if self._changes is not None and word in self._changes.words:
            button.classes("new").props["title"] = "new, or in another class than before"
        button.on("click", lambda: self._explorer.only(token, word))

    def _category_button(self, category: str) -> None:
        button = ui.button(category, on_click=lambda: _ask_name(self._view, category))
        button.props("no-caps unelevated dense").classes("category").style(
            chip_style(self._colours, category)
        )
        button.props["aria-label"] = f"Rename {category}"
        button.props["title"] = "Rename"
        button.props["data-category"] = category

    def _show_gone(self) -> None:
        """The rules of the step before that are no longer there."""
        if self._changes is None or not self._changes.removed:
            return
        with role(ui.row().classes("gone"), "gone"):
            ui.label("No longer:").classes("hint")
            for rule in self._changes.removed:
                ui.label(str(rule)).classes("removed")

    def _more(self) -> None:
        solution, grammar = self._step.solution, self._grammar
        new = new_sentences(solution)
        if new:
            ui.label("It also allows").classes("subtitle")
            with role(ui.column().classes("tight"), "also-allows"):
                for sentence in new:
                    ui.label(sentence).classes("text").props("dir=auto")
        with role(ui.expansion("Rule table and figures").props("dense").classes("full"), "more-grammar"):
            _table(grammar)
            explain("The cell in row Y and column Z holds the X of X → Y Z.")
            size, run = grammar.size(), solution.run
            iterations = f", {run.iterations:,} iterations" if run.iterations > 1 else ""
            explain(
                f"{size['categories']} categories, {size['syntactic_rules']} syntactic and "
                f"{size['lexical_rules']} lexical rules, {size['words']} words, {size['homographs']} "
                f"homographs. Found by {run.engine} in {run.seconds:.2g} s{iterations}."
            )


def _proof(step: Step) -> Proof:
    certificate = step.certificate
    if certificate is None or not (certificate.complete or certificate.solutions > 1):
        return Proof.OPEN
    return Proof.ONLY if certificate.solutions == 1 else Proof.SEVERAL


def _table(grammar: Grammar) -> None:
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
    with view.client, ui.dialog() as dialog, role(ui.card().classes("dialog"), "rename-dialog") as card:
        card.props["role"] = "dialog"
        card.props["aria-label"] = f"Rename {category}"
        ui.label(f"Rename {category}").classes("title")
        field = ui.input("New name", value=category).props("autofocus outlined dense").classes("full")
        role(field, "rename-field")
        field.on("focus", js_handler="(event) => event.target.select()")
        trouble = role(ui.label().classes("status refused").props("role=alert"), "rename-trouble")

        def rename() -> None:
            try:  # a refusal stands in the dialog: the banner is behind its veil
                view.session.rename({category: str(field.value or "").strip()})
            except BrilligError as error:
                trouble.set_text(str(error))
                return
            dialog.close()
            view.session.news = f"{category} is now {field.value}."
            view.tell("solution")
            view.focus(f'[data-category="{field.value}"]')

        field.on("keydown.enter", rename)
        with ui.row().classes("tools end"):
            ui.button("Cancel", on_click=dialog.close).props("no-caps flat")
            role(ui.button("Rename", on_click=rename).props("no-caps unelevated"), "rename-ok")
    dialog.on("hide", dialog.delete)
    dialog.open()


def _plain(name: str) -> str:
    """A name as an attribute that props can hold."""
    return "".join(ch if ch.isalnum() or ch in "_-" else "-" for ch in name) or "x"
