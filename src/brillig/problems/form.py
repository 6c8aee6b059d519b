"""The form of grammars that inference and refinement share: S at the base only, one parent for a pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from brillig.language.grammar import Grammar


def strict_form_violations(grammar: Grammar) -> Iterable[str]:
    for rule in grammar.syntactic:
        if grammar.start in (rule.left, rule.right):
            yield f"{rule} has the start symbol on its right"
    if any(rule.category == grammar.start for rule in grammar.lexical):
        yield "the start symbol has a word"
    for (left, right), number in Counter((r.left, r.right) for r in grammar.syntactic).items():
        if number > 1:
            yield f"{number} rules have {left} {right} on their right"
