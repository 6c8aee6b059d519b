"""Everything that was judged in a project: what each answer changed, and each to be changed or removed."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from brillig.language.plural import count
from brillig.studio.session import Judged
from brillig.studio.view import View, explain, role
from brillig.workflows.asking.judgements import Answer

_SAID = {Answer.YES: "fine", Answer.NO: "wrong", Answer.UNKNOWN: "don't know"}
MAX_CHANGES = 3


class JudgedList:
    """The answers, newest first. `changed` is called after one was changed or removed."""

    def __init__(self, view: View, changed: Callable[[], None]) -> None:
        self._view = view
        self._changed = changed

    def build(self) -> None:
        self._expansion = role(ui.expansion("Answers").props("dense").classes("full"), "judged")
        with self._expansion:
            explain("What was said of each sentence, and what that changed. Any of it can be taken back.")
            self._list = role(ui.column().classes("full tight"), "judged-list")
        self.show()

    def show(self) -> None:
        judged = list(self._view.session.judged.values())
        self._expansion.set_visibility(bool(judged))
        self._expansion.set_text(f"Answers so far: {count(len(judged), 'sentence')}")
        self._list.clear()
        with self._list:
            for one in reversed(judged):
                self._row(one)

    def _row(self, judged: Judged) -> None:
        with ui.row().classes("judged") as row:
            row.props["data-judged"] = judged.text
            with ui.column().classes("grow tight"):
                ui.label(judged.text).classes("text").props("dir=auto")
                for line in judged.changes[:MAX_CHANGES]:
                    ui.label(line).classes("hint")
                if len(judged.changes) > MAX_CHANGES:
                    ui.label(f"and {len(judged.changes) - MAX_CHANGES} more changes").classes("hint")
            ui.label(_SAID[judged.answer]).classes("verdict-said").props(f"data-said={judged.answer.value}")
            other = Answer.NO if judged.answer is Answer.YES else Answer.YES
            self._button(f"Say {_SAID[other]}", judged, lambda: self._say(judged, other))
            self._button("Remove", judged, lambda: self._say(judged, None))

    def _button(self, title: str, judged: Judged, action: Callable[[], None]) -> None:
        button = ui.button(title, on_click=action).props("no-caps flat dense")
        button.props["aria-label"] = f"{title}: {judged.text}"
        button.set_enabled(not self._view.busy)

    def _say(self, judged: Judged, answer: Answer | None) -> None:
        with self._view.refusing():
            self._view.session.judge(judged.text, answer)
            self._changed()
        self.show()
