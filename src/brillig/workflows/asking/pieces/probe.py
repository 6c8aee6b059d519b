"""The whole course of questions to a program, and the grammar that comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from brillig.language.binary import binarise
from brillig.language.corpus import Sentence
from brillig.limits import Budget, Cancel, Limits
from brillig.problems.infer import MAX_CATEGORIES
from brillig.workflows.asking.learner import StoppedError
from brillig.workflows.asking.pieces.building import Building
from brillig.workflows.asking.pieces.checking import Checking, fitted
from brillig.workflows.asking.pieces.draft import Draft
from brillig.workflows.asking.pieces.knowing import Course, Knowing
from brillig.workflows.asking.pieces.words import Words

LAST_SECONDS = 3.0  # in which sentences are taken in without a question, after a stop
MAX_ROUNDS = 6  # each begins anew with all sentences that were called right in those before


class Probe:
    """ahead   an estimate of how many questions are left; 0 also where it gave up"""

    def __init__(
        self,
        right: Iterable[Sentence],
        wrong: Iterable[Sentence] = (),
        answers: Mapping[Sentence, bool | None] | None = None,
        seed: int = 0,
        cancel: Cancel | None = None,
    ) -> None:
        self.known = Knowing(right, wrong, answers, cancel)
        self._words = Words(self.known, self.known.said())
        self._checking = Checking(Building(self.known, ()))
        self._random = Random(seed)
        self._whole: list[Draft] = []  # what the last rounds ended with
        self.ahead = 1

    def note(self, sentence: Sentence, answer: bool | None) -> None:
        """An answer to a sentence that will be asked for."""
        self.known.note(sentence, answer)

    @property
    def draft(self) -> Draft:
        return self._checking.draft

    def questions(self) -> Course:
        for round_ in range(MAX_ROUNDS):
            # Words with neighbours in common first, then any two.
            yield from self._words.sort(0.0 if round_ == 0 else -1.0)
            building = Building(self.known, self._words.classes)
            self._checking = checking = Checking(building)
            yield from checking.settle()
            yield from building.revise()
            yield from checking.settle()
            yield from checking.check()
            if round_:
                yield from checking.reach()
                yield from checking.draw(self._random)
            self._whole = [*self._whole[-1:], self.draft]
            if round_ and not checking.is_astray:
                break
        self.known.take_all()
        yield from self._checking.settle()
        if self._checking.is_astray:
            self.ahead = 0
            raise StoppedError("every grammar had to be repaired again and again")

    def fitted(self) -> Draft:
        """What fits all that is known, whatever the moment: of the present draft and the last whole one."""
        known = self.known.closed(Budget.begin(Limits(time_limit=LAST_SECONDS)))
        said = known.said()
        drafts = [self._finished(draft, known) for draft in (self.draft, *self._whole)]
        return max(drafts, key=lambda draft: (sum(draft.accepts(said)), -draft.size))

    def _finished(self, draft: Draft, known: Knowing) -> Draft:
        """With all sentences taken in as well as can be without a question."""
        building = Building(known, self._words.classes if draft == Draft() else ())
        if draft != Draft():
            building.draft = draft
        for sentence in known.said():
            before = building.draft
            if before.accepts([sentence])[0]:
                continue
            try:
                for question in building.take_in(sentence):
                    raise AssertionError(f"the program that answers is gone: {question.text}")
            except StoppedError:
                building.draft = before
                break  # the others are longer
            if not _is_small(building.draft):
                building.draft = before
                break  # the others are longer
        return _shrunk(fitted(building.draft, known, _is_small))


def _shrunk(draft: Draft) -> Draft:
    """Without its longest forms, where it has more categories than a problem may have."""
    while not _is_small(draft):
        forms = [(len(form), category, form) for category, forms in draft.rules.items() for form in forms]
        _, category, form = max(forms, key=lambda entry: entry[0])
        draft = draft.without(category, form)
    return draft


def _is_small(draft: Draft) -> bool:
    """Whether its categories are no more than a problem may have."""
    return len(binarise(draft.cfg()).categories) <= MAX_CATEGORIES
