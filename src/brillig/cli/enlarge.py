"""`enlarge`: new rules for new sentences, what is known kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from brillig.cli.answer import Teller, VerboseFlag
from brillig.cli.common import AllowOption, FilesArgument, JsonFlag, lift
from brillig.cli.reading import ReadingGroup
from brillig.cli.solving import (
    LimitsGroup,
    OutputOption,
    SolutionArgument,
    load_solution,
    watching,
)
from brillig.files import refuse_same

if TYPE_CHECKING:
    from brillig.workflows.enlargement import EnlargementResult


def register(app: typer.Typer) -> None:
    app.command("enlarge")(enlarge)


def enlarge(
    solution: SolutionArgument,
    files: FilesArgument,
    *,
    allow: AllowOption = None,
    limits: LimitsGroup,
    output: OutputOption = None,
    verbose: VerboseFlag = False,
    reading: ReadingGroup,
    json: JsonFlag = False,
) -> None:
    """Add rules for new sentences, and list the changes.

    What is known stays, with its names. Rules and words are added where that takes the fewest bits; an old
    rule is removed only where that saves bits. Exit status 0 when all sentences, old and new, are explained,
    1 when not.

    Example: brillig enlarge solution.json relatives.txt -o larger.json
    """
    from brillig.workflows.enlargement import EnlargementRequest, run_enlargement

    refuse_same("-o", output, [solution, *files])
    request = EnlargementRequest(allow=lift(allow))
    base = load_solution(solution)
    corpus = reading.read(files, stored=base.reading, known=base.grammar.words, one_word=True)
    with watching() as watch:
        result = run_enlargement(request, base, corpus, limits, watch.report, cancel=watch.cancel)
        tell = Teller(watch, output, json, verbose, "larger grammar")
        tell.answer(result, _changes(result))
    tell.end(result)


def _changes(done: EnlargementResult) -> list[str]:
    """How much changed, and each change."""
    from brillig.workflows.enlargement import describe_size

    if done.changes is None or done.bits is None:
        return []
    lines = [f"  {line}" for line in done.changes.lines()]
    return [f"{describe_size(done.changes)}; {done.bits.total:.1f} bits{':' if lines else '.'}", *lines]
