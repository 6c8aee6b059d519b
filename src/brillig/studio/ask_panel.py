"""One question after another: two large buttons, the grammar beside them, how many candidates are left."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from nicegui import ui
from nicegui.events import KeyEventArguments

from brillig.errors import BrilligError
from brillig.language.plural import count
from brillig.parsing.cyk import parse
from brillig.studio.grammar_view import show_grammar
from brillig.studio.judged_list import MAX_CHANGES, JudgedList
from brillig.studio.session import Judged, Step, estimate_left
from brillig.studio.tree import show_tree
from brillig.studio.view import View, dialog_card, explain, role
from brillig.workflows.asking.dialogue import Dialogue
from brillig.workflows.asking.judgements import Answer

SECONDS = 120.0  # for the first question
READ_SECONDS = 0.35  # an answer sooner than this was meant for the question before


def build(view: View, step: Step) -> None:
    _Asking(view, step).build()


class _Asking:
    def __init__(self, view: View, step: Step) -> None:
        self._view = view
        self._step = step
        self._thinking = False
        self._is_new = False  # the question has only just come
        self._pressed = ""  # the button that was pressed last
        self._verdicts: list[ui.button] = []

    def build(self) -> None:
        explain("Is a sentence right? Each answer makes the grammar more exact. Keys: Y and N, U to undo.")
        with ui.row().classes("tools"):
            self._start = role(
                ui.button("Ask me", icon="question_answer", on_click=self._begin).props("no-caps unelevated"),
                "ask-start",
            )
            self._keep = role(
                ui.button("Keep this grammar", icon="check", on_click=self._adopt).props(
                    "no-caps unelevated"
                ),
                "ask-keep",
            )
            self._save = role(
                ui.button("Save answers", icon="download", on_click=self._download).props("no-caps flat"),
                "ask-save",
            )
            self._anew = role(
                ui.button("Start over …", on_click=self._ask_anew).props("no-caps flat"),
                "ask-anew",
            )
        self._body = role(ui.element("div").classes("asking"), "asking")
        self._judged = JudgedList(self._view, self._begin)
        self._judged.build()
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

    def _ask_anew(self) -> None:
        """All answers thrown away: asked first, for there is no way back."""
        view = self._view
        number = count(len(view.session.judged), "answer")

        def begin() -> None:
            dialog.close()
            view.session.forget_judgements()
            self._judged.show()
            self._begin()

        title = f"Throw {number} away?"
        with view.client, ui.dialog() as dialog, dialog_card("anew-dialog", title):
            ui.label(title).classes("title")
            explain("The questions begin again from the sentences alone.")
            with ui.row().classes("tools end"):
                ui.button("Keep them", on_click=dialog.close).props("no-caps unelevated autofocus")
                role(ui.button("Throw away", on_click=begin).props("no-caps flat color=negative"), "anew-yes")
        dialog.on("hide", dialog.delete)
        dialog.open()

    def _adopt(self) -> None:
        dialogue = self._dialogue
        if dialogue is not None:
            with self._view.refusing():
                step = self._view.tasks.add(self._view.session, "asked", dialogue.solution, self._step.number)
                self._view.session.news = f"Kept as {step.title}."
                self._view.tell("solution")

    def _download(self) -> None:
        lines = "".join(f"{judgement}\n" for judgement in self._view.session.judgements())
        ui.download.content(lines, "judgements.txt", "text/plain")

    async def _key(self, event: KeyEventArguments) -> None:
        modified = event.modifiers.ctrl or event.modifiers.meta or event.modifiers.alt
        if event.action.keydown and not modified:
            key = str(event.key).lower()
            if key in ("y", "n"):
                await self._answer(key == "y")
            elif key == "u":
                await self._undo()

    async def _press(self, pressed: str, value: bool) -> None:
        self._pressed = pressed
        await self._answer(value)

    async def _answer(self, value: bool | None) -> None:
        """Take an answer, unless the question has only just come: a double press is one."""
        dialogue = self._dialogue
        if dialogue is None or dialogue.question is None or self._is_new or self._thinking:
            return
        text = dialogue.question.text
        with self._view.refusing():  # on the disk before it is learnt from
            self._view.session.judge(text, Answer.of(value))
            if await self._work(lambda: dialogue.answer(value)):
                self._view.session.judge(text, Answer.of(value), tuple(dialogue.changes))
                self._judged.show()

    async def _undo(self) -> None:
        dialogue = self._dialogue
        if dialogue is None or not dialogue.judgements:
            return
        last = dialogue.judgements[-1].text
        if await self._work(lambda: dialogue.undo()):
            self._view.session.judge(last, None)
            self._judged.show()

    async def _work(self, change: Callable[[], object]) -> bool:
        """Learn from an answer aside, so that the page stays alive; one at a time."""
        if self._thinking or self._view.busy:
            return False
        self._thinking = True
        self._show()
        trouble = ""
        try:
            await asyncio.to_thread(change)
        except BrilligError as error:
            trouble = str(error)
        self._thinking = False
        if not self._body.is_deleted:  # another panel may have taken its place meanwhile
            self._is_new = True
            self._show()
            with self._body:
                ui.timer(READ_SECONDS, self._read, once=True)
        if trouble:
            self._view.complain(trouble)
        return not trouble

    def _read(self) -> None:
        """Take answers again, with the focus where it was."""
        self._is_new = False
        for button in self._verdicts:
            button.set_enabled(True)
        if self._pressed:
            self._view.focus(f"[data-role={self._pressed}]")

    def _stop(self) -> None:
        """Enough: the grammar before the answer stays, and the answer is kept."""
        if self._view.session.asking is not None:
            self._view.session.asking.stop()

    def _show(self) -> None:
        dialogue, busy = self._dialogue, self._view.busy or self._thinking
        self._start.set_visibility(dialogue is None)
        self._start.set_enabled(not busy)
        answered = dialogue is not None and bool(self._view.session.judged)
        for button, is_of_use in (
            (self._keep, dialogue is not None),
            (self._save, answered),
            (self._anew, answered),
        ):
            button.set_visibility(is_of_use)
            button.set_enabled(not busy)
        self._body.clear()
        if dialogue is None:
            return
        with self._body:
            with ui.column().classes("question tight"):
                self._show_question(dialogue, busy)
            with role(ui.column().classes("beside tight"), "ask-grammar"):
                ui.label("The grammar now").classes("subtitle")
                show_grammar(dialogue.grammar, self._view.colours(self._step))
                for change in dialogue.changes[:MAX_CHANGES]:
                    gone = change.startswith("no longer")
                    ui.label(change).classes("status " + ("neutral" if gone else "good"))
                if len(dialogue.changes) > MAX_CHANGES:
                    explain(f"and {len(dialogue.changes) - MAX_CHANGES} more changes")

    def _show_progress(self, dialogue: Dialogue, number: int) -> None:
        """How far one is, how much is left, and how sure what is known is."""
        session = self._view.session
        session.estimate = left = estimate_left(session.estimate, number, max(1, dialogue.open))
        bar = ui.linear_progress(number / (number + left.most), show_value=False, size="6px")
        bar.props["aria-label"] = "Answered so far"
        role(ui.label(f"{left}.".capitalize()).classes("hint"), "ask-left")
        if session.judged:
            role(explain(f"{how_sure(list(session.judged.values()))}."), "ask-sure")

    def _show_question(self, dialogue: Dialogue, busy: bool) -> None:
        number = len(dialogue.judgements)
        self._verdicts = []
        if dialogue.stopped:
            role(ui.label(f"Stopped after {count(number, 'answer')}.").classes("title"), "asked")
            explain("The grammar is the one before the last answers. Ask again: no answer is lost.")
        elif dialogue.question is None and (left := dialogue.unexplained):
            role(ui.label(f"Not finished after {count(number, 'answer')}.").classes("title"), "asked")
            explain(
                f"The grammar says something else of {count(len(left), 'sentence')} of yours, as of "
                f"“{' '.join(left[0])}”. “Find a grammar” looks for one that agrees with all of them."
            )
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
            sentence = ui.label(dialogue.spoken).classes("asked-sentence").props("dir=auto")
            role(sentence, "ask-sentence").props("aria-live=polite")
            with ui.row().classes("verdicts"):
                for name, title, icon, colour, value in (
                    ("yes", "Fine", "thumb_up", "positive", True),
                    ("no", "Wrong", "thumb_down", "negative", False),
                ):
                    button = ui.button(
                        title, icon=icon, on_click=lambda _, n=name, v=value: self._press(f"ask-{n}", v)
                    )
                    role(button.props(f"no-caps unelevated size=lg color={colour}"), f"ask-{name}")
                    button.classes("verdict").set_enabled(not busy and not self._is_new)
                    self._verdicts.append(button)
            self._show_progress(dialogue, number)
        with ui.row().classes("tools"):
            if dialogue.question is not None:
                skip = ui.button("Don't know", on_click=lambda: self._answer(None)).props(
                    "no-caps flat dense"
                )
                role(skip, "ask-skip").set_enabled(not busy)
            undo = ui.button("Undo", icon="undo", on_click=self._undo).props("no-caps flat dense")
            role(undo, "ask-undo").set_enabled(not busy and bool(dialogue.judgements))
        if self._thinking:
            with role(ui.row().classes("thinking").props("role=status"), "ask-thinking"):
                ui.spinner(size="sm")
                ui.label("Learning from the answer …").classes("grow")
                role(
                    ui.button("Stop", icon="stop", on_click=self._stop).props("no-caps flat dense"),
                    "ask-stop",
                )
        if dialogue.question is not None:
            _show_trees(dialogue)


def how_sure(judged: Sequence[Judged]) -> str:
    """What the answers so far amount to, as one line."""
    changed = [bool(one.changes) for one in judged]
    if not any(changed):
        return f"{count(len(judged), 'answer')} so far, none of which changed the grammar"
    calm = len(changed) - 1 - max(place for place, one in enumerate(changed) if one)
    line = f"{count(len(judged), 'answer')} so far, {sum(changed)} of which changed the grammar"
    return f"{line}; the last {calm} did not" if calm else line


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
