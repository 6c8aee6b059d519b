"""Learning by asking: how it is to be done, the talk with whoever answers, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from brillig.errors import BrilligError, Option
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.reading import Reading
from brillig.limits import Budget, Cancel, Limits
from brillig.problems.solution import Solution
from brillig.workflows.asking.dialogue import Dialogue
from brillig.workflows.asking.judgements import Answer, Judgement, JudgementFile
from brillig.workflows.asking.judges import CommandJudge, Judge, Turn
from brillig.workflows.presenting import Names


@dataclass(frozen=True, kw_only=True)
class AskRequest:
    """How questions are to be asked, and what the grammar has to have.

    program      the judge can answer thousands of simple questions; a person is asked what tells more
    questions    at most this many; None is any number
    batch        up to this many go to a program at once
    judgements   a file in which answers are kept; those already in it are not asked again
    given        rules and words that have to be kept
    names        "suggested" from closed-class words, "letters", or a grammar whose names to take
    """

    program: bool = False
    questions: int | None = None
    batch: int = 1
    judgements: Path | None = None
    given: Grammar | None = None
    names: Names | None = None

    def __post_init__(self) -> None:
        for field, value, least in (("questions", self.questions, 0), ("batch", self.batch, 1)):
            if value is not None and value < least:
                raise BrilligError(f"{value} is too small", hint=f"give at least {least}", field=field)
        if self.batch > 1 and not self.program:
            hint = ("use it with ", Option("judge"))
            raise BrilligError("a person is asked one question at a time", hint=hint, field="batch")

    @property
    def kept(self) -> JudgementFile | None:
        return None if self.judgements is None else JudgementFile(self.judgements)

    def begin(
        self,
        corpus: Corpus,
        limits: Limits | Budget | None = None,
        *,
        judgements: Sequence[Judgement] | None = None,
        cancel: Cancel | None = None,
    ) -> Dialogue:
        """A dialogue about the sentences that goes on after these judgements, or those of the file."""
        if judgements is None:
            kept = self.kept
            judgements = [] if kept is None else kept.read(corpus.reading or Reading(), corpus.words)
        return Dialogue(
            corpus,
            judgements,
            limits=limits,
            cancel=cancel,
            given=self.given,
            program=self.program,
            questions=self.questions,
            names=self.names,
        )


@dataclass(frozen=True)
class AskResult:
    """The dialogue when the last answer has been given; `trouble` is what kept the judge from going on."""

    dialogue: Dialogue
    trouble: BrilligError | None = None

    @cached_property
    def solution(self) -> Solution:
        return self.dialogue.solution

    def to_json(self) -> dict[str, Any]:
        dialogue = self.dialogue
        return self.solution.to_json() | {
            "questions": [judgement.to_json() for judgement in dialogue.judgements],
            "open": dialogue.open,
            "identified": dialogue.identified,
            "candidates": len(dialogue.candidates),
            "exceptions": [" ".join(sentence) for sentence in dialogue.exceptions],
            "hinges": [" ".join(sentence) for sentence in dialogue.hinges()],
            "pending": [" ".join(sentence) for sentence in dialogue.pending],
        }


def run_asking(
    request: AskRequest,
    dialogue: Dialogue,
    judge: Judge,
    *,
    cancel: Cancel | None = None,
    tell: Callable[[str], None] | None = None,
) -> AskResult:
    """Let a judge answer until nothing is left to ask, and take in what waited for other answers.

    `tell` hears the answers of a program, and what each answer changed.
    """
    trouble = converse(dialogue, judge, request, cancel=cancel, tell=tell)
    dialogue.conclude()
    return AskResult(dialogue, trouble)


def converse(
    dialogue: Dialogue,
    judge: Judge,
    request: AskRequest | None = None,
    *,
    cancel: Cancel | None = None,
    tell: Callable[[str], None] | None = None,
) -> BrilligError | None:
    """Ask until nothing is left to ask; each answer is kept before it is learnt from.

    What a judge could not do is returned: what it has answered before is worth keeping.
    """
    request = request or AskRequest()
    kept, most, say = request.kept, request.questions, tell or (lambda text: None)

    def is_over() -> bool:
        full = most is not None and dialogue.asked >= most
        return full or (cancel is not None and cancel.is_set())

    while dialogue.question is not None and not is_over():
        room = request.batch if most is None else min(request.batch, most - dialogue.asked)
        sentences = [dialogue.question.sentence, *dialogue.coming[: room - 1]]
        answers: Sequence[bool | Turn | None]
        try:
            answers = (
                judge.answer_all(sentences) if isinstance(judge, CommandJudge) else [judge(sentences[0])]
            )
        except BrilligError as error:
            return None if is_over() else error
        if answers[0] is Turn.QUIT:
            return None
        if answers[0] is Turn.UNDO:
            say(_undo(dialogue, kept))
            continue
        values = [value for value in answers if not isinstance(value, Turn)]
        number = len(dialogue.judgements)
        for place, (sentence, value) in enumerate(zip(sentences, values, strict=False), number + 1):
            judgement = Judgement(sentence, Answer.of(value))
            if request.program:
                say(f"{place}. {judgement.text}  {judgement.answer.value}")
            if kept is not None:
                kept.add(judgement)
        dialogue.answer_all(values)
        for change in dialogue.changes:
            say(f"   {change}")
    return None


def _undo(dialogue: Dialogue, kept: JudgementFile | None) -> str:
    if not dialogue.judgements:
        return "   There is no answer to take back."
    if kept is not None:
        kept.take_back()
    return f"   Taken back: {dialogue.undo()}"
