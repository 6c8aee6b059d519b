"""One question after another: two large buttons, the grammar beside them, how many candidates are left."""

from __future__ import annotations

import asyncio

from nicegui import ui
from nicegui.events import KeyEventArguments

from brillig.errors import BrilligError
from brillig.language.plural import count
from brillig.parsing.cyk import parse
from brillig.studio.session import Step
from brillig.studio.tree import show_tree
from brillig.studio.view import View, explain, role
from brillig.workflows.asking.dialogue import Dialogue

SECONDS = 120.0  # for the first question


def build(view: View, step: Step) -> None:
    _Asking(view, step).build()


class _Asking:
    def __init__(self, view: View, step: Step) -> None:
        self._view = view
        self._step = step
        self._thinking = False

    def build(self) -> None:
        explain("Is a sentence right? Each answer makes the grammar more exact. Keys: Y and N.")
        with ui.row().classes("tools"):
            self._start = role(
                ui.button("Ask me", icon="question_answer", on_click=self._begin).props("no-caps unelevated"),
                "ask-start",
            )
            self._keep = role(
                ui.button("Keep this grammar", icon="check", on_click=self._adopt).props("no-caps flat"),
                "ask-keep",
            )
            self._save = role(
                ui.button("Judgements", icon="download", on_click=self._download).props("no-caps flat"),
                "ask-save",
            )
        self._body = role(ui.element("div").classes("asking"), "asking")
        ui.keyboard(on_key=self._key, ignore=["input", "select", "textarea"], repeating=False)
        self._view.on_panel_run(self._show)
        self._show()

    @property
    def _dialogue(self) -> Dialogue | None:
        """The session's dialogue, if it is about the sentences of this step."""
        dialogue = self._view.session.dialogue
        said = set(self._step.solution.problem.corpus.sentences)
        return dialogue if dialogue is not None and said >= set(dialogue.corpus.sentences) else None

    def _begin(self) -> None:
        with self._view.refusing():
            self._view.tasks.ask(self._view.session, SECONDS)
            self._view.tell("run")

    def _adopt(self) -> None:
        dialogue = self._dialogue
        if dialogue is not None:
            with self._view.refusing():
                self._view.tasks.add(self._view.session, "asked", dialogue.solution, self._step.number)
                self._view.tell("solution")

    def _download(self) -> None:
        dialogue = self._dialogue
        if dialogue is not None:
            ui.download.content(
                "".join(f"{judgement}\n" for judgement in dialogue.judgements), "judgements.txt", "text/plain"
            )

    async def _key(self, event: KeyEventArguments) -> None:
        if event.action.keydown and not event.modifiers.ctrl and not event.modifiers.meta:
            answer = {"y": True, "n": False}.get(str(event.key).lower())
            if answer is not None:
                await self._answer(answer)

    async def _answer(self, value: bool | None) -> None:
        dialogue = self._dialogue
        if dialogue is not None and dialogue.question is not None:
            await self._work(lambda: dialogue.answer(value))

    async def _undo(self) -> None:
        dialogue = self._dialogue
        if dialogue is not None:
            await self._work(lambda: dialogue.undo())

    async def _work(self, change: object) -> None:
        """Learn from an answer aside, so that the page stays alive; one at a time."""
        if self._thinking or self._view.busy or not callable(change):
            return
        self._thinking = True
        self._show()
        trouble = ""
        try:
            await asyncio.to_thread(change)
        except BrilligError as error:
            trouble = str(error)
        self._thinking = False
        if not self._body.is_deleted:  # another panel may have taken its place meanwhile
            self._show()
        if trouble:
            self._view.complain(trouble)

    def _show(self) -> None:
        dialogue, busy = self._dialogue, self._view.busy or self._thinking
        self._start.set_enabled(not busy)
        self._start.set_text("Ask me" if dialogue is None else "Begin anew")
        for button in (self._keep, self._save):
            button.set_visibility(dialogue is not None)
            button.set_enabled(not busy)
        self._body.clear()
        if dialogue is None:
            return
        with self._body:
            with ui.column().classes("question tight"):
                self._show_question(dialogue, busy)
            with role(ui.column().classes("beside tight"), "ask-grammar"):
                ui.label("The grammar now").classes("subtitle")
                ui.label(str(dialogue.grammar)).classes("notation")
                for change in dialogue.changes:
                    ui.label(change).classes("status good")

    def _show_question(self, dialogue: Dialogue, busy: bool) -> None:
        number, left = len(dialogue.judgements), count(len(dialogue.candidates), "candidate")
        if dialogue.stopped:
            role(ui.label(f"Stopped after {count(number, 'answer')}.").classes("title"), "asked")
            explain("The grammar is the one before the last answers. Begin anew: no answer is lost.")
        elif dialogue.question is None:
            role(
                ui.label(f"Nothing is left to ask after {count(number, 'answer')}.").classes("title"), "asked"
            )
            explain(
                f"No two candidates differ in sentences of up to {dialogue.max_words} words. "
                "What else a speaker would say, no question can rule out."
            )
        else:
            role(ui.label(f"Question {number + 1}").classes("subtitle"), "ask-number")
            role(ui.label(dialogue.question.text).classes("asked-sentence"), "ask-sentence")
            with ui.row().classes("verdicts"):
                for name, title, icon, colour, value in (
                    ("yes", "Fine", "thumb_up", "positive", True),
                    ("no", "Wrong", "thumb_down", "negative", False),
                ):
                    button = ui.button(title, icon=icon, on_click=lambda _, v=value: self._answer(v))
                    role(button.props(f"no-caps unelevated size=lg color={colour}"), f"ask-{name}")
                    button.classes("verdict").set_enabled(not busy)
            role(
                ui.label(f"{left} left, {dialogue.open} or more questions to go").classes("hint"), "ask-left"
            )
        with ui.row().classes("tools"):
            if dialogue.question is not None:
                skip = ui.button("Don't know", on_click=lambda: self._answer(None)).props(
                    "no-caps flat dense"
                )
                role(skip, "ask-skip").set_enabled(not busy)
            undo = ui.button("Undo", icon="undo", on_click=self._undo).props("no-caps flat dense")
            role(undo, "ask-undo").set_enabled(not busy and bool(dialogue.judgements))
            if busy:
                ui.spinner(size="sm")
        if dialogue.question is not None:
            _show_trees(dialogue)


def _show_trees(dialogue: Dialogue) -> None:
    """The sentence under each candidate, built when someone looks."""
    question = dialogue.question
    assert question is not None

    def open_(expanded: bool) -> None:
        box.clear()
        if expanded:
            with box:
                for number, grammar in enumerate(dialogue.candidates, 1):
                    tree = parse(grammar, question.sentence)
                    explain(f"Candidate {number}" + ("" if tree is not None else ": not a sentence"))
                    if tree is not None:
                        show_tree(tree)

    with role(ui.expansion("Its tree under each candidate").classes("full").props("dense"), "ask-trees") as e:
        box = ui.column().classes("full tight")
    e.on_value_change(lambda event: open_(bool(event.value)))
