"""Whether every form of a draft may stand in every place where the draft has it; if not, categories divide.

One sentence tries many forms in many places at once. If it is wrong, the places are tried one by one, each in
a sentence as short as can be. A category some forms of which do not fit a place gets a part of its own there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from itertools import combinations, islice
from random import Random

from brillig.language.corpus import Sentence
from brillig.parsing.generate import draw
from brillig.workflows.asking.interview import Kind, Question
from brillig.workflows.asking.pieces.building import Building
from brillig.workflows.asking.pieces.draft import ROOT, Draft, Form, Place
from brillig.workflows.asking.pieces.knowing import Asking, Course, Knowing
from brillig.workflows.asking.pieces.trees import Node, Tried, parse

DEPTH = 3  # forms below each other that one sentence tries
MAX_WORDS = 30  # of such a sentence
MAX_PARSED = 40  # words of a known sentence that is looked through for what it tries
MAX_REPAIRS = 2  # of one sentence
MAX_TRIES = (
    25  # repairs of one draft; with more it is astray, and a new one is built from what is known by then
)
RUN = 15  # sentences drawn, in a row, that are right: then the draft is trusted
MAX_DRAWS = 100
DRAWN_WORDS = 20  # of these sentences
DRAWS = 30  # of which the first one that nobody was asked about is


class Checking:
    """Goes on with the draft of a `Building`, and changes it."""

    def __init__(self, building: Building) -> None:
        self.building = building
        self.known = building.known
        self._tries: Counter[Sentence] = Counter()

    @property
    def draft(self) -> Draft:
        return self.building.draft

    @property
    def is_astray(self) -> bool:
        """Whether it was repaired so often that it is better to begin anew."""
        return self._tries.total() >= MAX_TRIES

    def settle(self) -> Course:
        """Until every sentence known to be right is accepted, and no wrong one that can be helped."""
        while not self.is_astray:
            wrong = next(
                (s for s in self.building.showing.accepted_wrong(self.draft) if self._tries[s] < MAX_REPAIRS),
                None,
            )
            if wrong is not None:
                self._tries[wrong] += 1
                node = parse(self.draft, wrong)
                assert node is not None
                yield from self._repair(node, set(node.tried()), set())
                continue
            missed = self.building.showing.first_missed(self.draft)
            if missed is None:
                return
            self._tries[missed] += 1
            if self._tries[missed] > MAX_REPAIRS:
                self.building.draft = self.draft.adding(ROOT, missed)
            else:
                yield from self.building.take_in(missed)

    def draw(self, random: Random) -> Course:
        """Sentences drawn from the draft, until many in a row were right."""
        run = 0
        for _ in range(MAX_DRAWS):
            drawn = draw(self.draft.cfg(), random.randrange(1 << 30), DRAWN_WORDS)
            sentence = next((s for s in islice(drawn, DRAWS) if s not in self.known.judged), None)
            if sentence is None or run >= RUN or self.is_astray:
                return
            if (yield from self.known.is_right(sentence)):
                run += 1
            else:
                run = 0
                yield from self.settle()

    def reach(self) -> Course:
        """Until no part of a form may be left out, and no category said twice, but where the draft has it."""
        while not self.is_astray:
            varied = self._varied()
            for sentence, yes in zip(varied, self.draft.accepts(varied), strict=True):
                if not yes and (yield from self.known.is_right(sentence, Kind.REACH)):
                    yield from self.settle()
                    yield from self.check()
                    break
            else:
                return

    def _varied(self) -> list[Sentence]:
        """Short sentences with a part of a form left out, or a category in it said twice."""
        draft, found = self.draft, dict[Sentence, None]()
        for category, forms in draft.rules.items():
            if category not in draft.outside:
                continue
            before, after = draft.outside[category]
            for form in forms:
                if len(form) < 2 or not draft.has_strings(form):
                    continue
                for start, end in combinations(range(len(form) + 1), 2):
                    # One bracket without the other is not tried, unless more goes with it: `else x`.
                    if end - start > 1 or self.building.showing.is_balanced(draft.spell(form[start:end])):
                        found[(*before, *draft.spell(form[:start] + form[end:]), *after)] = None
                for at, symbol in enumerate(form):
                    if isinstance(symbol, int):
                        found[(*before, *draft.spell(form[: at + 1] + form[at:]), *after)] = None
        found.pop((), None)
        return sorted(found, key=len)

    def check(self) -> Course:
        """Until nothing is left to try."""
        seen = self._seen()
        while True:
            open_ = [t for t in self._all() if t not in seen]
            if not open_:
                return
            node, before, after, chosen = self._made(open_)
            sentence = (*before, *node.words(), *after)
            if (yield from self.known.is_right(sentence)):
                seen |= chosen
                continue
            if self.is_astray:
                return
            self._tries[sentence] += 1
            draft = self.draft
            yield from self._repair(node, chosen, seen)
            if self.draft is not draft:
                yield from self.settle()
                seen = self._seen()

    def _all(self) -> list[Tried]:
        draft = self.draft
        return [
            Tried(place, form)
            for place in draft.places()
            if place.parent in draft.outside and place.child not in draft.single
            for form in draft.spread(place.child)
        ]

    def _seen(self) -> set[Tried]:
        """What the sentences known to be right try already."""
        found: set[Tried] = set()
        for sentence in self.known.said():
            if len(sentence) <= MAX_PARSED:
                tree = parse(self.draft, sentence)
                if tree is not None:
                    found.update(tree.tried())
        return found

    # -- sentences ----------------------------------------------------------------------------------

    def _made(self, open_: list[Tried]) -> tuple[Node, Sentence, Sentence, set[Tried]]:
        """A tree that tries the first of these, and as many of the others as it can."""
        draft, first = self.draft, open_[0]
        before, after = draft.outside[first.place.parent]
        for left in (set(open_), {first}):
            chosen: set[Tried] = set()
            node = self._grown(first.place.parent, first.place.form, left, chosen, DEPTH, first)
            if len(list(node.words())) <= MAX_WORDS:
                break
        return node, before, after, chosen

    def _grown(
        self,
        category: int,
        form: Form,
        open_: set[Tried],
        chosen: set[Tried],
        depth: int,
        demanded: Tried | None = None,
    ) -> Node:
        draft = self.draft
        below: list[Node | str] = []
        for at, symbol in enumerate(form):
            if isinstance(symbol, str):
                below.append(symbol)
                continue
            place = Place(category, form, at)
            forms = draft.spread(symbol)
            if demanded is not None and demanded.place == place:
                forms = [demanded.form]
            new = [f for f in forms if Tried(place, f) in open_ and Tried(place, f) not in chosen]
            if new and depth > 0 and len(form) > 1:
                found = min(new, key=lambda f: len(draft.spell(f)))
                chosen.add(Tried(place, found))
            else:
                found = min(forms, key=lambda f: len(draft.spell(f)))
                if len(form) > 1:
                    chosen.add(Tried(place, found))
            owner = self._owner(symbol, found)
            below.append(self._grown(owner, found, open_, chosen, depth - 1))
        return Node(category, form, below)

    def _owner(self, category: int, form: Form) -> int:
        """The category under this one, by forms of one category, that has the form itself."""
        seen, stack = {category}, [category]
        while stack:
            own = stack.pop()
            forms = self.draft.rules[own]
            if form in forms:
                return own
            for only, *more in forms:
                if not more and isinstance(only, int) and only not in seen:
                    seen.add(only)
                    stack.append(only)
        raise AssertionError("a form that no category has")

    def _shortest_with(self, tried: Tried) -> Sentence:
        before, after = self.draft.around(tried.place)
        return (*before, *self.draft.spell(tried.form), *after)

    # -- repairs ------------------------------------------------------------------------------------

    def _repair(self, node: Node, chosen: set[Tried], seen: set[Tried]) -> Course:
        """Find a form in a place that makes the sentence wrong, and divide the category there."""
        for tried in sorted(chosen - seen, key=lambda t: len(self._shortest_with(t))):
            if (yield from self.known.is_right(self._shortest_with(tried), guess=True)):
                seen.add(tried)
                continue
            yield from self._divide(tried.place)
            return
        if (yield from self._separate(node)):
            return
        seen |= chosen

    def _divide(self, place: Place) -> Course:
        """A part of its own for the place: the forms of the category that fit there."""
        draft = self.draft
        before, after = draft.around(place)
        fit: list[Form] = []
        for form in draft.spread(place.child):
            if (yield from self.known.is_right((*before, *draft.spell(form), *after), guess=True)):
                fit.append(form)
        rest = [form for form in draft.spread(place.child) if form not in fit]
        if not rest:
            return
        if not fit:
            self.building.draft = draft.without(place.parent, place.form)
            return
        part = draft.next_category
        narrow = []
        for form in fit:
            narrow.append((yield from self._narrowed(place, form, rest[0], part)))
        same = next(
            (c for c in draft.rules if set(draft.spread(c)) == {_renamed(f, part, c) for f in narrow}), None
        )
        if same is not None:
            part = same
        else:
            draft = draft.adding(part, *narrow)
            if narrow == fit:
                draft = _sharing(draft, part, fit)
        self.building.draft = draft.putting(place, part)

    def _separate(self, node: Node) -> Asking:
        """Whether two forms were found that do not go together in one form; that becomes two, with parts."""
        draft = self.draft
        pairs = {pair for own in node.nodes() for pair in own.pairs()}
        for one, other in sorted(pairs, key=lambda pair: sum(len(draft.spell(t.form)) for t in pair)):
            if (yield from self.known.is_right(self._with_both(one, other), guess=True)):
                continue
            fit: list[Form] = []
            rest: list[Form] = []
            for form in draft.spread(one.place.child):
                right = yield from self.known.is_right(
                    self._with_both(Tried(one.place, form), other), guess=True
                )
                (fit if right else rest).append(form)
            if not fit:
                continue
            form, at = one.place.form, one.place.at
            draft, first = draft.having(fit)
            draft, second = draft.having(rest)
            for category, forms in list(draft.rules.items()):
                if form in forms:
                    more = [(*form[:at], part, *form[at + 1 :]) for part in (first, second)]
                    draft = draft.without(category, form).adding(category, *more)
            self.building.draft = draft
            return True
        return False

    def _with_both(self, one: Tried, other: Tried) -> Sentence:
        """The shortest sentence with two forms in two places of a form."""
        draft, form = self.draft, one.place.form
        before, after = draft.outside[one.place.parent]
        filled = {one.place.at: one.form, other.place.at: other.form}
        return (
            *before,
            *(word for at, symbol in enumerate(form) for word in draft.spell(filled.get(at, (symbol,)))),
            *after,
        )

    def _narrowed(
        self, place: Place, form: Form, barred: Form, part: int
    ) -> Generator[Question, bool | None, Form]:
        """A form of the part, with the part at those ends where the barred form would be wrong, too."""
        draft = self.draft
        before, after = draft.around(place)
        found = list(form)
        for at in {0, len(form) - 1} if len(form) > 1 else ():
            if form[at] != place.child:
                continue
            nested = (*draft.spell(form[:at]), *draft.spell(barred), *draft.spell(form[at + 1 :]))
            if not (yield from self.known.is_right((*before, *nested, *after), guess=True)):
                found[at] = part
        return tuple(found)


def _renamed(form: Form, old: int, new: int) -> Form:
    return tuple(new if symbol == old else symbol for symbol in form)


def _sharing(draft: Draft, part: int, fit: Sequence[Form]) -> Draft:
    """What has the forms of a part gets the part instead: they stay the same ones."""
    rules = {}
    for category, forms in draft.rules.items():
        if category != part and set(fit) <= set(draft.spread(category)) and set(fit) & set(forms):
            forms = tuple(dict.fromkeys((part,) if form in fit else form for form in forms))
        rules[category] = forms
    return Draft(rules)


def fitted(draft: Draft, known: Knowing, is_small: Callable[[Draft], bool]) -> Draft:
    """The draft made to fit what is known without a question.

    Rules that make wrong sentences go; right ones that are missed are added while it stays small.
    """
    said = known.said()
    wrong_ones = sorted((s for s, right in known.judged.items() if not right), key=len)
    for wrong, yes in zip(wrong_ones, draft.accepts(wrong_ones), strict=True):
        while yes and (node := parse(draft, wrong)) is not None:
            less = [draft.without(own.category, own.form) for own in node.nodes()]
            draft = max(less, key=lambda one: sum(one.accepts(said)))
    for sentence, yes in zip(said, draft.accepts(said), strict=True):
        if not yes:
            more = draft.adding(ROOT, sentence)
            if not is_small(more):
                break
            draft = more
    return draft
