"""Extend: new sentences, whose new words get categories while the rules stay. Enlarge: new rules, too."""

from __future__ import annotations

from nicegui import ui

from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.plural import count
from brillig.studio.sentences import SentenceField
from brillig.studio.session import Step
from brillig.studio.view import View, explain, role
from brillig.workflows.enlargement import EnlargementRequest
from brillig.workflows.extension import ExtensionRequest

MAX_NEW_WORDS_SHOWN = 60


def build(view: View, step: Step, seconds: float = 120.0) -> None:
    """The panel of a step."""
    _Extending(view, step, seconds).build()


class _Extending:
    def __init__(self, view: View, step: Step, seconds: float) -> None:
        self._view = view
        self._step = step
        self._seconds = seconds

    def build(self) -> None:
        explain(
            "Add sentences with new words. Extend: the rules stay, each new word gets the category that "
            "explains it. Enlarge: rules are added, too, and old ones change only where that saves bits."
        )
        solution = self._step.solution
        self._field = SentenceField(
            "more",
            self._changed,
            self._view.complain,
            rows=5,
            reading=solution.reading,
            known=solution.grammar.words,
        )
        self._field.build()
        self._new = role(ui.label().classes("status").props("role=status"), "new-words")
        with ui.row().classes("tools"):
            self._homographs = ui.number("Homographs", value=0, min=0, max=99, precision=0).props(
                "outlined dense"
            )
            role(self._homographs, "more-homographs")
            self._button = ui.button("Extend", icon="add", on_click=self._start).props("no-caps unelevated")
            role(self._button, "extend")
            self._enlarge = ui.button("Enlarge", icon="add_circle", on_click=self._start_enlarging).props(
                "no-caps unelevated"
            )
            role(self._enlarge, "enlarge")
        self._view.on_panel_run(self._changed)
        self._changed()

    def _changed(self) -> None:
        corpus = self._field.corpus
        for button in (self._button, self._enlarge):
            button.set_enabled(corpus is not None and not self._view.busy)
        if corpus is None:
            self._new.set_text("")
            return
        known = self._step.solution.grammar.lexicon
        new = [word for word in corpus.words if word not in known]
        if new:
            shown = ", ".join(word[:40] for word in new[:MAX_NEW_WORDS_SHOWN])
            rest = f" and {len(new) - MAX_NEW_WORDS_SHOWN} more" if len(new) > MAX_NEW_WORDS_SHOWN else ""
            self._new.set_text(f"{count(len(new), 'new word')}: {shown}{rest}")
        else:
            self._new.set_text("No new words: to extend only checks that the grammar accepts the sentences.")

    def _start(self) -> None:
        with self._view.refusing():
            homographs = int(self._homographs.value or 0)
            request = ExtensionRequest(homographs=homographs)
            self._view.tasks.extend(self._view.session, request, self._corpus(), self._seconds)
            self._view.tell("run")

    def _start_enlarging(self) -> None:
        with self._view.refusing():
            self._view.tasks.enlarge(self._view.session, EnlargementRequest(), self._corpus(), self._seconds)
            self._view.tell("run")

    def _corpus(self) -> Corpus:
        if self._field.corpus is None:
            raise BrilligError("there are no new sentences", hint="write some first")
        return self._field.corpus
