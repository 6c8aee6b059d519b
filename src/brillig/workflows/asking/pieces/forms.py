"""What is seen in forms and strings: repeated parts, the only difference of two, brackets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from brillig.language.corpus import Sentence
from brillig.workflows.asking.pieces.draft import Form, Part


def with_ends(form: Form, old: int, new: int) -> Form:
    """With another category for one that stands at an end."""
    if len(form) < 2:
        return form
    first, *middle, last = form
    return (new if first == old else first, *middle, new if last == old else last)


def repeatable(form: Form, others: Sequence[Form]) -> Iterator[tuple[int, int]]:
    """Parts of a form that may be repeated, by what the forms show."""
    seen: set[tuple[int, int]] = set()
    for length in range(1, len(form) // 2 + 1):
        for begin in range(len(form) - 2 * length + 1):
            twice = form[begin : begin + length] == form[begin + length : begin + 2 * length]
            if twice and (begin, begin + length) not in seen:
                seen.add((begin, begin + length))
                yield begin, begin + length
    for other in others:
        more = len(form) - len(other)
        if more <= 0:
            continue
        for begin in range(1, len(other) + 1):
            longer = form[:begin] == other[:begin] and form[begin + more :] == other[begin:]
            if longer and (begin, begin + more) not in seen:
                seen.add((begin, begin + more))
                yield begin, begin + more


def only_difference(one: Form, other: Form) -> int | None:
    """The only place where two forms of the same length differ."""
    if len(one) != len(other):
        return None
    places = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    return places[0] if len(places) == 1 else None


def is_instance(form: Form, start: Form, part: Form, rest: Form) -> bool:
    """Whether a form is the start, some parts and the rest."""
    middle = form[len(start) : len(form) - len(rest)]
    times, left = divmod(len(middle), len(part))
    return (
        form[: len(start)] == start
        and form[len(form) - len(rest) :] == rest
        and times > 0
        and not left
        and middle == part * times
    )


@dataclass(frozen=True)
class Frame:
    """A string of a category from one position of a sentence to another."""

    words: Sentence
    start: int
    end: int
    category: int

    @property
    def string(self) -> Sentence:
        return self.words[self.start : self.end]

    def with_part(self, start: int, end: int, part: Sentence) -> Sentence:
        """The sentence with something else in a part of the string."""
        return (*self.words[: self.start + start], *part, *self.words[self.start + end :])

    def exchanged(self, parts: list[Part], other: dict[int, Sentence]) -> Sentence:
        """With other strings for some of the parts."""
        string = [w for at, (s, e, _) in enumerate(parts) for w in other.get(at, self.string[s:e])]
        return (*self.words[: self.start], *string, *self.words[self.end :])


def find_brackets(sentences: Iterable[Sentence]) -> list[tuple[str, str]]:
    """Pairs of words of which every sentence has as many, the first ones before the second ones."""
    sentences = list(sentences)
    vocabulary = sorted({w for s in sentences for w in s})
    return [
        (a, b) for a in vocabulary for b in vocabulary if a != b and all(matches(s, a, b) for s in sentences)
    ]


def matches(sentence: Sentence, opening: str, closing: str) -> bool:
    depth = 0
    for word in sentence:
        depth += (word == opening) - (word == closing)
        if depth < 0:
            return False
    return depth == 0
