"""`enlarge`: new rules for new sentences, what is known kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from brillig.cli.answer import VerboseFlag, show_answer
from brillig.cli.common import AllowOption, FilesArgument, JsonFlag, lift, print_json
from brillig.cli.output import save_solution, tell_refusal
from brillig.cli.reading import DEFAULT_READING, ReadingOptions, reads_sentences
from brillig.cli.solving import (
    JobsOption,
    MaxIterationsOption,
    OutputOption,
    SeedOption,
    SolutionArgument,
    TimeLimitOption,
    finish,
    load_solution,
    watching,
)
from brillig.files import refuse_same

if TYPE_CHECKING:
    from brillig.workflows.enlargement import Enlargement


def register(app: typer.Typer) -> None:
    app.command("enlarge")(enlarge)


@reads_sentences
def enlarge(
    solution: SolutionArgument,
    files: FilesArgument,
    allow: AllowOption = None,
    seed: SeedOption = 0,
    max_iterations: MaxIterationsOption = None,
    time_limit: TimeLimitOption = None,
    jobs: JobsOption = None,
    output: OutputOption = None,
    verbose: VerboseFlag = False,
    reading: ReadingOptions = DEFAULT_READING,
    json: JsonFlag = False,
) -> None:
    """Make a grammar larger for new sentences that need new rules, and say what changed, rule by rule.

    What is known stays, with its names. Rules and words are added as bits allow; an old rule goes only where
    that saves bits. Exit status 0 when all sentences, old and new, are explained, 1 when not.

    Example: brillig enlarge solution.json relatives.txt -o larger.json
    """
    from brillig.limits import Limits
    from brillig.workflows.enlargement import refuse_nothing_new, run_enlargement

    refuse_same("-o", output, [solution, *files])
    base = load_solution(solution)
    corpus = reading.read(files, stored=base.reading, known=base.grammar.words, one_word=True)
    refuse_nothing_new(base, corpus)
    with watching() as watch:
        done = run_enlargement(
            base,
            corpus,
            Limits(seed, max_iterations, time_limit, jobs),
            allow=lift(allow, False, False) or None,
            progress=lambda seen: watch.note(str(seen)),
            cancel=watch.cancel,
        )
    outcome = done.outcome
    refusal = save_solution(outcome.solution, output)
    if json:
        print_json(done.to_json())
    else:
        show_answer(outcome, what="larger grammar", more=_changes(done), output=output, verbose=verbose)
    tell_refusal(refusal, outcome.solution, json=json)
    finish(outcome, watch)


def _changes(done: Enlargement) -> list[str]:
    """How much changed, and each change."""
    from brillig.workflows.enlargement import describe_size

    if done.changes is None or done.bits is None:
        return []
    lines = [f"  {line}" for line in done.changes.lines()]
    return [f"{describe_size(done.changes)}; {done.bits.total:.1f} bits{':' if lines else '.'}", *lines]
