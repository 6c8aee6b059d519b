"""EBNF and BNF as people write them, read as a grammar over words.

W3C's (`s ::= np vp?`), ISO's (`s = np, [vp] ;`) and BNF (`<s> ::= <np> <vp>`) are told apart by their marks.
What `show --format ebnf` writes is read as well: its rules for blanks and for token classes say how a line
is written, so that blanks go and a class is a word again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from brillig.errors import BrilligError
from brillig.files import read_text
from brillig.language.cfg import Cfg, Word
from brillig.language.cfg_text import simplest_form
from brillig.language.flat import Choice, FlatGrammar, Item, Part, Row, group, names_in, optional, repeat
from brillig.language.flatten import replace_items
from brillig.language.grammar import Grammar

_TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|\(\*.*?\*\)|^\s*(?:\#|//)[^\n]*)|(?P<define>::=|=|->|→|:(?!:))"""
    r"""|"(?P<double>[^"\n]*)"|'(?P<single>[^'\n]*)'|<(?P<angle>[^<>\n]+)>|(?P<name>\w(?:[\w.-]*\w)?)"""
    r"""|(?P<class>\[(?:\^|\#x|[^\]\s])[^\]\n]*\])|(?P<mark>[()\[\]{}|,;.?*+-])""",
    re.DOTALL | re.MULTILINE,
)
_BLANKS = ("blank", "gap")  # what exports call the blanks between words
_CAPITAL = re.compile(r"\[(\w)(\w)\]")
MAX_DEPTH = 100  # of parts in parts
_OPEN = {"(": ")", "[": "]", "{": "}"}


class _Characters(NamedTuple):
    """One of some characters: how a token is written, not a word."""

    text: str


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


def read_ebnf(path: str, *, piece: bool = False) -> Grammar | Cfg:
    """Read a file of EBNF or BNF; a `piece` may use categories that have no rule."""
    return parse_ebnf(read_text(path), path, piece=piece)


def parse_ebnf(text: str, name: str = "the grammar", *, piece: bool = False) -> Grammar | Cfg:
    """The grammar in EBNF or BNF text; `name` is what refusals call it."""
    rules = _Reader(list(_tokens(text, name)), name).rules()
    if not rules:
        raise BrilligError("no rules", hint="write lines such as s ::= np vp").at(name)
    try:
        start, rows = _without_spelling(rules)
        flat = FlatGrammar(start, tuple(_with_empty_ones_optional(rows).items()))
        cfg = flat.to_cfg()
    except BrilligError as error:
        raise error.at(name) from None
    if not piece and (undefined := cfg.undefined()):
        raise BrilligError(undefined).at(name)
    return simplest_form(cfg)


def _tokens(text: str, name: str) -> Iterator[_Token]:
    classes = "::=" in text  # W3C's [a-z]; elsewhere [ ] is an optional part
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        line = text.count("\n", 0, position) + 1
        match = _TOKEN.match(text, position)
        if match is not None and match["class"] is not None and not classes:
            match = re.compile(r"(?P<mark>\[)").match(text, position)
        if match is None:
            message = f"cannot read {text[position : position + 20].split(chr(10))[0]!r}"
            raise BrilligError(message, hint="expected a name, a quoted word or a mark of EBNF").at(
                name, line
            )
        position = match.end()
        kind = match.lastgroup or ""
        if kind != "comment":
            yield _Token("word" if kind in ("double", "single") else kind, match[kind], line)


@dataclass
class _Reader:
    tokens: list[_Token]
    name: str
    place: int = 0
    depth: int = 0
    found: dict[str, list[Row]] = field(default_factory=dict)

    def rules(self) -> dict[str, list[Row]]:
        while self.place < len(self.tokens):
            head = self._take()
            if head.kind not in ("name", "angle") or self._now() is None or self._take().kind != "define":
                raise self._refuse(head, "is no rule", "write lines such as s ::= np vp")
            rows = self._choice()
            self.found.setdefault(head.text.strip().replace(" ", "_"), []).extend(rows)
            if (mark := self._now()) is not None and mark.text in (";", "."):
                self.place += 1
        return self.found

    def _now(self) -> _Token | None:
        return self.tokens[self.place] if self.place < len(self.tokens) else None

    def _take(self) -> _Token:
        self.place += 1
        return self.tokens[self.place - 1]

    def _refuse(self, token: _Token, what: str, hint: str) -> BrilligError:
        return BrilligError(f"{token.text[:30]!r} {what}", hint=hint).at(self.name, token.line)

    def _choice(self) -> Choice:
        rows = [self._row()]
        while (bar := self._now()) is not None and bar.text == "|" and bar.kind == "mark":
            self.place += 1
            rows.append(self._row())
        return tuple(rows)

    def _begins_rule(self) -> bool:
        following = self.tokens[self.place + 1 : self.place + 2]
        return bool(following) and following[0].kind == "define"

    def _row(self) -> Row:
        row: list[Item] = []
        while (token := self._now()) is not None:
            if token.kind == "mark" and token.text in "|)]};.":
                break
            if token.kind in ("name", "angle") and self._begins_rule():
                break
            self.place += 1
            if token.kind == "mark" and token.text == ",":
                continue
            row += self._repeated(self._item(token))
        return tuple(row)

    def _item(self, token: _Token) -> Row:
        if token.kind in ("name", "angle"):
            return (token.text.strip().replace(" ", "_"),)
        if token.kind == "word":
            blank = token.text and not token.text.strip()
            return (_Characters(" "),) if blank else tuple(Word(part) for part in token.text.split())
        if token.kind == "class":
            return (_Characters(token.text),)
        if token.text not in _OPEN or token.kind != "mark":
            raise self._refuse(token, "is out of place", "expected a name, a quoted word or ( [ {")
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self._refuse(token, "is nested too deeply", "give parts rules of their own")
        rows = self._choice()
        self.depth -= 1
        close = self._now()
        if close is None or close.text != _OPEN[token.text]:
            raise self._refuse(token, "is not closed", f"add the {_OPEN[token.text]}")
        self.place += 1
        if token.text == "[":
            return (optional(rows),)
        if token.text == "{":
            again = self._now()
            more = again is not None and again.text == "-" and again.kind == "mark"
            self.place += more
            return (repeat(rows, int(more)),)
        return (group(rows),)

    def _repeated(self, row: Row) -> Row:
        while (mark := self._now()) is not None and mark.kind == "mark" and mark.text in "?*+":
            self.place += 1
            rows: Choice = (row,)
            if len(row) == 1 and isinstance(row[0], Part) and row[0].is_group:
                rows = row[0].rows
            row = (optional(rows) if mark.text == "?" else repeat(rows, int(mark.text == "+")),)
        return row


