"""Why a grammar cannot explain a sentence: which parts have a parse, and where they do not join."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from brillig.language.corpus import Sentence
from brillig.language.grammar import Grammar
from brillig.language.plural import count
from brillig.parsing.chart import Span, fill_chart

MAX_NAMED = 3
MAX_TRIED = 4  # categories together for one word; there are too many ways to choose more


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
    grammar: Grammar = field(repr=False)  # with the unknown words in every category

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        return explain_failure(self.grammar, self.sentence)

    @property
    def spans(self) -> tuple[str, ...]:
        """The spans that have no parse: any two neighbours together, or all of it when it is one piece."""
        if len(self.pieces) == 1:
            return (" ".join(self.sentence),)
        pairs = zip(self.pieces, self.pieces[1:], strict=False)
        return tuple(" ".join(self.sentence[left.start : right.end]) for left, right in pairs)

    def __str__(self) -> str:
        fault = describe_pieces(self.sentence, self.pieces)
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


def describe_pieces(sentence: Sentence, pieces: Sequence[Piece]) -> str:
    """`no rule joins 'the cat' (NP) + 'the' (D)`, or that the one piece is no sentence."""
    parts = " + ".join(
        f"'{' '.join(sentence[one.start : one.end])}' ({'/'.join(one.categories) or 'nothing'})"
        for one in pieces
    )
    return f"{parts} is no sentence" if len(pieces) == 1 else f"no rule joins {parts}"


def with_free_words(base: Grammar, unknown: Iterable[str]) -> Grammar:
    """The grammar with every unknown word in every category that a new word could have."""
    return Grammar.of(
        base.start, base.syntactic, {**base.lexicon, **dict.fromkeys(unknown, base.open_categories)}
    )


def find_unexplained(
    base: Grammar, sentences: Iterable[Sentence], unknown: Iterable[str]
) -> list[Unexplained]:
    """The sentences that have no parse tree even when unknown words may be anything: that is a proof."""
    from brillig.parsing.cyk import accepts_all

    grammar = with_free_words(base, unknown)
    sentences = tuple(sentences)
    distinct = tuple(dict.fromkeys(sentences))
    accepted = dict(zip(distinct, accepts_all(grammar, distinct), strict=True))
    return [
        Unexplained(number, sentence, grammar)
        for number, sentence in enumerate(sentences, 1)
        if not accepted[sentence]
    ]


def explain_failure(grammar: Grammar, sentence: Sentence) -> tuple[Piece, ...]:
    """The fewest pieces with a parse each that make up the sentence; a word that cannot be read is one."""

    def combine(start: int, stop: int, cells: Mapping[Span, set[str]]) -> set[str]:
        return {
            rule.parent
            for rule in grammar.syntactic
            for middle in range(start + 1, stop)
            if rule.left in cells[start, middle] and rule.right in cells[middle, stop]
        }

    chart = fill_chart([set(grammar.lexicon.get(word, ())) for word in sentence], combine)
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


@dataclass(frozen=True)
class Need:
    """An unknown word that must have several categories, with sentences that no fewer can explain."""

    word: str
    categories: int
    reasons: tuple[tuple[Sentence, frozenset[str]], ...]

    def __str__(self) -> str:
        shown = ", ".join(
            f"{'/'.join(sorted(categories))} in '{' '.join(sentence)}'"
            for sentence, categories in self.reasons[:MAX_NAMED]
        )
        return f"{self.word} needs {self.categories} ({shown})"


def find_needs(base: Grammar, sentences: Iterable[Sentence], unknown: Iterable[str]) -> list[Need]:
    """The unknown words that need more than one category, as sentences with one unknown word each show it.

    That this many are needed is proven; that they are enough is not.
    """
    from brillig.parsing.cyk import accepts_all

    unknown = set(unknown)
    free = base.open_categories
    marks = {category: f"?{category}" for category in free}  # a word of that category and no other
    known = set(base.words)
    marks = {category: mark for category, mark in marks.items() if mark not in known}
    if len(marks) < len(free):
        return []
    lexicon = {**base.lexicon, **{mark: (category,) for category, mark in marks.items()}}
    marked = Grammar.of(base.start, base.syntactic, lexicon)
    places = {s: [i for i, word in enumerate(s) if word in unknown] for s in dict.fromkeys(sentences)}
    single = [(s, at[0]) for s, at in places.items() if len(at) == 1]
    tried = [(s, at, c) for s, at in single for c in free]
    fits = accepts_all(marked, [(*s[:at], marks[c], *s[at + 1 :]) for s, at, c in tried])
    options: dict[str, dict[frozenset[str], Sentence]] = {}
    allowed: dict[tuple[Sentence, int], set[str]] = {place: set() for place in single}
    for (sentence, at, category), fit in zip(tried, fits, strict=True):
        if fit:
            allowed[sentence, at].add(category)
    for (sentence, at), categories in allowed.items():
        options.setdefault(sentence[at], {}).setdefault(frozenset(categories), sentence)
    needs = [_need(word, sets) for word, sets in options.items()]
    return [need for need in needs if need.categories > 1]


def _need(word: str, sets: dict[frozenset[str], Sentence]) -> Need:
    """The fewest categories that meet every set."""
    least = [one for one in sets if not any(other < one for other in sets)]
    names = sorted(frozenset().union(*least))
    reasons = tuple((sets[one], one) for one in least)
    for number in range(1, MAX_TRIED + 1):
        for chosen in combinations(names, number):
            if all(not one.isdisjoint(chosen) for one in least):
                return Need(word, number, reasons)
    return Need(word, MAX_TRIED + 1, reasons)


def too_few_homographs(needs: list[Need], homographs: int) -> str | None:
    """Why h is too small, where the needs prove it."""
    more = sum(need.categories - 1 for need in needs)
    if more <= homographs:
        return None
    return (
        f"the new words need {count(more, 'homograph')} or more, but {homographs or 'none'} may be given: "
        f"{'; '.join(str(n) for n in needs)}"
    )


def sum_up(unexplained: Sequence[Unexplained]) -> str:
    """One line that names the first few."""
    named = "; ".join(str(one) for one in unexplained[:MAX_NAMED])
    more = len(unexplained) - MAX_NAMED
    return named + (f"; and {more} more" if more > 0 else "")
