"""The sentences: typed, pasted, dropped, or a sample; their words and counts, or what is wrong and where."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from nicegui import ui

from brillig.errors import BrilligError, say
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.language.plural import count
from brillig.language.reading import Reading
from brillig.language.text import LINE_END, Read, Source, read_sentences
from brillig.parsing.generate import generate
from brillig.studio.marking import MarkingPanel
from brillig.studio.safety import MAX_TEXT
from brillig.studio.session import as_sentence
from brillig.studio.stories import STORIES
from brillig.studio.tree import runs_right_to_left
from brillig.studio.upload import accept_drops, bound_text, file_button
from brillig.studio.view import role
from brillig.studio.wording import (
    BRACKETS,
    CASES,
    COMMENTS,
    KEEP_FINAL,
    PUNCTUATION,
    STARS,
    TAGS,
    TOKENS,
    control_name,
)

MAX_SHOWN = 300
TEXT_NAME = "the sentences"  # the text of the box, as messages call a file
WIDE_LINE = 40  # characters; shorter lines fit the box
MAX_WIDE = 2000  # characters; a box that is wider brings browsers to a halt
MAX_NUMBERED = 5000  # lines with a number beside them
# Sentences of the paper's second grammar, beside the stories.
TOY = "toy2"
TOY_SENTENCES = 100
SAMPLES = {story.key: story.title for story in STORIES} | {TOY: f"Toy grammar 2: {TOY_SENTENCES} sentences"}


def sample(key: str) -> str:
    """The text of a sample."""
    if key == TOY:
        return "\n".join(generate(builtin(TOY), TOY_SENTENCES, seed=1)) + "\n"
    return next(story.text for story in STORIES if story.key == key)


def read(text: str, reading: Reading, known: Collection[str] = (), one_word: bool = False) -> Read:
    """The sentences of a text; refusals name the line."""
    if len(text) > MAX_TEXT:
        raise BrilligError(f"the text has more than {MAX_TEXT:,} characters", hint="use a part of it")
    source = Source(TEXT_NAME, text.encode("utf-8", "replace"))
    return read_sentences([source], reading, known=known, one_word=one_word)


def pointing(error: BrilligError, text: str) -> str:
    """The refusal with the line it speaks of, where it names one."""
    message, number = error.told(control_name), None if error.place is None else error.place.line
    message = message.replace(f"{TEXT_NAME}, line", "line")
    lines = LINE_END.split(text)
    if number is None or not 1 <= number <= len(lines) or not lines[number - 1].strip():
        return message
    line = lines[number - 1].strip()
    return f"{message} — “{line[:80]}{'…' if len(line) > 80 else ''}”"


@dataclass
class SentenceField:
    """A field for sentences and what is known about them. `corpus` is None while they are refused."""

    name: str
    on_change: Callable[[], None]
    complain: Callable[[str], None]
    rows: int = 5
    reading: Reading = Reading()  # noqa: RUF009 (a frozen value)
    known: Collection[str] = ()
    one_word: bool = False
    marks: bool = False  # whether words can be clicked on and marked
    on_sample: Callable[[str], None] | None = None  # what a sample is given to; without it there are none
    corpus: Corpus | None = None
    message: str = ""
    notes: tuple[str, ...] = ()
    _boxes: dict[str, ui.checkbox] = field(default_factory=dict)

    def build(self, text: str = "") -> None:
        with role(ui.element("div").classes("sentence-field"), self.name) as wrap:
            self._gutter = role(ui.label().classes("gutter").props("aria-hidden=true"), f"{self.name}-lines")
            self._field = (
                ui.textarea(value=text, on_change=lambda event: self._read(str(event.value or "")))
                .props(f"borderless autogrow debounce=250 input-class=sentence-text rows={self.rows}")
                .props("spellcheck=false")
                .props('aria-label="Sentences, one per line" placeholder="One sentence per line"')
                .classes("full")
            )
        accept_drops(wrap, self._open, self.complain)
        bound_text(wrap, self.complain)
        with ui.row().classes("tools"):
            if self.on_sample is not None:
                self._build_samples(self.on_sample)
            file_button("Text file", "upload_file", ".txt,text/plain", self._open, self.complain)
        self._build_choices()
        self._status = role(ui.label().classes("status").props("role=status"), f"{self.name}-status")
        self._notes = role(ui.label().classes("hint notes"), f"{self.name}-notes")
        if self.marks:
            self._marking = MarkingPanel(
                self.name, lambda: (self.text, self.reading, self.corpus), self._take_marks, self.complain
            )
            self._marking.build()
        with ui.expansion("Words").props("dense dense-toggle").classes("full words") as self._words:
            self._chips = role(ui.row().classes("chips"), f"{self.name}-words")
        self._read(text, quiet=True)

    def _build_samples(self, take: Callable[[str], None]) -> None:
        select = ui.select(SAMPLES, label="Sample")

        def choose(key: object) -> None:
            if key in SAMPLES:
                select.value = None  # the label of a sample would outlive its text
                take(sample(str(key)))

        select.on_value_change(lambda event: choose(event.value))
        role(select.props("dense outlined options-dense").classes("grow"), f"{self.name}-sample")

    def _build_choices(self) -> None:
        """Case, punctuation, tokens, comments, stars and marks; own expressions are for the command line."""
        choices = (
            ("case", "Capitals", CASES, self.reading.case.value),
            ("punctuation", "Punctuation", PUNCTUATION, self.reading.punctuation.value),
            ("tokens", "A word is", TOKENS, self.reading.tokens),
        )
        with (
            ui.expansion("How it is read").props("dense dense-toggle").classes("full"),
            ui.column().classes("full tight"),
        ):
            for name, title, options, value in choices:
                if value not in options:
                    continue
                select = ui.select(options, value=value, label=title)
                select.on_value_change(lambda event, name=name: self._choose(name, str(event.value)))
                role(select.props("dense outlined options-dense").classes("full"), f"{self.name}-{name}")
            texts = {"comments": COMMENTS, "stars": STARS, "keep_final": KEEP_FINAL}
            if self.marks:
                texts |= {"tags": TAGS, "brackets": BRACKETS}
            for name, text in texts.items():
                box = ui.checkbox(text, value=getattr(self.reading, name)).props("dense")
                box.on_value_change(lambda event, name=name: self._choose(name, bool(event.value)))
                self._boxes[name] = role(box, f"{self.name}-{name}")

    def _choose(self, name: str, value: str | bool) -> None:
        if getattr(self.reading, name) == value:
            return
        try:
            self.reading = self.reading.changed({name: value})
        except BrilligError as error:
            self.complain(str(error))
            if name in self._boxes:
                self._boxes[name].value = getattr(self.reading, name)
            return
        self._read(self.text)

    def _take_marks(self, text: str, reading: Reading) -> None:
        """The text with words marked by hand, and a reading that sees the marks."""
        self.reading = reading
        for name in ("tags", "brackets"):
            self._boxes[name].value = getattr(reading, name)
        if text == self.text:
            self._read(text)
        else:
            self.replace_text(text)

    @property
    def text(self) -> str:
        return str(self._field.value or "")

    def set_one_word(self, allowed: bool) -> None:
        """Take sentences of one word, or refuse them: what is there is read again."""
        if allowed != self.one_word:
            self.one_word = allowed
            self._read(self.text, quiet=True)

    def set_text(self, text: str) -> None:
        self._field.value = text

    def replace_text(self, text: str) -> None:
        """Put another text into the box as if it had been typed, so that Ctrl+Z brings back the old one."""
        field = f"document.querySelector('[data-role={self.name}] textarea')"
        self._field.client.run_javascript(f"window.brillig.type({field}, {json.dumps(text)})")

    def _open(self, name: str, data: bytes) -> None:
        if len(data) > MAX_TEXT * 4:
            raise BrilligError(
                f"more than {MAX_TEXT:,} characters", hint="use a part, or the command line", place=name
            )
        # Read here too, so that a refusal names the file.
        read_sentences([Source(name, data)], self.reading, known=self.known, one_word=self.one_word)
        text = data.decode("utf-8-sig")
        self.replace_text("\n".join(LINE_END.split(text)))

    def _read(self, text: str, quiet: bool = False) -> None:
        self.corpus, self.message, self.notes = None, "", ()
        if text.strip():
            try:
                found = read(text, self.reading, self.known, self.one_word)
                self.corpus = found.corpus
                self.notes = tuple(say(note, control_name) for note in found.notes)
            except BrilligError as error:
                first, *others = error.troubles
                self.message = "\n".join(
                    [pointing(first, text), *(other.told(control_name) for other in others)]
                )
        self._show()
        if not quiet:
            self.on_change()

    def _show(self) -> None:
        corpus = self.corpus
        if self.marks:
            self._marking.show()
        # As wide as its longest line: the box scrolls, not the text inside it, away from its numbers.
        longest = max(map(len, self.text.split("\n")))
        width = f"min-width: {min(longest, MAX_WIDE) + 4}ch; " if longest > WIDE_LINE else ""
        lines = min(max(self.rows, self.text.count("\n") + 1), MAX_NUMBERED)
        # Its height, too: another style takes away the one that the browser has set by itself.
        self._field.props(f'input-style="{width}min-height: calc({1.45 * lines:.2f}em + 16px)"')
        # Not "auto", which takes a browser seconds for a text of thousands of lines.
        self._field.props["dir"] = "rtl" if runs_right_to_left([self.text]) else "ltr"
        self._gutter.set_text("\n".join(map(str, range(1, lines + 1))))
        self._notes.set_text("\n".join(as_sentence(note) + "." for note in self.notes))
        self._status.classes(remove="refused")
        self._words.set_visibility(corpus is not None)
        if corpus is None:
            self._status.set_text(as_sentence(self.message))
            if self.message:
                self._status.classes("refused")
            return
        repeated = f", {corpus.repeats:,} repeated" if corpus.repeats else ""
        words = count(len(corpus.words), "different word")
        self._status.set_text(f"{count(len(corpus), 'sentence')}{repeated}, {words}")
        self._words.set_text(f"Words and counts ({len(corpus.words):,})")
        self._chips.clear()
        with self._chips:
            common = corpus.counts.most_common(MAX_SHOWN)
            for word, times in common:
                with ui.element("span").classes("chip"):
                    ui.label(word[:60])
                    ui.label(str(times)).classes("count")
            if len(corpus.words) > len(common):
                ui.label(f"and {len(corpus.words) - len(common):,} more").classes("hint")
