"""`ask`: learn a grammar by asking which sentences are right."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brillig.cli import options
from brillig.cli.answer import next_steps
from brillig.cli.application import app
from brillig.cli.common import read_given
from brillig.cli.groups import option
from brillig.cli.output import print_json, save_solution, tell_refusal
from brillig.cli.reading import ReadingGroup
from brillig.cli.solving import INTERRUPTED, watching
from brillig.errors import BrilligError, NotFound
from brillig.files import refuse_same
from brillig.language.corpus import MAX_ASKED_WORDS
from brillig.language.plural import count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brillig.language.corpus import Sentence
    from brillig.limits import Brake, Budget, CtrlC
    from brillig.problems.solution import Solution
    from brillig.workflows.asking.dialogue import Dialogue
    from brillig.workflows.asking.judgements import JudgementFile
    from brillig.workflows.asking.judges import CommandJudge

MAX_NAMED = 5
PROMPT = "yes, no, ? don't know, undo, quit: "
HELP = "Answer y (right), n (wrong), ? (don't know), u (undo the last answer) or q (quit)."


@app.command()
def ask(
    files: options.Files,
    *,
    judgements: Annotated[
        Path | None, option("--judgements FILE", "The file in which answers are kept.", "FILE.judgements")
    ] = None,
    oracle: Annotated[
        str | None,
        option(
            "--oracle COMMAND",
            "A program answers: one line, yes or no, per sentence. With {}, it runs once per sentence.",
        ),
    ] = None,
    questions: Annotated[int | None, option("--questions", "Ask at most N questions.", "none", min=0)] = None,
    batch: Annotated[int, option("--batch", "Send up to N questions to the program at once.", min=1)] = 1,
    names: options.Names = None,
    binary: options.Binary = False,
    given: options.Given = None,
    reading: ReadingGroup,
    seed: options.Seed = 0,
    time_limit: options.TimeLimit = None,
    jobs: options.Jobs = None,
    max_memory: options.Memory = None,
    output: options.Output = None,
    json: options.Json = False,
) -> None:
    """Learn a grammar by asking yes-or-no questions.

    Each question is a sentence: is it right? Every answer is saved at once in a file of sentences, wrong ones
    with a star, and a later run continues from there. The time that a person takes to answer does not count
    against --time-limit. Exit status 0 when there is a grammar.

    Example: brillig ask sentences.txt -o solution.json
    """
    from brillig.limits import Brake, Budget, Limits
    from brillig.problems.telling import Proof
    from brillig.workflows.asking.dialogue import Dialogue
    from brillig.workflows.asking.judgements import JudgementFile
    from brillig.workflows.asking.judges import CommandJudge
    from brillig.workflows.presenting import resolve_names

    if judgements is None:
        if files[0] == "-":
            raise BrilligError("--judgements: sentences from standard input have no name", hint="give a file")
        judgements = Path(f"{files[0]}.judgements")
    if batch > 1 and oracle is None:
        raise BrilligError("--batch: a person is asked one question at a time", hint="use it with --oracle")
    if "-" in files and oracle is None:
        raise BrilligError("-: sentences come from standard input, and so would answers", hint="give a file")
    refuse_same("-o", output, [*files, judgements])
    refuse_same("--judgements", judgements, files)
    corpus = reading.of_at_most(MAX_ASKED_WORDS).read(files, one_word=True)
    kept = JudgementFile(judgements)
    earlier = kept.read(reading.onto(), corpus.words)
    with ExitStack() as stack:
        watch = stack.enter_context(watching())
        pause = Brake()
        budget = Budget(Limits(seed, None, time_limit, jobs, max_memory), (watch.cancel, pause))
        judge = None if oracle is None else stack.enter_context(CommandJudge(oracle, cancel=budget))
        out = sys.stderr if json else sys.stdout
        try:
            dialogue = Dialogue(
                corpus,
                earlier,
                limits=budget,
                given=read_given(given),
                program=judge is not None,
                questions=questions,
                names=resolve_names(names),
            )
            talk = _Talk(dialogue, kept, budget, pause, watch.cancel, out, questions)
            if judge is None:
                talk.with_person()
            else:
                talk.with_program(judge, batch)
            dialogue.conclude()
            solution = dialogue.solution
        except NotFound as error:
            if not watch.cancel.is_set():
                raise
            print(f"brillig: {error}", file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None
        refusal = save_solution(solution, output)
        if json:
            print_json(solution.to_json() | to_json(dialogue))
        else:
            print(f"\n{describe(dialogue, solution, flat=not binary)}\n")
            print("\n".join(next_steps(output, Proof.OPEN, asked=dialogue.identified)))
        tell_refusal(refusal, solution, json=json)
        if talk.trouble is not None:
            raise talk.trouble
        if watch.cancel.is_set():
            raise typer.Exit(INTERRUPTED)


def to_json(dialogue: Dialogue) -> dict[str, Any]:
    """What `ask` adds to a solution."""
    return {
        "questions": [judgement.to_json() for judgement in dialogue.judgements],
        "open": dialogue.open,
        "identified": dialogue.identified,
        "candidates": len(dialogue.candidates),
        "exceptions": [" ".join(sentence) for sentence in dialogue.exceptions],
        "hinges": [" ".join(sentence) for sentence in dialogue.hinges()],
        "pending": [" ".join(sentence) for sentence in dialogue.pending],
    }


def describe(dialogue: Dialogue, solution: Solution, *, flat: bool) -> str:
    """How it ended, the grammar, and what remains open."""
    from brillig.problems.telling import describe as tell

    return f"{tell(solution, flat=flat)}\n\n{ending(dialogue)}"


def ending(dialogue: Dialogue) -> str:
    """Why there is nothing more to ask, or what there is."""
    from brillig.limits import Ended
    from brillig.problems.claims import say_early

    asked = count(len(dialogue.judgements), "question")
    if dialogue.identified:
        text = (
            f"Nothing is left to ask after {asked}: {dialogue.assurance}. "
            "What else a speaker would say, no question can rule out."
        )
    else:
        left = "" if dialogue.pending else f" with {count(len(dialogue.candidates), 'candidate')} left"
        more = count(dialogue.open, "question")
        early = "" if dialogue.ended is Ended.CANCELLED else say_early(dialogue.ended)
        text = f"Stopped after {asked}{left}; {more} more if all answers are as expected."
        if dialogue.stopped and not dialogue.open:
            text = f"It gave up after {asked}: no grammar held. This one fits the most answers."
        text = f"{early}. {text}" if early else text
    for title, sentences in (
        ("Contradicted by other answers, and not counted", dialogue.exceptions),
        (
            "Not explained: no grammar that also agrees with these has been found yet",
            [s for s in dialogue.pending if s not in dialogue.exceptions],
        ),
        ("The answers that it hinges on most, worth another look", dialogue.hinges()),
    ):
        if sentences:
            more = f" and {len(sentences) - MAX_NAMED} more" if len(sentences) > MAX_NAMED else ""
            text += f"\n{title}: {'; '.join(' '.join(s) for s in sentences[:MAX_NAMED])}{more}."
    return text


class _Talk:
    """Questions out, answers in; every answer is on the disk before anything follows from it."""

    def __init__(
        self,
        dialogue: Dialogue,
        kept: JudgementFile,
        budget: Budget,
        pause: Brake,
        ctrl_c: CtrlC,
        out: Any,
        most: int | None,
    ) -> None:
        self._dialogue, self._kept, self._budget, self._out = dialogue, kept, budget, out
        self._pause = pause  # holds the time while a person thinks
        self._ctrl_c = ctrl_c
        self._most = most
        self.trouble: BrilligError | None = None

    def _is_over(self) -> bool:
        dialogue = self._dialogue
        full = self._most is not None and dialogue.asked >= self._most
        return dialogue.question is None or full or self._budget.is_set()

    def _say(self, text: str) -> None:
        print(text, file=self._out, flush=True)

    def with_person(self) -> None:
        self._say(f"{self._dialogue.grammar}\n\n{HELP}\n")
        while not self._is_over():
            assert self._dialogue.question is not None
            self._say(f"{len(self._dialogue.judgements) + 1}. {self._dialogue.spoken}")
            answer = self._read_answer()
            if answer == "q":
                return
            if answer == "u":
                self._undo()
            else:
                sentence = self._dialogue.question.sentence
                self._take([sentence], [{"y": True, "n": False, "?": None}[answer]])

    def with_program(self, judge: CommandJudge, batch: int) -> None:
        while not self._is_over():
            question = self._dialogue.question
            assert question is not None
            room = batch if self._most is None else min(batch, self._most - self._dialogue.asked)
            sentences = [question.sentence, *self._dialogue.coming[: room - 1]]
            try:
                answers = judge.answer_all(sentences)
            except BrilligError as error:
                if not self._budget.is_set():
                    self.trouble = error
                return
            number = len(self._dialogue.judgements)
            for sentence, answer in zip(sentences, answers, strict=True):
                number += 1
                said = {True: "yes", False: "no", None: "unknown"}[answer]
                self._say(f"{number}. {' '.join(sentence)}  {said}")
            self._take(sentences, answers)

    def _take(self, sentences: Sequence[Sentence], answers: Sequence[bool | None]) -> None:
        from brillig.workflows.asking.judgements import Answer, Judgement

        dialogue = self._dialogue
        for sentence, answer in zip(sentences, answers, strict=True):
            self._kept.add(Judgement(sentence, Answer.of(answer)))
        dialogue.answer_all(answers)
        for change in dialogue.changes:
            self._say(f"   {change}")

    def _undo(self) -> None:
        if not self._dialogue.judgements:
            self._say("   There is no answer to take back.")
            return
        self._kept.take_back()
        last = self._dialogue.undo()
        self._say(f"   Taken back: {last}")

    def _read_answer(self) -> str:
        """One of y, n, ?, u, q; the end of input, and Ctrl-C, are q."""
        while True:
            print(f"   {PROMPT}", end="", file=self._out, flush=True)
            self._pause.hold()
            try:
                with self._ctrl_c.raising():
                    line = sys.stdin.readline()
            except KeyboardInterrupt:
                line = ""
            finally:
                self._pause.release()
            if not line or self._budget.is_set():
                self._say("")
                return "q"
            answer = line.strip().lower()
            if not sys.stdin.isatty():
                self._say(answer)
            if answer in ("y", "yes", "n", "no", "?", "u", "undo", "q", "quit"):
                return answer[0]
            self._say(f"   {HELP}")
