"""Texts and files of sentences, read with a `Reading`: all troubles at once, and notes on what was done."""

from __future__ import annotations

import codecs
import re
import sys
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from brillig.errors import BrilligError, Option, Place, Words, as_parts
from brillig.files import MAX_BYTES
from brillig.language.contradictions import find_contradictions
from brillig.language.corpus import HALF_CHARACTER, MAX_LETTERS, MAX_SENTENCES, MAX_WORDS, Corpus
from brillig.language.lines import Line, Room, Troubles, comment_lines, parse_lines
from brillig.language.lookalikes import find_mixed, unify_apostrophes
from brillig.language.markup import Bracket
from brillig.language.morphemes import morpheme_splits
from brillig.language.notes import (
    first_ten,
    tell_hashtags,
    tell_long,
    tell_one_word,
    tell_questions,
    tell_stars,
    tell_tags,
    tell_two_sentences,
    tell_values,
)
from brillig.language.plural import count
from brillig.language.reading import Case, Reading
from brillig.language.spelling import Observer, Spelling
from brillig.language.token_classes import name_words
from brillig.language.tokens import PICTURE

# Only these end a line; the many other separators of Unicode are white space between words.
LINE_END = re.compile("\r\n|\r|\n")

# Zero-width characters, marks of direction and the soft hyphen: nobody sees them, and they split words.
# But what joins two pictures makes one of them.
_INVISIBLE = re.compile(
    "[\u00ad\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
    rf"|(?<!{PICTURE}|\ufe0f)\u200d|\u200d(?!{PICTURE})"
)


@dataclass(frozen=True)
class Source:
    """A file, or standard input, or a text: its bytes and what messages call it."""

    name: str
    data: bytes


@dataclass(frozen=True)
class Read:
    """Sentences and what a person should know of how they were read."""

    corpus: Corpus
    notes: tuple[Words, ...] = ()


def read_corpus(
    source: str | Path | Sequence[str | Path],
    reading: Reading | None = None,
    *,
    keep_final: bool = False,
    fold_case: bool = False,
    max_words: int = MAX_WORDS,
    one_word: bool = False,
) -> Corpus:
    """The sentences of one or more files (`-`: standard input), one per line, read as one.

    Every refusal names the file, the line and the remedy. `keep_final` and `fold_case` are short for a
    `Reading` with them.
    """
    sources = [source] if isinstance(source, str | Path) else source
    chosen = _with_short_forms(reading or Reading(), keep_final, fold_case)
    return read_sentences(
        [open_source(one) for one in sources], chosen, max_words=max_words, one_word=one_word
    ).corpus


def read_texts(
    sentences: Iterable[str | Sequence[str]],
    reading: Reading | None = None,
    known: Collection[str] = (),
    *,
    one_word: bool = False,
) -> Read:
    """Sentences from Python: a text is read like a line of a file, a sequence of words is taken as it is."""
    given = list(sentences)
    if not all(isinstance(sentence, str) for sentence in given):
        return Read(Corpus.of(given, one_word=one_word))
    text = "\n".join(" ".join(LINE_END.split(str(sentence))) for sentence in given)
    data = text.encode("utf-8", "surrogatepass")
    return read_sentences(
        [Source("the sentences", data)], reading or Reading(), known=known, one_word=one_word
    )


def open_source(source: str | Path) -> Source:
    """The bytes of a file (`-`: standard input); a refusal names it."""
    if str(source) == "-":
        return Source("standard input", sys.stdin.buffer.read(MAX_BYTES + 1))
    path, name = Path(source), str(source)
    try:
        if path.is_dir():
            raise BrilligError("is a folder", hint="name a text file in it", place=name)
        with path.open("rb") as file:
            return Source(name, file.read(MAX_BYTES + 1))
    except FileNotFoundError:
        raise BrilligError(
            "no such file", hint="check the name, or use - for standard input", place=name
        ) from None
    except OSError as error:
        raise BrilligError(
            f"cannot be read ({error.strerror})", hint="check its permissions", place=name
        ) from None
    except ValueError as error:
        if isinstance(error, BrilligError):
            raise
        raise BrilligError(f"{name!r}: not a file name ({error})", hint="check the name") from None


