"""The grammar in colours, to point at: rename, look up, keep or refuse; beside it the one before."""

from __future__ import annotations

from nicegui import ui

from brillig.errors import BrilligError
from brillig.interop.latex import to_forest, to_latex
from brillig.language.changes import Changes, find_changes
from brillig.language.flatten import flatten_if_shorter
from brillig.language.grammar import Grammar, SyntacticRule, quoted, unfolding
from brillig.language.penn import to_penn
from brillig.language.plural import count
from brillig.problems.solution import Solution
from brillig.problems.telling import Proof, headline, new_sentences, warn_of_looseness
from brillig.studio.grammar_view import MAX_WORDS_SHOWN, describe_signs, show_flat, show_folded, show_grammar
from brillig.studio.lights import Lights
from brillig.studio.rule_tools import RuleTools
from brillig.studio.session import MAX_TITLE, Step
from brillig.studio.tree import chip_style
from brillig.studio.trees_panel import TreeExplorer
from brillig.studio.view import View, dialog_card, explain, role

MAX_TABLE = 40  # rows or columns


def build(view: View, step: Step) -> None:
    """The panel of a step. Every category is a button that renames it."""
    _GrammarPanel(view, step).build()


class _GrammarPanel:
    def __init__(self, view: View, step: Step) -> None:
        self._view = view
        self._step = step
        self._grammar = step.solution.grammar
        self._lights = Lights(self._grammar)
        self._tools = RuleTools(view, step)
        self._before = view.session.before(step)
        self._changes: Changes | None = None
        if self._before is not None:
            self._changes = find_changes(self._before.solution.grammar, self._grammar)
        self._colours = view.colours(step)

    def build(self) -> None:
        solution = self._step.solution
        self._explorer = TreeExplorer(solution, self._lights, self._colours, self._tools.build)
        with ui.row().classes("tools head-row"):
            self._headline = role(ui.label().classes("headline grow"), "headline")
            self._show_headline()
            self._view.on_panel_run(self._show_headline)  # what a run proves, it proves last
            self._comparing()
            self._copying()
        warning = warn_of_looseness(solution)
        if warning is not None:
            role(ui.label(warning).classes("status neutral"), "looseness")
        if solution.features is not None:
            with role(ui.column().classes("full tight"), "agreement"):
                ui.label("What agrees").classes("subtitle")
                show_folded(solution.features, self._colours)
                explain("[f] at two places of a rule: they agree. [f=1]: this value only. In full:")
        elif (flat := flatten_if_shorter(self._grammar)) is not None:
            with role(ui.column().classes("full tight"), "flat"):
                ui.label("In short").classes("subtitle")
                show_flat(flat, self._grammar, self._colours)
                explain(f"{describe_signs(flat)}Rule by rule:")
        before = self._before
        with ui.element("div").classes("pair" if before is not None else "alone"):
            if before is not None and self._changes is not None:
                with role(ui.column().classes("tight before"), "before"):
                    ui.label(f"Before: {before.title}").classes("hint")
                    gone, moved = self._changes.removed, self._changes.words
                    show_grammar(before.solution.grammar, self._colours, gone, moved)
            with ui.column().classes("tight now"):
                if before is not None:
                    ui.label(f"Now: {self._step.title}; what is new is green").classes("hint")
                with role(ui.element("div").classes("grammar full"), "grammar"):
                    for category in unfolding(self._grammar):
                        self._line(category)
        explain("Click a category to rename it, a rule or a word to see its sentences.")
        self._tools.show_kept()
        self._next()
        self._explorer.build()
        self._more()

    def _show_headline(self) -> None:
        step = self._view.session.find_step(self._step.number) or self._step
        self._headline.set_text(f"{headline(step.solution, _proof(step))}.")

    def _comparing(self) -> None:
        """What stands beside the grammar."""
        session, step = self._view.session, self._step
        others = {other.number: f"Beside {other.title}" for other in session.steps if other is not step}
        if not others:
            return

        def choose(number: object) -> None:
            session.beside = int(str(number))
            self._view.tell("solution")

        shown = 0 if self._before is None else self._before.number
        select = ui.select({0: "Alone"} | others, value=shown, on_change=lambda event: choose(event.value))
        select.props("dense outlined options-dense").props["aria-label"] = "What stands beside it"
        role(select, "beside")

    def _copying(self) -> None:
        solution = self._step.solution
        rules = str(solution.grammar if solution.features is None else solution.features)
        kinds = (
            ("text", "Rules as text", lambda: f"{rules}\n"),
            ("latex", "Rules in LaTeX", lambda: to_latex(solution.grammar)),
            ("brackets", "This tree in brackets", lambda: to_penn(self._explorer.chosen)),
            ("forest", "This tree in LaTeX (forest)", lambda: to_forest(self._explorer.chosen)),
            ("all-brackets", "All trees in brackets", lambda: to_penn(solution.trees)),
        )
        button = ui.button("Copy", icon="content_copy").props("no-caps flat dense")
        with role(button, "copy"), ui.menu():
            for name, title, make in kinds:
                item = ui.menu_item(title, lambda t=title, m=make: self._view.copy(m(), t.lower()))
                role(item, f"copy-{name}")

    def _next(self) -> None:
        """What one would do now."""
        steps = [("ask", "Let Brillig ask", "question_answer"), ("speak", "Judge new sentences", "chat")]
        if self._step.solution.features is None and self._step.kind != "refined":
            steps.append(("refine", "Split by agreement", "call_split"))
        with role(ui.row().classes("tools"), "next"):
            ui.label("Next:").classes("hint")
            for tab, title, icon in steps:
                button = ui.button(title, icon=icon, on_click=lambda _, t=tab: self._view.turn(t))
                button.props("no-caps flat dense")

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
        if self._view.session.kept is not None and rule in self._view.session.kept.syntactic:
            button.classes("kept-rule").props["title"] = "kept"
        button.on("click", lambda: self._look_up(token, str(rule), rule))

    def _word(self, category: str, word: str) -> None:
        token = self._lights.of_word(category, word)
        button = ui.element("button").classes("word")
        button.props["data-light"] = token
        with button:
            ui.label(quoted(word, self._grammar.categories))
        if self._changes is not None and word in self._changes.words:
            button.classes("new").props["title"] = "new, or in another class than before"
        button.on("click", lambda: self._look_up(token, word))

    def _look_up(self, token: str, title: str, rule: SyntacticRule | None = None) -> None:
        self._explorer.only(token, title, rule)
        self._view.show("[data-role=tree-filter]")

    def _category_button(self, category: str) -> None:
        button = ui.button(category, on_click=lambda: _ask_name(self._view, category))
        button.props("no-caps unelevated dense").classes("category").style(
            chip_style(self._colours, category)
        )
        button.props["aria-label"] = f"Rename {category}"
        button.props["title"] = "Rename"
        button.props["data-category"] = category

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
            explain(describe_figures(solution))


def describe_figures(solution: Solution) -> str:
    """How large the grammar is, and how it was found."""
    size, run = solution.grammar.size(), solution.run
    iterations = f", {count(run.iterations, 'iteration')}" if run.iterations else ""
    return (
        f"{count(size['categories'], 'category', 'categories')}, "
        f"{count(size['syntactic_rules'], 'syntactic rule')} and "
        f"{count(size['lexical_rules'], 'lexical rule')}, {count(size['words'], 'word')}, "
        f"{count(size['homographs'], 'homograph')}. Found by {run.engine} in {run.seconds:.2g} s{iterations}."
    )


def _proof(step: Step) -> Proof:
    certificate = step.certificate
    if certificate is None or not (certificate.complete or certificate.solutions > 1):
        return step.proof
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
    with view.client, ui.dialog() as dialog, dialog_card("rename-dialog", f"Rename {category}"):
        ui.label(f"Rename {category}").classes("title")
        field = ui.input("New name", value=category)
        field.props(f"autofocus outlined dense maxlength={MAX_TITLE}").classes("full")
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
