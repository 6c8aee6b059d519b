"""Sentences one change away from given ones, right and wrong: for teaching, and for trying a parser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from brillig.language.cfg import Cfg
from brillig.language.grammar import Grammar
from brillig.parsing.cyk import accepts_all

Words = tuple[str, ...]


def neighbours_of(sentence: Words, words: Sequence[str]) -> Iterator[Words]:
    """One word left out, put in, or exchanged, or two neighbours in the other order."""
    length = len(sentence)
    if length > 1:
        for i in range(length):
            yield (*sentence[:i], *sentence[i + 1 :])
    for i in range(length - 1):
        yield (*sentence[:i], sentence[i + 1], sentence[i], *sentence[i + 2 :])
    for i in range(length):
        for word in words:
            yield (*sentence[:i], word, *sentence[i + 1 :])
    for i in range(length + 1):
        for word in words:
            yield (*sentence[:i], word, *sentence[i:])


def find_near(
    grammar: Grammar | Cfg, sentences: Iterable[Words], number: int, seed: int = 0
) -> list[tuple[Words, bool]]:
    """At most `number` sentences one change from the given ones, half of them right where there are as many.

    Each with whether the grammar accepts it; none of those given is among them.
    """
    given = list(dict.fromkeys(sentences))
    seen = set(given)
    found = dict.fromkeys(
        near for sentence in given for near in neighbours_of(sentence, grammar.words) if near not in seen
    )
    judged = list(zip(found, accepts_all(grammar, found), strict=True))
    random = Random(seed)
    right = [one for one in judged if one[1]]
    wrong = [one for one in judged if not one[1]]
    random.shuffle(right)
    random.shuffle(wrong)
    half = number // 2
    take = min(len(right), max(number - half, number - len(wrong)))
    chosen = right[:take] + wrong[: number - take]
    order = {near: place for place, near in enumerate(found)}
    return sorted(chosen, key=lambda one: order[one[0]])
