"""NLTK's notation of grammars, `.cfg` text, both ways.

It needs no NLTK. The text is exact: what NLTK's notation cannot hold (a word with both
kinds of quotes, a name with signs other than NLTK's) is written under another name, with a comment line that
our reader understands and NLTK skips:

    # brillig: word "_1" is "\"'"
    # brillig: category "_2" is "N.B"
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from brillig.errors import BrilligError
from brillig.files import read_text, write_whole
from brillig.language.cfg import Cfg, CfgRule, Word
from brillig.language.grammar import Grammar

_NAME = re.compile(r"[\w/][\w/^<>-]*")
_TOKEN = re.compile(
    r"""\s*(?:(?P<bar>\|)|"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<name>[\w/][\w/^<>-]*))"""
)
_OTHER_NAME = re.compile(r'#\s*brillig: (?P<kind>word|category) "(?P<alias>[^"]*)" is (?P<real>".*")$')


# -- writing ----------------------------------------------------------------------------------------


def to_cfg(
    grammar: Grammar | Cfg, weights: Mapping[tuple[str, tuple[str | Word, ...]], float] | None = None
) -> str:
    """The grammar as `.cfg` text, a line for each category; with weights as NLTK's PCFG text."""
    cfg = Cfg.from_grammar(grammar) if isinstance(grammar, Grammar) else grammar
    categories = _aliases(cfg.categories, _is_plain_name)
    words = _aliases(cfg.words, lambda word: not ('"' in word and "'" in word))
    lines = [
        f"# brillig: {kind} {json.dumps(alias)} is {json.dumps(real, ensure_ascii=False)}"
        for kind, aliases in (("category", categories), ("word", words))
        for real, alias in aliases.items()
        if real != alias
    ]
    lines.append(f"%start {categories[cfg.start]}")
    for category in cfg.categories:
        if category in cfg.alternatives:
            rights = (
                " ".join(
                    _quote(words[symbol.text]) if isinstance(symbol, Word) else categories[symbol]
                    for symbol in right
                )
                + ("" if weights is None else f" [{weights[category, right]:.6f}]")
                for right in cfg.alternatives[category]
            )
            lines.append(f"{categories[category]} -> {' | '.join(rights)}")
    return "\n".join(lines) + "\n"


def write_cfg(grammar: Grammar | Cfg, path: str | Path) -> None:
    """Write a `.cfg` file, whole or not at all."""
    write_whole(path, to_cfg(grammar))


def _aliases(names: Iterable[str], writable: Callable[[str], bool]) -> dict[str, str]:
    """Each name with the one it is written under: itself where the notation can hold it."""
    names = list(names)
    taken = set(names)
    result = {}
    for name in names:
        alias, number = name, 0
        if not writable(name):
            while alias == name or alias in taken:
                number += 1
                alias = f"_{number}"
            taken.add(alias)
        result[name] = alias
    return result


def _is_plain_name(name: str) -> bool:
    """Whether NLTK can hold the name, whichever engine matches its expressions."""
    return name[0] not in "^<>-" and all(c.isalpha() or c.isdecimal() or c in "_/^<>-" for c in name)


def _quote(word: str) -> str:
    return f'"{word}"' if "'" in word else f"'{word}'"


# -- reading ----------------------------------------------------------------------------------------


def read_cfg(path: str | Path) -> Grammar | Cfg:
    """Read a `.cfg` file: a `Grammar` when every rule is X → Y Z or X → word, else a `Cfg`."""
    return parse_cfg(read_text(path), str(path))


def parse_cfg(text: str, name: str = "the grammar") -> Grammar | Cfg:
    """The grammar in `.cfg` text; `name` is what refusals call it."""
    cfg = parse_general(text, name)
    return simplest_form(cfg)


def simplest_form(cfg: Cfg) -> Grammar | Cfg:
    grammar = cfg.to_grammar()
    return cfg if grammar is None else grammar  # a grammar without rules counts as false


