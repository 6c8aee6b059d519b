"""Tags and brackets by hand: click on a word and name it, or on several and bracket them.

What is marked is written into the text of the sentences, as anybody would write it there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from nicegui import ui

from brillig.errors import BrilligError
from brillig.language.corpus import Corpus, Sentence
from brillig.language.grammar import check_category_name
from brillig.language.marked import Marked, marked_sentences
from brillig.language.markup import Bracket
from brillig.language.reading import Reading
from brillig.language.text import Source, read_sentences
from brillig.problems.solution import Solution
from brillig.studio.view import explain, role

_OLD_TAG = re.compile(r"\A/[^\s\]]+")
_OLD_BRACKET = re.compile(r"\[(?:[^\s\[\]]+(?=\s))?\s?|\]")
MAX_LINES = 40  # sentences that can be clicked on; the others are marked in the text


@dataclass(frozen=True)
class Selection:
    """Words of a line, from the first to the last."""

    line: int
    first: int
    last: int

    @property
    def is_one(self) -> bool:
        return self.first == self.last

    def with_word(self, line: int, place: int) -> Selection | None:
        """After a click on a word: a longer selection, a new one, or none."""
        if line != self.line:
            return Selection(line, place, place)
        if self.first <= place <= self.last:
            return None
        return Selection(line, min(self.first, place), max(self.last, place))


def read_line(text: str, reading: Reading, known: Collection[str]) -> Marked | None:
    """The sentence of a line with its marks; None where it has none: a comment, a starred one, a blank."""
    try:
        corpus = read_sentences(
            [Source("the line", text.encode("utf-8", "replace"))], reading, known=known, one_word=True
        ).corpus
    except BrilligError:
        return None
    return marked_sentences(corpus)[0] if len(corpus) == 1 else None


def write_line(marked: Marked) -> str:
    """The line that reads as this."""
    words = tuple(word.replace("/", "\\/") for word in marked.words)
    inner_first = tuple(sorted(marked.brackets, key=lambda b: (b.end - b.start, b.start)))
    text = str(replace(marked, words=words, brackets=inner_first))
    return f"\\{text}" if text.startswith(("#", "*")) else text


def mark_in_place(raw: str, marked: Marked) -> str | None:
    """The line as it was typed, capitals, stops and all, with these marks; None where a word is not found.

    Marks that are there already are taken out first. Whoever calls looks whether it reads as it should.
    """
    low = raw.lower()
    if len(low) != len(raw):
        return None
    parts, end = [], 0
    for place, word in enumerate(marked.words):
        start = low.find(word.lower(), end)
        if start < 0:
            return None
        between = _OLD_TAG.sub("", raw[end:start]) if place else raw[end:start]
        opening = "".join(
            "[" if bracket.name is None else f"[{bracket.name} "
            for bracket in sorted(marked.brackets, key=lambda b: -b.end)
            if bracket.start == place
        )
        tag = marked.tags[place]
        written = raw[start : start + len(word)].replace("/", "\\/")
        closing = "]" * sum(bracket.end == place + 1 for bracket in marked.brackets)
        parts += [_OLD_BRACKET.sub("", between), opening, written, "" if tag is None else f"/{tag}", closing]
        end = start + len(word)
    rest = _OLD_BRACKET.sub("", _OLD_TAG.sub("", raw[end:]))
    return "".join([*parts, rest])


def text_of(solution: Solution) -> str:
    """The sentences of a solution as a text for the box, with their marks, the starred ones last."""
    reading, corpus = solution.reading, solution.corpus
    if reading.tags or reading.brackets:
        lines = [write_line(marked) for marked in marked_sentences(corpus)]
    else:
        lines = [f"\\{text}" if text.startswith(("#", "*")) else text for text in corpus.texts()]
    lines += [f"*{' '.join(words)}" for words in solution.problem.corpus.rejected]
    return "".join(f"{line}\n" for line in lines)


def tagged(marked: Marked, word: str, places: Collection[int] | None, name: str | None) -> Marked:
    """With the word tagged at these places, or wherever it stands; without a name, its tag removed."""
    tags = tuple(
        name if own == word and (places is None or place in places) else tag
        for place, (own, tag) in enumerate(zip(marked.words, marked.tags, strict=True))
    )
    return replace(marked, tags=tags)


def bracketed(marked: Marked, start: int, end: int, name: str | None) -> Marked:
    """With these words as a constituent; refused where another one crosses it."""
    if marked.crosses(start, end):
        raise BrilligError(
            "the words cross another bracket", hint="remove that one first, or choose other words"
        )
    others = tuple(b for b in marked.brackets if (b.start, b.end) != (start, end))
    return replace(marked, brackets=(*others, Bracket(start, end, name)))


def unmarked(marked: Marked, start: int, end: int) -> Marked:
    """Without the tags of these words and the brackets inside them."""
    tags = tuple(None if start <= place < end else tag for place, tag in enumerate(marked.tags))
    brackets = tuple(b for b in marked.brackets if not (start <= b.start and b.end <= end))
    return replace(marked, tags=tags, brackets=brackets)


class MarkingPanel:
    """The sentences as words to click on. It reads and sets a text, and says how that is to be read."""

    def __init__(
        self,
        name: str,
        current: Callable[[], tuple[str, Reading, Corpus | None]],
        change: Callable[[str, Reading], None],
        complain: Callable[[str], None],
    ) -> None:
        self._name = name
        self._current, self._change, self._complain = current, change, complain
        self._selection: Selection | None = None
        self._lines: dict[int, Marked] = {}
        self._is_open = False
        self._back_to: tuple[int, int] | None = None  # the word that the focus goes back to

    def build(self) -> None:
        with role(
            ui.expansion("Tags and brackets").props("dense dense-toggle").classes("full"),
            f"{self._name}-marks",
        ) as self._expansion:
            explain(
                "Click a word and name its category, or click the first and the last word of a group and "
                "bracket it. The grammar keeps to it and uses the names."
            )
            with role(ui.row().classes("tools"), f"{self._name}-mark-tools") as self._tools:
                self._chosen = ui.label().classes("one-line grow")
                self._input = ui.input("Category").props('dense outlined maxlength=40 autocapitalize="off"')
                role(self._input, f"{self._name}-mark-name")
                self._input.on("keydown.enter", self._mark)
                self._button = role(
                    ui.button("Tag", on_click=self._mark).props(
                        "no-caps unelevated dense padding='6px 14px'"
                    ),
                    f"{self._name}-mark",
                )
                role(
                    ui.button("Remove", on_click=self._unmark).props("no-caps flat dense"),
                    f"{self._name}-unmark",
                )
                self._everywhere = ui.checkbox("wherever this word stands", value=True).props("dense")
                role(self._everywhere, f"{self._name}-everywhere")
            self._list = role(ui.column().classes("marking scroll tight full"), f"{self._name}-marking")
        self._expansion.on_value_change(lambda event: self._open(bool(event.value)))

    def _open(self, is_open: bool) -> None:
        self._is_open = is_open
        self.show()

    def show(self) -> None:
        """The sentences as they are now; nothing is built before someone looks."""
        text, reading, corpus = self._current()
        self._expansion.set_visibility(corpus is not None)
        self._selection = None
        self._list.clear()
        self._lines = {}
        if corpus is None or not self._is_open:
            return
        for number, line in enumerate(text.split("\n")):
            marked = read_line(line, reading, corpus.words)
            if marked is not None:
                self._lines[number] = marked
        with self._list:
            for number in list(self._lines)[:MAX_LINES]:
                self._show_line(number)
            if len(self._lines) > MAX_LINES:
                explain(
                    f"The first {MAX_LINES} sentences; mark others in the text, as the/D or [NP the cat]."
                )
        self._show_selection()
        if self._back_to is not None:  # the focus, after the word was marked
            row, place = self._back_to
            self._back_to = None
            script = f"document.querySelector('[data-word=\"{row}-{place}\"]')?.focus()"
            self._list.client.run_javascript(f"setTimeout(() => {script}, 60)")

    def _show_line(self, number: int) -> None:
        marked, selection = self._lines[number], self._selection
        with ui.element("div").classes("marked-line"):
            for place, (word, tag) in enumerate(zip(marked.words, marked.tags, strict=True)):
                for bracket in marked.brackets:
                    if bracket.start == place:
                        ui.label("[" if bracket.name is None else f"[{bracket.name}").classes("bracket")
                button = ui.element("button").classes("mark-word").props("type=button")
                chosen = selection is not None and selection.line == number
                if chosen and selection is not None and selection.first <= place <= selection.last:
                    button.classes("chosen").props("aria-pressed=true")
                button.props(f"data-word={number}-{place}")
                button.on("click", lambda _, n=number, p=place: self._click(n, p))
                with button:
                    ui.label(word)
                    if tag is not None:
                        ui.label(tag).classes("tag")
                for bracket in marked.brackets:
                    if bracket.end == place + 1:
                        ui.label("]").classes("bracket")

    def _click(self, line: int, place: int) -> None:
        before = self._selection
        first = Selection(line, place, place)
        self._selection = first if before is None else before.with_word(line, place)
        rows = list(self._lines)
        changed = {one.line for one in (before, self._selection) if one is not None}
        for number in changed:
            at = rows.index(number)
            self._list.default_slot.children[at].delete()
            with self._list:
                self._show_line(number)
            self._list.default_slot.children[-1].move(self._list, at)
        self._show_selection()

    def _show_selection(self) -> None:
        chosen = self._selection
        # It keeps its place: the words must not move between two clicks.
        self._tools.classes(**{"remove" if chosen is not None else "add": "unseen"})
        if chosen is None:
            return
        marked = self._lines[chosen.line]
        words = marked.words[chosen.first : chosen.last + 1]
        self._chosen.set_text(" ".join(words))
        # What the word is called already, else nothing: never the name that another word was given.
        self._input.value = (marked.tags[chosen.first] if chosen.is_one else None) or ""
        self._input.run_method("focus")
        self._input.run_method("select")
        self._button.set_text("Tag" if chosen.is_one else "Bracket")
        self._input.props["label"] = "Category" if chosen.is_one else "Category (or none)"
        self._input.update()
        self._everywhere.set_visibility(chosen.is_one)

    def _mark(self) -> None:
        chosen = self._selection
        if chosen is None:
            return
        name = str(self._input.value or "").strip() or None
        marked = self._lines[chosen.line]
        try:
            if name is not None:
                check_category_name(name)
            if chosen.is_one:
                if name is None:
                    raise BrilligError("name the category of the word first, as D or NOUN")
                self._tag(chosen, name)
            else:
                if name is not None and name != name.upper():
                    raise BrilligError("a bracket is named in capitals, as NP")
                new = bracketed(marked, chosen.first, chosen.last + 1, name)
                self._write({chosen.line: new}, "brackets")
        except BrilligError as error:
            self._complain(str(error))

    def _unmark(self) -> None:
        chosen = self._selection
        if chosen is None:
            return
        if chosen.is_one and self._lines[chosen.line].tags[chosen.first] is not None:
            self._tag(chosen, None)
        else:
            new = unmarked(self._lines[chosen.line], chosen.first, chosen.last + 1)
            self._write({chosen.line: new})

    def _tag(self, chosen: Selection, name: str | None) -> None:
        word = self._lines[chosen.line].words[chosen.first]
        if self._everywhere.value:
            new = {line: tagged(marked, word, None, name) for line, marked in self._lines.items()}
        else:
            new = {chosen.line: tagged(self._lines[chosen.line], word, {chosen.first}, name)}
        self._write(new, "tags")

    def _write(self, changed: dict[int, Marked], *switches: str) -> None:
        """Put the lines into the text, and have it read with marks; the words have to stay the same."""
        text, reading, corpus = self._current()
        marks = {"tags": reading.tags, "brackets": reading.brackets} | dict.fromkeys(switches, True)
        try:
            now = reading.changed(marks)
        except BrilligError as error:
            self._complain(str(error))
            return
        lines = text.split("\n")
        known = () if corpus is None else corpus.words
        for number, marked in self._lines.items():
            new = changed.get(number, marked)
            if read_line(lines[number], now, known) != new:
                typed = mark_in_place(lines[number], new)
                is_right = typed is not None and read_line(typed, now, known) == new
                lines[number] = typed if typed is not None and is_right else write_line(new)
        for number, marked in self._lines.items():
            if _words(read_line(lines[number], now, known)) != marked.words:
                self._complain(
                    f"line {number + 1} would not be read as it is now, because of a /, [ or ] in it"
                )
                return
        chosen = self._selection
        self._back_to = None if chosen is None else (chosen.line, chosen.first)
        self._change("\n".join(lines), now)


def _words(marked: Marked | None) -> Sentence | None:
    return None if marked is None else marked.words
