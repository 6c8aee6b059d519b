"""How close a grammar is to a known one: precision and recall on drawn strings, and equality of languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from brillig.errors import BrilligError
from brillig.language.cfg import Cfg
from brillig.language.corpus import MAX_WORDS
from brillig.language.grammar import Grammar
from brillig.parsing.cyk import accepts_all
from brillig.parsing.generate import draw
from brillig.parsing.languages import Bounds, compare_languages
from brillig.parsing.probability import RuleWeights
from brillig.parsing.structure import NOTHING, Structure, compare_structure

STRINGS = 1000
MAX_STRINGS = 2_000_000

# How a grammar wants the words of a sentence that another one made.
Read = Callable[[tuple[str, ...]], tuple[str, ...]]


@dataclass(frozen=True)
class Comparison:
    """precision    share of strings drawn from the grammar that the truth parses
    recall       share of strings drawn from the truth that the grammar parses
    recall_cap   share of those with known words only: no grammar with this lexicon has more recall
    structure    how close trees and word classes are, where that can be said
    """

    precision: float
    recall: float
    recall_cap: float
    structure: Structure = NOTHING

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0

    def __str__(self) -> str:
        return (
            f"precision {self.precision:.3f}, recall {self.recall:.3f} "
            f"(at most {self.recall_cap:.3f} with the words known), F1 {self.f1:.3f}"
        )

    def to_json(self) -> dict[str, Any]:
        baselines = dict(self.structure.baselines)
        return {
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "recall_cap": self.recall_cap,
            "bracketing_f1": self.structure.bracketing_f1,
            "purity": self.structure.purity,
            **({"bracketing_baselines": baselines} if baselines else {}),
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
    weights: RuleWeights | None = None,
) -> Comparison:
    """Precision and recall of a grammar against the true one, on `strings` strings drawn from each.

    `read` and `read_true` read the other's strings as the sentences of a solution were read. Trees and word
    classes are compared on strings of the truth, and with weights on the grammar's most probable trees.
    """
    if strings < 1:
        raise BrilligError(f"{strings} strings cannot be compared", hint="draw at least one")
    drawn = list(islice(draw(grammar, seed, max_words), strings))
    true = list(islice(draw(truth, seed, max_words), strings))
    if read_true is not None:
        drawn = [read_true(sentence) for sentence in drawn]
    if read is not None:
        true = [read(sentence) for sentence in true]
    known = set(grammar.words)
    parsed = accepts_all(grammar, true)
    shared = dict.fromkeys(sentence for sentence, yes in zip(true, parsed, strict=True) if yes)
    return Comparison(
        sum(accepts_all(truth, drawn)) / strings,
        sum(parsed) / strings,
        sum(known.issuperset(sentence) for sentence in true) / strings,
        compare_structure(grammar, truth, shared, weights),
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
            f"more than {most_strings:,} strings of at most {found.length + 1} words to compare",
            hint="compare shorter ones",
        )
    return found.difference