def read_sentences(
    sources: Sequence[Source],
    reading: Reading,
    *,
    known: Collection[str] = (),
    one_word: bool = False,
    starred_only: bool = False,
    max_words: int = MAX_WORDS,
    long_aside: bool = True,
    first: int | None = None,
) -> Read:
    """The sentences of all sources as one corpus, or the first of them and all starred ones.

    `known` are the words of a grammar the sentences are for: capitals and morphemes are understood as it
    knows them. Lines of one word are sentences with `one_word`, else they are set aside and named in the
    notes; so are those of more than `max_words`, unless every line counts (`long_aside` is False). With
    `starred_only` it is enough to have a starred sentence.
    """
    troubles = Troubles()
    notes: list[Words] = []
    lines: list[Line] = []
    comments: list[tuple[Place, str]] = []
    observer, dropped = Observer(), 0
    # Morphemes are known only when all words are: then everything is read.
    needed = None if reading.tokens == "morphemes" else first
    room = Room(MAX_SENTENCES, needed, 1 if one_word else 2, max_words)
    for source in sources:
        texts, invisible = _decode(source, troubles)
        dropped += invisible
        lines += parse_lines(source.name, texts, reading, troubles, room)
        comments += comment_lines(source.name, texts, reading)
    if dropped:
        notes.append(f"{count(dropped, 'invisible character')} dropped (zero-width, soft hyphen)")
    notes += troubles.notes
    if reading.splits_words:
        notes += _tell_lookalikes(lines, known)
    for line in lines:
        observer.see_line(line.text, line.words)
    if reading.tokens == "morphemes":
        _split_morphemes(lines, known)
    kept, aside, long = _check_lengths(lines, one_word, max_words, troubles)
    if not long_aside:
        _refuse_long(long, max_words, troubles)
    troubles.refuse()
    seen = {word for line in lines for word in line.words}
    notes += _fold_observed(kept, reading, known, seen, observer)
    named = name_words([line.words for line in kept], reading.token_classes, known, observer.see_value)
    single = aside or [line for line in kept if len(line.words) == 1 and not line.starred]
    told = (tell_one_word(single, aside=bool(aside)), tell_long(long, max_words), tell_hashtags(comments))
    notes += [note for note in told if note]
    if not any(starred_only or not line.starred for line in kept):
        raise _nothing_read(sources, kept, told)
    _refuse_contradictions(kept, troubles)
    if reading.spelling is None:
        spelling = observer.sum_up(named)
        reading = replace(reading, spelling=spelling if spelling != Spelling() else None)
    corpus = _corpus(kept, reading).first(first or len(kept))
    notes += [tell_stars(len(corpus.rejected))] if corpus.rejected else []
    notes += _tell_misread(kept, reading)
    return Read(corpus, tuple(notes))


def _refuse_contradictions(lines: list[Line], troubles: Troubles) -> None:
    for contradiction in find_contradictions(lines):
        troubles.add(*contradiction)
    troubles.refuse()


def _fold_observed(
    kept: list[Line], reading: Reading, known: Collection[str], seen: set[str], observer: Observer
) -> list[str]:
    """Fold capitals, note whether sentences begin with one, and read declared forms as one word."""
    initials = [line.words[0] for line in kept]
    notes = _fold(kept, reading, known, seen)
    for line, initial in zip(kept, initials, strict=True):
        observer.see_capital(line.words[0] != initial or not initial[0].isalpha() or initial[0].isupper())
    _unify_forms(kept, reading)
    return notes


def _refuse_long(long: Sequence[Line], max_words: int, troubles: Troubles) -> None:
    for line in long:
        remedy = ("shorten the sentence or raise ", Option("max_sentence_words"))
        troubles.add(line.place, f"{len(line.words)} words, more than {max_words}", remedy)


