"""How to look for a grammar: automatically, or with sizes on sliders that explain themselves."""

from __future__ import annotations

import math
from dataclasses import replace

from nicegui import ui

from brillig.engines.registry import engine_names, find_engine
from brillig.language.plural import count
from brillig.language.reading import Reading
from brillig.problems import Restrictions
from brillig.studio.sentences import SentenceField
from brillig.studio.view import View, explain, role
from brillig.studio.wording import RESTRICTIONS, SLIDERS
from brillig.workflows.inference import InferenceRequest
from brillig.workflows.known_points import Point

MAX_CATEGORIES = 16
MAX_RULES = 24
MAX_HOMOGRAPHS = 12
DEFAULT_MINUTES = 5
MAX_MINUTES = 120

_ENGINE_NAMES = {name: find_engine(name).title.capitalize() for name in engine_names()}

START = (5, 2, 3)  # where the sliders stand without sentences: categories, lexical ones, rules


def suggest_sizes(words: int) -> tuple[int, int, int]:
    """Categories, lexical ones and rules to begin with: more words, more of each, but slowly."""
    categories = min(max(round(1.5 * math.log2(max(words, 2)) + 1.5), 4), 12)
    return categories, categories // 2, max(2, categories - 3)


def _between(value: float | None, low: int, high: int, before: float) -> int:
    """A number as typed, within its bounds; the one before while the field is empty."""
    return int(before if value is None else min(max(value, low), high))


