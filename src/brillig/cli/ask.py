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
    from brillig.language.corpus import Sentence
    from brillig.limits import Brake, Budget, CtrlC
    from brillig.problems.solution import Solution
    from brillig.workflows.asking.dialogue import Dialogue
    from brillig.workflows.asking.judges import Turn

MAX_NAMED = 5
FURTHER = "`brillig infer` on the sentences and the file of answers together may find one."
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
    from brillig.workflows.asking.judges import CommandJudge
    from brillig.workflows.asking.request import AskRequest, run_asking
    from brillig.workflows.presenting import resolve_names

    if judgements is None:
        if files[0] == "-":
            raise BrilligError("--judgements: sentences from standard input have no name", hint="give a file")
        judgements = Path(f"{files[0]}.judgements")
    request = AskRequest(
        program=oracle is not None,
        questions=questions,
        batch=batch,
        judgements=judgements,
        given=read_given(given),
        names=resolve_names(names),
    )
    if "-" in files and oracle is None:
        raise BrilligError("-: sentences come from standard input, and so would answers", hint="give a file")
    refuse_same("-o", output, [*files, judgements])
    refuse_same("--judgements", judgements, files)
    corpus = reading.of_at_most(MAX_ASKED_WORDS).read(files, one_word=True)
    with ExitStack() as stack:
        watch = stack.enter_context(watching())
        pause = Brake()
        budget = Budget(Limits(seed, None, time_limit, jobs, max_memory), (watch.cancel, pause))
        program = None if oracle is None else stack.enter_context(CommandJudge(oracle, cancel=budget))
        try:
            dialogue = request.begin(corpus, budget)
            person = _Person(dialogue, budget, pause, watch.cancel, sys.stderr if json else sys.stdout)
            if program is None:
                person.say(f"{dialogue.grammar}\n\n{HELP}\n")
            result = run_asking(request, dialogue, program or person, cancel=budget, tell=person.say)
            solution = result.solution
        except NotFound as error:
            if not watch.cancel.is_set():
                raise
            print(f"brillig: {error}", file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None
        refusal = save_solution(solution, output)
        if json:
            print_json(result.to_json())
        else:
            print(f"\n{describe(dialogue, solution, flat=not binary)}\n")
            asked, as_read = dialogue.identified, corpus.reading
            print("\n".join(next_steps(output, Proof.OPEN, asked=asked, files=files, reading=as_read)))
        tell_refusal(refusal, solution, json=json)
        if result.trouble is not None:
            raise result.trouble
        if watch.cancel.is_set():
            raise typer.Exit(INTERRUPTED)


def describe(dialogue: Dialogue, solution: Solution, *, flat: bool) -> str:
    """How it ended, the grammar, and what remains open."""
    from brillig.problems.telling import describe as tell

    left = dialogue.unexplained
    missing = (
        f"This grammar does not agree with {count(len(left), 'sentence')} of yours: see below.\n\n"
        if left
        else ""
    )
    return f"{missing}{tell(solution, flat=flat)}\n\n{ending(dialogue)}"


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
        if dialogue.unexplained and not dialogue.open:
            text = f"Not finished after {asked}: no grammar that agrees with all answers was found. {FURTHER}"
        if dialogue.stopped and not dialogue.open:
            text = f"It gave up after {asked}: no grammar held. This one fits the most answers."
        text = f"{early}. {text}" if early else text
    for title, sentences in (
        ("Contradicted by other answers, and not counted", dialogue.exceptions),
        ("This grammar says something else of these", dialogue.unexplained),
        ("The answers that it hinges on most, worth another look", dialogue.hinges()),
    ):
        if sentences:
            more = f" and {len(sentences) - MAX_NAMED} more" if len(sentences) > MAX_NAMED else ""
            text += f"\n{title}: {'; '.join(' '.join(s) for s in sentences[:MAX_NAMED])}{more}."
    return text


class _Person:
    """A person at a terminal as the judge."""

    def __init__(self, dialogue: Dialogue, budget: Budget, pause: Brake, ctrl_c: CtrlC, out: Any) -> None:
        self._dialogue, self._budget, self._out = dialogue, budget, out
        self._pause = pause  # holds the time while a person thinks
        self._ctrl_c = ctrl_c

    def say(self, text: str) -> None:
        print(text, file=self._out, flush=True)

    def __call__(self, sentence: Sentence) -> bool | Turn | None:
        from brillig.workflows.asking.judges import Turn

        self.say(f"{len(self._dialogue.judgements) + 1}. {self._dialogue.spoken}")
        answers = {"y": True, "n": False, "?": None, "u": Turn.UNDO, "q": Turn.QUIT}
        return answers[self._read_answer()]

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
                self.say("")
                return "q"
            answer = line.strip().lower()
            if not sys.stdin.isatty():
                self.say(answer)
            if answer in ("y", "yes", "n", "no", "?", "u", "undo", "q", "quit"):
                return answer[0]
            self.say(f"   {HELP}")
