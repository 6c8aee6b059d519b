"""One line after another: comments, stars, tags, brackets, words; and every trouble with its place."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from brillig.errors import BrilligError, Option, Place, TroublesError, Words
from brillig.language.conllu import is_conllu, read_conllu, subtrees
from brillig.language.formats import convert, split_lines
from brillig.language.grammar import check_category_name
from brillig.language.markup import Bracket, MarkupError, split_brackets, split_tag
from brillig.language.reading import NAMED_TOKENS, Case, Reading
from brillig.language.tokens import FINAL, split_line, unmatched, without_final

MAX_NAMED = 10  # troubles and lines that are named one by one


@dataclass
class Line:
    place: Place
    words: list[str]
    tags: list[str | None]
    brackets: list[Bracket] = field(default_factory=list)
    starred: bool = False
    text: str = ""  # as it stands in the file, without a star


class Troubles:
    """Everything wrong with the sentences, told at once."""

    def __init__(self) -> None:
        self.found: list[BrilligError] = []
        self.notes: list[str] = []  # what is not wrong, but good to know

    def add(self, place: Place, message: str, hint: Words = "") -> None:
        self.found.append(BrilligError(message, hint=hint, place=place))

    def refuse(self) -> None:
        if self.found:
            more = len(self.found) - MAX_NAMED
            rest = [BrilligError(f"and {more:,} more like these")] if more > 0 else []
            raise TroublesError(self.found[:MAX_NAMED] + rest)


class Room:
    """How many more lines are read: all up to a maximum, or the first sentences and all starred ones."""

    def __init__(self, most: int, first: int | None, min_words: int, max_words: int) -> None:
        self._most, self._first = most, first
        self._min_words, self._max_words = min_words, max_words
        self._lines = self._sentences = 0

    def refuse_many(self, name: str, texts: Sequence[str], reading: Reading) -> None:
        """Refuse what cannot fit before any line is taken apart: that takes long with a million of them."""
        if self._first is not None or len(texts) <= self._most - self._lines:
            return
        mark = "#" if reading.comments else "\0"
        places = (
            number
            for number, text in enumerate(texts, 1)
            if not text.isspace() and text[:1] not in ("", mark)
        )
        for lines, number in enumerate(places, self._lines):
            if lines == self._most:
                raise self._too_many(Place(name, number))

    def takes(self, text: str, reading: Reading) -> bool:
        """Whether the line is to be read; one that has a star always is."""
        if self._first is None or self._sentences < self._first:
            return True
        return reading.stars and text.startswith("*")

    def add(self, line: Line) -> None:
        if self._lines == self._most:
            raise self._too_many(line.place)
        self._lines += 1
        self._sentences += not line.starred and self._min_words <= len(line.words) <= self._max_words

    def _too_many(self, place: Place) -> BrilligError:
        hint = ("use a part of the file, or ", Option("first", "N"), " to read N")
        return BrilligError(f"more than {self._most:,} sentences", hint=hint, place=place)


def parse_lines(
    name: str, texts: Sequence[str], reading: Reading, troubles: Troubles, room: Room | None = None
) -> list[Line]:
    if is_conllu(texts):
        return _conllu_lines(name, texts, reading, troubles, room)
    if room is not None:
        room.refuse_many(name, texts, reading)
    lines: list[Line] = []
    for number, text in _convert(name, texts, reading, troubles):
        stripped = text.strip()
        if not stripped or (reading.comments and stripped.startswith("#")):
            continue
        if room is not None and not room.takes(stripped, reading):
            continue
        place = Place(name, number)
        try:
            line = _parse_line(place, stripped, reading)
        except MarkupError as error:
            troubles.found.append(error.at(name, number))
            continue
        if not line.words:
            troubles.add(place, "no word", "remove the line, or write a sentence in it")
            continue
        if room is not None:
            room.add(line)
        lines.append(line)
    return lines


def _convert(name: str, texts: Sequence[str], reading: Reading, troubles: Troubles) -> list[tuple[int, str]]:
    """The lines of a file of prose out of the form that it has; other files are taken as they are."""
    if not reading.splits_words:
        return list(enumerate(texts, 1))
    converted = convert(
        name,
        texts,
        tags=reading.tags,
        brackets=reading.brackets,
        morphemes=reading.tokens == "morphemes",
    )
    troubles.notes += converted.notes
    for number, message in converted.troubles:
        troubles.add(Place(name, number), message, "write yes or no, 1 or 0")
    return split_lines(converted.lines) if reading.split_sentences else converted.lines


def comment_lines(name: str, texts: Sequence[str], reading: Reading) -> list[tuple[Place, str]]:
    """Where lines are skipped as comments, and what they say."""
    if not reading.comments or is_conllu(texts):
        return []
    stripped = ((number, text.strip()) for number, text in enumerate(texts, 1))
    return [(Place(name, number), text) for number, text in stripped if text.startswith("#")]


def _parse_line(place: Place, text: str, reading: Reading) -> Line:
    starred = reading.stars and text.startswith("*") and len(text) > 1 and not text[1].isspace()
    if starred or text.startswith(("\\#", "\\*")):
        text = text[1:]
    written = text
    if reading.splits_words and not reading.keep_final:
        text = without_final(text)
    if reading.case is Case.FOLD and not (reading.tags or reading.brackets):
        # Here, because folding can make two characters of one.
        text = unicodedata.normalize("NFC", text.casefold())
    if reading.tokens not in NAMED_TOKENS:
        passed_over = unmatched(text, reading)
        if passed_over is not None:
            message = f"the expression does not match {passed_over[:40]!r}"
            raise MarkupError(message, hint="let it match that, too", field="tokens")
    if reading.brackets:
        tokens, brackets = split_brackets(text, lambda part: _split(part, reading))
    else:
        tokens, brackets = _split(text, reading), []
    tags: list[str | None] = [None] * len(tokens)
    if reading.tags:
        for place_in_line, token in enumerate(tokens):
            tokens[place_in_line], tags[place_in_line] = _checked_tag(token)
    for bracket in brackets:
        _check_name(bracket.name)
    return Line(place, tokens, tags, brackets, starred, written)


def _split(text: str, reading: Reading) -> list[str]:
    if not reading.tags:
        return split_line(text, reading)
    # A word with a tag is whole: what is tagged has been split by whoever tagged it.
    words: list[str] = []
    for chunk in text.split():
        words += [chunk] if split_tag(chunk)[1] is not None else split_line(chunk, reading)
    return words


def _checked_tag(token: str) -> tuple[str, str | None]:
    word, tag = split_tag(token)
    _check_name(tag)
    return word, tag


def _check_name(name: str | None) -> None:
    if name is not None:
        try:
            check_category_name(name)
        except BrilligError as error:
            raise MarkupError(error.message, hint=error.hint) from None


def _conllu_lines(
    name: str, texts: Sequence[str], reading: Reading, troubles: Troubles, room: Room | None
) -> list[Line]:
    sentences, wrong = read_conllu(texts)
    for number, message in wrong:
        troubles.add(Place(name, number), *message)
    lines = []
    for number, tagged in sentences:
        if not reading.keep_final and len(tagged) > 1 and tagged[-1].word in tuple(FINAL):
            tagged = tagged[:-1]
        tags = [token.tag if reading.tags else None for token in tagged]
        brackets = subtrees(tagged) if reading.brackets else []
        line = Line(Place(name, number), [token.word for token in tagged], tags, brackets)
        if room is not None:
            if not room.takes("", reading):
                break
            room.add(line)
        lines.append(line)
    return lines
