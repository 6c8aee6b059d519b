"""The two ways to ask behind a dialogue: few questions chosen well, or many cheap ones to a program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from brillig.language.binary import binarise
from brillig.language.corpus import Corpus, Sentence
from brillig.language.grammar import Grammar
from brillig.limits import Budget
from brillig.workflows.asking.hinges import find_hinges, single
from brillig.workflows.asking.interview import Interview, Questions
from brillig.workflows.asking.judgements import Answer, Judgement
from brillig.workflows.asking.learner import Learner
from brillig.workflows.asking.pieces.checking import RUN
from brillig.workflows.asking.pieces.draft import Draft
from brillig.workflows.asking.pieces.probe import Probe
from brillig.workflows.asking.reach import MAX_WORDS

LONG = 15  # words: with longer sentences every grammar takes long to find from the sentences alone
QUESTIONS_A_WORD = 10  # that pieces take, about; with fewer allowed, questions are chosen well instead


class Course(Protocol):
    """What a dialogue goes by.

    grammar      what fits all that is known, where there is one; None where more has to be asked first
    first        what it begins with
    others       other grammars that fit
    ahead        an estimate of how many questions are left
    is_watched   whether every answer may change the grammar in a way that is worth telling
    coming       sentences that will be asked for next, whatever is answered to the present one
    exceptions   answers that other answers contradict
    """

    is_watched: bool
    assurance: str  # what is true of the grammar when nothing is left to ask

    @property
    def grammar(self) -> Grammar | None: ...
    @property
    def first(self) -> Grammar: ...
    @property
    def others(self) -> list[Grammar]: ...
    @property
    def ahead(self) -> int: ...
    @property
    def coming(self) -> Sequence[Sentence]: ...
    @property
    def exceptions(self) -> Sequence[Sentence]: ...

    def questions(self) -> Questions: ...

    def note(self, sentence: Sentence, answer: bool | None) -> None:
        """The answer to one of those that are coming, before it is asked for."""
        ...

    def hinges(self, asked: Sequence[Sentence], rounds: int) -> list[Sentence]:
        """The answers that the grammar depends on most."""
        ...


class InterviewCourse:
    """Few questions, for a person: the grammar is searched for after each surprise."""

    is_watched = True
    assurance = f"no two candidates differ in sentences of up to {MAX_WORDS} words"

    def __init__(
        self,
        corpus: Corpus,
        judgements: Sequence[Judgement],
        budget: Budget,
        given: Grammar | None,
        *,
        program: bool = False,
    ) -> None:
        self.learner = Learner(corpus, judgements, budget.limits, budget, given)
        self.interview = Interview(self.learner, judgements, trusted=program)

    def questions(self) -> Questions:
        return self.interview.questions()

    @property
    def grammar(self) -> Grammar | None:
        found = self.learner.grammar
        return None if found is None else self.learner.classes.grammar(found).canonical()

    @property
    def first(self) -> Grammar:
        return self.learner.first.canonical()

    @property
    def others(self) -> list[Grammar]:
        return [self.learner.classes.grammar(other).canonical() for other in self.learner.others]

    @property
    def ahead(self) -> int:
        return self.interview.ahead

    @property
    def coming(self) -> Sequence[Sentence]:
        return ()

    def note(self, sentence: Sentence, answer: bool | None) -> None:
        raise AssertionError("nothing is known to come")

    @property
    def exceptions(self) -> Sequence[Sentence]:
        return self.interview.exceptions

    def hinges(self, asked: Sequence[Sentence], rounds: int) -> list[Sentence]:
        """Where there is none: those that were not expected and that no other of the same kind bears out."""
        decisive = [sentence for _, sentence in find_hinges(self.learner, asked, rounds)]
        return decisive or single(self.learner, self.interview.surprises)


class ProbeCourse:
    """Many cheap questions, for a program: may this piece stand for that one?"""

    is_watched = False
    assurance = f"every rule was tried in every place, and the last {RUN} sentences drawn from it were right"

    def __init__(self, corpus: Corpus, judgements: Sequence[Judgement], budget: Budget) -> None:
        values = {Answer.YES: True, Answer.NO: False, Answer.UNKNOWN: None}
        answers = {j.sentence: values[j.answer] for j in judgements}
        self.probe = Probe(corpus.sentences, corpus.rejected, answers, budget.seed, budget)
        self._of: tuple[Draft, int, Grammar] | None = None

    def questions(self) -> Questions:
        yield from self.probe.questions()

    @property
    def grammar(self) -> Grammar:
        known = len(self.probe.known.judged)
        if self._of is None or self._of[:2] != (self.probe.draft, known):
            cfg = self.probe.fitted().cfg()
            self._of = self.probe.draft, known, binarise(cfg).canonical()
        return self._of[2]

    @property
    def first(self) -> Grammar:
        return self.grammar

    @property
    def others(self) -> list[Grammar]:
        return []

    @property
    def ahead(self) -> int:
        return self.probe.ahead

    @property
    def coming(self) -> Sequence[Sentence]:
        return self.probe.known.coming

    def note(self, sentence: Sentence, answer: bool | None) -> None:
        self.probe.note(sentence, answer)

    @property
    def exceptions(self) -> Sequence[Sentence]:
        return ()

    def hinges(self, asked: Sequence[Sentence], rounds: int) -> list[Sentence]:
        return []


def suits_pieces(corpus: Corpus, questions: int | None) -> bool:
    """Whether questions about pieces are worth their number: sentences hold others, or are long."""
    if corpus.tags or corpus.brackets:
        return False
    if questions is not None and questions < QUESTIONS_A_WORD * len(corpus.words):
        return False
    if any(len(sentence) > LONG for sentence in corpus.sentences):
        return True
    return _has_nested(corpus.sentences)


def _has_nested(sentences: Iterable[Sentence]) -> bool:
    """Whether some sentence is a part of another one."""
    texts = sorted({f" {' '.join(sentence)} " for sentence in sentences}, key=len)
    return any(short in long for place, short in enumerate(texts) for long in texts[place + 1 :])