# -- how lines are written --------------------------------------------------------------------------


def _without_spelling(rules: dict[str, list[Row]]) -> tuple[str, dict[str, Choice]]:
    """Without blanks between words, with token classes as words; and where to start."""
    spelled = {name for name, rows in rules.items() if _is_spelled(name, rows)}
    classes = spelled.difference(_BLANKS)

    def word(name: str) -> Row | None:
        if name in classes:
            return (Word(name),)
        return () if name in spelled else None

    kept = {name: rows for name, rows in rules.items() if name not in spelled}
    _refuse_spelled_parts(kept)
    if not any(_has_characters(row) for rows in rules.values() for row in rows):
        return next(iter(rules)), {name: tuple(rows) for name, rows in rules.items()}
    found = {
        name: tuple(_words(replace_items(row, word)) for row in rows if _words(replace_items(row, word)))
        for name, rows in kept.items()
    }
    if not any(found.values()):
        raise BrilligError("no rule has words or categories", hint="write lines such as s ::= np vp")
    start = next(iter(found))
    first, *others = found[start] or ((),)
    if not spelled:
        return start, found
    if not others and len(first) == 1 and first[0] in found:  # with nothing but a final mark after it
        del found[start]
        start = first[0]
    return start, found


def _refuse_spelled_parts(rules: Mapping[str, list[Row]]) -> None:
    """Letters beside words or categories are a piece of a word, for which there is no name."""
    for name, rows in rules.items():
        for item in (item for row in rows for item in _flat(row)):
            if isinstance(item, _Characters) and _small_of(item) is None and re.search(r"\w", item.text):
                message = f"{item.text} stands beside other parts in the rule of {name}"
                raise BrilligError(message, hint="give characters a rule of their own")


def _flat(row: Row) -> Iterator[Item | _Characters]:
    """What a row holds, also inside its parts."""
    for item in row:
        if isinstance(item, Part):
            for inner in item.rows:
                yield from _flat(inner)
        else:
            yield item


def _has_characters(row: Row) -> bool:
    return any(isinstance(item, _Characters) for item in _flat(row))


def _is_spelled(name: str, rows: list[Row]) -> bool:
    """Whether it is made of characters, and at most of itself."""

    items = [item for row in rows for item in _flat(row)]
    found = any(isinstance(item, _Characters) and _small_of(item) is None for item in items)
    return found and not any(other != name for row in rows for other in names_in(row))


def _small_of(characters: _Characters) -> str | None:
    """The small letter of `[tT]`; None for other characters."""
    match = _CAPITAL.fullmatch(characters.text)
    return match[1] if match is not None and match[1].upper() == match[2] != match[1] else None


def _words(row: Row) -> Row:
    """`[Tt] "he"` is the word *the* with its capital; a mark that may end the line is none."""
    result: list[Item] = []
    for item in row:
        if isinstance(item, Part):
            rows = tuple(filter(None, map(_words, item.rows)))
            if rows:
                result += rows[0] if item.is_group and len(rows) == 1 else (item._replace(rows=rows),)
        elif isinstance(item, _Characters):
            small = _small_of(item)
            if small is not None and result and isinstance(result[-1], _Characters):
                result[-1] = _Characters(result[-1].text + small)
            elif small is not None:
                result.append(_Characters(small))
        elif isinstance(item, Word) and result and isinstance(result[-1], _Characters):
            result[-1] = _Characters(result[-1].text + item.text)
        else:
            result.append(item)
    return tuple(Word(item.text) if isinstance(item, _Characters) else item for item in result)


# -- what may be empty ------------------------------------------------------------------------------


def _with_empty_ones_optional(rules: Mapping[str, Choice]) -> dict[str, Choice]:
    """Categories that may be nothing are optional wherever they stand, since no rule may be empty."""
    empty: set[str] = set()

    def can_be_empty(row: Row) -> bool:
        return all(
            (item.least == 0 or any(map(can_be_empty, item.rows)))
            if isinstance(item, Part)
            else isinstance(item, str) and item in empty
            for item in row
        )

    while more := {name for name, rows in rules.items() if any(map(can_be_empty, rows))} - empty:
        empty |= more

    def left_out(name: str) -> Row | None:
        return (optional(((name,),)),) if name in empty else None

    return {name: tuple(replace_items(row, left_out) for row in rows) for name, rows in rules.items()}
