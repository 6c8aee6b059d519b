"""GBNF, the notation of grammars that hold a language model to a form (llama.cpp, xgrammar, llguidance).

Some of its readers (llguidance) take every rule that does not call itself for a token, and of tokens the
longest. Blanks are therefore rules that call themselves, and what such a reader would take too much of is
written character by character, in rules that are no tokens (see `lexing.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from brillig.interop import notation
from brillig.interop.lexing import Splitting, run_on
from brillig.interop.patterns import Characters, pattern_rows
from brillig.interop.spelling import Class, Gap, Spelled, spell
from brillig.language.cfg import Cfg, Word
from brillig.language.flat import Choice, FlatGrammar, Item, Part
from brillig.language.grammar import Grammar
from brillig.language.reading import Case, Reading

_NAME = r"[a-z][a-z0-9-]*"
_RESERVED = ("root", "blank", "gap")


def to_gbnf(grammar: Grammar | Cfg, reading: Reading | None = None) -> str:
    """GBNF for the lines that the grammar accepts, without left recursion, which llama.cpp refuses."""
    spelled = spell(grammar, reading, "GBNF")
    flat = notation.flatten_rules(spelled.start, spelled.rules, left_recursion=False)
    return _Writer(spelled, flat, reading).write()


class _Writer:
    def __init__(self, spelled: Spelled, flat: FlatGrammar, reading: Reading | None) -> None:
        self._spelled = spelled
        self._start = flat.start
        self._reading = reading
        self._split = run_on(spelled, reading)
        splitting = Splitting()
        self._classes: dict[str, Choice] = {
            one.name: splitting.rows(one) if one in self._split else pattern_rows(one.expression, one.name)
            for one in spelled.classes
        }
        self._classes |= splitting.rules
        self._rules = {**dict(flat.rules), **self._classes}
        tokens = self._find_tokens()
        self._inline = self._find_split_tokens(tokens)
        self._names = notation.identifiers(self._rules, _NAME, _small, _RESERVED)
        texts = self._find_folded(name for name in self._rules if name not in tokens)
        self._folded = notation.identifiers(texts, _NAME, _small, (*_RESERVED, *self._names.values()))
        self._style = notation.Style(self._name, self._terminal)
        self._class_style = notation.Style(self._name, self._class_terminal)

    def write(self) -> str:
        names = self._names
        lines = notation.comments_on_names({o: n for o, n in names.items() if n != _small(o)}, "#")
        final = f" [{self._spelled.final}]?" if self._spelled.final else ""
        lines.append(f"root ::= {self._name(self._start)}{final}")
        lines += [f"{names[name]} ::= {self._side(name)}" for name in self._rules if name not in self._inline]
        lines += [f"{name} ::= {self._letters(text)}" for text, name in self._folded.items()]
        lines += ["blank ::= [ \\t] blank?", "gap ::= blank?"]
        return "\n".join(lines) + "\n"

    def _side(self, name: str) -> str:
        style = self._class_style if name in self._classes else self._style
        return style.rows(self._rules[name])

    def _name(self, name: str) -> str:
        return f"({self._side(name)})" if name in self._inline else self._names[name]

    def _terminal(self, item: Item) -> str:
        match item:
            case Gap(needed):
                return "blank" if needed else "gap"
            case Class(name, _):
                return self._name(name)
            case Characters():
                return notation.format_plain_characters(item)
        if item.text in self._folded:
            return self._folded[item.text]
        if item in self._split:
            pieces = notation.letter_forms(item.text, self._reading)
            letters = [
                [f"[{''.join(one)}]"] if isinstance(one, tuple) else map(_quote, one) for one in pieces
            ]
            return f"({' '.join(chain.from_iterable(letters))})"
        capital = notation.capital_form(item.text, self._reading)
        if capital is not None:
            return f"({_quote(item.text)} | {_quote(capital[1] + capital[2])})"
        text = self._letters(item.text)
        return text if text == _quote(item.text) else f"({text})"

    def _class_terminal(self, item: Item) -> str:
        if isinstance(item, Characters):
            return notation.format_plain_characters(item)
        folds = self._reading is not None and self._reading.case is Case.FOLD
        return self._letters(item.text) if folds else _quote(item.text)

    def _letters(self, text: str) -> str:
        return notation.write_letters(text, self._reading, _quote)

    def _find_tokens(self) -> set[str]:
        """The rules that a longest-token reader takes for tokens: they call none but such rules."""
        tokens: set[str] = set()
        while more := {
            name
            for name, rows in self._rules.items()
            if name not in tokens
            and not any(isinstance(one, Gap) or _called(one) not in (None, *tokens) for one in _items(rows))
        }:
            tokens |= more
        return tokens

    def _find_split_tokens(self, tokens: set[str]) -> set[str]:
        """Those among them that must not be tokens: they stand where they are called instead."""
        split = {one.name for one in self._split if isinstance(one, Class)} & tokens
        while more := {
            name
            for name in tokens - split
            if any(one in self._split or _called(one) in split for one in _items(self._rules[name]))
        }:
            split |= more
        return split

    def _find_folded(self, names: Iterable[str]) -> list[str]:
        """The words of these rules with letters of two forms, each of which has to be one token."""
        if self._reading is None or self._reading.case is not Case.FOLD:
            return []
        words = [
            one
            for name in names
            if name not in self._classes
            for one in _items(self._rules[name])
            if isinstance(one, Word) and one not in self._split
        ]
        texts = dict.fromkeys(word.text for word in words)
        return [text for text in texts if len(notation.letter_forms(text, self._reading)) > 1]


def _items(rows: Choice) -> Iterator[Item]:
    """What the rows and their parts are made of."""
    for row in rows:
        for item in row:
            if isinstance(item, Part):
                yield from _items(item.rows)
            else:
                yield item


def _called(item: Item) -> str | None:
    """The rule that an item calls."""
    if isinstance(item, str):
        return item
    return item.name if isinstance(item, Class) else None


def _quote(text: str) -> str:
    return f'"{notation.escape_c(text)}"'


def _small(name: str) -> str:
    return name.lower().replace("_", "-").replace(" ", "-")
