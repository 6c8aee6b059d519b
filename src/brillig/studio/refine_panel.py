"""Refine: how many features each category is split into, and how many refined rules each rule may have."""

from __future__ import annotations

from nicegui import ui

from brillig.errors import BrilligError
from brillig.language.grammar import Grammar, SyntacticRule
from brillig.studio.session import Step
from brillig.studio.view import View, explain, role
from brillig.workflows.refinement import RefinementRequest

MAX_FEATURES = 6
MAX_REFINED_RULES = 99


def build(view: View, step: Step, seconds: float = 120.0) -> None:
    """The panel of a step."""
    _Refining(view, step, seconds).build()


class _Refining:
    def __init__(self, view: View, step: Step, seconds: float) -> None:
        self._view = view
        self._step = step
        self._seconds = seconds
        self._features: dict[str, ui.number] = {}
        self._limits: dict[SyntacticRule, ui.number] = {}

    def build(self) -> None:
        grammar = self._step.solution.grammar
        explain(
            "Split categories into features, such as singular and plural: the rules then say which go "
            "together. A category with 1 stays as it is."
        )
        self._auto = ui.checkbox("Let Brillig choose the features", value=True)
        role(self._auto, "features-auto")
        by_hand = ui.column().classes("full")
        by_hand.bind_visibility_from(self._auto, "value", value=False)
        with by_hand:
            self._build_numbers(grammar)
        self._button = ui.button("Refine", icon="call_split", on_click=self._start).props(
            "no-caps unelevated"
        )
        role(self._button, "refine")
        self._auto.on_value_change(self._enable)
        self._view.on_panel_run(self._enable)
        self._enable()

    def _enable(self) -> None:
        """Nothing to split, nothing to refine."""
        split = bool(self._auto.value) or any((field.value or 1) > 1 for field in self._features.values())
        self._button.set_enabled(split and not self._view.busy)

    def _build_numbers(self, grammar: Grammar) -> None:
        with role(ui.element("div").classes("features"), "features"):
            for category in grammar.categories:
                if category == grammar.start:
                    continue  # it stands at the base of every tree and cannot be split
                words = ", ".join(grammar.words_of.get(category, ())[:4])
                with ui.column().classes("tight"):
                    field = ui.number(category, value=1, min=1, max=MAX_FEATURES, precision=0)
                    field.props("outlined dense").props["data-feature"] = category
                    ui.label(words).classes("hint one-line")
                field.on_value_change(self._enable)
                self._features[category] = field
        with (
            ui.expansion("Limit the refined rules").classes("full").props("dense"),
            role(ui.element("div").classes("features wide"), "rule-limits"),
        ):
            for rule in grammar.syntactic:
                field = ui.number(
                    str(rule), min=1, max=MAX_REFINED_RULES, precision=0, placeholder="no limit"
                )
                field.props("outlined dense clearable")
                field.props["data-rule"] = f"{rule.parent}>{rule.left} {rule.right}"
                self._limits[rule] = field
        explain("Without limits they are lowered step by step as far as there are solutions.")

    def _start(self) -> None:
        with self._view.refusing():
            if self._auto.value:
                self._view.tasks.refine(self._view.session, RefinementRequest(explain=True), self._seconds)
                self._view.tell("run")
                return
            features = {name: int(field.value or 1) for name, field in self._features.items()}
            chosen = {name: number for name, number in features.items() if number > 1}
            if not chosen:
                raise BrilligError(
                    "nothing to split yet", hint="give at least one category two features or more"
                )
            limits = {rule: int(field.value) for rule, field in self._limits.items() if field.value}
            request = RefinementRequest(features=chosen, rules=limits or None, explain=True)
            self._view.tasks.refine(self._view.session, request, self._seconds)
            self._view.tell("run")
