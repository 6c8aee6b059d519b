"""The grammar, built from short sentences to long ones."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from itertools import combinations
from math import inf

from brillig.language.corpus import Sentence
from brillig.workflows.asking.interview import Kind, Question
from brillig.workflows.asking.pieces.draft import ROOT, Draft, Form, Part, Symbol
from brillig.workflows.asking.pieces.forms import (
    Frame,
    only_difference,
    with_ends,
)
from brillig.workflows.asking.pieces.knowing import Asking, Course, Knowing
from brillig.workflows.asking.pieces.repeating import repeat
from brillig.workflows.asking.pieces.showing import Showing

MAX_PIECE = 12  # symbols of a part that may be a form of its own
MAX_PLACES = 8  # of a category that are tried for a form that fits only some of them
MAX_CONTEXTS = 4  # sentences in which a new form of a category is tried


class Building:
    """The grammar, built from short sentences to long ones."""

    def __init__(self, known: Knowing, classes: Sequence[Sequence[str]]) -> None:
        self.known = known
        self.draft = Draft()
        for words in classes:
            self.draft = self.draft.adding(self.draft.next_category, *((word,) for word in words))
        self.showing = Showing(known, classes)
        self._no_wider: set[tuple[Sentence, int]] = set()
        self._no_piece: set[tuple[Sentence, int]] = set()

    def take_in(self, sentence: Sentence) -> Course:
        """Change the draft so that it accepts a sentence known to be right."""
        yield from self._take_in(Frame(sentence, 0, len(sentence), ROOT))

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
                if self.showing.first_missed(self.draft) is None:
                    continue
                if not self.known.judged.get(words):
                    self.draft = draft
                    continue
                yield from self._take_in(Frame(words, len(before), len(words) - len(after), category))
                if self.showing.first_missed(self.draft) is not None or not self.showing.is_no_worse(
                    self.draft, draft
                ):
                    self.draft = draft

    def _take_in(self, frame: Frame) -> Course:
        """One more form of a category, from a string of it in a sentence."""
        barred: set[Part] = set()
        while True:
            parts = self.draft.cover(frame.string, frame.category, barred)
            wrong = yield from self._misplaced(frame, parts)
            if wrong:
                barred |= wrong
            elif (yield from self._reduce(frame, parts, barred)):
                if self.draft.derives(frame.category, frame.string):
                    return
            elif own := (yield from self._own_parts(frame, parts)):
                barred |= own
            elif (
                yield from self._add(frame.category, tuple(symbol for _, _, symbol in parts), frame.string)
            ):
                return
            else:
                # It would accept what is wrong: the same with less, down to this one string.
                wide = [part for part in parts if isinstance(part[2], int)]
                if not wide:  # it says nothing but this string
                    self.draft = self.draft.adding(frame.category, frame.string)
                    return
                barred.add(max(wide, key=lambda part: len(self._strings(part[2]))))

    def _own_parts(self, frame: Frame, parts: list[Part]) -> Generator[Question, bool | None, set[Part]]:
        """The parts at its ends where the category stands, but not with this form of it: `x /` before `/`."""
        form = tuple(symbol for _, _, symbol in parts)
        return {parts[at] for at in (yield from self._own_places(frame.string, frame.category, form))}

    def _strings(self, symbol: Symbol) -> list[Form]:
        return self.draft.spread(symbol) if isinstance(symbol, int) else []

    def _add(self, category: int, form: Form, string: Sentence | None = None) -> Asking:
        """Whether the form was added: not if a sentence known to be wrong would be accepted.

        With `string`, which has to be added somehow: not if its words alone would not do that, too.
        """
        before = self.draft
        if len(form) == 1 and isinstance(form[0], int) and before.is_within(category, form[0]):
            return False
        self.draft = before.adding(category, form)
        if not self.showing.is_no_worse(
            self.draft, before if string is None else before.adding(category, string)
        ):
            self.draft = before
            return False
        self.draft = yield from repeat(self.draft, self.showing, self.known, category, form)
        self._factor(category)
        return True

    def _factor(self, category: int) -> None:
        """Forms that differ in one symbol become one, with a category for the two; nothing is new in that."""
        while True:
            draft = self.draft
            forms = [form for form in draft.rules[category] if len(form) > 1]
            pair = next(
                ((f, g, at) for f, g in combinations(forms, 2) if (at := only_difference(f, g)) is not None),
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

    def _misplaced(self, frame: Frame, parts: list[Part]) -> Generator[Question, bool | None, set[Part]]:
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

    def _reduce(self, frame: Frame, parts: list[Part], barred: Collection[Part]) -> Asking:
        """Whether a part was found that is a form of a category: short parts first."""
        pieces, chart = self._pieces(frame, parts), self.draft.chart(frame.string)
        # `x + [y .]`, where `y .` is a sentence, is `[x + y] .`, too: so far as `.` is a word.
        if len(parts) > 1 and frame.category == ROOT == parts[-1][2]:
            other = self.draft.cover(frame.string, ROOT, [*barred, parts[-1]])
            if other[-1][2] in self.draft.single:
                pieces = sorted({*pieces, *self._pieces(frame, other)}, key=lambda p: (p[1] - p[0], p[:2]))
        for categories in self._near_first():
            for widening in (False, True):
                for start, end, form in pieces:
                    self.known.go_on()
                    for category in categories:
                        if category in chart.get((start, end), ()):
                            continue
                        if widening:
                            found = yield from self._widens(frame, start, end, category, form)
                        else:
                            found = yield from self._extends(frame, start, end, category, form)
                        if found:
                            return True
        return False

    def _pieces(self, frame: Frame, parts: list[Part]) -> list[tuple[int, int, Form]]:
        """Parts of a cover, short ones first: from where to where, and as which form."""
        size, found = len(parts), []
        for length in range(1, min(size, MAX_PIECE + 1)):
            for first in range(size - length + 1):
                piece = parts[first : first + length]
                start, end = piece[0][0], piece[-1][1]
                if self.showing.is_balanced(frame.string[start:end]):
                    found.append((start, end, tuple(symbol for _, _, symbol in piece)))
        return found

    def _extends(self, frame: Frame, start: int, end: int, category: int, form: Form) -> Asking:
        """Whether a part is a form of a category, which then has it."""
        if len(form) == 1 and category != ROOT:
            return False
        if not (yield from self._is_form(frame, start, end, category)):
            return False
        piece = frame.string[start:end]
        form = self._with_narrow_ends(piece, category, form)
        form = yield from self._with_like_words(piece, category, form)
        within = yield from self._own_places(piece, category, form)
        if (yield from self._layer(category, form, within) if within else self._add(category, form)):
            return True
        self._no_piece.add((piece, category))
        return False

    def _own_places(
        self, piece: Sentence, category: int, form: Form
    ) -> Generator[Question, bool | None, list[int]]:
        """The ends of a form where the category stands, but not with this form of it: `x < x < x`."""
        draft = self.draft
        if category not in draft.outside or len(form) < 2:
            return []
        before, after = draft.outside[category]
        wrong = []
        for at in (0, len(form) - 1):
            if form[at] == category:
                nested = (*draft.spell(form[:at]), *piece, *draft.spell(form[at + 1 :]))
                if not (yield from self.known.is_right((*before, *nested, *after), guess=True)):
                    wrong.append(at)
        return wrong

    def _with_like_words(
        self, piece: Sentence, category: int, form: Form
    ) -> Generator[Question, bool | None, Form]:
        """With fewer words in a place of a form that may stand in itself, if only some of them let it.

        `x + x + x`, but not `x < x < x`: then `+` and `<` are two, though each may stand for the other.
        """
        draft = self.draft
        if len(form) < 3 or category not in draft.outside or category not in (form[0], form[-1]):
            return form
        before, after = draft.outside[category]
        for at, symbol in enumerate(form):
            words = draft.spread(symbol) if isinstance(symbol, int) and symbol != category else []
            if len(words) < 2 or any(len(word) > 1 for word in words):
                continue
            groups: dict[bool, list[Form]] = {True: [], False: []}
            same = True
            for word in words:
                once = (*form[:at], *word, *form[at + 1 :])
                string = draft.spell(once)
                ends = ((), once[1:]) if once[0] == category else (once[:-1], ())
                twice = (*before, *draft.spell(ends[0]), *string, *draft.spell(ends[1]), *after)
                right = yield from self.known.is_right(twice, guess=True)
                groups[right].append(word)
                if Draft({**draft.rules, draft.next_category: (once,)}).derives(draft.next_category, piece):
                    same = right
            if groups[True] and groups[False]:
                self.draft, part = self.draft.having(groups[same])
                form = (*form[:at], part, *form[at + 1 :])
        return form

    def _with_narrow_ends(self, piece: Sentence, category: int, form: Form) -> Form:
        """With the category itself at ends where a wider one stands: `x < x + x` is no sum of `x < x`."""
        draft, found = self.draft, list(form)
        for at in (0, len(form) - 1) if len(form) > 1 else ():
            symbol = found[at]
            if isinstance(symbol, int) and symbol != category and draft.is_within(category, symbol):
                found[at] = category
        narrow = tuple(found)
        own = Draft({**draft.rules, draft.next_category: (narrow,)})
        return narrow if own.derives(draft.next_category, piece) else form

    def _layer(self, category: int, form: Form, within: Collection[int]) -> Asking:
        """What fits these ends of a new form of the category becomes a narrower one, which stands there."""
        draft = self.draft
        before, after = draft.outside[category]
        inner = draft.next_category
        narrow: list[Form] = []
        wide: list[Form] = []
        for own in draft.rules[category]:
            if not draft.has_strings(own):
                continue
            tried = [
                (*before, *draft.spell(form[:at]), *draft.spell(own), *draft.spell(form[at + 1 :]), *after)
                for at in within
            ]
            if (yield from self.known.are_right(tried, guess=True)):
                narrow.append(with_ends(own, category, inner))
            else:
                wide.append(own)
        new = tuple(inner if at in within else symbol for at, symbol in enumerate(form))
        within_it = {c for c in draft.rules if c != category and draft.is_within(c, category)}
        rules = {
            c: tuple(with_ends(own, category, inner) for own in forms) if c in within_it else forms
            for c, forms in draft.rules.items()
        }
        self.draft = Draft({**rules, inner: tuple(narrow), category: ((inner,), *wide, new)})
        if narrow and self.showing.is_no_worse(self.draft, draft):
            return True
        self.draft = draft
        return False

    def _near_first(self) -> list[list[int]]:
        """The categories by the length of the shortest sentence around them, narrow ones first.

        An operator stands between two operands, which stand by themselves in shorter sentences: so
        `x + y` is taken for an operand before `+ y +` is for an operator.
        """
        draft = self.draft
        near: dict[float, list[int]] = {}
        for category in self._narrow_first():
            around = draft.outside.get(category)
            near.setdefault(inf if around is None else sum(map(len, around)), []).append(category)
        return [near[size] for size in sorted(near)]

    def _narrow_first(self) -> list[int]:
        draft = self.draft
        return sorted(draft.shortest.keys() | {ROOT}, key=lambda c: (len(draft.spread(c)), c))

    def _is_form(self, frame: Frame, start: int, end: int, category: int) -> Asking:
        """Whether a part of a sentence may stand for a category everywhere, and the category for it here."""
        piece, known, draft = frame.string[start:end], self.known, self.draft
        if (piece, category) in self._no_piece:
            return False
        # Where nobody can be asked: what stands between brackets as a sentence does is taken for one.
        enclosed = (piece[0], piece[-1]) in self.showing.brackets and any(
            member[0] == piece[0] for member in draft.members(ROOT)
        )
        if category == ROOT and not (
            self.showing.is_likely(piece) and (yield from known.is_right(piece, Kind.REACH, guess=enclosed))
        ):
            self._no_piece.add((piece, category))
            return False
        if category in draft.shortest:
            here = frame.with_part(start, end, draft.shortest[category])
            # A word by itself stands for a longer part only where that was seen.
            if category in draft.single and (here not in known.judged or draft.has_wider(category)):
                return False
            if not self.showing.is_likely(here) or not (
                yield from known.is_right(here, guess=category == ROOT)
            ):
                return False
        contexts = draft.contexts(category)[:MAX_CONTEXTS]
        there = ((*before, *piece, *after) for before, after in contexts)
        if not (yield from known.are_right(there, guess=category == ROOT)):
            self._no_piece.add((piece, category))
            return False
        return True

    def _widens(self, frame: Frame, start: int, end: int, category: int, form: Form) -> Asking:
        """Whether a part fits some places of a category: these get a wider one."""
        piece, known, before = frame.string[start:end], self.known, self.draft
        if (
            (piece, category) in self._no_wider
            or category not in before.shortest
            or category in before.single
        ):
            return False
        if len(form) == 1 or category in before.chart(piece).get((0, end - start), ()):
            return False
        here = frame.with_part(start, end, before.shortest[category])
        if not self.showing.is_likely(here) or not (yield from known.is_right(here)):
            return False
        self._no_wider.add((piece, category))
        around = {p: before.around(p) for p in before.places(category) if p.parent in before.outside}
        places = sorted(around, key=lambda place: sum(map(len, around[place])))
        wide = before.next_category
        draft, fit = before.adding(wide, (category,), form), []
        for place in places[:MAX_PLACES]:
            left, right = around[place]
            tried = (*left, *piece, *right)
            if not draft.accepts([tried])[0] and (yield from known.is_right(tried)):
                fit.append(place)
                draft = draft.putting(place, wide)
        ends = [(around[place][0][-1:], around[place][1][:1]) for place in fit]
        if not any(a[0] != b[0] and a[1] != b[1] for a, b in combinations(ends, 2)):
            return False
        self.draft = draft
        if not self.showing.is_no_worse(self.draft, before):
            self.draft = before
            return False
        return True
