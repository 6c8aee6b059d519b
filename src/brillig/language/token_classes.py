"""Token classes: numbers, dates, names ... each read as one word, and filled with a value again when written.

A class is an expression that a whole word matches. NAME and WORD are open: a frequent word (or, once there is
a grammar, a word that it knows) stays itself, so that `import` is not taken for any name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from brillig.errors import BrilligError

_LETTER = "A-Za-z\u00aa-\ufffd"
_PLAIN_NUMBER = r"0[xX][0-9a-fA-F]+|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
MAX_EXPRESSION = 300
# An open class leaves alone what stands in at least this share of the lines, and at least so often.
KEPT_SHARE = 0.05
KEPT_LEAST = 3


@dataclass(frozen=True)
class TokenClass:
    """name         what stands for any of its words
    expression   what such a word matches, from its beginning to its end
    examples     words of it, for trying
    marks        whether its words have marks inside that would split them elsewhere
    is_open      whether frequent words stay themselves
    """

    name: str
    expression: str
    examples: tuple[str, ...] = ()
    marks: bool = False
    is_open: bool = False

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.expression, re.DOTALL)


# In the order in which they are tried: what is more special comes first.
BUILT_IN = {
    one.name: one
    for one in (
        TokenClass("IP", r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}", ("10.0.0.1",), marks=True),
        TokenClass(
            "DATE",
            r"[0-9]{4}[-/][0-9]{2}[-/][0-9]{2}|[0-9]{1,2}[./-][0-9]{1,2}[./-](?:[0-9]{4}|[0-9]{2})"
            r"|[0-9]{1,2}[/-][A-Z][a-z]{2}[/-][0-9]{4}",
            ("2003-02-11", "11.2.2003"),
            marks=True,
        ),
        TokenClass(
            "TIME",
            r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?",
            ("12:30", "09:15:00"),
            marks=True,
        ),
        TokenClass(
            "PATH", r"(?:~|\.\.?)?(?:/[0-9A-Za-z_.%+~@=-]+)+/?", ("/usr/bin/env", "./x.txt"), marks=True
        ),
        TokenClass("STRING", r'"(?:[^"\\]|\\.)*"' + "|" + r"'(?:[^'\\]|\\.)*'", ('"text"', "'x'")),
        TokenClass(
            "NUMBER",
            rf"[+-]?(?:{_PLAIN_NUMBER}|[0-9]{{1,3}}(?:[,.][0-9]{{3}})+(?:[.,][0-9]+)?)",
            ("7", "42", "3.14"),
        ),
        TokenClass("HEX", r"0[xX][0-9a-fA-F]+|[0-9a-fA-F]{6,}", ("0x1f", "3fa2b9c")),
        TokenClass("NAME", rf"[{_LETTER}_][0-9{_LETTER}_]*", ("name", "x1"), is_open=True),
        TokenClass("WORD", rf"[{_LETTER}]+(?:['\u2019-][{_LETTER}]+)*", ("word", "don't"), is_open=True),
    )
}
CLASSES = tuple(BUILT_IN)
# Inside a program a sign is a word of its own, and so is a comma.
_CODE_NUMBER = TokenClass("NUMBER", _PLAIN_NUMBER, ("7", "42", "3.14"))
_OWN = re.compile(r"([A-Z][A-Z0-9_]*)=(.+)", re.DOTALL)
_COMMA = re.compile(r",(?=\s*(?:[A-Za-z][A-Za-z0-9_]*=|[A-Za-z]+\s*(?:,|$)))")


def split_names(text: str) -> tuple[str, ...]:
    """The classes that `--class` names: `NUMBER,ID=[A-Z]{1,3}`; a comma inside an expression is its own."""
    names = []
    for part in map(str.strip, _COMMA.split(text)):
        if part:
            names.append(part if "=" in part else part.upper())
    return tuple(names)


@cache
def find_classes(names: tuple[str, ...], tokens: str = "words") -> tuple[TokenClass, ...]:
    """The classes of these names, own ones first, as words are tried against them."""
    own = [_own(name) for name in names if "=" in name]
    known = {name for name in names if "=" not in name}
    for name in sorted(known - set(CLASSES)):
        choice = ", ".join(CLASSES)
        raise BrilligError(
            f"{name!r} is not a class of words",
            hint=f"choose among {choice}, or write one of your own: ID=[A-Z]+-[0-9]+",
            field="classes",
        )
    taken = [one.name for one in own] + sorted(known)
    for name in taken:
        if taken.count(name) > 1:
            raise BrilligError(f"{name} is given twice", hint="leave one of them out", field="classes")
    built_in = [one for one in BUILT_IN.values() if one.name in known]
    in_program = tokens not in ("words", "morphemes")
    return (*own, *(_CODE_NUMBER if c.name == "NUMBER" and in_program else c for c in built_in))


def _own(text: str) -> TokenClass:
    match = _OWN.fullmatch(text)
    if match is None:
        raise BrilligError(
            f"{text[:40]!r} is not a class of words",
            hint="write NAME=EXPRESSION, the name in capitals: ID=[A-Z]+-[0-9]+",
            field="classes",
        )
    name, expression = match.groups()
    if len(expression) > MAX_EXPRESSION:
        raise BrilligError(
            f"{name}: an expression of {len(expression)} characters",
            hint=f"{MAX_EXPRESSION} are the most",
            field="classes",
        )
    try:
        pattern = re.compile(expression)
    except (re.error, OverflowError, RecursionError) as error:
        message = f"{name}: {expression!r} is not an expression ({error})"
        raise BrilligError(message, hint="correct it", field="classes") from None
    if pattern.fullmatch(""):
        message = f"{name}: {expression!r} matches the empty text"
        raise BrilligError(message, hint="let it match a character", field="classes")
    return TokenClass(name, expression, (), marks=True)


def class_of(word: str, classes: Sequence[TokenClass]) -> TokenClass | None:
    """The first class that the whole word matches."""
    return next((one for one in classes if one.pattern.fullmatch(word)), None)


def name_words(
    sentences: Sequence[list[str]],
    classes: Sequence[TokenClass],
    known: Collection[str] = (),
    see: Callable[[str, str, str], None] | None = None,
) -> dict[str, str]:
    """Put the name of its class in the place of each word that has one; the classes of the words.

    Words of an open class stay themselves if they are `known`, or, where none are, if they are frequent.
    `see` is told of each: its class, the word, and what stands before it.
    """
    if not classes:
        return {}
    kept = set(known) or _frequent(sentences)
    found: dict[str, str | None] = {}
    for words in sentences:
        for place, word in enumerate(words):
            if word not in found:
                one = class_of(word, classes)
                stays = one is None or (one.is_open and word in kept)
                found[word] = None if stays or one is None else one.name
            name = found[word]
            if name is not None:
                words[place] = name
                if see is not None:
                    see(name, word, words[place - 1] if place else "")
    return {word: name for word, name in found.items() if name is not None}


def _frequent(sentences: Sequence[Collection[str]]) -> set[str]:
    lines = Counter(word for words in sentences for word in set(words))
    least = max(KEPT_LEAST, KEPT_SHARE * len(sentences))
    return {word for word, number in lines.items() if number >= least}


def marked_expression(classes: Sequence[TokenClass]) -> str | None:
    """What finds the words of classes with marks inside in a text, before anything else splits them."""
    parts = [f"(?:{one.expression})" for one in classes if one.marks]
    return rf"(?<![\w)\]])(?:{'|'.join(parts)})(?!\w)" if parts else None
