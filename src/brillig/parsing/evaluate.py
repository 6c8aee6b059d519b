"""How close a grammar is to a known one: precision and recall on drawn strings, and equality of languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from brillig.errors import BrilligError
from brillig.language.cfg import Cfg
from brillig.language.corpus import MAX_WORDS
from brillig.language.grammar import Grammar
from brillig.parsing.cyk import accepts_all, compiled
from brillig.parsing.generate import draw
from brillig.parsing.indexed import IndexedGrammar

STRINGS = 1000
MAX_STRINGS = 2_000_000


@dataclass(frozen=True)
class Comparison:
    """precision    share of strings drawn from the grammar that the truth parses
    recall       share of strings drawn from the truth that the grammar parses
    recall_cap   share of those with known words only: no grammar with this lexicon has more recall
    """

    precision: float
    recall: float
    recall_cap: float

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0

    def __str__(self) -> str:
        return (
            f"precision {self.precision:.3f}, recall {self.recall:.3f} "
            f"(at most {self.recall_cap:.3f} with the words known), F1 {self.f1:.3f}"
        )

    def to_json(self) -> dict[str, float]:
        return {
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "recall_cap": self.recall_cap,
        }


def compare(
    grammar: Grammar | Cfg,
    truth: Grammar | Cfg,
    *,
    strings: int = STRINGS,
    seed: int = 0,
    max_words: int = MAX_WORDS,
) -> Comparison:
    """Precision and recall of a grammar against the true one, on `strings` strings drawn from each."""
    if strings < 1:
        raise BrilligError(f"{strings} strings cannot be compared; draw at least one")
    drawn = list(islice(draw(grammar, seed, max_words), strings))
    true = list(islice(draw(truth, seed, max_words), strings))
    known = set(grammar.words)
    return Comparison(
        sum(accepts_all(truth, drawn)) / strings,
        sum(accepts_all(grammar, true)) / strings,
        sum(known.issuperset(sentence) for sentence in true) / strings,
    )


def same_language(first: Grammar | Cfg, second: Grammar | Cfg, max_words: int) -> bool:
    """Whether both accept exactly the same sentences of up to `max_words` words. Exact, not sampled."""
    return language_difference(first, second, max_words) is None


def language_difference(
    first: Grammar | Cfg, second: Grammar | Cfg, max_words: int, *, most_strings: int = MAX_STRINGS
) -> tuple[str, ...] | None:
    """A shortest sentence of up to `max_words` words that only one of them accepts, or None.

    Words that both grammars treat alike are one letter, so what is compared are sets of strings of word
    classes, length by length. Refused where these sets grow beyond `most_strings`.
    """
    one, other = compiled(first), compiled(second)
    kinds: dict[tuple[tuple[int, ...], tuple[int, ...]], str] = {}
    for word in sorted({*first.words, *second.words}):
        kinds.setdefault((_categories(one, word), _categories(other, word)), word)
    words = list(kinds.values())
    of_one = _Strings(one, [kind[0] for kind in kinds], most_strings)
    of_other = _Strings(other, [kind[1] for kind in kinds], most_strings)
    for length in range(1, max_words + 1):
        different = of_one.derived(length) ^ of_other.derived(length)
        if different:
            return tuple(words[ord(letter)] for letter in min(different))
    return None


def _categories(indexed: IndexedGrammar, word: str) -> tuple[int, ...]:
    number = indexed.word_numbers.get(word)
    return () if number is None else tuple(sorted(indexed.lexical[number]))


class _Strings:
    """The strings of word classes that each category derives, by length; a letter numbers a class."""

    def __init__(self, indexed: IndexedGrammar, kinds: list[tuple[int, ...]], most: int) -> None:
        self._indexed = indexed
        self._most = most
        self._held = 0
        self._by_length: list[list[set[str]]] = [[set() for _ in indexed.names]]
        self._letters: Callable[[int], set[str]] = lambda x: {
            chr(i) for i, kind in enumerate(kinds) if x in kind
        }

    def derived(self, length: int) -> set[str]:
        while len(self._by_length) <= length:
            self._add_length()
        return self._by_length[length][self._indexed.start]

    def _add_length(self) -> None:
        length = len(self._by_length)
        sets: list[set[str]] = [
            self._letters(x) if length == 1 else set() for x in range(len(self._indexed.names))
        ]
        for x, y, z in self._indexed.binary:
            for split in range(1, length):
                for left in self._by_length[split][y]:
                    sets[x].update([left + right for right in self._by_length[length - split][z]])
                    if self._held + len(sets[x]) > self._most:
                        raise BrilligError(
                            f"more than {self._most:,} strings of at most {length} words to compare; "
                            "compare shorter ones"
                        )
        for x, y in self._indexed.unary:
            sets[x] |= sets[y]
        self._held += sum(map(len, sets))
        self._by_length.append(sets)
