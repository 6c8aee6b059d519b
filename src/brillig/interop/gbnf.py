"""GBNF, the notation of grammars that hold a language model to a form (llama.cpp, xgrammar, llguidance)."""

from __future__ import annotations

from brillig.interop import notation
from brillig.interop.patterns import Characters
from brillig.interop.spelling import Class, Gap, spell
from brillig.language.cfg import Cfg
from brillig.language.flat import Item
from brillig.language.grammar import Grammar
from brillig.language.reading import Reading

_NAME = r"[a-z][a-z0-9-]*"


def to_gbnf(grammar: Grammar | Cfg, reading: Reading | None = None) -> str:
    """GBNF for the lines that the grammar accepts, without left recursion, which llama.cpp refuses."""
    spelled = spell(grammar, reading, "GBNF")
    flat = notation.flatten_rules(spelled.start, spelled.rules, left_recursion=False)
    reserved = ("root", "blank", "gap")
    names = notation.identifiers([*flat.rows, *(c.name for c in spelled.classes)], _NAME, _small, reserved)

    def quote(text: str) -> str:
        return f'"{notation.escape_c(text)}"'

    def terminal(item: Item) -> str:
        match item:
            case Gap(needed):
                return "blank" if needed else "gap"
            case Class(name, _):
                return names[name]
            case Characters():
                return notation.format_plain_characters(item)
        text = notation.write_letters(item.text, reading, quote)
        return text if text == quote(item.text) else f"({text})"

    style = notation.Style(names.__getitem__, terminal)
    final = f" [{spelled.final}]?" if spelled.final else ""
    lines = notation.comments_on_names({o: n for o, n in names.items() if n != _small(o)}, "#")
    lines.append(f"root ::= {names[flat.start]}{final}")
    lines += [f"{names[name]} ::= {style.rows(rows)}" for name, rows in flat.rules]
    lines += [f"{names[name]} ::= {style.rows(rows)}" for name, rows in notation.class_rules(spelled.classes)]
    # Recursive: programs with a lexer (llguidance) take what is not for one token, and that for the longest.
    lines += ["blank ::= [ \\t] blank?", "gap ::= blank?"]
    return "\n".join(lines) + "\n"


def _small(name: str) -> str:
    return name.lower().replace("_", "-")
