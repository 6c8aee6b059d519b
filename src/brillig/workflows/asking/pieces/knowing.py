"""What is known of sentences, and a way to ask for more: generators that yield questions and get answers."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping

from brillig.language.corpus import Sentence
from brillig.limits import Cancel
from brillig.workflows.asking.interview import Kind, Question
from brillig.workflows.asking.learner import StoppedError

Asking = Generator[Question, bool | None, bool]
Course = Generator[Question, bool | None, None]


class Knowing:
    """Sentences judged right or wrong, and a way to ask for more."""

    def __init__(
        self,
        right: Iterable[Sentence],
        wrong: Iterable[Sentence],
        answers: Mapping[Sentence, bool | None] | None = None,
        cancel: Cancel | None = None,
    ) -> None:
        """`answers` were given before: they are taken when asked for, so that all goes as it went."""
        self._cancel = cancel
        self.judged: dict[Sentence, bool] = dict.fromkeys(right, True) | dict.fromkeys(wrong, False)
        self.unknown: set[Sentence] = set()
        self._answers = {s: answer for s, answer in (answers or {}).items() if s not in self.judged}
        self.is_closed = False  # nothing can be asked any more: what is not known is guessed
        self.coming: list[Sentence] = []  # what will be asked next, whatever is answered to the present one

    def go_on(self) -> None:
        """Called where a search may take long: ends it when time is up, or somebody stops it."""
        if self._cancel is not None and self._cancel.is_set():
            raise StoppedError("stopped before all sentences were taken in; the answers so far are kept")

    def is_right(self, sentence: Sentence, kind: Kind = Kind.RULES, *, guess: bool = False) -> Asking:
        """Whether it is; what cannot be told is not. Where nobody can be asked, it is as `guess` says."""
        if sentence in self.unknown or not sentence:
            return False
        if sentence not in self.judged:
            if self.is_closed:
                return guess
            if sentence in self._answers:
                answer = self._answers.pop(sentence)
            else:
                answer = yield Question(sentence, kind)
            self._note(sentence, answer)
        return self.judged.get(sentence, False)

    def _note(self, sentence: Sentence, answer: bool | None) -> None:
        if answer is None:
            self.unknown.add(sentence)
        else:
            self.judged[sentence] = answer

    def note(self, sentence: Sentence, answer: bool | None) -> None:
        """An answer that comes before the question."""
        if sentence not in self.judged:
            self._answers[sentence] = answer

    def take_all(self) -> None:
        """Answers that were given before and never asked for count from now on, too."""
        for sentence, answer in self._answers.items():
            self._note(sentence, answer)
        self._answers = {}

    def closed(self, cancel: Cancel | None = None) -> Knowing:
        """With all answers, asked for or not, and without a way to ask for more."""
        known = Knowing((), (), self._answers, cancel)
        known.judged, known.unknown = dict(self.judged), set(self.unknown)
        known.take_all()
        known.is_closed = True
        return known

    def are_right(
        self, sentences: Iterable[Sentence], kind: Kind = Kind.RULES, *, guess: bool = False
    ) -> Asking:
        """Whether all of them are; those known come first, and one that is not is enough."""
        left = []
        for sentence in dict.fromkeys(sentences):
            known = self.judged.get(sentence)
            if known is False or sentence in self.unknown:
                return False
            if known is None:
                left.append(sentence)
        try:
            for place, sentence in enumerate(left):
                self.coming = left[place + 1 :]
                if not (yield from self.is_right(sentence, kind, guess=guess)):
                    return False
            return True
        finally:
            self.coming = []

    def said(self) -> list[Sentence]:
        return sorted((s for s, right in self.judged.items() if right), key=lambda s: (len(s), s))
