"""`enlarge`: new rules for new sentences, what is known kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from brillig.cli.answer import CUT
from brillig.cli.common import AllowOption, CorpusArgument, JsonFlag, lift, print_json
from brillig.cli.output import save_solution, tell_refusal
from brillig.cli.reading import DEFAULT_READING, ReadingOptions, reads_sentences
from brillig.cli.solving import (
    JobsOption,
    MaxIterationsOption,
    OutputOption,
    SeedOption,
    SolutionArgument,
    TimeLimitOption,
    describe_run,
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
    file: CorpusArgument,
    allow: AllowOption = None,
    seed: SeedOption = 0,
    max_iterations: MaxIterationsOption = None,
    time_limit: TimeLimitOption = None,
    jobs: JobsOption = None,
    output: OutputOption = None,
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

    refuse_same("-o", output, [solution, file])
    base = load_solution(solution)
    corpus = reading.read(file, stored=base.reading, known=base.grammar.words, one_word=True)
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
        _show(done)
    tell_refusal(refusal, outcome.solution, json=json)
    finish(outcome, watch)


def _show(done: Enlargement) -> None:
    from brillig.workflows.enlargement import describe_size

    outcome = done.outcome
    if outcome.solution is None or done.changes is None or done.bits is None:
        print(f"{outcome.status.value}: {outcome.reason}")
    else:
        print(outcome.solution.grammar)
        print(f"\n{describe_size(done.changes)}:")
        print("\n".join(f"  {line}" for line in done.changes.lines()) or "  nothing changed")
        print(f"\n{len(outcome.solution.trees)} sentences explained, {done.bits.total:.1f} bits")
        if outcome.ended in CUT:
            print(f"{CUT[outcome.ended]}: this is the best grammar so far.")
    print(f"\n{describe_run(outcome)}")
