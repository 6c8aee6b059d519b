"""Token classes that nobody named: NUMBER, STRING and NAME, where reading a program's words so saves bits.

Read as a class, words need not be told apart by rules, but which of them it was has to be written once more.
Both are counted: the grammar and the sentences with the class in their words' place, and the words by the
same estimator as everything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import lgamma, log, pi
from typing import Any

from brillig.engines.grow import grow
from brillig.engines.grow.growth import least_work
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.token_classes import find_classes, name_words
from brillig.limits import Budget

CANDIDATES = ("NUMBER", "STRING", "NAME")
TOKENS = "code"
LEAST_WORDS = 4  # different ones of a class; fewer are as well listed
# Bits that a class has to save. Quick looks differ by a few bits, and words read as NAME are no longer told
# apart; numbers and strings that were not seen yet are to be expected anyway.
LEAST_SAVED = {"NAME": 10.0}
SHARE = 4  # a quick look does the least work of a search, divided by this


@dataclass(frozen=True)
class ClassChoice:
    """The classes that save bits, and how many against the best look without one of them."""

    classes: tuple[str, ...]
    saved: float

    def __str__(self) -> str:
        return f"Words read as {' and '.join(self.classes)}, which saves {self.saved:.0f} bits"

    def to_json(self) -> dict[str, Any]:
        return {"classes": list(self.classes), "saved_bits": round(self.saved, 3)}


@dataclass(frozen=True)
class _Look:
    """The sentences read with some classes, and the bits of what a quick search made of them."""

    corpus: Corpus
    values: Counter[tuple[str, str]]  # how often each word of a class occurs, with its class
    grammar: Grammar
    bits: float


def choose_classes(plain: Corpus, budget: Budget) -> ClassChoice | None:
    """What of the candidates saves bits enough; None where nothing does, or time is up."""
    found = tuple(name for name in CANDIDATES if _is_worth_a_look(plain, name))
    if not found or plain.tags or plain.brackets:
        return None
    whole = _look(plain, found, budget, None) or _look(plain, found, budget, None, share=1)
    whole = whole and _look(plain, found, budget, whole.grammar)  # as long as those that begin with it
    if whole is None:
        return None
    kept, saved = [], float("inf")
    for name in found:
        others = tuple(other for other in found if other != name)
        without = _look(plain, others, budget, _written_out(whole, name))
        if budget.ended() is not None:
            return None
        if without is None or without.bits - whole.bits > LEAST_SAVED.get(name, 0.0):
            kept.append(name)
            saved = saved if without is None else min(saved, without.bits - whole.bits)
    return ClassChoice(tuple(kept), saved) if kept else None


def _is_worth_a_look(plain: Corpus, name: str) -> bool:
    """Whether it has words enough, and starred sentences are still others than the right ones."""
    corpus, seen = _read(plain, (name,))
    return len(seen) >= LEAST_WORDS and not set(corpus.sentences).intersection(corpus.rejected)


def _read(plain: Corpus, names: tuple[str, ...]) -> tuple[Corpus, Counter[tuple[str, str]]]:
    """The sentences with these classes, and the words that they stand for."""
    seen: Counter[tuple[str, str]] = Counter()

    def see(name: str, word: str, _: str) -> None:
        seen[name, word] += 1

    good, wrong = ([list(s) for s in sentences] for sentences in (plain.sentences, plain.rejected))
    classes = find_classes(names, TOKENS)
    name_words(good, classes, see=see)
    name_words(wrong, classes, known=[word for words in good for word in words])
    sentences, rejected = (tuple(map(tuple, lines)) for lines in (good, wrong))
    return replace(plain, sentences=sentences, rejected=tuple(dict.fromkeys(rejected))), seen


def _look(
    plain: Corpus, names: tuple[str, ...], budget: Budget, known: Grammar | None, share: int = SHARE
) -> _Look | None:
    corpus, seen = _read(plain, names)
    work = max(1, least_work(corpus) // (1000 * share))
    grown = grow(corpus, budget.part(max_iterations=work), known=known)
    if grown.grammar is None or grown.description is None:
        return None
    words: dict[str, list[int]] = {}
    for (name, _), number in seen.items():
        words.setdefault(name, []).append(number)
    return _Look(corpus, seen, grown.grammar, grown.description.bits.total + sum(map(_bits, words.values())))


def _bits(numbers: Sequence[int]) -> float:
    """Words of a class, one after the other, by Krichevsky and Trofimov's estimator."""
    half = len(numbers) / 2
    each = sum(lgamma(number + 0.5) for number in numbers)
    return (lgamma(sum(numbers) + half) - lgamma(half) - each + half * log(pi)) / log(2)


def _written_out(look: _Look, name: str) -> Grammar:
    """The grammar with all words of a class in its place."""
    lexicon = {word: list(categories) for word, categories in look.grammar.lexicon.items()}
    own = lexicon.pop(name, [])
    lexicon |= {word: own for of, word in look.values if of == name}
    return Grammar.of(look.grammar.start, look.grammar.syntactic, lexicon)
