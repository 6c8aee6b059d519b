"""ANTLR 4: parser rules over tokens, and a lexer that splits a line as the reading does."""

from __future__ import annotations

import re

from brillig.interop.notation import (
    Style,
    class_rules,
    comments_on_names,
    escape_c,
    flatten_rules,
    format_characters,
    identifiers,
    write_letters,
)
from brillig.interop.patterns import Characters
from brillig.interop.spelling import Class, usable_rules, with_classes
from brillig.language.cfg import Cfg, Word
from brillig.language.flat import Item
from brillig.language.grammar import Grammar
from brillig.language.reading import Reading

# Words that ANTLR or the languages that it writes parsers in keep for themselves.
_RESERVED = frozenset(
    re.findall(
        r"\w+",
        "start_ import fragment lexer parser grammar returns locals throws catch finally mode options tokens "
        "channels as is in if or and not for def del try from with pass else elif class break while yield "
        "return raise except global assert lambda continue nonlocal rule int new do abstract eof",
    )
)


def to_antlr(grammar: Grammar | Cfg, reading: Reading | None = None) -> str:
    """A combined ANTLR 4 grammar, `Brillig.g4`; its entry is the rule `start_`."""
    start, plain = usable_rules(grammar, "ANTLR")
    rules, classes = with_classes(plain, reading)
    flat = flatten_rules(start, rules, left_recursion=False)
    names = identifiers(flat.rows, r"[a-z][A-Za-z0-9_]*", str.lower, _RESERVED)
    words = sorted({s.text for rows in plain.values() for row in rows for s in row if isinstance(s, Word)})
    class_names = {one.name: f"C_{one.name}" for one in classes}
    own = (word for word in words if word not in class_names)
    tokens = identifiers(own, r"[A-Z][A-Z0-9_]*", _token, ("WS", "FINAL", "OTHER", "EOF"), "T_")

    def terminal(item: Item) -> str:
        match item:
            case Class(name, _):
                return class_names[name]
            case Word(text):
                return tokens[text]
        assert isinstance(item, Characters)
        return format_characters(item, "\\u{{{:X}}}", "^").replace("[^", "~[")

    style = Style(names.__getitem__, terminal)
    lexical = Style(
        names.__getitem__,
        lambda item: _quote(item.text) if isinstance(item, Word) else terminal(item),
    )
    prose = reading is not None and reading.splits_words and not reading.keep_final
    final = " FINAL?" if prose else ""
    lines = ["grammar Brillig;", *comments_on_names(names, "//")]
    lines.append(f"start_ : {names[flat.start]}{final} EOF ;")
    lines += [f"{names[name]} : {style.rows(rows)} ;" for name, rows in flat.rules]
    for word, token in tokens.items():
        lines.append(f"{token} : {write_letters(word, reading, _quote)} ;")
    lines += [f"{class_names[name]} : {lexical.rows(rows)} ;" for name, rows in class_rules(classes)]
    if prose:
        lines.append("FINAL : [.!?] ;")
    # A word that is none of these is one token all the same, so that "cats" is not "cat" and "s".
    whole = reading is None or reading.tokens in ("words", "morphemes", "code")
    other = "OTHER : [\\p{L}\\p{N}_]+ | . ;" if whole else "OTHER : . ;"
    lines += ["WS : [ \\t\\r\\n]+ -> skip ;", other]
    return "\n".join(lines) + "\n"


def _quote(text: str) -> str:
    return f"'{escape_c(text, chr(39))}'"


def _token(word: str) -> str:
    return word.upper() if word.isascii() else ""
