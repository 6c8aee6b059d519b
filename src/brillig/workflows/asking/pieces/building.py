"""The grammar, built from short sentences to long ones."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from brillig.language.corpus import Sentence
from brillig.workflows.asking.interview import Kind, Question
from brillig.workflows.asking.pieces.draft import ROOT, Draft, Form, Part, Symbol
from brillig.workflows.asking.pieces.knowing import Asking, Course, Knowing

MAX_PIECE = 12  # symbols of a part that may be a form of its own
MAX_CONTEXTS = 4  # sentences in which a new form of a category is tried


class Building:
    """The grammar, built from short sentences to long ones."""

    def __init__(self, known: Knowing, classes: Iterable[Sequence[str]]) -> None:
        self.known = known
        self.draft = Draft()
        for words in classes:
            self.draft = self.draft.adding(self.draft.next_category, *((word,) for word in words))
        self._brackets = _brackets(known.said())
        self._no_piece: set[tuple[Sentence, int]] = set()

    def take_in(self, sentence: Sentence) -> Course:
        """Change the draft so that it accepts a sentence known to be right."""
        yield from self._take_in(_Frame(sentence, 0, len(sentence), ROOT))

    def first_missed(self) -> Sentence | None:
        """The shortest sentence known to be right that the draft does not accept."""
        said = self.known.said()
        return next((s for s, yes in zip(said, self.draft.accepts(said), strict=True) if not yes), None)

    def accepted_wrong(self) -> list[Sentence]:
        """The sentences known to be wrong that the draft accepts, short ones first."""
        wrong = sorted((s for s, right in self.known.judged.items() if not right), key=lambda s: (len(s), s))
        return [s for s, yes in zip(wrong, self.draft.accepts(wrong), strict=True) if yes]

    def _is_no_worse(self, before: Draft) -> bool:
        """Whether the draft accepts no wrong sentence that an earlier one did not."""
        wrong = self.accepted_wrong()
        return not wrong or all(before.accepts(wrong))

    def revise(self) -> Course:
        """Take every form in anew, now that there are more categories than when it was found."""
        for category, forms in list(self.draft.rules.items()):
            for form in forms:
                draft = self.draft
                if len(form) < 2 or form not in draft.rules[category]:
                    continue
                if category not in draft.outside or not draft.has_strings(form):
                    continue
                before, after = draft.outside[category]
                words = (*before, *draft.spell(form), *after)
                self.draft = draft.without(category, form)
                if self.first_missed() is None:
                    continue
                if not self.known.judged.get(words):
                    self.draft = draft
                    continue
                yield from self._take_in(_Frame(words, len(before), len(words) - len(after), category))
                if self.first_missed() is not None or not self._is_no_worse(draft):
                    self.draft = draft

    def _take_in(self, frame: _Frame) -> Course:
        """One more form of a category, from a string of it in a sentence."""
        barred: set[Part] = set()
        while True:
            parts = self.draft.cover(frame.string, frame.category, barred)
            wrong = yield from self._misplaced(frame, parts)
            if wrong:
                barred |= wrong
            elif (yield from self._reduce(frame, parts)):
                if frame.category in self.draft.chart(frame.string).get((0, len(frame.string)), ()):
                    return
            elif (yield from self._add(frame.category, tuple(symbol for _, _, symbol in parts))):
                return
            else:
                # It would accept what is wrong: the same with less, down to this one string.
                wide = [part for part in parts if isinstance(part[2], int)]
                if not wide:  # it says nothing but this string
                    self.draft = self.draft.adding(frame.category, frame.string)
                    return
                barred.add(max(wide, key=lambda part: len(self._strings(part[2]))))

    def _strings(self, symbol: Symbol) -> list[Form]:
        return self.draft.spread(symbol) if isinstance(symbol, int) else []

    def _add(self, category: int, form: Form) -> Asking:
        """Whether the form was added: not if a sentence known to be wrong would be accepted."""
        before = self.draft
        if len(form) == 1 and isinstance(form[0], int) and before.is_within(category, form[0]):
            return False
        self.draft = before.adding(category, form)
        if not self._is_no_worse(before):
            self.draft = before
            return False
        yield from self._repeat(category, form)
        self._factor(category)
        return True

    def _factor(self, category: int) -> None:
        """Forms that differ in one symbol become one, with a category for the two; nothing is new in that."""
        while True:
            draft = self.draft
            forms = [form for form in draft.rules[category] if len(form) > 1]
            pair = next(
                ((f, g, at) for f, g in combinations(forms, 2) if (at := _only_difference(f, g)) is not None),
                None,
            )
            if pair is None:
                return
            one, other, at = pair
            a, b = self._category_of(one[at]), self._category_of(other[at])
            draft = self.draft
            if draft.is_within(b, a):
                self.draft = draft.without(category, other)
            elif draft.is_within(a, b):
                self.draft = draft.without(category, one)
            else:
                both = {*draft.spread(a), *draft.spread(b)}
                joint = next((c for c in draft.rules if set(draft.spread(c)) == both), None)
                if joint is None:
                    joint = draft.next_category
                    draft = draft.adding(joint, (a,), (b,))
                self.draft = draft.without(category, other).replacing(
                    category, one, (*one[:at], joint, *one[at + 1 :])
                )

    def _category_of(self, symbol: Symbol) -> int:
        """The category of a single word that has been left as it is."""
        if isinstance(symbol, int):
            return symbol
        found = next((c for c in self.draft.single if self.draft.rules[c] == ((symbol,),)), None)
        if found is None:
            found = self.draft.next_category
            self.draft = self.draft.adding(found, (symbol,))
        return found

    def _misplaced(self, frame: _Frame, parts: list[Part]) -> Generator[Question, bool | None, set[Part]]:
        """The categories of a cover that do not hold: another string of theirs makes the sentence wrong."""
        other: dict[int, Sentence] = {}
        for place, (start, end, symbol) in enumerate(parts):
            if isinstance(symbol, int):
                string = self._another(symbol, frame.string[start:end], frame.words)
                if string is not None:
                    other[place] = string
        if not other or (yield from self.known.is_right(frame.exchanged(parts, other), guess=True)):
            return set()
        wrong = set()
        for place, string in other.items():
            if len(other) == 1 or not (
                yield from self.known.is_right(frame.exchanged(parts, {place: string}), guess=True)
            ):
                wrong.add(parts[place])
        # Where each holds, but all of them together do not, the longest is in doubt.
        return wrong or {max((parts[place] for place in other), key=lambda p: p[1] - p[0])}

    def _another(self, category: int, string: Sentence, words: Sentence) -> Sentence | None:
        others = [member for member in self.draft.members(category) if member != string]
        if others:
            return others[0]
        return words if category == ROOT else None

    # -- pieces -------------------------------------------------------------------------------------

    def _reduce(self, frame: _Frame, parts: list[Part]) -> Asking:
        """Whether a part was found that is a form of a category: short parts first."""
        size, chart = len(parts), self.draft.chart(frame.string)
        for length in range(1, min(size, MAX_PIECE + 1)):
            for first in range(size - length + 1):
                piece = parts[first : first + length]
                start, end = piece[0][0], piece[-1][1]
                if not self._is_balanced(frame.string[start:end]):
                    continue
                form = tuple(symbol for _, _, symbol in piece)
                for category in self._narrow_first() if length > 1 else [ROOT]:
                    if category in chart.get((start, end), ()):
                        continue
                    if (yield from self._is_form(frame, start, end, category)):
                        if (yield from self._add(category, form)):
                            return True
                        self._no_piece.add((frame.string[start:end], category))
        return False

    def _narrow_first(self) -> list[int]:
        draft = self.draft
        return sorted(draft.shortest.keys() | {ROOT}, key=lambda c: (len(draft.spread(c)), c))

    def _is_form(self, frame: _Frame, start: int, end: int, category: int) -> Asking:
        """Whether a part of a sentence may stand for a category everywhere, and the category for it here."""
        piece, known, draft = frame.string[start:end], self.known, self.draft
        if (piece, category) in self._no_piece:
            return False
        # Where nobody can be asked: what stands between brackets as a sentence does is taken for one.
        enclosed = (piece[0], piece[-1]) in self._brackets and any(
            member[0] == piece[0] for member in draft.members(ROOT)
        )
        if category == ROOT and not (yield from known.is_right(piece, Kind.REACH, guess=enclosed)):
            self._no_piece.add((piece, category))
            return False
        if category in draft.shortest:
            here = frame.with_part(start, end, draft.shortest[category])
            # A word by itself stands for a longer part only where that was seen.
            if category in draft.single and here not in known.judged:
                return False
            if not (yield from known.is_right(here, guess=category == ROOT)):
                return False
        contexts = draft.contexts(category)[:MAX_CONTEXTS]
        there = ((*before, *piece, *after) for before, after in contexts)
        if not (yield from known.are_right(there, guess=category == ROOT)):
            self._no_piece.add((piece, category))
            return False
        return True

    def _is_balanced(self, piece: Sentence) -> bool:
        for opening, closing in self._brackets:
            depth = 0
            for word in piece:
                depth += (word == opening) - (word == closing)
                if depth < 0:
                    return False
            if depth:
                return False
        return True

    # -- repetitions --------------------------------------------------------------------------------

    def _repeat(self, category: int, form: Form) -> Course:
        """What is said twice in a row, or once more than in another form, may be said any number of times."""
        for begin, end in _repeatable(form, self.draft.rules[category]):
            start, part, rest = form[:begin], form[begin:end], form[end:]
            context = self.draft.outside.get(category)
            if context is None or not self.draft.has_strings(form):
                return
            tried = []
            for times in (3, 4, 1):
                if start or rest or times > 1:
                    tried.append((*context[0], *self.draft.spell(start + part * times + rest), *context[1]))
            before = self.draft
            if (yield from self.known.are_right(tried)):
                self._add_repetition(category, start, part, rest)
                if self._is_no_worse(before):
                    return
                self.draft = before

    def _add_repetition(self, category: int, start: Form, part: Form, rest: Form) -> None:
        draft = self.draft
        again = next((c for c, forms in draft.rules.items() if forms == (part, (*part, c))), None)
        if again is None:
            again = draft.next_category
            draft = draft.adding(again, part, (*part, again))
        new = (*start, again, *rest)
        known = [f for f in draft.rules[category] if _is_instance(f, start, part, rest)]
        self.draft = draft.without(category, *known).adding(category, new)


def _repeatable(form: Form, others: Sequence[Form]) -> Iterator[tuple[int, int]]:
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


def _only_difference(one: Form, other: Form) -> int | None:
    """The only place where two forms of the same length differ."""
    if len(one) != len(other):
        return None
    places = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    return places[0] if len(places) == 1 else None


def _is_instance(form: Form, start: Form, part: Form, rest: Form) -> bool:
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
class _Frame:
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


def _brackets(sentences: Iterable[Sentence]) -> list[tuple[str, str]]:
    """Pairs of words of which every sentence has as many, the first ones before the second ones."""
    sentences = list(sentences)
    vocabulary = sorted({w for s in sentences for w in s})
    return [
        (a, b) for a in vocabulary for b in vocabulary if a != b and all(_matches(s, a, b) for s in sentences)
    ]


def _matches(sentence: Sentence, opening: str, closing: str) -> bool:
    depth = 0
    for word in sentence:
        depth += (word == opening) - (word == closing)
        if depth < 0:
            return False
    return depth == 0
