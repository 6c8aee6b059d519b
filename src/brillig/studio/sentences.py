"""The sentences: typed, pasted, dropped, or a sample; their words and counts, or what is wrong and where."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from nicegui import ui

from brillig.errors import BrilligError
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.language.text import parse_corpus
from brillig.parsing.generate import generate
from brillig.studio.safety import MAX_TEXT
from brillig.studio.session import as_sentence
from brillig.studio.upload import accept_drops, bound_text, file_button
from brillig.studio.view import role

MAX_SHOWN = 300
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


def read(text: str) -> Corpus:
    """The sentences of a text; refusals name the line."""
    if len(text) > MAX_TEXT:
        raise BrilligError(f"the text has more than {MAX_TEXT:,} characters; use a part of it")
    return parse_corpus(text.encode("utf-8", "replace"), "the sentences")


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
    corpus: Corpus | None = None
    message: str = ""

    def build(self, text: str = "") -> None:
        with role(ui.element("div").classes("sentence-field"), self.name) as wrap:
            self._field = (
                ui.textarea(value=text, on_change=lambda event: self._read(event.value or ""))
                .props(f"outlined debounce=250 input-class=sentence-text rows={self.rows} spellcheck=false")
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
        self._status = role(ui.label().classes("status").props("role=status"), f"{self.name}-status")
        with ui.expansion("Words").props("dense dense-toggle").classes("full words") as self._words:
            self._chips = role(ui.row().classes("chips"), f"{self.name}-words")
        self._read(text, quiet=True)

    @property
    def text(self) -> str:
        return str(self._field.value or "")

    def set_text(self, text: str) -> None:
        self._field.value = text

    def _take_sample(self, key: str | None) -> None:
        if key in SAMPLES:
            self.set_text(sample(key))

    def _open(self, name: str, data: bytes) -> None:
        if len(data) > MAX_TEXT * 4:
            raise BrilligError(f"{name}: more than {MAX_TEXT:,} characters; use a part, or the command line")
        corpus = parse_corpus(data, name)
        self.set_text("\n".join(corpus.texts()) + "\n")

    def _read(self, text: str, quiet: bool = False) -> None:
        self.corpus, self.message = None, ""
        if text.strip():
            try:
                self.corpus = read(text)
            except BrilligError as error:
                self.message = pointing(str(error), text)
        self._show()
        if not quiet:
            self.on_change()

    def _show(self) -> None:
        corpus = self.corpus
        self._status.classes(remove="refused")
        self._words.set_visibility(corpus is not None)
        if corpus is None:
            self._status.set_text(as_sentence(self.message))
            if self.message:
                self._status.classes("refused")
            return
        repeated = f", {corpus.repeats} repeated" if corpus.repeats else ""
        self._status.set_text(f"{len(corpus):,} sentences{repeated}, {len(corpus.words):,} different words")
        self._words.set_text(f"Words and counts ({len(corpus.words):,})")
        self._chips.clear()
        with self._chips:
            common = corpus.counts.most_common(MAX_SHOWN)
            for word, count in common:
                with ui.element("span").classes("chip"):
                    ui.label(word[:60])
                    ui.label(str(count)).classes("count")
            if len(corpus.words) > len(common):
                ui.label(f"and {len(corpus.words) - len(common):,} more").classes("hint")
