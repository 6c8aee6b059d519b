"""From a line to its words: blanks and punctuation, characters, programming-like text, an own expression."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from brillig.errors import Option
from brillig.language.reading import Punctuation, Reading
from brillig.language.spelling import OPEN_BOX
from brillig.language.token_classes import find_classes, marked_expression

FINAL = ".!?"

# Which of these open and which close depends on the language: “no”, „nein“, «non», »nein«.
_QUOTES = "\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a"
_OPENING = "([{\u2018\u201a\u00bf\u00a1\u300c\u300e\uff08" + _QUOTES
_CLOSING = ")]}\u300d\u300f\uff09" + _QUOTES
_PARTNER = {")": "(", "]": "[", "}": "{", "\uff09": "\uff08"}
_TRAILING = ",;:!?\u2026\u3001\uff0c\uff1a\uff1b\u060c\u061b"
_DOUBLE = '"'
_SINGLE = "'\u2019"

_NUMBER = r"0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?"
# A bound on escapes: without one, all of a line would be looked through from each quote that is never closed.
_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+){0,300}"|' + r"'[^'\\]*+(?:\\.[^'\\]*+){0,300}'"
_OPERATOR = (
    r"\.\.\.|<=>|===|!==|\*\*=|//=|<<=|>>=|==|!=|<=|>=|->|=>|:=|::|&&|\|\||\+\+|--|\+=|-=|\*=|/=|%=|&=|\|=|"
    r"\^=|\*\*|//|<<|>>|\.\."
)
_CODE = re.compile(rf"{_STRING}|[^\W\d][\w\u0300-\u036f]*|{_NUMBER}|{_OPERATOR}|\S")
# A picture with the marks that colour it or join it to the next one: a family is one picture.
PICTURE = "[\u2600-\u27bf\u2b50\u2b55\U0001f000-\U0001faff]"
_PICTURES = re.compile(rf"{PICTURE}(?:[\ufe0f\U0001f3fb-\U0001f3ff]|\u200d?{PICTURE})*")
_SMILEY = re.compile(r"[:;][-'^]?[()|\\/*]+")
# Marks that separate words also without a blank, unless they stand in a number or a time of day.
_INNER = re.compile(
    r"""("|;|(?<!\d),|,(?!\d)|(?<=["')\]}]):|:(?=["'(\[{])|\.{3,}|\u2026|[\u2014\u2015]|(?<=\w)--+(?=\w)"""
    rf"|[{_QUOTES}\u300c-\u300f\uff08\uff09\u3001\u3002\uff0c\uff1a\uff1b]|{_PICTURES.pattern})"
)
# Scripts that put no blanks between words: Thai to Burmese, Khmer, kana, Chinese characters.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]{2}")
_ABBREVIATION = re.compile(r"(?:[^\W\d_]\.){2,}")
_ENDED = re.compile(r"[^\W\d_][\w'\u2019]+[.]")
_FINAL_MARKS = re.compile(r"(?:[!?\uff01\uff1f\u061f]+|(?<!\.\.)[.\u3002\u0964])$")
_MARKS = re.compile(rf"[{re.escape(_OPENING + _CLOSING)}\",;]|[^{re.escape(_OPENING + _CLOSING)}\",;]+")
_HAS_OPERATOR = re.compile(r"""[-+*/=<>^%&|(){}\[\];:,"]""")


def split_line(text: str, reading: Reading) -> list[str]:
    """The words of a text without line ends, before case, morphemes and token classes are looked at."""
    match reading.tokens:
        case "words" | "morphemes":
            return _split_words(text, reading.punctuation, _marked(reading.classes, reading.tokens))
        case "characters":
            return list(_characters(text))
    found = (match[0] for match in _expression(reading.classes, reading.tokens).finditer(text))
    return [_without_blanks(word) for word in found if word.strip()]


@cache
def _expression(classes: tuple[str, ...], tokens: str) -> re.Pattern[str]:
    """What finds the words of programs, or of an own expression: first those of token classes with marks."""
    own = _CODE.pattern if tokens == "code" else tokens
    marked = marked_expression(find_classes(classes, tokens))
    return re.compile(own if marked is None else f"{marked}|(?:{own})")


@cache
def _marked(classes: tuple[str, ...], tokens: str) -> re.Pattern[str] | None:
    marked = marked_expression(find_classes(classes, tokens))
    return None if marked is None else re.compile(marked)


def unmatched(text: str, reading: Reading) -> str | None:
    """The first part of a text that an own expression passes over, if there is one."""
    end = 0
    for found in _expression(reading.classes, reading.tokens).finditer(text):
        between = text[end : found.start()].strip()
        if between:
            return between
        end = found.end()
    return text[end:].strip() or None


def suggest(word: str) -> tuple[Option, str] | None:
    """The way to split that may help where a whole line is this one word."""
    if re.fullmatch(r"\w+(?:[-=]\w+)+", word) and not re.search(r"\d", word) and "=" not in word:
        return Option("tokens", "morphemes"), " splits at '-'"
    if len(word) > 1 and _HAS_OPERATOR.search(word):
        return Option("tokens", "code"), " splits names, numbers and operators"
    if _UNSPACED.search(word):
        return Option("tokens", "characters"), " splits every character off"
    return None


def without_final(text: str) -> str:
    """Without the marks that end a sentence, and without the turned one that a Spanish one begins with.

    An ellipsis and the last full stop of U.S. stay: they belong to what is said.
    """
    end = _FINAL_MARKS.search(text)
    if end is None or _ABBREVIATION.fullmatch(text.split()[-1]):
        return text
    # A line that is nothing but marks is a line of one word.
    return text[: end.start()].removeprefix("\u00bf").removeprefix("\u00a1") or text


def find_two_sentences(words: Sequence[str]) -> str | None:
    """A small word with a full stop and then a capital, as where one sentence ends and another begins."""
    for word, following in pairwise(words):
        if word[0].islower() and _ENDED.fullmatch(word) and following[0].isupper():
            return f"{word} {following}"
    return None


def _without_blanks(word: str) -> str:
    return re.sub(r"\s", OPEN_BOX, word.strip()) if any(map(str.isspace, word)) else word


def _characters(text: str) -> Iterator[str]:
    """Each character with the marks that stand on it; blanks are left out."""
    held = ""
    for character in text:
        if held and unicodedata.category(character).startswith("M"):
            held += character
            continue
        if held:
            yield held
        held = "" if character.isspace() else character
    if held:
        yield held


def _split_words(text: str, punctuation: Punctuation, marked: re.Pattern[str] | None) -> list[str]:
    chunks = text.split()
    if punctuation is Punctuation.KEEP:
        return chunks
    quoted = _quoted_chunks(chunks)
    words: list[str] = []
    for place, chunk in enumerate(chunks):
        if chunk.isalnum() or (marked is not None and marked.fullmatch(chunk)):
            words.append(chunk)
            continue
        for part, is_word in _split_chunk(chunk, place in quoted[0], place in quoted[1]):
            if is_word or punctuation is Punctuation.SPLIT or len(part) == len(chunk):
                words.append(part)
    return words


def _split_chunk(chunk: str, opens: bool, closes: bool) -> Iterator[tuple[str, bool]]:
    """The parts of a text without blanks, and whether each is a word and no mark.

    `opens`, `closes`: whether an apostrophe at its beginning or its end is a quotation mark.
    """
    if _SMILEY.fullmatch(chunk):
        yield chunk, True
        return
    if not any(character.isalnum() for character in chunk):
        yield from _split_marks(chunk)
        return
    pieces = _INNER.split(chunk)  # each second one is what separates
    words = [number for number in range(0, len(pieces), 2) if pieces[number]]
    quoted = not pieces[-1] and pieces[-2] in _DOUBLE + _QUOTES
    for number, piece in enumerate(pieces):
        if number % 2:
            yield piece, _PICTURES.fullmatch(piece) is not None
        elif piece and not any(character.isalnum() for character in piece):
            yield from _split_marks(piece)
        elif piece:
            yield from _split_edges(
                piece, opens and number == words[0], closes and number == words[-1], quoted
            )


def _split_edges(word: str, opens: bool, closes: bool, quoted: bool) -> Iterator[tuple[str, bool]]:
    before: list[str] = []
    after: list[str] = []
    while len(word) > 1 and (word[0] in _OPENING or (opens and word[0] in _SINGLE)):
        if _closed_inside(word):
            break
        opens = opens and word[0] not in _SINGLE
        before.append(word[0])
        word = word[1:]
    while len(word) > 1:
        last = word[-1]
        if last in _CLOSING:
            if last in _PARTNER and word.count(_PARTNER[last]) >= word.count(last):
                break  # word(s): the bracket belongs to the word
        elif last in _SINGLE:
            if not closes:
                break
            closes = False
        elif last == ".":
            if not (after or quoted) or "." in word[:-1]:
                break  # an abbreviation keeps its full stop
        elif last not in _TRAILING:
            break
        after.append(last)
        word = word[:-1]
    for mark in before:
        yield mark, False
    yield word, any(character.isalnum() for character in word) or len(word) > 1
    for mark in reversed(after):
        yield mark, False


def _closed_inside(word: str) -> bool:
    """(un)happy: a bracket at the beginning that is closed before the end belongs to the word."""
    closing = {opening: end for end, opening in _PARTNER.items()}.get(word[0])
    if closing is None or closing not in word:
        return False
    rest = word[word.index(closing) + 1 :]
    return any(character.isalnum() for character in rest)


def _split_marks(chunk: str) -> Iterator[tuple[str, bool]]:
    """Marks without a word: quotes and brackets one by one, others as they are."""
    if len(chunk) == 1:
        yield chunk, True  # a mark between blanks is always a word
        return
    for part in _MARKS.findall(chunk):
        yield part, True


def _quoted_chunks(chunks: list[str]) -> tuple[set[int], set[int]]:
    """Where apostrophes open and close a quotation; all others belong to their words (dogs', 'tis)."""
    marks = _OPENING + _DOUBLE
    opened: int | None = None
    opens: set[int] = set()
    closes: set[int] = set()
    for place, chunk in enumerate(chunks):
        if not any(character.isalnum() for character in chunk):
            continue  # marks between blanks are words of their own
        if (opened is None and chunk.lstrip(marks)[:1] in ("'", "\u2018")) or chunk[:1] == "\u2018":
            opened = place
        core = chunk.rstrip(_CLOSING + _DOUBLE + _TRAILING + ".")
        if opened is not None and core[-1:] in _SINGLE and core and (place > opened or len(core) > 2):
            opens.add(opened)
            closes.add(place)
            opened = None
    return opens, closes
