"""Test sentences in which every rule, or every rule below every other, occurs; all short sentences."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from math import inf

from brillig.errors import BrilligError
from brillig.language.cfg import Cfg, CfgRule, Word
from brillig.language.grammar import Grammar
from brillig.parsing.cyk import compiled
from brillig.parsing.generate import ending, fewest
from brillig.parsing.languages import Bounds, Strings, categories_of

MAX_SENTENCES = 1_000_000

Path = tuple[CfgRule, int, CfgRule]  # a rule, the place of a child, and the rule below it


class Cover(StrEnum):
    RULES = "rules"  # every rule, words among them
    PAIRS = "pairs"  # and every rule below every other; the words of a category are one alternative


@dataclass(frozen=True)
class Derivation:
    """A rule with what stands below its categories; words are leaves."""

    rule: CfgRule
    children: tuple[Derivation | str, ...]

    def words(self) -> tuple[str, ...]:
        found: list[str] = []
        for child in self.children:
            found += (child,) if isinstance(child, str) else child.words()
        return tuple(found)

    def nodes(self) -> Iterator[Derivation]:
        yield self
        for child in self.children:
            if isinstance(child, Derivation):
                yield from child.nodes()

    def paths(self) -> Iterator[Path]:
        for node in self.nodes():
            for place, child in enumerate(node.children):
                if isinstance(child, Derivation):
                    yield node.rule, place, child.rule


def cover_grammar(grammar: Grammar | Cfg, what: Cover = Cover.RULES) -> list[tuple[str, ...]]:
    """Sentences that together use every rule that can be used (every pair of rules), the shortest first.

    Each rule is looked for in the shortest sentence that has it; sentences that add nothing are left out.
    """
    builder = _Builder(grammar)
    goals: list[tuple[CfgRule, int, CfgRule | None]] = [(rule, 0, None) for rule in builder.rules]
    if what is Cover.PAIRS:
        goals += [
            (rule, place, below)
            for rule in builder.rules
            for place, symbol in enumerate(rule.right)
            if isinstance(symbol, str)
            for below in _alternatives(builder.by_parent[symbol])
        ]
    found: list[tuple[Derivation, set[object]]] = []
    covered: set[object] = set()
    # The long ones first: a sentence that has to be there anyway covers much of what is short.
    planned = sorted(goals, key=lambda goal: -builder.length(*goal))
    for goal in planned:
        if _key(*goal) in covered:
            continue
        tree = builder.build(*goal)
        has: set[object] = {node.rule for node in tree.nodes()}
        if what is Cover.PAIRS:
            has |= {_key(*path) for path in tree.paths()}
        covered |= has
        found.append((tree, has))
    wanted = {_key(*goal) for goal in goals}
    times = Counter(key for _, has in found for key in has & wanted)
    kept = []
    for tree, has in sorted(found, key=lambda one: (-len(one[0].words()), one[0].words())):
        if all(times[key] > 1 for key in has & wanted):
            times.subtract(has & wanted)
        else:
            kept.append(tree.words())
    return sorted(dict.fromkeys(kept), key=lambda words: (len(words), words))


def _key(rule: CfgRule, place: int, below: CfgRule | None) -> object:
    """What is covered: a rule, a rule below it, or a word below it."""
    if below is None:
        return rule
    return rule, place, None if _is_lexical(below) else below


def _alternatives(rules: list[CfgRule]) -> list[CfgRule]:
    """Rules of a category, of those that are words the first."""
    words = [rule for rule in rules if _is_lexical(rule)]
    return [rule for rule in rules if not _is_lexical(rule)] + words[:1]


def _is_lexical(rule: CfgRule) -> bool:
    return all(isinstance(symbol, Word) for symbol in rule.right)


class _Builder:
    """Shortest derivations with a given rule in them; words are taken in turn, the least used first."""

    def __init__(self, grammar: Grammar | Cfg) -> None:
        cfg = Cfg.from_grammar(grammar) if isinstance(grammar, Grammar) else grammar
        least = fewest(cfg)
        if cfg.start not in least:
            raise BrilligError(
                f"the grammar generates nothing: no rules lead from {cfg.start} to words", hint="add some"
            )
        self._least = {name: int(words) for name, (words, _) in least.items()}
        ends = ending(cfg)
        self._outside = self._contexts(cfg.start, ends)
        self.rules = [
            CfgRule(name, right)
            for name in ends
            if name in self._outside
            for right in dict.fromkeys(ends[name])
        ]
        self.by_parent: defaultdict[str, list[CfgRule]] = defaultdict(list)
        for rule in self.rules:
            self.by_parent[rule.parent].append(rule)
        self._start = cfg.start
        self._ranked = {name: self._ranking(name) for name in self.by_parent}
        self._uses: Counter[CfgRule] = Counter()

    def length(self, rule: CfgRule, place: int = 0, below: CfgRule | None = None) -> float:
        """Words of the shortest sentence with the rule (and that one below it)."""
        own = self._words(rule)
        if below is not None:
            own += self._words(below) - self._least[below.parent]
        return self._outside[rule.parent][0] + own

    def build(self, rule: CfgRule, place: int = 0, below: CfgRule | None = None) -> Derivation:
        special = None if below is None else self._expand(below)
        tree = self._expand(rule, place, special)
        category = rule.parent
        while category != self._start or self._outside[category][1] is not None:
            above = self._outside[category][1]
            if above is None:
                break
            tree = self._expand(above[0], above[1], tree)
            category = above[0].parent
        return tree

    def _contexts(
        self, start: str, ends: dict[str, tuple[tuple[str | Word, ...], ...]]
    ) -> dict[str, tuple[float, tuple[CfgRule, int] | None]]:
        """For each category the fewest words around it in a sentence, and the rule and place right above."""
        outside: dict[str, tuple[float, tuple[CfgRule, int] | None]] = {start: (0, None)}
        changed = True
        while changed:
            changed = False
            for name in ends:
                if name not in outside:
                    continue
                for right in ends[name]:
                    rule = CfgRule(name, right)
                    total = outside[name][0] + self._words(rule)
                    for place, symbol in enumerate(right):
                        if isinstance(symbol, str):
                            words = total - self._least[symbol]
                            if words < outside.get(symbol, (inf, None))[0]:
                                outside[symbol] = (words, (rule, place))
                                changed = True
        return outside

    def _words(self, rule: CfgRule) -> int:
        return sum(1 if isinstance(s, Word) else self._least[s] for s in rule.right)

    def _ranking(self, name: str) -> list[CfgRule]:
        """The rules of a category that lead to its fewest words by a shortest way."""
        steps: dict[str, int] = {}
        while name not in steps:
            for category, rules in self.by_parent.items():
                if category not in steps and any(
                    self._words(rule) == self._least[category]
                    and all(isinstance(s, Word) or s in steps for s in rule.right)
                    for rule in rules
                ):
                    steps[category] = len(steps)
        return [
            rule
            for rule in self.by_parent[name]
            if self._words(rule) == self._least[name]
            and all(isinstance(s, Word) or (s in steps and s != name) for s in rule.right)
        ]

    def _expand(self, rule: CfgRule, place: int = -1, special: Derivation | None = None) -> Derivation:
        self._uses[rule] += 1
        children: list[Derivation | str] = []
        for number, symbol in enumerate(rule.right):
            if isinstance(symbol, Word):
                children.append(symbol.text)
            elif number == place and special is not None:
                children.append(special)
            else:
                chosen = min(self._ranked[symbol], key=lambda one: self._uses[one])
                children.append(self._expand(chosen))
        return Derivation(rule, tuple(children))


def list_sentences(
    grammar: Grammar | Cfg, max_words: int, most: int = MAX_SENTENCES
) -> list[tuple[str, ...]]:
    """All sentences of at most `max_words` words, the shortest first; refused where `most` are not enough."""
    indexed = compiled(grammar)
    members: defaultdict[tuple[int, ...], list[str]] = defaultdict(list)
    for word in grammar.words:
        members[categories_of(indexed, word)].append(word)
    words = list(members.values())
    strings = Strings(indexed, list(members), Bounds(max_words, most, 4 * most))
    found: list[tuple[str, ...]] = []
    for length in range(1, max_words + 1):
        fits = strings.lengthen()
        own: list[tuple[str, ...]] = []
        for string in strings.sentences() if fits else ():
            own += product(*(words[ord(letter)] for letter in string))
            if len(found) + len(own) > most:
                fits = False
                break
        if not fits:
            raise BrilligError(
                f"more than {most:,} sentences of up to {length} words",
                hint=f"give {length - 1 or 1} or fewer words",
                field="exhaustive",
            )
        found += sorted(own)
    return found