def read_piece(path: str | Path, start: str) -> Cfg:
    """Read a `.cfg` file that need not be whole: categories may have no rule, and the start symbol none.

    Unless the file names its start symbol, that is `start`.
    """
    return parse_general(read_text(path), str(path), piece_of=start)


def parse_general(
    text: str, name: str, at_most: tuple[tuple[str, int], ...] = (), piece_of: str | None = None
) -> Cfg:
    """The grammar in `.cfg` text as a `Cfg`, whatever its rules; `piece_of`: see `read_piece`."""
    start = piece_of
    rules: list[CfgRule] = []
    real: dict[tuple[str, str], str] = {}
    for number, line in numbered_lines(text):
        place = f"{name}, line {number}"
        if line.startswith("#"):
            if match := _OTHER_NAME.fullmatch(line):
                real[match["kind"], match["alias"]] = _unquote(match["real"], place)
        elif line.startswith("%"):
            match line[1:].split():
                case ["start", symbol] if _NAME.fullmatch(symbol):
                    start = symbol
                case _:
                    raise BrilligError(
                        f"{place}: {line[:60]!r} is no directive", hint="expected '%start CATEGORY'"
                    )
        else:
            rules += _parse_rule(line, place)
    if not rules and start == piece_of:
        raise BrilligError("no rules", hint="write lines such as S -> NP VP", place=name)

    def real_category(alias: str) -> str:
        return real.get(("category", alias), alias)

    def real_symbol(alias: str | Word) -> str | Word:
        return (
            Word(real.get(("word", alias.text), alias.text))
            if isinstance(alias, Word)
            else real_category(alias)
        )

    try:
        cfg = Cfg(
            real_category(start if start is not None else rules[0].parent),
            tuple(CfgRule(real_category(r.parent), tuple(map(real_symbol, r.right))) for r in rules),
            at_most,
        )
    except BrilligError as error:
        raise error.at(name) from None
    if piece_of is None and (undefined := cfg.undefined()):
        raise BrilligError(f"{undefined}", place=name)
    return cfg


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Numbered lines without blank ones; a line that ends in a backslash goes on in the next."""
    before, first = "", 0
    for number, line in enumerate(re.split("\r\n|\r|\n", text), 1):
        joined = before + line.strip()
        if joined.endswith("\\") and not joined.startswith("#"):
            before, first = joined[:-1].rstrip() + " ", first or number
            continue
        if joined:
            yield first or number, joined
        before, first = "", 0
    if before:
        raise BrilligError(f"line {first} of the grammar ends in a backslash and nothing follows")


def _parse_rule(line: str, place: str) -> Iterator[CfgRule]:
    left, arrow, _ = line.partition("->")
    parent = left.strip()
    if not arrow or not _NAME.fullmatch(parent):
        raise BrilligError(f"{place}: {line[:60]!r} is no rule", hint="expected CATEGORY -> ...")
    position = len(left) + len(arrow)
    end = len(line.rstrip())
    rights: list[list[str | Word]] = [[]]
    while position < end:
        match = _TOKEN.match(line, position)
        if not match:
            rest = line[position:].strip()[:40]
            raise BrilligError(
                f"{place}: cannot read {rest!r}", hint="expected a category, a quoted word or '|'"
            )
        position = match.end()
        if match["bar"]:
            rights.append([])
        elif match["name"]:
            rights[-1].append(match["name"])
        else:
            text = match["double"] if match["double"] is not None else match["single"]
            if not text or any(map(str.isspace, text)):
                raise BrilligError(
                    f"{place}: {text!r} is not a word", hint="a word is not empty and has no blanks"
                )
            rights[-1].append(Word(text))
    if not all(rights):
        raise BrilligError(
            f"{place}: {parent} has an empty alternative", hint="Brillig has no rules without words"
        )
    return (CfgRule(parent, tuple(right)) for right in rights)


def _unquote(text: str, place: str) -> str:
    try:
        value = json.loads(text)
    except ValueError:
        raise BrilligError(
            f"{place}: {text[:40]} is not JSON", hint="restore or remove the comment"
        ) from None
    assert isinstance(value, str)  # it began with a quote
    return value
