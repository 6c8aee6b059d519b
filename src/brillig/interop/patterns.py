"""Regular expressions taken apart, so that each notation can write them in its own way.

Only what describes a set of texts: characters, classes, sequences, alternatives and repetition. What looks
around or back (`(?=...)`, `\\1`, anchors) has no counterpart in a grammar and is refused.
"""

from __future__ import annotations

from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as sre_parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from brillig.errors import BrilligError
from brillig.language.cfg import Word
from brillig.language.flat import Choice, Part, Row, group

MAX_REPEATS = 64  # of a part with a number of repetitions, which is written out
_LETTERS = ((ord("A"), ord("Z")), (ord("a"), ord("z")), (0xAA, 0xFFFD))
_CATEGORIES = {
    sre.CATEGORY_DIGIT: ((ord("0"), ord("9")),),
    sre.CATEGORY_WORD: ((ord("0"), ord("9")), (ord("_"), ord("_")), *_LETTERS),
    sre.CATEGORY_SPACE: ((ord("\t"), ord("\t")), (ord(" "), ord(" "))),
}
_NEGATED = {
    sre.CATEGORY_NOT_DIGIT: sre.CATEGORY_DIGIT,
    sre.CATEGORY_NOT_WORD: sre.CATEGORY_WORD,
    sre.CATEGORY_NOT_SPACE: sre.CATEGORY_SPACE,
}


class Characters(NamedTuple):
    """One character out of some ranges, or with `negated` out of all others."""

    ranges: tuple[tuple[int, int], ...]
    negated: bool = False


def pattern_rows(expression: str, name: str) -> Choice:
    """The rows of words and characters that match the expression; `name` is what a refusal calls it."""
    try:
        parsed = sre_parser.parse(expression)
    except Exception as error:
        raise BrilligError(
            f"{name}: {expression!r} is not an expression ({error})", hint="correct it"
        ) from None
    return _Translation(name).rows(parsed)


def find_example(rows: Choice) -> str:
    """A short text that the rows match."""
    text = ""
    for item in rows[0]:
        if isinstance(item, Word):
            text += item.text
        elif isinstance(item, Characters):
            inside = {n for low, high in item.ranges for n in range(low, min(high, low + 200) + 1)}
            text += chr(next(n for n in (*b"ax0-", *range(33, 1000)) if (n in inside) != item.negated))
        elif item.least:
            text += find_example(item.rows)
    return text


class _Translation:
    def __init__(self, name: str) -> None:
        self._name = name

    def rows(self, parsed: Any) -> Choice:
        if len(parsed) == 1 and parsed[0][0] is sre.BRANCH:
            return tuple(dict.fromkeys(row for one in parsed[0][1][1] for row in self.rows(one)))
        row: list[Any] = []
        for code, value in parsed:
            item = self._item(code, value)
            if isinstance(item, Word) and row and isinstance(row[-1], Word):
                item = Word(row.pop().text + item.text)
            row += item if isinstance(item, list) else [item]
        return (tuple(row),)

    def _item(self, code: Any, value: Any) -> Any:
        match code:
            case sre.LITERAL:
                return Word(chr(value))
            case sre.NOT_LITERAL:
                return Characters(((value, value),), True)
            case sre.ANY:
                return Characters(((ord("\n"), ord("\n")),), True)
            case sre.IN:
                return self._characters(value)
            case sre.BRANCH:
                return group(tuple(row for one in value[1] for row in self.rows(one)))
            case sre.SUBPATTERN:
                rows = self.rows(value[3])
                return list(rows[0]) if len(rows) == 1 else group(rows)
            case sre.ATOMIC_GROUP:
                return group(self.rows(value))
            case sre.MAX_REPEAT | sre.MIN_REPEAT | sre.POSSESSIVE_REPEAT:
                return self._repeat(*value)
        raise BrilligError(
            f"class {self._name}: its expression looks around or back ({str(code).lower()})",
            hint="a grammar cannot say that; write it without",
        )

    def _characters(self, parts: Any) -> Characters:
        ranges: list[tuple[int, int]] = []
        negated = False
        for code, value in parts:
            if code is sre.NEGATE:
                negated = True
            elif code is sre.LITERAL:
                ranges.append((value, value))
            elif code is sre.RANGE:
                ranges.append((value[0], value[1]))
            elif value in _CATEGORIES:
                ranges += _CATEGORIES[value]
            elif len(parts) == 1:
                return Characters(_CATEGORIES[_NEGATED[value]], True)
            else:
                raise BrilligError(
                    f"class {self._name}: \\W, \\D or \\S inside [ ] cannot be written",
                    hint="name the characters",
                )
        return Characters(tuple(ranges), negated)

    def _repeat(self, least: int, most: Any, body: Any) -> list[Any]:
        rows = self.rows(body)
        if most is sre.MAXREPEAT:
            if least <= 1:
                return [Part(rows, least, True)]
            return [*self._times(rows, least - 1), Part(rows, 1, True)]
        if most > MAX_REPEATS:
            raise BrilligError(
                f"class {self._name}: {most} repetitions",
                hint=f"{MAX_REPEATS} are the maximum",
            )
        optional: Row = ()
        for _ in range(most - least):
            optional = (Part(((*self._times(rows, 1), *optional),), 0, False),)
        return [*self._times(rows, least), *optional]

    def _times(self, rows: Choice, number: int) -> list[Any]:
        one = list(rows[0]) if len(rows) == 1 else [group(rows)]
        return one * number
