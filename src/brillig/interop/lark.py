"""Lark: a grammar for `lark.Lark(text)` with its Earley parser, which parses lines as they are written."""

from __future__ import annotations

import re

from brillig.interop.notation import Style, capital_form, comments_on_names, flatten_rules, identifiers
from brillig.interop.spelling import Class, Gap, Touching, spell
from brillig.language.cfg import Cfg, Word
from brillig.language.flat import Item
from brillig.language.grammar import Grammar
from brillig.language.reading import NAMED_TOKENS, Case, Reading


def to_lark(grammar: Grammar | Cfg, reading: Reading | None = None) -> str:
    """Lark text that accepts exactly the lines that the reading makes the grammar's sentences of.

    Without a reading words have blanks between them. A category is a rule under its name in small letters, or
    `c1`, `c2`, ... where that is no name in lark; comments say which is which. Words are terminals, so that
    lark's trees hold them; token classes are the expressions that they are.
    """
    spelled = spell(grammar, reading, "lark")
    flat = flatten_rules(spelled.start, spelled.rules)
    names = identifiers(flat.rows, r"[a-z][a-z0-9_]*", str.lower, ("start",))
    words = {s.text: s for rows in spelled.rules.values() for row in rows for s in row if isinstance(s, Word)}
    reserved = ("_BLANK", "_GAP", "_FINAL", *(c.name for c in spelled.classes))
    terminals = identifiers(words, r"[A-Z][A-Z0-9_]*", _terminal_name, reserved, "W")
    fold = "i" if reading is not None and reading.case is Case.FOLD else ""
    guards = _Guards(Touching(reading), [*words.values(), *spelled.classes])

    def terminal(item: Item) -> str:
        match item:
            case Gap(needed):
                return "_BLANK" if needed else "_GAP?"
            case Class(name, _):
                return name
        return terminals[item.text]

    style = Style(names.__getitem__, terminal)
    lines = ["// lark.Lark(text, parser='earley', lexer='dynamic')"]
    lines.append(f"start: {names[flat.start]}{' _FINAL?' if spelled.final else ''}")
    lines += comments_on_names(names, "//")
    lines += [f"{names[name]}: {style.rows(rows)}" for name, rows in flat.rules]
    for word, item in words.items():
        capital = capital_form(word, reading)
        expression = re.escape(word)
        if capital is not None:
            expression = rf"(?:\A{capital[1]}|{capital[0]}){re.escape(capital[2])}"
        lines.append(f"{terminals[word]}: {guards.write(item, expression)}{fold}")
    for one in spelled.classes:
        known = "|".join(re.escape(word) for word in sorted(words) if re.fullmatch(one.expression, word))
        but = rf"(?!(?:{known})(?!\w))" if known else ""
        value = f"{but}(?:{one.expression})"
        if reading is not None and reading.tokens not in NAMED_TOKENS:
            # lark takes as much as a class can be, 15.3 for a number, where the reading's words end earlier.
            value = f"{but}(?=(?P<word>{reading.tokens}))(?=(?:{one.expression}))(?P=word)"
        lines.append(f"{one.name}: {guards.write(one, value)}")
    lines += [r"_BLANK: /\s+/", r"_GAP: /\s+/"]
    if spelled.final:
        lines.append(r"_FINAL: /[.!?]/")
    return "\n".join(lines) + "\n"


class _Guards:
    """What may not follow a word at once, where blanks may be left out: it would be another word."""

    def __init__(self, touching: Touching, items: list[Word | Class]) -> None:
        self._touching = touching
        self._firsts = {touching.kind(item, False): item for item in items}
        lasts = {touching.kind(item, True) for item in items}
        pairs = {(a, b): touching.needs_blank(a, b) for a in lasts for b in self._firsts}
        self._mixed = len(set(pairs.values())) > 1
        self._pairs = pairs

    def write(self, item: Word | Class, expression: str) -> str:
        """A terminal: a string where nothing has to be looked out for, else an expression."""
        kind = self._touching.kind(item, True)
        following = [b for b in self._firsts if self._mixed and self._pairs[kind, b]]
        if not following and isinstance(item, Word) and expression == re.escape(item.text):
            return _quote(item.text)
        parts = {self._beginning(self._firsts[kind]) for kind in following}
        guard = f"(?!{'|'.join(sorted(parts))})" if parts else ""
        return "/" + re.sub(r"(?<!\\)/", r"\\/", f"{expression}{guard}") + "/"

    def _beginning(self, item: Word | Class) -> str:
        """An expression for how it begins: a letter, a digit, or the marks or the class that it is."""
        text = item.text if isinstance(item, Word) else self._touching.examples(item)[0]
        if text[0].isdigit():
            return r"\d"
        if text[0].isalpha() or text[0] == "_":
            return r"[^\W\d]"
        return re.escape(text) if isinstance(item, Word) else f"(?:{item.expression})"


def _terminal_name(word: str) -> str:
    return word.upper() if word.isascii() else ""


def _quote(word: str) -> str:
    """A lark string. Only the quote and the backslash are special to lark."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
