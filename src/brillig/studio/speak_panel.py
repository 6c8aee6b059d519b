"""New sentences of a grammar, to be judged; and any sentence, to be tried."""

from __future__ import annotations

import asyncio

from nicegui import ui

from brillig.errors import BrilligError
from brillig.language.corpus import MAX_WORDS
from brillig.language.grammar import Grammar
from brillig.parsing.cyk import count_trees, parse
from brillig.parsing.generate import generate
from brillig.studio.judged_list import JudgedList
from brillig.studio.session import Step
from brillig.studio.tree import show_tree
from brillig.studio.view import View, explain, role
from brillig.workflows.asking.judgements import Answer

AT_A_TIME = 8
LONGEST_DRAWN = 16
MAX_TRIED = 5000  # characters
LEARN_SECONDS = 120.0
_DRAWS = 60
_EXPANSIONS = 300  # keeps drawing short for any grammar, also one that someone uploaded


def build(view: View, step: Step) -> None:
    _Speaking(view, step).build()


def draw_new(grammar: Grammar, known: set[str], seed: int, number: int = AT_A_TIME) -> list[str]:
    """Sentences that are not known yet, as far as there are some; short ones where the grammar has such."""
    try:
        drawn = generate(grammar, _DRAWS, seed=seed, max_words=LONGEST_DRAWN, max_expansions=_EXPANSIONS)
    except BrilligError:
        drawn = generate(grammar, number, seed=seed)
    different = list(dict.fromkeys(drawn))
    return [sentence for sentence in different if sentence not in known][:number] or different[:number]


class _Speaking:
    def __init__(self, view: View, step: Step) -> None:
        self._view = view
        self._step = step

    def build(self) -> None:
        with ui.row().classes("tools"):
            role(
                ui.button("New sentences", icon="chat", on_click=self._draw).props("no-caps unelevated"),
                "speak",
            )
            self._save = role(
                ui.button("Counter-examples", icon="download", on_click=self._download).props("no-caps flat"),
                "save-wrong",
            )
            self._learn = role(
                ui.button("Learn from them", icon="school", on_click=self._learn_from).props("no-caps flat"),
                "learn",
            )
        explain("Judge them: the certificate holds the wrong ones against this grammar and its alternatives.")
        self._list = role(ui.column().classes("full tight"), "drawn")
        self._judged = JudgedList(self._view, self._show)
        self._judged.build()
        ui.separator()
        ui.label("Try a sentence").classes("subtitle")
        with ui.row().classes("tools"):
            self._tried = ui.input("Any sentence").props("outlined dense").classes("grow")
            role(self._tried, "try-field")
            self._tried.on("keydown.enter", self._try)
            role(ui.button("Try", on_click=self._try).props("no-caps unelevated"), "try")
        self._answer = role(ui.column().classes("full tight"), "tried")
        self._view.on_panel_run(self._show)
        self._show()

    async def _draw(self) -> None:
        session, solution = self._view.session, self._step.solution
        session.draws += 1
        known = {*solution.problem.corpus.texts(), *session.drawn, *session.judged}
        with self._view.refusing():
            session.drawn = await asyncio.to_thread(draw_new, solution.grammar, known, session.draws)
            if not self._list.is_deleted:  # another panel may have taken its place meanwhile
                self._show()

    def _judge(self, sentence: str, answer: Answer) -> None:
        session = self._view.session
        judged = session.judged.get(sentence)
        with self._view.refusing():
            session.judge(sentence, None if judged is not None and judged.answer is answer else answer)
        # The row stays, so that the focus does: eight judgements are eight keys, not eight walks.
        self._mark(sentence)
        self._enable()
        self._judged.show()

    def _enable(self) -> None:
        wrong = len(self._view.session.said(Answer.NO))
        self._save.set_enabled(bool(wrong))
        self._save.set_text(f"Counter-examples ({wrong})")
        self._learn.set_enabled(bool(self._view.session.judged) and not self._view.busy)

    def _show(self) -> None:
        self._enable()
        self._list.clear()
        self._buttons: dict[tuple[str, Answer], ui.button] = {}
        with self._list:
            for sentence in self._view.session.drawn:
                self._row(sentence)
        self._judged.show()

    def _row(self, sentence: str) -> None:
        with ui.row().classes("judged"):
            for answer, title, icon in ((Answer.YES, "Fine", "thumb_up"), (Answer.NO, "Wrong", "thumb_down")):
                button = ui.button(title, icon=icon, on_click=lambda _, a=answer: self._judge(sentence, a))
                button.props(f"no-caps dense data-verdict={title.lower()}")
                button.props["aria-label"] = f"{title}: {sentence}"
                self._buttons[sentence, answer] = button
            ui.label(sentence).classes("grow text").props("dir=auto")
        self._mark(sentence)

    def _mark(self, sentence: str) -> None:
        judged = self._view.session.judged.get(sentence)
        for answer, colour in ((Answer.YES, "positive"), (Answer.NO, "negative")):
            button = self._buttons.get((sentence, answer))
            if button is not None:
                given = judged is not None and judged.answer is answer
                button.props(remove="unelevated flat color")
                button.props(f"unelevated color={colour}" if given else "flat")
                button.props(f"aria-pressed={'true' if given else 'false'}")

    def _download(self) -> None:
        ui.download.content(self._view.session.counter_examples(), "counter-examples.txt", "text/plain")

    def _learn_from(self) -> None:
        with self._view.refusing():
            self._view.tasks.learn(self._view.session, LEARN_SECONDS)
            self._view.tell("run")

    def _try(self) -> None:
        self._answer.clear()
        with self._answer, self._view.refusing():
            words = self._step.solution.words_of(str(self._tried.value or "")[:MAX_TRIED])
            if not words:
                explain("Type a sentence first.")
                return
            if len(words) > MAX_WORDS:
                ui.label(f"{len(words):,} words are too many; the maximum is {MAX_WORDS}.").classes(
                    "status refused"
                )
                return
            grammar = self._step.solution.grammar
            tree = parse(grammar, words)
            if tree is None:
                unknown = [word for word in dict.fromkeys(words) if word not in grammar.lexicon]
                why = (
                    f"The grammar does not know {', '.join(unknown)[:200]}." if unknown else "It has no tree."
                )
                ui.label(f"Not accepted. {why}").classes("status refused")
            else:
                number = count_trees(grammar, words)
                ui.label(f"Accepted, with {number:,} tree{'s' if number != 1 else ''}.").classes(
                    "status good"
                )
                show_tree(tree, self._view.colours(self._step))