def _nothing_read(
    sources: Sequence[Source], kept: Sequence[Line], told: Sequence[Words | None]
) -> BrilligError:
    """There are no sentences; the notes say what became of the lines."""
    starred = tell_stars(len(kept)) if kept else None
    hint: list[str | Option] = ["write one sentence per line, each of two words or more"]
    for number, reason in enumerate(note for note in (*told, starred) if note):
        hint += ["; " if number else " (", *as_parts(reason)]
    hint += [")"] if len(hint) > 1 else []
    place = Place(" and ".join(source.name for source in sources))
    return BrilligError("no sentences", hint=tuple(hint), place=place)


def read_sentence(text: str, reading: Reading, known: Collection[str] = ()) -> tuple[str, ...]:
    """The words of one sentence, read like a line of a file; none where the line says nothing."""
    troubles = Troubles()
    cleaned, _ = _clean(text)
    words = tuple(cleaned.split())
    if not reading.splits_words and words and all(word in known for word in words):
        return words  # a quotation mark among them begins no string
    lines = parse_lines("the sentence", [" ".join(LINE_END.split(cleaned))], reading, troubles)
    troubles.refuse()
    if reading.tokens == "morphemes":
        _split_morphemes(lines, known)
    if reading.splits_words:
        unify_apostrophes([line.words for line in lines], known)
    _fold(lines, reading, known, set())
    _unify_forms(lines, reading)
    name_words([line.words for line in lines], reading.token_classes, known)
    return tuple(lines[0].words) if lines else ()


def _tell_lookalikes(lines: list[Line], known: Collection[str]) -> list[str]:
    """One apostrophe for two marks; and the words with letters of two alphabets, which are left alone."""
    notes = []
    changed = unify_apostrophes([line.words for line in lines], known)
    if changed:
        notes.append(f"{count(changed, 'word')} with \u2019 read like the same with '")
    mixed = find_mixed(word for line in lines for word in line.words)
    if mixed:
        notes.append(f"{count(len(mixed), 'word')} with letters of another alphabet: {first_ten(mixed)}")
    return notes


def _tell_misread(kept: list[Line], reading: Reading) -> list[Words]:
    """What may be meant otherwise than it is read."""
    if not reading.splits_words:
        return []
    told = [
        tell_two_sentences(kept),
        None if reading.tags else tell_tags(kept),
        None if reading.keep_final else tell_questions(kept),
        None if reading.classes else tell_values(kept),
    ]
    return [note for note in told if note]


def _with_short_forms(reading: Reading, keep_final: bool, fold_case: bool) -> Reading:
    case = Case.FOLD if fold_case else reading.case
    return replace(reading, keep_final=keep_final or reading.keep_final, case=case)


def _clean(text: str) -> tuple[str, int]:
    """The text in the composed form, and how many characters that nobody sees were dropped."""
    seen, number = _INVISIBLE.subn("", text) if not text.isascii() else (text, 0)
    return unicodedata.normalize("NFC", seen), number


def _decode(source: Source, troubles: Troubles) -> tuple[list[str], int]:
    """The lines as text; a line that is none is a trouble and left empty."""
    data = source.data
    if len(data) > MAX_BYTES:
        raise BrilligError(f"more than {MAX_BYTES >> 20} MB", hint="split the file", place=source.name)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        place = Place(source.name, 1)
        raise BrilligError("UTF-16", hint="save the file as UTF-8 text", place=place)
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text, dropped = _clean(data.decode("utf-8"))
        if "\0" not in text:  # the usual case, and quick
            return LINE_END.split(text), dropped
    except UnicodeDecodeError:
        pass
    texts: list[str] = []
    dropped = 0
    for number, line in enumerate(re.split(b"\r\n|\r|\n", data), 1):
        place = Place(source.name, number)
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            troubles.add(place, "not UTF-8", "save the file as UTF-8 text")
            text = ""
        if "\0" in text:
            troubles.add(place, "a NUL byte", "save the file as plain UTF-8 text")
            text = ""
        text, invisible = _clean(text)
        dropped += invisible
        texts.append(text)
    return texts, dropped