class Finder:
    """The settings of a search and the button that starts it."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._suggested = START
        self._left = False

    def build(self) -> None:
        session = self._view.session
        ui.label("Sentences").classes("title").props("role=heading aria-level=2")
        self.field = SentenceField(
            "sentences",
            self._changed,
            self._view.complain,
            reading=session.reading,
            marks=True,
            on_sample=lambda text: self.learn(text, start=False),
        )
        self.field.build(session.text)
        ui.separator()
        ui.label("Settings").classes("title").props("role=heading aria-level=2")
        self.mode = role(
            ui.toggle({"auto": "Automatic", "hand": "By hand"}, value="auto", on_change=self._changed)
            .props("no-caps unelevated spread")
            .classes("full"),
            "mode",
        )
        with ui.column().classes("full tight") as self._auto_help:
            explain(
                "Brillig picks the grammar that describes the sentences most briefly, with as many word "
                "classes and rules as that takes."
            )
        self._build_sliders()
        self._warning = role(ui.label().classes("status refused").props("role=status"), "warning")
        self._build_settings()
        self.button = role(
            ui.button("Find a grammar", icon="search", on_click=self._find)
            .props("no-caps unelevated")
            .classes("full"),
            "find",
        )
        self._with = role(ui.label().classes("hint"), "find-with")
        self._view.on("run", self._enable)
        self._view.on("solution", self._enable)
        self._changed()
        if session.begin:
            session.begin = False
            self._find()

    def _build_sliders(self) -> None:
        with ui.column().classes("full tight") as self._sliders:
            self.categories = self._slider(
                "categories",
                SLIDERS["categories"],
                2,
                MAX_CATEGORIES,
                START[0],
                "Kinds of words and phrases, S included. All of them are used.",
            )
            self.lexical = self._slider(
                "lexical",
                SLIDERS["lexical"],
                0,
                MAX_CATEGORIES - 1,
                START[1],
                "How many of them hold words only and never branch.",
            )
            self.rules = self._slider(
                "rules",
                SLIDERS["rules"],
                1,
                MAX_RULES,
                START[2],
                "The most rules X → Y Z. Fewer make a stricter grammar.",
            )
            self.homographs = self._slider(
                "homographs",
                SLIDERS["homographs"],
                0,
                MAX_HOMOGRAPHS,
                0,
                "Extra entries for words with two readings, such as “duck”.",
            )

    def _build_settings(self) -> None:
        with (
            ui.expansion("More settings").props("dense dense-toggle").classes("full"),
            ui.column().classes("full tight"),
        ):
            self.engine = (
                ui.select(_ENGINE_NAMES, value="auto", label="Engine", on_change=self._changed)
                .props("dense outlined")
                .classes("full")
            )
            role(self.engine, "engine")
            with ui.row().classes("tools"):
                self.seed = ui.number("Seed", value=0, min=0, max=10**9, precision=0).props("dense outlined")
                self.minutes = ui.number(
                    "Stop after (minutes)", value=DEFAULT_MINUTES, min=0.1, max=MAX_MINUTES
                ).props("dense outlined")
            with ui.column().classes("full tight") as self._kept_box:
                explain("What the grammar has to keep to; less makes more languages possible.")
                self.kept = {
                    switch: role(ui.checkbox(text, value=True, on_change=self._changed), switch.value)
                    for switch, text in RESTRICTIONS.items()
                }

    def learn(self, text: str, start: bool = True) -> None:
        """Begin with other sentences: in this project where it is empty, else in a new one."""
        view = self._view
        session = view.session
        if session.is_empty:
            self.field.set_text(text)
            if start:
                self._find()
            return
        session = view.sessions.begin(view.tab, session.owner)
        session.set_text(text, Reading())
        session.begin = start
        self._left = True
        view.go_to_project(session)

    def bring_back(self, text: str, reading: Reading) -> None:
        """Put the sentences of the grammar shown back into the box."""
        self.field.reading = reading
        self.field.replace_text(text)

    def _slider(self, name: str, title: str, low: int, high: int, value: int, help_: str) -> ui.slider:
        with ui.column().classes("full tight slider"):
            with ui.row().classes("slider-head"):
                ui.label(title).props("aria-hidden=true")
                number = ui.number(value=value, min=low, max=high, precision=0).props("dense outlined")
                role(number.classes("number"), f"{name}-number").props["aria-label"] = title
            # For the pointer; keys and readers have the field, which says the same.
            slider = ui.slider(min=low, max=high, value=value, on_change=self._changed)
            slider.props("markers snap dense tabindex=-1 aria-hidden=true")
            role(slider, name)
            number.bind_value(slider, "value", forward=lambda v: _between(v, low, high, slider.value))
            explain(help_)
        return slider

    @property
    def seconds(self) -> float:
        return 60.0 * min(max(float(self.minutes.value or DEFAULT_MINUTES), 0.1), MAX_MINUTES)

    def _request(self) -> InferenceRequest:
        """What the controls ask for."""
        engine = str(self.engine.value)
        if self.mode.value == "auto":
            request = InferenceRequest(engine=engine, explain=True)
            # By bits, restrictions are lifted where that pays.
            return request if request.by_bits else replace(request, allow=self._allowed())
        return InferenceRequest(
            categories=int(self.categories.value),
            lexical=int(self.lexical.value),
            rules=int(self.rules.value),
            homographs=int(self.homographs.value),
            allow=self._allowed(),
            engine=engine,
            explain=True,
        )

    def _allowed(self) -> Restrictions:
        return Restrictions.of([switch for switch, box in self.kept.items() if not box.value])

    def set_sizes(self, point: Point) -> None:
        """Set the sliders to a point of the automatic search."""
        self.categories.value = point.categories
        self.lexical.value = point.lexical
        self.rules.value = point.rules
        self.homographs.value = point.homographs
        self.mode.value = "hand"

    def _changed(self) -> None:
        if self._left:  # for another project, which the browser is about to show
            return
        by_hand = self.mode.value == "hand"
        request = self._request()
        self._kept_box.set_visibility(not request.by_bits)
        self.field.set_one_word(request.one_word)
        if self._is_another_language():
            self.learn(self.field.text, start=False)
            return
        if not self._sizes_chosen and self.field.corpus is not None:
            self._suggest_sizes(len(self.field.corpus.words))
        self._sliders.set_visibility(by_hand)
        self._auto_help.set_visibility(not by_hand)
        self._view.corpus = self.field.corpus
        self._view.session.set_text(self.field.text, self.field.reading)
        self._view.tell("text")
        self._warning.set_text(self._impossible() if by_hand else "")
        self._enable()

    def _is_another_language(self) -> bool:
        """Whether all sentences were replaced by others: what was judged of the old ones is of no use.

        They begin a new project then; the old one is kept as it is.
        """
        session, corpus = self._view.session, self.field.corpus
        if corpus is None or len(corpus) < 2 or not (session.steps or session.judged):
            return False
        known = {sentence for step in session.steps for sentence in step.solution.corpus.sentences}
        return bool(known) and known.isdisjoint(corpus.sentences)

    def _suggest_sizes(self, words: int) -> None:
        """Sizes that this many words often ask for, as long as nobody has chosen others."""
        sizes = suggest_sizes(words)
        if sizes != self._suggested:
            self._suggested = sizes
            self.categories.value, self.lexical.value, self.rules.value = sizes

    @property
    def _sizes_chosen(self) -> bool:
        now = int(self.categories.value), int(self.lexical.value), int(self.rules.value)
        return now != self._suggested

    def _impossible(self) -> str:
        """What is impossible about the sliders, said at once."""
        categories, lexical = int(self.categories.value), int(self.lexical.value)
        if lexical >= categories:
            return f"Impossible: {lexical} of {categories} categories for words only; S is none of these."
        if int(self.rules.value) > categories**2:
            return f"Impossible: {categories} categories allow at most {categories**2} rules."
        corpus = self.field.corpus
        reason = None if corpus is None else self._request().problem(corpus).impossible()
        return "" if reason is None else f"Impossible: {reason}."

    def _enable(self) -> None:
        session = self._view.session
        kept = 0 if session.kept is None else len(session.kept.syntactic)
        told = ((len(session.judged), "answer"), (kept, "kept rule"))
        said = " and ".join(count(number, name) for number, name in told if number)
        self._with.set_text(f"Keeps to {said}." if said else "")
        self.button.set_enabled(
            self.field.corpus is not None and not self._warning.text and not self._view.busy
        )

    def _find(self) -> None:
        with self._view.refusing():
            tasks, session = self._view.tasks, self._view.session
            if self.field.corpus is None:
                return
            seed = int(self.seed.value or 0)
            tasks.infer(session, self._request(), self.field.corpus, seed, self.seconds)
            self._view.tell("run")
