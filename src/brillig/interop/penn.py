"""Trees in the brackets of the Penn Treebank, both ways: `(S (NP (D the) (N cat)) (VP sleeps))`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from brillig.errors import BrilligError
from brillig.language.cfg import CfgTree
from brillig.language.tree import Tree

_BRACKETS = {"(": "-LRB-", ")": "-RRB-", "[": "-LSB-", "]": "-RSB-", "{": "-LCB-", "}": "-RCB-"}
_BACK = {written: mark for mark, written in _BRACKETS.items()}
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


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    for number, line in enumerate(text.splitlines(), 1):
        for match in _TOKEN.finditer(line):
            yield match[0], number
