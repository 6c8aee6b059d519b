"""Trees in the brackets of the Penn Treebank, both ways: `(S (NP (D the) (N cat)) (VP sleeps))`.

Read, they are the grammar of their rules, or sentences with tags and brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from brillig.errors import BrilligError
from brillig.files import read_text
from brillig.language.cfg import Cfg, CfgRule, CfgTree, Word
from brillig.language.cfg_text import simplest_form
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree

_BRACKETS = {"(": "-LRB-", ")": "-RRB-", "[": "-LSB-", "]": "-RSB-", "{": "-LCB-", "}": "-RCB-"}
_BACK = {written: mark for mark, written in _BRACKETS.items()}
_BRACKET_NAME = re.compile(r"[A-Z][A-Z0-9_]*")
_TOKEN = re.compile(r"[()]|[^\s()]+")


def to_penn(trees: Iterable[Tree | CfgTree]) -> str:
    """A tree a line; brackets inside words as the treebank writes them."""
    return "".join(f"{_write(tree)}\n" for tree in trees)


def _write(tree: Tree | CfgTree) -> str:
    children = (_escape(child) if isinstance(child, str) else _write(child) for child in tree.children)
    return f"({_escape(tree.label)} {' '.join(children)})"


def _escape(text: str) -> str:
    return "".join(_BRACKETS.get(c, c) if c in "()" else c for c in text)


def _unescape(text: str) -> str:
    for written, mark in _BACK.items():
        text = text.replace(written, mark)
    return text


def parse_penn(text: str, name: str = "the trees") -> list[CfgTree]:
    """The trees of a text; a bracket without a name around a whole tree is left out, and so are traces."""
    stack: list[tuple[str | None, list[CfgTree | str]]] = []
    found: list[CfgTree] = []
    fresh = False
    for token, line in _tokens(text):
        if token == "(":
            stack.append((None, []))
            fresh = True
            continue
        if token == ")":
            if not stack:
                raise BrilligError("a ) without its (", hint="remove it, or add the (").at(name, line)
            label, children = stack.pop()
            fresh = False
            kept: list[CfgTree | str] = children
            tree = CfgTree(label, tuple(kept)) if label is not None and kept else None
            if label == "-NONE-":
                continue
            if stack:
                stack[-1][1].extend([tree] if tree else kept)
            elif tree:
                found.append(tree)
            else:
                found += [one for one in kept if isinstance(one, CfgTree)]
            continue
        if not stack:
            raise BrilligError(f"{token[:40]!r} outside brackets", hint="write (S ...)").at(name, line)
        if fresh:
            stack[-1] = (_unescape(token), [])
            fresh = False
        else:
            stack[-1][1].append(_unescape(token))
    if stack:
        raise BrilligError("a ( without its )", hint="add the )").at(name)
    return found


def read_treebank(path: str) -> Grammar | Cfg:
    """The grammar whose rules are those of a file of trees."""
    return treebank_grammar(parse_penn(read_text(path), path), path)


def treebank_grammar(trees: Sequence[CfgTree], name: str = "the trees") -> Grammar | Cfg:
    """The rules of the trees, without those that say nothing (X → X)."""
    roots = list(dict.fromkeys(plain_label(tree.label) for tree in trees))
    if len(roots) != 1:
        said = f"the trees begin with {' and '.join(roots[:3])}" if roots else "no trees"
        raise BrilligError(said, hint="all of them have to begin with one category").at(name)
    rules: list[CfgRule] = []
    stack = list(reversed(trees))
    while stack:
        tree = stack.pop()
        right = tuple(Word(c) if isinstance(c, str) else plain_label(c.label) for c in tree.children)
        if right != (plain_label(tree.label),):
            rules.append(CfgRule(plain_label(tree.label), right))
        stack += [child for child in reversed(tree.children) if isinstance(child, CfgTree)]
    try:
        return simplest_form(Cfg(roots[0], tuple(rules)))
    except BrilligError as error:
        raise error.at(name) from None


def plain_label(label: str) -> str:
    """A label without what the treebank adds to it: NP for NP-SBJ-1, but -NONE- and -LRB- stay."""
    return re.split(r"(?<=\w)[-=|]", label, maxsplit=1)[0]


def marked_line(tree: CfgTree, *, tags: bool, brackets: bool) -> str:
    """The sentence of a tree as a line of text, with its tags and its phrases of two words or more."""

    def write(node: CfgTree, outer: int) -> str:
        parts = []
        for child in node.children:
            if isinstance(child, CfgTree):
                parts.append(write(child, len(node.words())))
            else:
                word = child.replace("/", "\\/") if tags else child
                parts.append(f"{word}/{plain_label(node.label)}" if tags else word)
        inner = " ".join(parts)
        if not brackets or not 1 < len(node.words()) < outer:
            return inner
        label = plain_label(node.label)
        return f"[{label if _BRACKET_NAME.fullmatch(label) else ''} {inner}]"

    return write(tree, len(tree.words()))


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    for number, line in enumerate(text.splitlines(), 1):
        for match in _TOKEN.finditer(line):
            yield match[0], number
