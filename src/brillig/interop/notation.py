"""What the grammar notations share: writing flat rules in a style, and names that a notation can hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from brillig.interop.left_recursion import without_left_recursion
from brillig.interop.patterns import Characters, pattern_rows
from brillig.interop.spelling import Class, Rules
from brillig.language.flat import Choice, FlatGrammar, Item, Part, Row
from brillig.language.flatten import Flattening
from brillig.language.reading import Case, Reading

_LETTER = re.compile(r"[A-Z]\d*(?:_\d+)*")


@dataclass(frozen=True)
class Style:
    """How a notation writes rows: templates for parts, functions for names and for what is no name."""

    name: Callable[[str], str]
    terminal: Callable[[Item], str]
    group: str = "({})"
    optional: str = "{}?"
    any_number: str = "{}*"
    one_or_more: str = "{}+"
    joint: str = " "
    bar: str = " | "
    wraps: bool = True  # whether what is repeated needs brackets of its own

    def rows(self, rows: Choice) -> str:
        return self.bar.join(self.row(row) for row in rows)

    def row(self, row: Row) -> str:
        return self.joint.join(self.item(item) for item in row)

    def item(self, item: Item) -> str:
        if isinstance(item, str):
            return self.name(item)
        if not isinstance(item, Part):
            return self.terminal(item)
        item = _merged(item)
        inner = self.rows(item.rows)
        if item.is_group:
            return self.group.format(inner)
        single = len(item.rows) == 1 and len(item.rows[0]) == 1 and not isinstance(item.rows[0][0], Part)
        if self.wraps and not single:
            inner = self.group.format(inner)
        template = self.optional
        if item.repeats:
            template = self.one_or_more if item.least else self.any_number
        return template.format(inner)


def _merged(part: Part) -> Part:
    """`X*` for an optional `X+`, and the like: some readers cannot read `(X+)?`."""
    while not part.is_group and len(part.rows) == len(part.rows[0]) == 1:
        inner = part.rows[0][0]
        if not isinstance(inner, Part) or inner.is_group:
            break
        part = Part(inner.rows, min(part.least, inner.least), part.repeats or inner.repeats)
    return part


def flatten_rules(start: str, rules: Rules, *, left_recursion: bool = True) -> FlatGrammar:
    """Rules over anything as flat ones; without left recursion where a notation cannot have it."""
    if not left_recursion:
        rules = without_left_recursion(rules)
    keep = {start, *(name for name in rules if not _LETTER.fullmatch(name))}
    return Flattening(start, {name: list(dict.fromkeys(rows)) for name, rows in rules.items()}, keep).run()


def class_rules(classes: Iterable[Class]) -> list[tuple[str, Choice]]:
    """The token classes as rules over characters."""
    return [(one.name, pattern_rows(one.expression, one.name)) for one in classes]


def identifiers(
    names: Iterable[str],
    pattern: str,
    change: Callable[[str], str] = str,
    reserved: Collection[str] = (),
    prefix: str = "c",
) -> dict[str, str]:
    """A name for each that the notation can hold: its own, changed, or a numbered one where that is none."""
    given = list(dict.fromkeys(names))
    taken = set(reserved)
    wanted = {change(name) for name in given}
    result: dict[str, str] = {}
    for name in given:
        new, number = change(name), 0
        while not re.fullmatch(pattern, new) or new in taken:
            number += 1
            new = f"{prefix}{number}"
            if new in wanted:
                new = ""
        taken.add(new)
        result[name] = new
    return result


def comments_on_names(names: dict[str, str], mark: str) -> list[str]:
    """A line for each name that is not its own: which category it is."""
    return [f"{mark} {new} is {old}" for old, new in names.items() if new.lower() != old.lower()]


def capital_form(word: str, reading: Reading | None) -> tuple[str, str, str] | None:
    """The first letter small and large, and the rest, where a reading takes first capitals away."""
    if reading is None or reading.case is not Case.AUTO or not reading.splits_words:
        return None
    if reading.spelling is None or not reading.spelling.capital:
        return None
    first, rest = word[0], word[1:]
    if not first.islower() or len(first.upper()) != 1 or rest != rest.lower():
        return None
    return first, first.upper(), rest


def letter_forms(word: str, reading: Reading | None) -> list[str | tuple[str, str]]:
    """The word in pieces: a letter small and large where a reading takes its capital away, else text."""
    capital = capital_form(word, reading)
    if capital is not None:
        return [capital[:2], *([capital[2]] if capital[2] else [])]
    if reading is None or reading.case is not Case.FOLD:
        return [word]
    pieces: list[str | tuple[str, str]] = []
    for letter in word:
        if letter.islower() and len(letter.upper()) == 1 and letter.upper().lower() == letter:
            pieces.append((letter, letter.upper()))
        elif pieces and isinstance(pieces[-1], str):
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces


def write_letters(word: str, reading: Reading | None, quote: Callable[[str], str]) -> str:
    """`[tT] "he"`, a word as notations with ranges of characters have it."""
    pieces = letter_forms(word, reading)
    return " ".join(quote(one) if isinstance(one, str) else f"[{''.join(one)}]" for one in pieces)


def escape_c(text: str, quote: str = '"') -> str:
    """A text as C-like notations quote it; control characters by number."""
    result = ""
    for character in text:
        number = ord(character)
        if character in (quote, "\\"):
            result += "\\" + character
        elif number < 0x20 or number == 0x7F:
            result += f"\\u{number:04x}"
        else:
            result += character
    return result


def format_plain_characters(characters: Characters) -> str:
    """The same with characters as they are, where a notation takes only a few escapes inside [ ]."""
    escaped = {"\\": "\\\\", "]": "\\]", "[": "\\[", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    ranges = sorted(characters.ranges, key=lambda one: (chr(one[0]) == "-", chr(one[0]) == "^", one))
    inner = ""
    for low, high in ranges:
        first, last = (escaped.get(chr(n), chr(n)) for n in (low, high))
        inner += first if low == high else f"{first}-{last}"
    return f"[{'^' if characters.negated else ''}{inner}]"


def escape_in_class(number: int, form: str = "\\u{:04x}") -> str:
    """A character inside [ ], by number where it is a mark or not plain."""
    character = chr(number)
    return character if character.isascii() and character.isalnum() else form.format(number)


def format_characters(characters: Characters, form: str = "\\u{:04x}", negation: str = "^") -> str:
    """`[0-9a-f]`."""
    inner = "".join(
        escape_in_class(low, form) + ("" if low == high else f"-{escape_in_class(high, form)}")
        for low, high in characters.ranges
    )
    return f"[{negation if characters.negated else ''}{inner}]"
