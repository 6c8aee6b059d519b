"""EBNF as the W3C writes it (`s ::= np vp?`) and as ISO 14977 does (`s = np, [vp];`), for whole lines."""

from __future__ import annotations

import re

from brillig.interop.notation import (
    Style,
    class_rules,
    comments_on_names,
    flatten_rules,
    format_characters,
    identifiers,
    write_letters,
)
from brillig.interop.patterns import Characters
from brillig.interop.spelling import Class, Gap, spell
from brillig.language.cfg import Cfg
from brillig.language.flat import Item
from brillig.language.grammar import Grammar
from brillig.language.reading import Reading

_NAME = r"[A-Za-z_][A-Za-z0-9_.-]*"
MAX_ENUMERATED = 100  # characters that ISO's notation, which has no ranges, lists one by one


def to_ebnf(grammar: Grammar | Cfg, reading: Reading | None = None) -> str:
    """W3C's EBNF for the lines that the grammar accepts, read as its sentences were."""
    spelled = spell(grammar, reading, "EBNF")
    flat = flatten_rules(spelled.start, spelled.rules)
    names = identifiers(
        [*flat.rows], _NAME, str, ("blank", "gap", "start", *(c.name for c in spelled.classes))
    )

    def terminal(item: Item) -> str:
        match item:
            case Gap(needed):
                return "blank" if needed else "gap"
            case Class(name, _):
                return name
            case Characters():
                return format_characters(item, "#x{:X}")
        text = write_letters(item.text, reading, quote)
        return text if text == quote(item.text) else f"({text})"

    style = Style(names.__getitem__, terminal)
    final = f" [{spelled.final}]?" if spelled.final else ""
    lines = comments_on_names(names, "/*")
    lines = [f"{line} */" for line in lines]
    lines.append(f"start ::= {names[flat.start]}{final}")
    lines += [f"{names[name]} ::= {style.rows(rows)}" for name, rows in flat.rules]
    lines += [f"{name} ::= {style.rows(rows)}" for name, rows in class_rules(spelled.classes)]
    lines += ["blank ::= [#x9#x20]+", "gap ::= [#x9#x20]*"]
    return "\n".join(lines) + "\n"


def to_iso_ebnf(grammar: Grammar | Cfg, reading: Reading | None = None) -> str:
    """ISO 14977's EBNF for the same lines."""
    spelled = spell(grammar, reading, "EBNF")
    flat = flatten_rules(spelled.start, spelled.rules)
    names = identifiers([*flat.rows], r"[A-Za-z][A-Za-z0-9]*", _letters, ("blank", "gap", "start"))
    class_names = identifiers(
        (c.name for c in spelled.classes), r"[A-Za-z][A-Za-z0-9]*", _letters, names.values()
    )

    def terminal(item: Item) -> str:
        match item:
            case Gap(needed):
                return "blank" if needed else "gap"
            case Class(name, _):
                return class_names[name]
            case Characters():
                return _enumerate(item)
        return quote(item.text, ", ")

    style = Style(names.__getitem__, terminal, "({})", "[{}]", "{{{}}}", "{{{}}}-", ", ", wraps=False)
    final = ' , [ "." | "!" | "?" ]' if spelled.final else ""
    lines = [f"{line} *)" for line in comments_on_names(names, "(*")]
    lines.append(f"start = {names[flat.start]}{final} ;")
    lines += [f"{names[name]} = {style.rows(rows)} ;" for name, rows in flat.rules]
    lines += [f"{class_names[name]} = {style.rows(rows)} ;" for name, rows in class_rules(spelled.classes)]
    lines += ['blank = " " , { " " } ;', 'gap = { " " } ;']
    return "\n".join(lines) + "\n"


def quote(word: str, joint: str = " ") -> str:
    """A text in quotes; one with both kinds of quotes in pieces."""
    for mark in "\"'":
        if mark not in word:
            return f"{mark}{word}{mark}"
    pieces = re.findall('[^"]+|"+', word)
    return f"({joint.join(quote(piece) for piece in pieces)})"


def _enumerate(characters: Characters) -> str:
    """ISO's EBNF has no ranges: they are listed, and long ones said in words."""
    listed = "".join(
        chr(number) for low, high in characters.ranges for number in range(low, min(high, low + 200) + 1)
    )
    large = any(high - low >= MAX_ENUMERATED for low, high in characters.ranges)
    if characters.negated:
        return f"? any character but {listed} ?" if "?" not in listed else "? any other character ?"
    if large:
        ascii_part = [c for c in listed if c.isascii()]
        rest = "? a letter that is not ASCII ?"
        return "(" + " | ".join([*(quote(c) for c in ascii_part), rest]) + ")"
    return "(" + " | ".join(quote(c) for c in listed) + ")"


def _letters(name: str) -> str:
    return name.replace("_", "x") if name.isascii() else name
