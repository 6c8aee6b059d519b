"""Grammars over word classes: small enough to search exactly, to enumerate and to compare."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations, product
from random import Random

from brillig._kernel import Parser
from brillig.language.grammar import Grammar

Rule = tuple[int, int, int]
Classes = tuple[int, ...]  # a sentence as the classes of its words

MAX_STRINGS = 1500  # of a category and a length that are enumerated; beyond that, a sample


@dataclass(frozen=True)
class ClassGrammar:
    """Rules over numbered categories, 0 the start; `homes[k]` are the categories of word class k."""

    rules: frozenset[Rule]
    homes: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, grammar: Grammar, words: Iterable[str]) -> ClassGrammar:
        """The rules of a grammar, with one of its words for each class."""
        number = {name: place for place, name in enumerate(grammar.categories)}
        assert number[grammar.start] == 0
        return cls(
            frozenset((number[x], number[y], number[z]) for x, y, z in grammar.syntactic),
            tuple(tuple(number[name] for name in grammar.lexicon.get(word, ())) for word in words),
        )

    @classmethod
    def listing(cls, strings: Iterable[Classes], classes: int) -> ClassGrammar:
        """One that accepts exactly these: the last resort. Strings share their ends."""
        strings = sorted(strings)
        ends = sorted({s[place:] for s in strings for place in range(1, len(s) - 1)})
        category: dict[Classes, int] = {(own,): 1 + own for own in range(classes)}
        category |= {end: 1 + classes + place for place, end in enumerate(ends)}
        rules = {(category[end], category[end[:1]], category[end[1:]]) for end in ends}
        rules |= {(0, category[s[:1]], category[s[1:]]) for s in strings if len(s) > 1}
        whole = {s[0] for s in strings if len(s) == 1}
        homes = (((0,) if own in whole else ()) + (1 + own,) for own in range(classes))
        return cls(frozenset(rules), tuple(homes)).without_idle_rules(strings, lambda _: True)

    @cached_property
    def categories(self) -> int:
        return 1 + max((x for group in (*self.rules, *self.homes) for x in group), default=0)

    @cached_property
    def _parser(self) -> Parser:
        return Parser(self.categories, 0, sorted(self.rules), [], [list(home) for home in self.homes])

    def accepts(self, strings: Sequence[Classes]) -> list[bool]:
        return self._parser.accepts([list(string) for string in strings])

    def fits(self, right: Collection[Classes], wrong: Collection[Classes]) -> bool:
        """Whether it accepts all of the first and none of the second."""
        return all(self.accepts(list(right))) and not any(self.accepts(list(wrong)))

    def without_idle_rules(
        self, right: Collection[Classes], holds: Callable[[ClassGrammar], bool]
    ) -> ClassGrammar:
        """Rules left out as long as the rest accepts the same of these, and what has to hold does."""
        kept = self
        for rule in sorted(self.rules):
            less = ClassGrammar(kept.rules - {rule}, self.homes)
            if all(less.accepts(list(right))) and holds(less):
                kept = less
        used = {0, *(x for rule in kept.rules for x in rule)}
        # One that is a sentence by itself has a category of its own, too, which nothing may need.
        homes = tuple(tuple(x for x in home if x in used) or home for home in self.homes)
        return ClassGrammar(kept.rules, homes)

    def merged(self) -> Iterator[ClassGrammar]:
        """With two categories other than the start as one, each pair in turn: wider grammars."""
        for kept, gone in combinations(range(1, self.categories), 2):

            def name(x: int, kept: int = kept, gone: int = gone) -> int:
                return kept if x == gone else x

            rules = frozenset((name(x), name(y), name(z)) for x, y, z in self.rules)
            yield ClassGrammar(rules, tuple(tuple(map(name, home)) for home in self.homes))

    def rules_by_likeness(self) -> list[Rule]:
        """Rules that one category has and another has not; first where the two have most others in common."""
        frames = {
            x: {tuple(-1 if own == x else own for own in rule) for rule in self.rules if x in rule}
            for x in range(1, self.categories)
        }
        found: dict[Rule, int] = {}
        for one, other in permutations(frames, 2):
            common = len(frames[one] & frames[other])
            for frame in frames[one] - frames[other]:
                x, y, z = (other if own < 0 else own for own in frame)
                found[x, y, z] = max(common, found.get((x, y, z), 0))
        return sorted(found.keys() - self.rules, key=lambda rule: (-found[rule], rule))

    def language(self, max_words: int, random: Random) -> set[Classes]:
        """Its class strings of at most this length; a sample of them where they are too many."""
        by_category: dict[int, list[set[Classes]]] = {
            x: [set() for _ in range(max_words + 1)] for x in range(self.categories)
        }
        for own, home in enumerate(self.homes):
            for x in home:
                by_category[x][1].add((own,))
        for length in range(2, max_words + 1):
            new: dict[int, set[Classes]] = {}
            for x, y, z in sorted(self.rules):
                found = new.setdefault(x, set())
                for first in range(1, length):
                    found.update(
                        _joined(by_category[y][first], by_category[z][length - first], random),
                    )
            for x, found in new.items():
                by_category[x][length] = _sample(found, MAX_STRINGS, random)
        return set().union(*by_category[0])


def _joined(left: set[Classes], right: set[Classes], random: Random) -> Iterable[Classes]:
    if len(left) * len(right) > 4 * MAX_STRINGS:
        left, right = _sample(left, 60, random), _sample(right, 60, random)
    return (a + b for a, b in product(left, right))


def _sample(strings: set[Classes], number: int, random: Random) -> set[Classes]:
    return strings if len(strings) <= number else set(random.sample(sorted(strings), number))
