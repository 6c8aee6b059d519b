"""What phrases keep to besides tags and brackets of the file: the words of morphemes, pairs of brackets.

Brackets that are words come in pairs wherever people use them. So none shares its class with another word,
and a phrase has both brackets of a pair, or neither, or lies within the pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from brillig.language.morphemes import has_morphemes, word_joins

if TYPE_CHECKING:
    from brillig.language.corpus import Corpus
    from brillig.language.grammar import Grammar

PAIRS = {"(": ")", "[": "]", "{": "}"}
OPENS, CLOSES = 4, 8  # as the growing engine has them


def marks_of(corpus: Corpus, words: Sequence[str], known: Grammar | None = None) -> list[int]:
    """Of each word what the growing engine is told of it; empty where there is nothing to tell.

    Nothing is said of brackets that a known grammar puts among other words.
    """
    joins = word_joins(words) if has_morphemes(corpus) else [0] * len(words)
    pairs = pairs_in(corpus.sentences)
    if known is not None and not (keeps_apart(known, pairs) and _each_has_one_class(known, pairs)):
        pairs = {}
    closing = set(pairs.values())
    marks = [
        join + OPENS * (word in pairs) + CLOSES * (word in closing)
        for join, word in zip(joins, words, strict=True)
    ]
    return marks if any(marks) else []


def pairs_in(sentences: Iterable[Sequence[str]]) -> dict[str, str]:
    """The brackets that are words, where each has its partner in its own sentence; else none."""
    opening = {close: open_ for open_, close in PAIRS.items()}
    seen = set()
    for sentence in sentences:
        open_now: list[str] = []
        for word in sentence:
            if word in PAIRS:
                open_now.append(word)
                seen.add(word)
            elif word in opening and (not open_now or open_now.pop() != opening[word]):
                return {}
        if open_now:
            return {}
    return {open_: close for open_, close in PAIRS.items() if open_ in seen}


def keeps_apart(grammar: Grammar, pairs: Mapping[str, str]) -> bool:
    """Whether no bracket shares a class with another word."""
    brackets = {*pairs, *pairs.values()}
    return all(len(words) == 1 or brackets.isdisjoint(words) for words in grammar.words_of.values())


def _each_has_one_class(grammar: Grammar, pairs: Mapping[str, str]) -> bool:
    brackets = {*pairs, *pairs.values()}
    return all(len(categories) == 1 for word, categories in grammar.lexicon.items() if word in brackets)
