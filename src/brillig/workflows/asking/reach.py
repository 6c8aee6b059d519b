"""Sentences that the grammar rejects and that may be right all the same: does it reach far enough?"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from itertools import combinations, product
from math import sqrt

from brillig.workflows.asking.class_formula import BEGIN, END, neighbours
from brillig.workflows.asking.class_grammar import Classes, ClassGrammar
from brillig.workflows.asking.learner import Learner
from brillig.workflows.asking.word_classes import WordClasses

# Not tuned one by one; benchmarks/bench_asking.py shows what they do together.
MAX_WORDS = 8
MERGED_WORDS = 7  # the longest sentences of grammars with two categories as one
WIDER_ROUNDS = 8  # of the solver for a wider grammar
ALIKE = 0.25  # of 1: how much alike the neighbours of two classes are that may be one


class Reach:
    """Every other time what would be right if two classes were one. Else in turn: what would if a category
    had a rule that one like it has; if two categories were one; what is in a grammar that fits with as few
    rules and knows no guards; in one held before.

    joined   the two classes that the last sentence takes for one, if any
    """

    def __init__(self, learner: Learner, is_known: Callable[[Classes], bool]) -> None:
        self._learner, self._is_known = learner, is_known
        self._random = learner.random
        self._past: list[set[Classes]] = []
        self._free_rules = 2
        self._turn = 0
        self.joined: tuple[int, int] | None = None

    def remember(self, language: set[Classes]) -> None:
        """What was held to be right until now."""
        if language:
            self._past.append(language)

    def carry(self, before: WordClasses, now: WordClasses) -> None:
        """What is remembered is over other classes from now on."""
        self._past = [_carried(language, before, now) for language in self._past]

    def next(self) -> Classes | None:
        others = (self._of_one_rule_more, self._of_merged_categories, self._of_wider, self._held_before)
        first = 2 if self.is_dear() else self._turn // 2 % len(others)
        sources = [*others[first:], *others[:first]]
        sources.insert(self._turn % 2, self._of_joined_classes)
        self._turn += 1
        self.joined = None
        for source in sources:
            found = source()
            if found is not None:
                return found
        return None

    def is_dear(self) -> bool:
        """Whether fewer rules would do if neighbours that were never seen were right: then ask for these."""
        grammar = self._learner.grammar
        assert grammar is not None
        return self._free_rules < len(grammar.rules)

    def _of_joined_classes(self) -> Classes | None:
        """A right sentence with a word of a class whose words have much the same neighbours."""
        learner = self._learner
        before, after = _neighbours_of(map(learner.classes.string, learner.said()))
        pairs = combinations(range(len(learner.classes.members)), 2)
        alike = {(a, b): overlap(before[a], before[b]) * overlap(after[a], after[b]) for a, b in pairs}
        for a, b in sorted((pair for pair in alike if alike[pair] >= ALIKE), key=lambda pair: -alike[pair]):
            if not learner.may_join(a, b):
                continue
            exchanged = {
                (*string[:place], b if own == a else a, *string[place + 1 :])
                for string in learner.right
                for place, own in enumerate(string)
                if own in (a, b)
            }
            found = self._strangest_last(exchanged)
            if found is not None:
                self.joined = a, b
                return found
        return None

    def _of_merged_categories(self) -> Classes | None:
        learner = self._learner
        assert learner.grammar is not None
        wider = [g for g in learner.grammar.merged() if g.fits(learner.right, learner.wrong)]
        # Categories that are the same have the same rules, which then are fewer.
        for grammar in sorted(wider, key=lambda g: len(g.rules)):
            found = self._strangest_last(grammar.language(MERGED_WORDS, self._random))
            if found is not None:
                return found
        return None

    def _of_wider(self) -> Classes | None:
        while self._free_rules <= self._learner.max_rules:
            wide = self._learner.widest(self._free_rules, WIDER_ROUNDS)
            if wide is not None:
                return self._strangest_last(wide.language(MAX_WORDS, self._random))
            self._free_rules += 1
        return None

    def _of_one_rule_more(self) -> Classes | None:
        """With a rule that a category much like another would have, if it were alike in this, too."""
        learner = self._learner
        assert learner.grammar is not None
        for rule in learner.grammar.rules_by_likeness():
            wider = ClassGrammar(learner.grammar.rules | {rule}, learner.grammar.homes)
            if any(wider.accepts(list(learner.wrong))):
                continue
            found = self._strangest_last(wider.language(MERGED_WORDS, self._random))
            if found is not None:
                return found
        return None

    def _held_before(self) -> Classes | None:
        return self._strangest_last({s for language in self._past for s in language})

    def _strangest_last(self, strings: Collection[Classes]) -> Classes | None:
        """Of those that are unknown and rejected the one with the least that was never seen."""
        learner = self._learner
        assert learner.grammar is not None
        unknown = sorted(s for s in strings if not self._is_known(s))
        rejected = [s for s, yes in zip(unknown, learner.grammar.accepts(unknown), strict=True) if not yes]
        if not rejected:
            return None
        seen = neighbours(learner.right)
        news = [neighbours([s]) - seen for s in learner.wrong]
        bad = {pair for pairs in news if len(pairs) == 1 for pair in pairs}

        def strangeness(string: Classes) -> tuple[bool, int, int]:
            pairs = neighbours([string])
            new = pairs - seen
            # A new beginning or end is stranger than new neighbours inside.
            edges = sum(pair[0] < 0 or pair[1] < 0 for pair in new)
            return bool(pairs & bad), len(new) + 2 * edges, len(string)

        least = min(map(strangeness, rejected))
        return self._random.choice([s for s in rejected if strangeness(s) == least])


def _neighbours_of(strings: Iterable[Classes]) -> tuple[dict[int, Counter[int]], dict[int, Counter[int]]]:
    """What stands before each class, and what after it, and how often."""
    before: defaultdict[int, Counter[int]] = defaultdict(Counter)
    after: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for string in strings:
        for left, right in zip((BEGIN, *string), (*string, END), strict=True):
            after[left][right] += 1
            before[right][left] += 1
    return before, after


def overlap(one: Counter[int], other: Counter[int]) -> float:
    """Bhattacharyya's coefficient: 1 for the same shares, 0 for nothing in common."""
    both = one.total() * other.total()
    return sum(sqrt(number * other[key] / both) for key, number in one.items()) if both else 0.0


def _carried(strings: set[Classes], before: WordClasses, now: WordClasses) -> set[Classes]:
    """The strings over other classes: each old one may be any of those that have words of it."""
    into = [tuple({now.class_of[word] for word in words}) for words in before.members]
    carried: set[Classes] = set()
    for string in strings:
        if sum(len(into[own]) > 1 for own in string) <= 4:
            carried.update(product(*(into[own] for own in string)))
    return carried
