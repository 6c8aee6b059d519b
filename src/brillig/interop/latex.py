"""LaTeX: the rules as a table, trees for the packages forest and tikz-qtree."""

from __future__ import annotations

from collections.abc import Iterable

from brillig.language.cfg import Cfg, CfgTree, Word
from brillig.language.flat import Choice, Item, Part, Row, is_word
from brillig.language.flatten import flatten
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    '"': r"\textquotedbl{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": r"{[}",
    "]": r"{]}",
    ",": r"{,}",
    "=": r"{=}",
    **{mark: f"\\{mark}" for mark in "$&%#_"},
}


def to_latex(grammar: Grammar | Cfg) -> str:
    """The flat rules as a `tabular`; it needs no package."""
    flat = flatten(grammar)
    lines = [r"\begin{tabular}{r@{ $\to$ }l}"]
    for name, rows in flat.rules:
        words = [escape_latex(row[0].text) for row in rows if is_word(row)]
        rights = [_row(row) for row in rows if not is_word(row)]
        rights += [r"\textit{" + r"}, \textit{".join(words) + "}"] if words else []
        for place, right in enumerate(rights):
            lines.append(f"  {_name(name) if place == 0 else ''} & {right} \\\\")
    return "\n".join([*lines, r"\end{tabular}", ""])


def to_forest(trees: Iterable[Tree | CfgTree]) -> str:
    r"""Trees for `\usepackage[linguistics]{forest}`."""
    found = (r"\begin{forest}" + f"\n{_forest(tree)}\n" + r"\end{forest}" for tree in trees)
    return "\n\n".join(found) + "\n"


def to_qtree(trees: Iterable[Tree | CfgTree]) -> str:
    r"""Trees for `\usepackage{tikz-qtree}`."""
    found = (r"\begin{tikzpicture}" + f"\n\\Tree {_qtree(tree)}\n" + r"\end{tikzpicture}" for tree in trees)
    return "\n\n".join(found) + "\n"


def escape_latex(text: str) -> str:
    return "".join(_SPECIAL.get(character, character) for character in text)


def _name(name: str) -> str:
    r"""A category, what follows its first underscore below the line: NP\textsubscript{0}."""
    base, _, rest = name.partition("_")
    return escape_latex(base) + (rf"\textsubscript{{{escape_latex(rest)}}}" if base and rest else "") or "\\_"


def _forest(tree: Tree | CfgTree) -> str:
    children = (
        f"[\\textit{{{escape_latex(c)}}}]" if isinstance(c, str) else _forest(c) for c in tree.children
    )
    return f"[{_name(tree.label)} {' '.join(children)}]"


def _qtree(tree: Tree | CfgTree) -> str:
    children = (f"\\textit{{{escape_latex(c)}}}" if isinstance(c, str) else _qtree(c) for c in tree.children)
    return f"[.{{{_name(tree.label)}}} {' '.join(children)} ]"


def _rows(rows: Choice) -> str:
    return r" $\mid$ ".join(_row(row) for row in rows)


def _row(row: Row) -> str:
    return " ".join(_item(item) for item in row)


def _item(item: Item) -> str:
    if isinstance(item, Word):
        return rf"\textit{{{escape_latex(item.text)}}}"
    if not isinstance(item, Part):
        return _name(item)
    inner = _rows(item.rows)
    if item.repeats:
        simple = len(item.rows) == 1 and len(item.rows[0]) == 1 and not isinstance(item.rows[0][0], Part)
        return (inner if simple else rf"\{{{inner}\}}") + rf"\textsuperscript{{{'+' if item.least else '*'}}}"
    return rf"\{{{inner}\}}" if item.least else f"({inner})"
