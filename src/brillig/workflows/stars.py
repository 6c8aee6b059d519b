"""What starred sentences cost: the grammar of the same sentences without stars, and words that they mix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from brillig.engines.grow import Grown
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Ended
from brillig.parsing.bits import Description


@dataclass(frozen=True)
class Unstarred:
    """What grew from the sentences without stars: the lightest first, each with its trees and bits."""

    grown: tuple[tuple[Grammar, Description], ...]

    @property
    def grammar(self) -> Grammar:
        return self.grown[0][0]

    @property
    def bits(self) -> float:
        return self.grown[0][1].bits.total


@dataclass(frozen=True)
class StarCost:
    """Stars that cost many bits and mix word classes.

    sentences   that are starred
    more        bits that the grammar takes beyond the one without stars
    together    two words of one class here, of different ones without stars
    without     that grammar
    """

    sentences: tuple[str, ...]
    more: float
    together: tuple[str, str]
    without: Grammar

    def to_json(self) -> dict[str, Any]:
        return {
            "sentences": list(self.sentences),
            "bits_more": round(self.more, 3),
            "together": list(self.together),
            "grammar_without": self.without.to_json(),
        }

    def __str__(self) -> str:
        named = f"“*{self.sentences[0]}”"
        if len(self.sentences) > 1:
            named += f" and {len(self.sentences) - 1} more"
        one, other = self.together
        return (
            f"to refuse {named} takes {self.more:.1f} bits more than the sentences alone, and puts words of "
            f"different classes together, such as “{one}” and “{other}”; more sentences that show what goes "
            "with what would help"
        )


def refusable(corpus: Corpus) -> tuple[tuple[str, ...], ...]:
    """Starred sentences that a grammar might allow: one with a word that no sentence has is not."""
    known = set(corpus.words)
    return tuple(sentence for sentence in corpus.rejected if known.issuperset(sentence))


def grow_without_stars(corpus: Corpus, grow: Callable[[Corpus], Grown]) -> Unstarred | None:
    """None where there are no stars that matter, or where growing was stopped on the way."""
    if not refusable(corpus):
        return None
    grown = grow(replace(corpus, rejected=()))
    if (
        grown.grammar is None
        or grown.description is None
        or grown.ended not in (Ended.ANSWERED, Ended.ITERATIONS)
    ):
        return None
    different = {grammar.canonical_text: (grammar, own) for grammar, own in reversed(grown.islands_best)}
    different.pop(grown.grammar.canonical_text, None)
    others = sorted(different.values(), key=lambda one: (one[1].bits.total, one[0].canonical_text))
    return Unstarred(((grown.grammar, grown.description), *others))


def find_mixed(grammar: Grammar, without: Grammar) -> tuple[str, str] | None:
    """Two words of one class, of different ones in the other grammar, whose class there is torn for it.

    A class that is split, as by agreement, is not mixed, nor are whole classes that are made one.
    """
    for words in grammar.words_of.values():
        parts: dict[frozenset[str], list[str]] = {}
        for word in words:
            parts.setdefault(frozenset(without.lexicon.get(word, ())), []).append(word)
        for homes, torn in sorted(parts.items(), key=lambda part: (len(part[1]), part[1])):
            whole = {word for home in homes for word in without.words_of[home]}
            others = [part for own, part in parts.items() if not own & homes]
            if others and not whole.issubset(words):
                return torn[0], max(others, key=len)[0]
    return None
