"""What a person should know of how sentences were read, a line each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from brillig.errors import Option, Place, Words
from brillig.language.corpus import LONGEST_SENTENCE
from brillig.language.lines import MAX_NAMED, Line
from brillig.language.plural import count
from brillig.language.tokens import find_two_sentences, suggest

# A comment has a blank after its mark as a rule; without one it may be a hashtag.
_HASHTAG = re.compile(r"#\w")
_LETTERS = re.compile(r"[^\W\d_]+")
_CAPITALS = re.compile(r"[A-Z]+")
_TAG = re.compile(r"[A-Z][A-Z0-9]*")
# 12:30, 42, used=7; but not x1
_VALUE = re.compile(r"\d|[^\W\d]+\W+\d")
MAX_SHOWN = 40  # characters of a line or a word
MANY_VALUES = 10


def tell_one_word(lines: Sequence[Line], *, aside: bool) -> Words | None:
    """The lines of one word: all of them if they are set aside, else only if another reading may help."""
    hints = {hint: None for line in lines if (hint := suggest(line.words[0])) is not None}
    if not lines or not (aside or hints):
        return None
    named = first_ten(f"{_short(line.place)} {line.words[0][:MAX_SHOWN]!r}" for line in lines)
    what = "of one word set aside" if aside else "of one word"
    told: list[str | Option] = [f"{count(len(lines), 'line')} {what}: {named}"]
    for number, hint in enumerate(hints):
        told += [" and " if number else "; ", *hint]
    return tuple(told) if hints else told[0]


def tell_long(lines: Sequence[Line], max_words: int) -> Words | None:
    """The lines that are set aside because they have too many words."""
    if not lines:
        return None
    named = first_ten(f"{_short(line.place)} ({len(line.words):,} words)" for line in lines)
    shortest = min(len(line.words) for line in lines)
    told = f"{count(len(lines), 'line')} of more than {max_words} words set aside: {named}; "
    if shortest > LONGEST_SENTENCE:
        return f"{told}no sentence may have more than {LONGEST_SENTENCE}"
    return told, Option("max_sentence_words", "N"), f" reads up to N, at most {LONGEST_SENTENCE}"


def tell_hashtags(places: Sequence[tuple[Place, str]]) -> Words | None:
    """Lines that were skipped as comments and may be meant: `places` has each place and its text."""
    found = [(place, text) for place, text in places if _HASHTAG.match(text)]
    if not found:
        return None
    named = first_ten(f"{_short(place)} {text[:MAX_SHOWN]!r}" for place, text in found)
    what = "as a comment" if len(found) == 1 else "as comments"
    told = f"{count(len(found), 'line')} skipped {what}: {named}; \\# or "
    return told, Option("comments", False), " reads hashtags"


def _looks_tagged(word: str) -> bool:
    """the/D, dog/NOUN; but not TCP/IP, and/or"""
    left, _, tag = word.rpartition("/")
    return bool(_TAG.fullmatch(tag) and _LETTERS.fullmatch(left) and not _CAPITALS.fullmatch(left))


def tell_tags(lines: Sequence[Line]) -> Words | None:
    """Words that look tagged and were read as they stand."""
    found = list(dict.fromkeys(word for line in lines for word in line.words if _looks_tagged(word)))
    if not found:
        return None
    look = "looks tagged" if len(found) == 1 else "look tagged"
    return f"{count(len(found), 'word')} {look}: {first_ten(found)}; ", Option("tags", True), " reads tags"


def tell_questions(lines: Sequence[Line]) -> Words | None:
    """Questions among other sentences: the mark is dropped, and may be all that tells them apart."""
    number = sum(line.text.endswith("?") for line in lines)
    if number in (0, len(lines)):
        return None
    return f"the ? of {count(number, 'sentence')} dropped; ", Option("keep_final", True), " keeps final marks"


def tell_two_sentences(lines: Sequence[Line]) -> Words | None:
    """Lines in which one sentence seems to end and another to begin."""
    found = [(line, two) for line in lines if (two := find_two_sentences(line.words)) is not None]
    if not found:
        return None
    named = first_ten(f"{_short(line.place)} {two!r}" for line, two in found)
    verb = "seems" if len(found) == 1 else "seem"
    told = (
        f"{count(len(found), 'line')} {verb} to hold several sentences: {named}; write one per line, or use "
    )
    return told, Option("split_sentences")


def tell_values(lines: Sequence[Line]) -> Words | None:
    """Numbers, dates and the like that were read as words and teach nothing: each stands once."""
    times = Counter(word for line in lines for word in line.words)
    once = [word for word, number in times.items() if number == 1 and _VALUE.match(word)]
    if len(once) < MANY_VALUES or 3 * len(once) < len(times):
        return None
    told = f"{len(once):,} words with digits occur once, as {once[0][:MAX_SHOWN]}; "
    return (
        told,
        Option("tokens", "code"),
        " and ",
        Option("classes", "DATE,NUMBER,..."),
        " read values as classes",
    )


def tell_stars(number: int) -> Words:
    them = "it" if number == 1 else "them"
    stars = count(number, "starred sentence")
    return f"{stars}: the grammar has to reject {them}; ", Option("stars", False), " reads the star as text"


def first_ten(names: Iterable[str]) -> str:
    given = list(names)
    more = f" and {len(given) - MAX_NAMED:,} more" if len(given) > MAX_NAMED else ""
    return ", ".join(given[:MAX_NAMED]) + more


def _short(place: Place) -> str:
    return f"line {place.line}"
