"""The sentences: typed, pasted, dropped, or a sample; their words and counts, or what is wrong and where."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from nicegui import ui

from brillig.errors import BrilligError
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.language.plural import count
from brillig.language.reading import Reading
from brillig.language.text import LINE_END, Read, Source, read_sentences
from brillig.parsing.generate import generate
from brillig.studio.marking import MarkingPanel
from brillig.studio.safety import MAX_TEXT
from brillig.studio.session import as_sentence
from brillig.studio.upload import accept_drops, bound_text, file_button
from brillig.studio.view import role
from brillig.studio.wording import BRACKETS, CASES, COMMENTS, PUNCTUATION, STARS, TAGS, TOKENS

MAX_SHOWN = 300
MAX_NUMBERED = 5000  # lines with a number beside them
# The paper's table 1 learns from ten sentences; twenty make the answer nearly always the same.
SAMPLES = {
    "toy1-20": ("Toy grammar 1: 20 sentences", "toy1", 20),
    "toy1-10": ("Toy grammar 1: 10 sentences", "toy1", 10),
    "toy2-100": ("Toy grammar 2: 100 sentences", "toy2", 100),
    "toy2-past-100": ("Toy grammar 2 with past tense: 100 sentences", "toy2-past", 100),
}


def sample(key: str) -> str:
    """The text of a sample."""
    _, name, number = SAMPLES[key]
    return "\n".join(generate(builtin(name), number, seed=1)) + "\n"


def read(text: str, reading: Reading, known: Collection[str] = (), one_word: bool = False) -> Read:
    """The sentences of a text; refusals name the line."""
    if len(text) > MAX_TEXT:
        raise BrilligError(f"the text has more than {MAX_TEXT:,} characters; use a part of it")
    source = Source("the sentences", text.encode("utf-8", "replace"))
    return read_sentences([source], reading, known=known, one_word=one_word)


def pointing(message: str, text: str) -> str:
    """The refusal with the line it speaks of, where it names one."""
    found = re.search(r"line (\d+)", message)
    if found is None:
        return message
    lines = re.split("\r\n|\r|\n", text)
    number = int(found[1])
    if not 1 <= number <= len(lines) or not lines[number - 1].strip():
        return message
    line = lines[number - 1].strip()
    return f"{message} — line {number}: “{line[:80]}{'…' if len(line) > 80 else ''}”"


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
    corpus: Corpus | None = None
    message: str = ""
    notes: tuple[str, ...] = ()
    _boxes: dict[str, ui.checkbox] = field(default_factory=dict)

    def build(self, text: str = "") -> None:
        with role(ui.element("div").classes("sentence-field"), self.name) as wrap:
            self._gutter = role(ui.label().classes("gutter").props("aria-hidden=true"), f"{self.name}-lines")
            self._field = (
                ui.textarea(value=text, on_change=lambda event: self._read(event.value or ""))
                .props(f"borderless autogrow debounce=250 input-class=sentence-text rows={self.rows}")
                .props(f'spellcheck=false input-style="min-height: {1.45 * self.rows}em"')
                .props('aria-label="Sentences, one a line"')
                .classes("full")
            )
            with self._field:
                self._field.props('placeholder="One sentence a line. Type, paste, or drop a text file here."')
        accept_drops(wrap, self._open, self.complain)
        bound_text(wrap, self.complain)
        with ui.row().classes("tools"):
            role(
                ui.select(
                    {key: title for key, (title, _, _) in SAMPLES.items()},
                    label="Built-in sample",
                    on_change=lambda event: self._take_sample(event.value),
                )
                .props("dense outlined options-dense")
                .classes("grow"),
                f"{self.name}-sample",
            )
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
            texts = {"comments": COMMENTS, "stars": STARS}
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
            self.set_text(text)

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

    def _take_sample(self, key: str | None) -> None:
        if key in SAMPLES:
            self.set_text(sample(key))

    def _open(self, name: str, data: bytes) -> None:
        if len(data) > MAX_TEXT * 4:
            raise BrilligError(f"{name}: more than {MAX_TEXT:,} characters; use a part, or the command line")
        # Read here too, so that a refusal names the file.
        read_sentences([Source(name, data)], self.reading, known=self.known, one_word=self.one_word)
        text = data.decode("utf-8-sig")
        self.set_text("\n".join(LINE_END.split(text)))

    def _read(self, text: str, quiet: bool = False) -> None:
        self.corpus, self.message, self.notes = None, "", ()
        if text.strip():
            try:
                found = read(text, self.reading, self.known, self.one_word)
                self.corpus, self.notes = found.corpus, found.notes
            except BrilligError as error:
                first, *others = error.troubles
                self.message = "\n".join([pointing(str(first), text), *map(str, others)])
        self._show()
        if not quiet:
            self.on_change()

    def _show(self) -> None:
        corpus = self.corpus
        if self.marks:
            self._marking.show()
        lines = min(max(self.rows, self.text.count("\n") + 1), MAX_NUMBERED)
        self._gutter.set_text("\n".join(map(str, range(1, lines + 1))))
        self._notes.set_text("\n".join(as_sentence(note) + "." for note in self.notes))
        self._status.classes(remove="refused")
        self._words.set_visibility(corpus is not None)
        if corpus is None:
            self._status.set_text(as_sentence(self.message))
            if self.message:
                self._status.classes("refused")
            return
        repeated = f", {corpus.repeats} repeated" if corpus.repeats else ""
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
