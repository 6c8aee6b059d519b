"""BNF: `<s> ::= <np> <vp>`, plain alternatives only, for whole lines."""

from __future__ import annotations

from brillig.interop.ebnf import quote
from brillig.interop.notation import class_rules, identifiers
from brillig.interop.patterns import Characters
from brillig.interop.spelling import Class, Gap, spell
from brillig.language.cfg import Cfg, Word
from brillig.language.flat import FlatGrammar, Item, Part
from brillig.language.grammar import Grammar
from brillig.language.reading import Reading

_MAX_LISTED = 128  # of a range of characters; what is beyond ASCII is not listed


def to_bnf(grammar: Grammar | Cfg, reading: Reading | None = None) -> str:
    """BNF for the lines that the grammar accepts; characters beyond ASCII in token classes are left out."""
    spelled = spell(grammar, reading, "BNF")
    reserved = {"blank", "gap", "start", "final", *(c.name for c in spelled.classes)}
    names = identifiers(spelled.rules, r"[^<>]+", str, reserved)
    lines = [
        f"<start> ::= <{names[spelled.start]}>"
        + (f" | <{names[spelled.start]}> <final>" if spelled.final else "")
    ]
    for name, rows in spelled.rules.items():
        rights = dict.fromkeys(right for row in rows for right in _without_gaps(row, names))
        lines.append(f"<{names[name]}> ::= {' | '.join(rights)}")
    for name, choice in class_rules(spelled.classes):
        flat = FlatGrammar(name, ((name, choice),))
        cfg = _plain_rules(flat)
        lines += [f"<{parent}> ::= {' | '.join(own)}" for parent, own in cfg.items()]
    if spelled.final:
        lines.append("<final> ::= " + " | ".join(quote(mark) for mark in spelled.final))
    lines.append('<blank> ::= " " | " " <blank>')
    return "\n".join(lines) + "\n"


def _without_gaps(row: tuple[Item, ...], names: dict[str, str]) -> list[str]:
    """The row with its gaps there or, where they may be, not."""
    found = [""]
    for item in row:
        match item:
            case Gap(needed):
                found = [f"{one} <blank>" for one in found] + ([] if needed else found)
            case Class(name, _):
                found = [f"{one} <{name}>" for one in found]
            case Word(text):
                found = [f"{one} {_bnf_quote(text)}" for one in found]
            case _:
                found = [f"{one} <{names[item]}>" for one in found]
    return [one.strip() for one in found]


def _bnf_quote(text: str) -> str:
    return quote(text).strip("()") if '"' in text and "'" in text else quote(text)


def _plain_rules(flat: FlatGrammar) -> dict[str, list[str]]:
    """Rules over characters with parts written out; helper categories are numbered after the class."""
    rules: dict[str, list[str]] = {}
    helpers: dict[Part, str] = {}

    def helper(part: Part) -> str:
        if part not in helpers:
            helpers[part] = f"{flat.start}.{len(helpers) + 1}"
            rights = [right for row in part.rows for right in expand(row)]
            if part.repeats:
                rights += [f"{right} <{helpers[part]}>" for right in rights]
            rules[helpers[part]] = rights
        return f"<{helpers[part]}>"

    def item_text(item: Item) -> list[str]:
        match item:
            case Part():
                return [helper(item), *([] if item.least else [""])]
            case Characters():
                return [helper(Part(tuple((Word(c),) for c in _listed(item)), 1, False))]
            case Word(text):
                return [_bnf_quote(text)]
        raise AssertionError(item)

    def expand(row: tuple[Item, ...]) -> list[str]:
        found = [""]
        for item in row:
            found = [f"{one} {more}".strip() for one in found for more in item_text(item)]
        return [one for one in found if one]

    for name, rows in flat.rules:
        rules[name] = []
        rules[name] += [right for row in rows for right in expand(row)]
    return rules


def _listed(characters: Characters) -> list[str]:
    inside = {
        number for low, high in characters.ranges for number in range(low, min(high, _MAX_LISTED - 1) + 1)
    }
    if characters.negated:
        inside = set(range(0x20, 0x7F)) - inside
    return [chr(number) for number in sorted(inside)]