def _split_morphemes(lines: list[Line], known: Collection[str]) -> None:
    splits = morpheme_splits(dict.fromkeys(word for line in lines for word in line.words), known)
    for line in lines:
        starts: list[int] = []
        words: list[str] = []
        tags: list[str | None] = []
        for word, tag in zip(line.words, line.tags, strict=True):
            starts.append(len(words))
            parts = splits.get(word, (word,))
            # The category of a word of several parts is no category of a part.
            tags += [tag] if len(parts) == 1 else [None] * len(parts)
            words += parts
        starts.append(len(words))
        line.brackets = [Bracket(starts[b.start], starts[b.end], b.name) for b in line.brackets]
        line.words, line.tags = words, tags


def _unify_forms(lines: list[Line], reading: Reading) -> None:
    """Each form of a word that was declared to be the same becomes that word."""
    forms = reading.forms
    if forms:
        for line in lines:
            line.words = [forms.get(word, word) for word in line.words]


def _fold(lines: list[Line], reading: Reading, known: Collection[str], seen: set[str]) -> list[str]:
    """Fold case as chosen; a note names the capitals that `auto` folded, the lower-case form being `seen`."""
    if reading.case is Case.FOLD:
        for line in lines:
            line.words = [word.casefold() for word in line.words]
    if reading.case is not Case.AUTO or not reading.splits_words:
        return []
    known = set(known)
    seen = seen | known
    if all(len(word) == 1 for word in seen):
        return []  # the letters of a formal language, where Q is not q
    folded: dict[str, None] = {}
    for line in lines:
        first = next((i for i, word in enumerate(line.words) if any(map(str.isalpha, word))), None)
        if first is None:
            continue
        word = line.words[first]
        lower = word[:1].lower() + word[1:]
        capital = word[:1] != lower[:1] and word[1:] == word[1:].lower()
        if capital and lower in seen and not (word in known and lower not in known):
            line.words[first] = lower
            folded[word] = None
    if not folded:
        return []
    number = len(folded)
    return [f"{count(number, 'sentence-initial capital')} folded: {first_ten(folded)}"]


def _check_lengths(
    lines: list[Line], one_word: bool, max_words: int, troubles: Troubles
) -> tuple[list[Line], list[Line], list[Line]]:
    """The lines that are kept, those of one word and those that are too long."""
    kept: list[Line] = []
    aside: list[Line] = []
    long: list[Line] = []
    for line in lines:
        if len(line.words) > max_words:
            long.append(line)
        elif (longest := max(map(len, line.words), default=0)) > MAX_LETTERS:
            message = f"a word of {longest:,} characters, more than {MAX_LETTERS:,}"
            troubles.add(line.place, message, "put blanks between words")
        elif any(HALF_CHARACTER.search(word) for word in line.words):
            troubles.add(line.place, "characters that no UTF-8 text has", "save the file as UTF-8 text")
        elif len(line.words) == 1 and not one_word and not line.starred:
            aside.append(line)
        else:
            kept.append(line)
    return kept, aside, long


def _corpus(lines: list[Line], reading: Reading) -> Corpus:
    good = [line for line in lines if not line.starred]
    tagged = any(tag is not None for line in good for tag in line.tags)
    bracketed = any(line.brackets for line in good)
    return Corpus(
        tuple(tuple(line.words) for line in good),
        rejected=tuple(dict.fromkeys(tuple(line.words) for line in lines if line.starred)),
        tags=tuple(tuple(line.tags) for line in good) if tagged else (),
        brackets=tuple(tuple(line.brackets) for line in good) if bracketed else (),
        reading=reading,
    )
