"""What the paper reports, as data: its sentences, its grammars and its figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from brillig.language.grammar import Grammar

# Table 1, bottom.
TEN_SENTENCES = (
    "Bob ate my man",
    "John saw my man by a telescope",
    "Bob ate John",
    "a cat in John saw John",
    "the cat saw the man on John",
    "a cat with Bob saw a telescope",
    "Mary saw John",
    "Mary saw the telescope",
    "Bob saw the park by Bob",
    "John saw a man",
)


@dataclass(frozen=True)
class Statistics:
    """Successes of trials, and iterations per success with their standard error."""

    successes: int
    trials: int
    cost: float | None = None
    error: float | None = None


# Table 4: (8, 4, 5), at most 10^6 iterations per trial, by number of sentences.
TABLE4 = {
    10: Statistics(27, 100, 3.0e6, 0.8e6),
    20: Statistics(60, 100, 1.0e6, 0.2e6),
    50: Statistics(93, 100, 4.5e5, 0.4e5),
    100: Statistics(83, 100, 6.7e5, 0.6e5),
}
TOY2 = Statistics(83, 100, 2.7e3, 0.4e3)  # (5, 2, 3), 100 sentences, at most 10^4
REFINER = Statistics(100, 100, 1.5e4, 0.2e4)  # at most 10^6
EXTENDER = Statistics(71, 100, 6.6e3, 0.9e3)  # h = 4, at most 10^4
NO_METRIC = Statistics(1, 100)  # 10 sentences, mu kept at 1, at most 10^6

# The words of toy1 by kind, and of toy2 by category of table 6 (top).
TOY1_KINDS = {
    "NP": "John Mary Bob",
    "V": "saw ate walked",
    "D": "a an the my",
    "N": "man dog cat telescope park",
    "P": "in on by with",
}
TOY2_KINDS = {
    "A": "walks walk disappears disappear",
    "B": "dog cars Jody girl Kim dogs girls children car child",
    "C": "this every these all",
    "D": "likes see sees like",
}
REFINED_KINDS = {
    "A_0": "walks disappears",
    "A_1": "walk disappear",
    "B_0": "Jody Kim",
    "B_1": "cars dogs girls children",
    "B_2": "dog girl car child",
    "C_0": "this every",
    "C_1": "these all",
    "D_0": "likes sees",
    "D_1": "see like",
}
PAST_KINDS = {"A_0 A_1": "walked disappeared", "D_0 D_1": "saw liked"}

# Table 3, and the three other rule sets that fit the same sentences with the same lexicon.
TABLE3_NAME = "S → Q NP, NP → NP PP"
_CLAUSES = {
    "S → NP VP": (("S", "NP", "VP"), ("VP", "V", "NP")),
    "S → Q NP": (("S", "Q", "NP"), ("Q", "NP", "V")),
}
_PHRASES = {
    "NP → NP PP": (("NP", "NP", "PP"), ("PP", "P", "NP")),
    "NP → R NP": (("NP", "R", "NP"), ("R", "NP", "P")),
}
_TOY2_RULES = (("S", "B", "A"), ("A", "D", "B"), ("B", "C", "B"))
_REFINED_RULES = (
    *(("S", "B_0", "A_0"), ("S", "B_1", "A_1")),
    *(("A_0", "D_0", "B_0"), ("A_0", "D_0", "B_1"), ("A_1", "D_1", "B_0"), ("A_1", "D_1", "B_1")),
    *(("B_0", "C_0", "B_2"), ("B_1", "C_1", "B_1")),
)


def bracketings(words: Iterable[str]) -> dict[str, Grammar]:
    """The four grammars for toy1 at (8, 4, 5), over the given words; `TABLE3_NAME` is the printed one."""
    lexicon = _lexicon(TOY1_KINDS, words)
    return {
        f"{clause}, {phrase}": Grammar.of("S", [*first, *second, ("NP", "D", "N")], lexicon)
        for clause, first in _CLAUSES.items()
        for phrase, second in _PHRASES.items()
    }


def table3() -> Grammar:
    """Table 3 as printed: the word "an" was not in the data."""
    words = [word for text in TOY1_KINDS.values() for word in text.split() if word != "an"]
    names = {"Q": "B", "NP": "C", "PP": "A", "P": "D", "V": "E", "N": "F", "D": "G"}
    return bracketings(words)[TABLE3_NAME].renamed(names)


def table2() -> Grammar:
    """The over-permissive grammar at (5, 3, 8)."""
    kinds = {
        "B": "my a in the",
        "C": "Bob man John telescope cat with Mary",
        "D": "ate saw by on park",
    }
    pairs = (("A", "D"), ("B", "A"), ("C", "A"), ("C", "D"), ("D", "A"), ("D", "B"))
    rules = [("S", "A", "B"), ("S", "A", "C"), *(("A", left, right) for left, right in pairs)]
    return Grammar.of("S", rules, _lexicon(kinds, None))


def inferred(words: Iterable[str] | None = None) -> Grammar:
    """Table 6, top."""
    return Grammar.of("S", _TOY2_RULES, _lexicon(TOY2_KINDS, words))


def refined(words: Iterable[str] | None = None) -> Grammar:
    """Table 6, middle."""
    return Grammar.of("S", _REFINED_RULES, _lexicon(REFINED_KINDS, words))


def extended(words: Iterable[str] | None = None) -> Grammar:
    """Table 6, bottom, with its misprints put right: singular verbs in A_0, and saw and liked in D."""
    return Grammar.of("S", _REFINED_RULES, _lexicon(REFINED_KINDS | PAST_KINDS, words))


def _lexicon(kinds: dict[str, str], words: Iterable[str] | None) -> dict[str, list[str]]:
    """`{word: categories}`, of the given words where they are given."""
    known = None if words is None else set(words)
    return {
        word: categories.split()
        for categories, text in kinds.items()
        for word in text.split()
        if known is None or word in known
    }
