"""Conventional bracketing: of grammars with one language and nearly the same bits, what linguists draw.

[[Mary saw] John] and [Mary [saw John]] are one sentence, and so are [[the old] cat] and [the [old cat]].
A helper category is turned to the other side where that makes it a phrase that there is already, and else to
the side on which the phrases branch: to the right where words stand before the phrases that go with them, to
the left where they follow them. What is added to a category is shifted in the same way to the one beside it.
Neither changes the language, and the bits may rise by two at most.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from brillig.language.grammar import Grammar, SyntacticRule, category_names
from brillig.language.tree import Tree


class Bracketing(StrEnum):
    CONVENTIONAL = "conventional"
    AS_FOUND = "as-found"


# With this many times more words after their phrases than before them a language branches to the left. Set on
# the ladder's fragments, which branch to the right and have up to as many after as before.
LEFT = 1.5


def turned(grammar: Grammar, right: bool, after: Collection[str] = ()) -> Iterator[Grammar]:
    """The grammars with one helper turned that are nearer to convention, the nearest first.

    `right` says on which side its phrases branch; classes in `after` belong to what stands before them.
    """
    for mirrored, turn in turns(grammar, right, after):
        yield mirror(turn.grammar) if mirrored else turn.grammar


@dataclass(frozen=True)
class Turn:
    """A grammar before and after a helper was turned or an addition shifted, and what became of which rules.

    pairs    X → Y N and N → Z W, with the X → H W and H → Y Z that were before
    shifted  Z → W Z, with the Y → Y W that was before
    """

    before: Grammar
    grammar: Grammar
    pairs: tuple[tuple[SyntacticRule, SyntacticRule, SyntacticRule, SyntacticRule], ...] = ()
    shifted: tuple[tuple[SyntacticRule, SyntacticRule], ...] = ()


def turns(grammar: Grammar, right: bool, after: Collection[str] = ()) -> Iterator[tuple[bool, Turn]]:
    """What `turned` is made of: whether it is a turn of the mirrored grammar, and the turn."""
    bases = {False: grammar, True: mirror(grammar)}
    ending = {name for name, own in grammar.expansions.items() if all(rule.right in after for rule in own)}
    beginning = {name for name, own in grammar.expansions.items() if all(rule.left in after for rule in own)}
    for merges in (True, False):
        for mirrored in (not right, right):
            base = bases[mirrored]
            for name in base.categories:
                if name in ending:
                    continue
                for found in (find_turn(base, name), find_shift(base, name)):
                    if found is None or (len(found.grammar.categories) < len(grammar.categories)) != merges:
                        continue
                    if not merges and mirrored == right and not (mirrored and name in beginning):
                        continue  # away from the side on which its phrases branch
                    yield mirrored, found


def leans_right(grammar: Grammar, trees: Iterable[Tree], after: Collection[str] = ()) -> bool:
    """Whether words stand rather before the phrases that go with them than behind; helpers do not count.

    Where no phrase tells, it does, unless there are classes that stand `after` what they belong to.
    """
    mirrored = mirror(grammar)
    # Not N → A N: that is a noun, as its words are.
    phrases = {
        name
        for name, rules in grammar.expansions.items()
        if any(name not in (rule.left, rule.right) for rule in rules)
    }
    helpers = {
        name
        for name in grammar.categories
        if turn_right(grammar, name) is not None or turn_right(mirrored, name) is not None
    }
    before = behind = 0
    for tree in trees:
        for node in tree.nodes():
            if node.is_leaf or not helpers.isdisjoint((node.label, *(one.label for one in node.branches))):
                continue
            # *sleeps* as a VP of one word is a phrase: it says nothing of the side.
            left, right = (one.is_leaf and one.label not in phrases for one in node.branches)
            before += left > right
            behind += right > left
    if not before + behind:
        return not after
    return behind <= LEFT * before


def mirror(grammar: Grammar) -> Grammar:
    """Every rule with its children in the other order."""
    return Grammar(
        grammar.start,
        tuple(SyntacticRule(r.parent, r.right, r.left) for r in grammar.syntactic),
        grammar.lexical,
    )


def turn_right(grammar: Grammar, helper: str) -> Grammar | None:
    """The grammar with a helper turned; None where that would change the language or add rules."""
    found = find_turn(grammar, helper)
    return None if found is None else found.grammar


def find_turn(grammar: Grammar, helper: str) -> Turn | None:
    """X → H W, H → Y Z as X → Y H, H → Z W; None where that would change the language or add rules.

    It would not change it where H has no words and stands to the left of the same categories W everywhere.
    Where H begins with several Y, those that are followed by the same Z go together. Where there is a
    category with just the rules that H would have, or one that would stand in just the same places, it takes
    the place of H.
    """
    own = grammar.expansions.get(helper, ())
    uses = [rule for rule in grammar.syntactic if helper in (rule.left, rule.right)]
    if helper == grammar.start or helper in grammar.words_of or not own or not uses:
        return None
    if any(rule.right == helper for rule in uses) or any(helper in (r.left, r.right) for r in own):
        return None
    siblings = {rule.parent: {one.right for one in uses if one.parent == rule.parent} for rule in uses}
    if len({frozenset(some) for some in siblings.values()}) > 1:
        return None
    kept = [rule for rule in grammar.syntactic if rule not in uses and rule not in own]
    rest = Grammar(grammar.start, tuple(kept), grammar.lexical)
    names = (name for name in category_names(2 * len(grammar.categories)) if name not in grammar.categories)
    free = chain([helper], names)
    inside = {rule.right for rule in (*own, *uses)}
    pairs = []
    for firsts, seconds in _by_firsts(own):
        new = {(second, sibling) for second in seconds for sibling in siblings[uses[0].parent]}
        places = {(parent, first) for parent in siblings for first in firsts}
        alike = _with_rules(grammar, new, helper)
        name = alike or _in_places(rest, places, inside) or next(free)
        kept += [SyntacticRule(parent, first, name) for parent, first in places]
        if alike is None:
            kept += [SyntacticRule(name, left, right) for left, right in new]
        pairs += [
            (
                SyntacticRule(parent, first, name),
                SyntacticRule(name, second, sibling),
                SyntacticRule(parent, helper, sibling),
                SyntacticRule(helper, first, second),
            )
            for parent, first in sorted(places)
            for second, sibling in sorted(new)
        ]
    if len(set(kept)) > len(grammar.syntactic):
        return None
    return Turn(grammar, Grammar(grammar.start, tuple(kept), grammar.lexical), tuple(pairs))


def _by_firsts(own: Iterable[SyntacticRule]) -> list[tuple[frozenset[str], list[str]]]:
    """The right children of some rules, those together that have the same left ones."""
    firsts: dict[str, set[str]] = {}
    for rule in own:
        firsts.setdefault(rule.right, set()).add(rule.left)
    groups: dict[frozenset[str], list[str]] = {}
    for second, some in firsts.items():
        groups.setdefault(frozenset(some), []).append(second)
    return list(groups.items())


def _with_rules(grammar: Grammar, pairs: set[tuple[str, str]], helper: str) -> str | None:
    """A phrase other than the helper that has just these rules."""
    for name, rules in grammar.expansions.items():
        if name in (grammar.start, helper) or name in grammar.words_of:
            continue
        if {(rule.left, rule.right) for rule in rules} == pairs:
            return name
    return None


def _in_places(grammar: Grammar, places: set[tuple[str, str]], inside: set[str]) -> str | None:
    """A category not inside that stands at just these places: to the right of another below a parent."""
    for name in grammar.categories:
        uses = [rule for rule in grammar.syntactic if name in (rule.left, rule.right)]
        if name == grammar.start or name in inside or any(rule.left == name for rule in uses):
            continue
        if {(rule.parent, rule.left) for rule in uses} == places:
            return name
    return None


def shift_right(grammar: Grammar, name: str) -> Grammar | None:
    """The grammar with additions shifted; None where that would change the language."""
    found = find_shift(grammar, name)
    return None if found is None else found.grammar


def find_shift(grammar: Grammar, name: str) -> Turn | None:
    """X → Y Z, Y → Y W as X → Y Z, Z → W Z; None where that would change the language.

    It would not where Y stands to the left of the same Z everywhere, Z to the right of Y everywhere, and
    nothing else is added to Z from the left: [the old] cat is the [old cat] then.
    """
    added = [rule for rule in grammar.expansions.get(name, ()) if rule.left == name != rule.right]
    uses = [rule for rule in grammar.syntactic if name in (rule.left, rule.right) and rule not in added]
    others = {rule.right for rule in uses}
    if name == grammar.start or not added or len(others) != 1 or any(rule.left != name for rule in uses):
        return None
    other = others.pop()
    own = [rule for rule in grammar.syntactic if other in (rule.left, rule.right) and rule not in uses]
    if other in (name, grammar.start) or any(rule.parent != other or rule.right == other for rule in own):
        return None
    kept = [rule for rule in grammar.syntactic if rule not in added]
    shifted = tuple((SyntacticRule(other, rule.right, other), rule) for rule in added)
    kept += [new for new, _ in shifted]
    return Turn(grammar, Grammar(grammar.start, tuple(kept), grammar.lexical), (), shifted)
