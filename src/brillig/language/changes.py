"""Two grammars side by side: which category of one is which of the other, and what changed, rule by rule."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from brillig.language.grammar import Grammar, SyntacticRule, category_names

MAX_LINES = 3  # of a summary
MAX_RULES = 6  # new ones in a summary, and as many that are gone
ROUNDS = 6  # of matching categories by their rules; names travel one level of the tree a round


@dataclass(frozen=True)
class Changes:
    """What one grammar has and another, with the same names, has not.

    words    those with other categories than before: (now, before); before is empty for a new word
    """

    added: tuple[SyntacticRule, ...]
    removed: tuple[SyntacticRule, ...]
    words: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = field(hash=False)
    kept: int

    @property
    def moved(self) -> list[str]:
        """The words that were known and have other categories now."""
        return [word for word, (_, before) in self.words.items() if before]

    def lines(self) -> list[str]:
        """A line for each change, rules first."""
        lines = [f"new rule {rule}" for rule in self.added]
        lines += [f"no longer {rule}" for rule in self.removed]
        for word, (now, before) in self.words.items():
            where = " and ".join(now) or "in no category"
            lines.append(f"{word}: now {where}, was {' and '.join(before)}" if before else f"{word}: {where}")
        return lines

    def summary(self) -> list[str]:
        """At most three lines: the rules in one, and words that moved together in one each."""
        together: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
        for word, moved in self.words.items():
            together.setdefault(moved, []).append(word)
        groups = []
        for (now, before), words in sorted(together.items(), key=lambda entry: -len(entry[1])):
            where = f"now {' and '.join(now) or 'in no category'}"
            groups.append(
                f"{', '.join(words)}: {where}" + (f", was {' and '.join(before)}" if before else "")
            )
        rules = [f"new: {_first(self.added)}"] * bool(self.added)
        rules += [f"no longer: {_first(self.removed)}"] * bool(self.removed)
        room = MAX_LINES - bool(rules)
        left = len(groups) - room
        if left > 0:
            groups = [*groups[: room - 1], f"{groups[room - 1]}; and {left} more"]
        return (["; ".join(rules)] if rules else []) + groups

    def to_json(self) -> dict[str, Any]:
        return {
            "added": [list(rule) for rule in self.added],
            "removed": [list(rule) for rule in self.removed],
            "words": {
                word: {"now": list(now), "before": list(was)} for word, (now, was) in self.words.items()
            },
            "kept": self.kept,
        }


def _first(rules: Collection[SyntacticRule]) -> str:
    """The rules in one line, or the first of them and how many there are besides."""
    if len(rules) <= MAX_RULES:
        return "; ".join(map(str, rules))
    shown = [str(rule) for rule in rules][: MAX_RULES - 1]
    return f"{'; '.join(shown)} and {len(rules) - len(shown)} more"


def find_changes(before: Grammar, after: Grammar) -> Changes:
    """What is new and what is gone; `after` has the names of `before`."""
    old, new = set(before.syntactic), set(after.syntactic)
    words = {}
    for word in [*after.words, *(word for word in before.words if word not in after.lexicon)]:
        now, was = after.lexicon.get(word, ()), before.lexicon.get(word, ())
        if set(now) != set(was):
            words[word] = (now, was)
    return Changes(
        tuple(rule for rule in after.syntactic if rule not in old),
        tuple(rule for rule in before.syntactic if rule not in new),
        words,
        len(old & new),
    )


def describe_changes(before: Grammar, after: Grammar) -> list[str]:
    """What is new and what is gone, a line each; `after` has the names of `before`."""
    return find_changes(before, after).lines()


def renamed_like(grammar: Grammar, model: Grammar) -> Grammar:
    """The grammar with the names of the model's categories, where they have the same words or rules."""
    return grammar.renamed(names_like(grammar, model))


def names_like(grammar: Grammar, model: Grammar, fixed: Collection[str] = ()) -> dict[str, str]:
    """For each category of a grammar the name of the model's that is most like it, else a fresh one.

    Those that are `fixed` keep their names.
    """
    match = _match(grammar, model, {name: name for name in grammar.categories if name in fixed})
    taken = set(match.values())
    fresh = (
        name
        for name in category_names(len(grammar.categories) + len(model.categories))
        if name not in taken and name not in model.categories
    )
    names = {c: match[c] if c in match else next(fresh) for c in grammar.categories if c != grammar.start}
    return names | {grammar.start: model.start}


def _match(grammar: Grammar, model: Grammar, fixed: Mapping[str, str]) -> dict[str, str]:
    """Pairs of categories, the most alike first: by words, then by rules of categories already paired."""
    match: dict[str, str] = {**fixed, grammar.start: model.start}
    for _ in range(ROUNDS):
        scores = sorted(
            (
                (-_likeness(grammar, model, mine, theirs, match), mine, theirs)
                for mine in grammar.categories
                for theirs in model.categories
                if mine != grammar.start and theirs != model.start
            ),
        )
        now = {**fixed, grammar.start: model.start}
        for score, mine, theirs in scores:
            if score < 0 and mine not in now and theirs not in now.values():
                now[mine] = theirs
        if now == match:
            break
        match = now
    del match[grammar.start]
    return match


def _likeness(grammar: Grammar, model: Grammar, mine: str, theirs: str, match: dict[str, str]) -> float:
    """How many words they share, and how many rules if they are the same; new words do not count."""
    known = model.lexicon
    words = {word for word in grammar.words_of.get(mine, ()) if word in known}
    others = set(model.words_of.get(theirs, ()))
    likeness = 2.0 * len(words & others) - 0.5 * len(words ^ others)
    rules = set(model.syntactic)
    assumed = match | {mine: theirs}
    for rule in grammar.syntactic:
        if mine in rule and all(c in assumed for c in rule):
            likeness += SyntacticRule(*(assumed[c] for c in rule)) in rules
    return likeness
