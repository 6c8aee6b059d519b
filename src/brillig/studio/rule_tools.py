"""What can be said of one rule: keep it, or it is wrong, which takes a sentence that shows it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from nicegui import ui

from brillig.language.grammar import SyntacticRule
from brillig.language.plural import count
from brillig.parsing.cyk import parse
from brillig.problems.solution import Solution
from brillig.studio.lights import Lights
from brillig.studio.session import Step
from brillig.studio.speak_panel import LEARN_SECONDS, draw_new
from brillig.studio.view import View, dialog_card, explain, role
from brillig.workflows.asking.judgements import Answer
from brillig.workflows.inference import InferenceRequest

SHOWN = 6
_DRAWN = 40


def sentences_with(solution: Solution, rule: SyntacticRule, known: set[str], seed: int = 1) -> list[str]:
    """New sentences in whose tree a rule stands, short ones first."""
    lights = Lights(solution.grammar)
    token = lights.of_rule(rule)
    found = []
    for text in draw_new(solution.grammar, known, seed, _DRAWN):
        tree = None if text in known else parse(solution.grammar, text.split())
        if tree is not None and token in lights.of_tree(tree):
            found.append(text)
    return sorted(found, key=lambda text: (len(text.split()), text))[:SHOWN]


class RuleTools:
    """The buttons beside the sentences of a rule, and the line of rules that are kept."""

    def __init__(self, view: View, step: Step) -> None:
        self._view = view
        self._step = step

    def build(self, rule: SyntacticRule) -> None:
        kept = self._view.session.kept
        if kept is None or rule not in kept.syntactic:
            keep = ui.button("Keep this rule", icon="push_pin", on_click=lambda: self._keep(rule))
            role(keep.props("no-caps flat dense"), "rule-keep")
        wrong = ui.button("This is wrong", icon="thumb_down", on_click=lambda: self._ask(rule))
        role(wrong.props("no-caps flat dense"), "rule-wrong").set_enabled(not self._view.busy)

    def show_kept(self) -> None:
        """The rules that are kept, each to be released."""
        kept = self._view.session.kept
        if kept is None:
            return
        with role(ui.row().classes("tools kept"), "kept"):
            ui.label("Every grammar to come keeps:").classes("hint")
            for rule in kept.syntactic:
                button = ui.button(str(rule), icon="push_pin", on_click=lambda _, r=rule: self._release(r))
                button.props("no-caps flat dense").props["title"] = "Release it"
                button.props["aria-label"] = f"Release {rule}"

    def _keep(self, rule: SyntacticRule) -> None:
        news = f"{rule} is kept: every grammar to come has it."
        self._change(self._view.session.keep_rule, rule, news, "[data-role=kept] button")

    def _release(self, rule: SyntacticRule) -> None:
        news = f"{rule} need not be kept any longer."
        self._change(self._view.session.release_rule, rule, news, "[data-role=grammar] .right")

    def _change(
        self, change: Callable[[SyntacticRule], None], rule: SyntacticRule, news: str, focus: str
    ) -> None:
        with self._view.refusing():
            change(rule)
            self._view.session.news = news
            self._view.tell("solution")
            self._view.focus(focus)

    async def _ask(self, rule: SyntacticRule) -> None:
        """Which sentence of the rule would nobody say?"""
        view, solution = self._view, self._step.solution
        known = {*solution.corpus.texts(), *view.session.judged}
        found = await asyncio.to_thread(sentences_with, solution, rule, known)
        title = f"Which of these would nobody say? {rule}"
        with view.client, ui.dialog() as dialog, dialog_card("wrong-dialog", title).classes("wide"):
            ui.label(title).classes("title")
            if found:
                explain(
                    "The one that you click gets a star, and a grammar without it is looked for. "
                    "It can be taken back under New sentences."
                )
            else:
                number = count(len(solution.corpus), "sentence")
                explain(
                    f"All that was drawn with this rule is among the {number} or judged already. "
                    "Take a sentence away, or tag words, to have it changed."
                )
            for text in found:
                button = ui.button(f"* {text}", on_click=lambda _, t=text: star(t)).classes("left full")
                button.props("no-caps flat").props["data-wrong"] = text
            with ui.row().classes("tools end"):
                ui.button("None of them", on_click=dialog.close).props("no-caps flat autofocus")

        def star(text: str) -> None:
            dialog.close()
            with view.refusing():
                view.session.judge(text, Answer.NO)
                corpus = view.corpus or solution.corpus
                view.tasks.infer(view.session, InferenceRequest(explain=True), corpus, 0, LEARN_SECONDS)
                view.tell("run")

        dialog.on("hide", dialog.delete)
        dialog.open()
