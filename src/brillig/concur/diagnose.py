"""Why a grammar cannot explain a sentence: which parts have a parse, and where they do not join."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from brillig.corpus import Sentence
from brillig.grammar import Grammar

MOST_NAMED = 3


@dataclass(frozen=True)
class Piece:
    """Words `start` to `end` (not included) and the categories that they can be."""

    start: int
    end: int
    categories: tuple[str, ...]


@dataclass(frozen=True)
class Unexplained:
    """A sentence without a parse tree, whatever its unknown words are.

    It falls into `pieces`, as few as can be, that have a parse each; two neighbours never join.
    """

    number: int  # of the sentence, from 1
    sentence: Sentence
    pieces: tuple[Piece, ...]

    @property
    def spans(self) -> tuple[str, ...]:
        """The spans that have no parse: any two neighbours together, or all of it when it is one piece."""
        if len(self.pieces) == 1:
            return (" ".join(self.sentence),)
        pairs = zip(self.pieces, self.pieces[1:], strict=False)
        return tuple(" ".join(self.sentence[left.start : right.end]) for left, right in pairs)

    def __str__(self) -> str:
        parts = " + ".join(
            f"'{' '.join(self.sentence[one.start : one.end])}' ({'/'.join(one.categories) or 'nothing'})"
            for one in self.pieces
        )
        fault = f"{parts} is no sentence" if len(self.pieces) == 1 else f"no rule joins {parts}"
        return f"sentence {self.number}, '{' '.join(self.sentence)}': {fault}"

    def to_json(self) -> dict[str, object]:
        return {
            "sentence": self.number,
            "text": " ".join(self.sentence),
            "pieces": [
                {
                    "text": " ".join(self.sentence[piece.start : piece.end]),
                    "categories": list(piece.categories),
                }
                for piece in self.pieces
            ],
            "spans_without_parse": list(self.spans),
        }


def with_free_words(base: Grammar, unknown: Iterable[str]) -> Grammar:
    """The grammar with every unknown word in every category but the start symbol."""
    free = tuple(category for category in base.categories if category != base.start)
    return Grammar.of(base.start, base.syntactic, {**base.lexicon, **dict.fromkeys(unknown, free)})


def find_unexplained(
    base: Grammar, sentences: Iterable[Sentence], unknown: Iterable[str]
) -> list[Unexplained]:
    """The sentences that have no parse tree even when unknown words may be anything: that is a proof."""
    from brillig.parse import accepts_all

    grammar = with_free_words(base, unknown)
    sentences = tuple(sentences)
    distinct = tuple(dict.fromkeys(sentences))
    accepted = dict(zip(distinct, accepts_all(grammar, distinct), strict=True))
    return [
        Unexplained(number, sentence, explain_failure(grammar, sentence))
        for number, sentence in enumerate(sentences, 1)
        if not accepted[sentence]
    ]


def explain_failure(grammar: Grammar, sentence: Sentence) -> tuple[Piece, ...]:
    """The fewest pieces with a parse each that make up the sentence; a word that cannot be read is one."""
    chart = fill_chart(grammar, sentence)
    length = len(sentence)
    fewest: list[tuple[int, int]] = [(0, 0)]  # for each end: number of pieces, and where the last begins
    for end in range(1, length + 1):
        starts = [i for i in range(end) if chart[i, end] or end == i + 1]
        fewest.append(min((fewest[i][0] + 1, i) for i in starts))
    pieces = []
    end = length
    while end > 0:
        start = fewest[end][1]
        pieces.append(Piece(start, end, tuple(sorted(chart[start, end]))))
        end = start
    return tuple(reversed(pieces))


def fill_chart(grammar: Grammar, sentence: Sentence) -> dict[tuple[int, int], set[str]]:
    """The categories of every span [start, end), by CYK."""
    chart: dict[tuple[int, int], set[str]] = {}
    length = len(sentence)
    for i, word in enumerate(sentence):
        chart[i, i + 1] = set(grammar.lexicon.get(word, ()))
    for width in range(2, length + 1):
        for i in range(length - width + 1):
            j = i + width
            chart[i, j] = {
                rule.parent
                for rule in grammar.syntactic
                for k in range(i + 1, j)
                if rule.left in chart[i, k] and rule.right in chart[k, j]
            }
    return chart


def sum_up(unexplained: list[Unexplained]) -> str:
    """One line that names the first few."""
    named = "; ".join(str(one) for one in unexplained[:MOST_NAMED])
    more = len(unexplained) - MOST_NAMED
    return named + (f"; and {more} more" if more > 0 else "")
