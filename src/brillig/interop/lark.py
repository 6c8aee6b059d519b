"""Export to lark: the grammar as lark's text, for `lark.Lark(text)` with its Earley parser."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from brillig.errors import BrilligError
from brillig.language.cfg import Cfg, Word
from brillig.language.grammar import Grammar
from brillig.parsing.generate import ending

_RULE_NAME = re.compile(r"[a-z][a-z0-9_]*")


def to_lark(grammar: Grammar | Cfg) -> str:
    """Lark text that accepts exactly the grammar's sentences, words separated by white space.

    A category is a rule under its name in small letters, or `c1`, `c2`, ... where that is no name in lark;
    comments say which is which. The words of a category are one terminal, so that lark's trees hold them.
    """
    cfg = Cfg.from_grammar(grammar) if isinstance(grammar, Grammar) else grammar
    alternatives = ending(cfg)  # lark wants a rule for every name, and the others generate nothing
    if cfg.start not in alternatives:
        raise BrilligError(
            "the grammar generates nothing, and lark has no such grammars", hint="add the missing rules"
        )
    names = _rule_names(alternatives)
    lines = ["// lark.Lark(text, parser='earley', lexer='dynamic')", f"start: {names[cfg.start]}"]
    lines += [f"// {name} is {real}" for real, name in names.items() if name != real.lower()]
    terminals: dict[str, list[str]] = defaultdict(list)
    for category in alternatives:
        rights = []
        for right in alternatives[category]:
            match right:
                case (Word(text),):
                    terminals[names[category]].append(text)
                case _:
                    rights.append(
                        " _BLANK ".join(
                            _quote(symbol.text) if isinstance(symbol, Word) else names[symbol]
                            for symbol in right
                        )
                    )
        if names[category] in terminals:
            rights.append(f"W_{names[category].upper()}")
        lines.append(f"{names[category]}: {' | '.join(rights)}")
    for name, words in terminals.items():
        lines.append(f"W_{name.upper()}: {' | '.join(map(_quote, words))}")
    return "\n".join([*lines, r"_BLANK: /\s+/"]) + "\n"


def _rule_names(categories: Iterable[str]) -> dict[str, str]:
    categories = list(categories)
    # `start` is the base; the others must not collide once in small letters.
    lowered = [category.lower() for category in categories]
    taken = {"start"}
    names = {}
    for category in categories:
        name, number = category.lower(), 0
        while not _RULE_NAME.fullmatch(name) or name in taken:
            number += 1
            name = f"c{number}"
            if name in lowered:
                name = ""
        taken.add(name)
        names[category] = name
    return names


def _quote(word: str) -> str:
    """A lark string. Only the quote and the backslash are special to lark."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
