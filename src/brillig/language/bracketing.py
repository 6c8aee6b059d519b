"""Conventional bracketing: of grammars with one language and nearly the same bits, what linguists draw.

[[Mary saw] John] and [Mary [saw John]] are the same sentences. A helper category that stands in one context
only is turned to the other side where that makes it a phrase that there is already, and else to the side on
which the grammar's phrases branch: to the right where words stand before the phrases that go with them, to
the left where they follow them. Turning never changes the language, and the bits may rise by two at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from brillig.language.grammar import Grammar, SyntacticRule


class Bracketing(StrEnum):
    CONVENTIONAL = "conventional"
    AS_FOUND = "as-found"


def turned(grammar: Grammar) -> Iterator[Grammar]:
    """The grammars with one helper turned that are nearer to convention, the nearest first."""
    right = leans_right(grammar)
    for merges in (True, False):
        for mirrored in (not right, right):
            base = mirror(grammar) if mirrored else grammar
            for name in base.categories:
                found = turn_right(base, name)
                if found is None or (len(found.categories) < len(grammar.categories)) != merges:
                    continue
                if not merges and mirrored == right:
                    continue  # away from the side on which its phrases branch
                yield mirror(found) if mirrored else found


def leans_right(grammar: Grammar) -> bool:
    """Whether words stand rather before the phrases that go with them than after; helpers do not count."""
    words = set(grammar.words_of) - set(grammar.expansions)
    mirrored = mirror(grammar)
    helpers = {
        name
        for name in grammar.categories
        if turn_right(grammar, name) is not None or turn_right(mirrored, name) is not None
    }
    rules = [rule for rule in grammar.syntactic if helpers.isdisjoint(rule)]
    before = sum(rule.left in words and rule.right not in words for rule in rules)
    after = sum(rule.left not in words and rule.right in words for rule in rules)
    return before >= after


def mirror(grammar: Grammar) -> Grammar:
    """Every rule with its children in the other order."""
    return Grammar(
        grammar.start,
        tuple(SyntacticRule(r.parent, r.right, r.left) for r in grammar.syntactic),
        grammar.lexical,
    )


def turn_right(grammar: Grammar, helper: str) -> Grammar | None:
    """X → H W, H → Y Z as X → Y H, H → Z W; None where that would change the language.

    It would not where H has no words, stands before the same W everywhere, and begins with the same Y always.
    Where there is a category with just the rules that H would have, it takes the place of H.
    """
    own = grammar.expansions.get(helper, ())
    uses = [rule for rule in grammar.syntactic if helper in (rule.left, rule.right)]
    if helper == grammar.start or helper in grammar.words_of or not own or not uses:
        return None
    siblings, firsts = {rule.right for rule in uses}, {rule.left for rule in own}
    if len(siblings) > 1 or len(firsts) > 1 or helper in siblings | firsts | {r.right for r in own}:
        return None
    if any(rule.left != helper for rule in uses):
        return None
    sibling, first = siblings.pop(), firsts.pop()
    new = {(rule.right, sibling) for rule in own}
    kept = [rule for rule in grammar.syntactic if rule not in uses and rule not in own]
    alike = next(
        (
            name
            for name, rules in grammar.expansions.items()
            if name not in (helper, grammar.start)
            and name not in grammar.words_of
            and {(rule.left, rule.right) for rule in rules} == new
        ),
        None,
    )
    name = helper if alike is None else alike
    kept += [SyntacticRule(rule.parent, first, name) for rule in uses]
    if alike is None:
        kept += [SyntacticRule(name, left, right) for left, right in new]
    return Grammar(grammar.start, tuple(kept), grammar.lexical)
