"""Which grammars give the same language, as far as strings up to some length tell, and the same lexicon.

The comparison itself is `languages.compare_languages`: here it goes as far as the strings are few enough.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import product
from math import prod

from brillig.language.grammar import Grammar
from brillig.limits import Cancel
from brillig.parsing.cyk import compiled
from brillig.parsing.languages import Bounds, Strings, categories_of, compare_languages

MAX_STRINGS = 30_000  # of one length and one category
MAX_LENGTH = 12
BOUNDS = Bounds(MAX_LENGTH, MAX_STRINGS, 100 * MAX_STRINGS)


def same_lexicon(first: Grammar, second: Grammar) -> bool:
    """Whether words go together in the same way, whatever the categories are called."""
    return lexicon_key(first) == lexicon_key(second)


def lexicon_key(grammar: Grammar) -> frozenset[tuple[tuple[str, ...], int]]:
    """The word lists of the categories, with how often each occurs."""
    return frozenset(Counter(tuple(sorted(words)) for words in grammar.words_of.values()).items())


def group_by_language(grammars: Sequence[Grammar]) -> tuple[list[int], int]:
    """For each grammar the number of its group, and the length up to which all comparisons were made.

    Two grammars are in one group if they have the same sentences up to that length; two groups really differ.
    """
    # Short sentences tell most languages apart, and cost no comparison of pairs.
    alike: defaultdict[frozenset[tuple[str, ...]], list[tuple[int, Grammar]]] = defaultdict(list)
    groups: list[int] = []
    length = MAX_LENGTH
    for grammar in grammars:
        others = alike[_short_sentences(grammar)]
        for number, other in others:
            same, reached = same_language(grammar, other)
            if same:
                groups.append(number)
                length = min(length, reached)
                break
        else:
            number = max(groups, default=-1) + 1
            groups.append(number)
            others.append((number, grammar))
    return groups, length


def _short_sentences(grammar: Grammar) -> frozenset[tuple[str, ...]]:
    """The sentences of up to three words, or fewer where the others are very many."""
    indexed = compiled(grammar)
    members: defaultdict[tuple[int, ...], list[str]] = defaultdict(list)
    for word in grammar.words:
        members[categories_of(indexed, word)].append(word)
    strings = Strings(indexed, list(members), BOUNDS)
    words = list(members.values())
    found: set[tuple[str, ...]] = set()
    for _ in range(3):
        strings.lengthen()
        classes = [[ord(letter) for letter in string] for string in strings.sentences()]
        if sum(prod(len(words[c]) for c in string) for string in classes) > MAX_STRINGS:
            break
        for string in classes:
            found.update(product(*(words[c] for c in string)))
    return frozenset(found)


class Differences:
    """Grammars looked at one after the other: do they still have one language and one lexicon?"""

    def __init__(self, first: Grammar, cancel: Cancel | None = None) -> None:
        self._first = first
        self._cancel = cancel
        self.length: int | None = None  # up to which languages were compared, all of them
        self.broken_off = False
        self._lexicons = {lexicon_key(first)}
        self._seen = {first.canonical_text: first}
        self._other_language = False

    def add(self, grammar: Grammar) -> bool:
        """Look at one more; True once there is a difference."""
        self._seen.setdefault(grammar.canonical_text, grammar)
        self._lexicons.add(lexicon_key(grammar))
        if not self._other_language and grammar.canonical_text != self._first.canonical_text:
            same, length = same_language(self._first, grammar, self._cancel)
            self._other_language = not same
            self.length = length if self.length is None else min(length, self.length)
            self.broken_off = self.broken_off or (same and self._cancel is not None and self._cancel.is_set())
        return self.any

    @property
    def any(self) -> bool:
        return self._other_language or len(self._lexicons) > 1

    @property
    def grammars(self) -> tuple[Grammar, ...]:
        """Those looked at, each once."""
        return tuple(self._seen.values())

    @property
    def languages(self) -> int:
        return 2 if self._other_language else 1

    @property
    def lexicons(self) -> int:
        return len(self._lexicons)


def same_language(first: Grammar, second: Grammar, cancel: Cancel | None = None) -> tuple[bool, int]:
    """Whether both have the same sentences, and up to which length that was compared, or until cancelled."""
    if set(first.words) != set(second.words):
        return False, 1
    found = compare_languages(first, second, BOUNDS, cancel)
    return found.difference is None, max(1, found.length)
