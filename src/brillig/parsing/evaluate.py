"""How close a grammar is to a known one: precision and recall on drawn strings, and equality of languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from brillig.errors import BrilligError
from brillig.language.cfg import Cfg
from brillig.language.corpus import MAX_WORDS
from brillig.language.grammar import Grammar
from brillig.parsing.cyk import accepts_all
from brillig.parsing.generate import draw
from brillig.parsing.languages import Bounds, compare_languages

STRINGS = 1000
MAX_STRINGS = 2_000_000

# How a grammar wants the words of a sentence that another one made.
Read = Callable[[tuple[str, ...]], tuple[str, ...]]


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
    read: Read | None = None,
    read_true: Read | None = None,
) -> Comparison:
    """Precision and recall of a grammar against the true one, on `strings` strings drawn from each.

    `read` and `read_true` read the other's strings as the sentences of a solution were read.
    """
    if strings < 1:
        raise BrilligError(f"{strings} strings cannot be compared; draw at least one")
    drawn = list(islice(draw(grammar, seed, max_words), strings))
    true = list(islice(draw(truth, seed, max_words), strings))
    if read_true is not None:
        drawn = [read_true(sentence) for sentence in drawn]
    if read is not None:
        true = [read(sentence) for sentence in true]
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

    Refused where the strings that tell it become more than `most_strings`.
    """
    found = compare_languages(first, second, Bounds(max_words, most_strings, most_strings))
    if not found.complete:
        raise BrilligError(
            f"more than {most_strings:,} strings of at most {found.length + 1} words to compare; "
            "compare shorter ones"
        )
    return found.difference
