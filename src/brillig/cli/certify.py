"""`certify`: what else fits the sentences of a solution, and what makes it the answer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from brillig.cli.common import JsonFlag, print_json
from brillig.cli.reading import ReadingOptions
from brillig.cli.solving import (
    INTERRUPTED,
    MemoryOption,
    SolutionArgument,
    TimeLimitOption,
    load_solution,
    watching,
)
from brillig.errors import BrilligError
from brillig.files import refuse_same


def register(app: typer.Typer) -> None:
    app.command("certify")(certify)


def certify(
    solution: SolutionArgument,
    most: Annotated[int, typer.Option("--most", min=1, max=1_000_000, help="Stop after N solutions.")] = 1000,
    core: Annotated[
        bool,
        typer.Option(
            "--core/--no-core", help="Look for a small set of sentences that already forces the answer."
        ),
    ] = True,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="FILE",
            help="A file of sentences that you consider wrong; report which grammars accept them.",
            show_default=False,
        ),
    ] = None,
    proof: Annotated[
        Path | None,
        typer.Option(
            "--proof",
            metavar="PATH",
            help="Write PATH.cnf and PATH.drup, a proof that no other grammar fits.",
            show_default=False,
        ),
    ] = None,
    time_limit: TimeLimitOption = None,
    max_memory: MemoryOption = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Write an alternative as a solution file.", show_default=False),
    ] = None,
    alternative: Annotated[
        int,
        typer.Option(
            "--alternative", min=1, help="Number of the alternative that -o writes, counted from 1."
        ),
    ] = 1,
    json: JsonFlag = False,
) -> None:
    """Prove whether a solution is the only one.

    Find every other grammar that fits the sentences, and say whether it has the same language. A grammar fits
    if it satisfies all settings of the solution's problem and none of its rules can be left out. Exit status
    0 when all grammars that fit have one language, 1 when they differ or when that could not be decided.

    Example: brillig certify solution.json
    """
    from brillig.limits import Limits
    from brillig.workflows.certificate import certify

    for ending in (".cnf", ".drup"):
        refuse_same("--proof", None if proof is None else f"{proof}{ending}", [solution, against])
    refuse_same("-o", output, [solution, against])
    given = load_solution(solution)
    wrong = (
        ()
        if against is None
        else ReadingOptions()
        .read(against, stored=given.reading, known=given.grammar.words, one_word=True)
        .sentences
    )
    with watching() as watch:
        found = certify(
            given,
            Limits(time_limit=time_limit, max_memory=max_memory),
            most=most,
            core=core,
            against=wrong,
            proof=None if proof is None else str(proof.absolute()),
            note=lambda text: watch.note(f"{text} ..."),
            cancel=watch.cancel,
        )
    if json:
        print_json(found.to_json())
    else:
        print(found)
    if output is not None:
        found.adopt(alternative).save(output)
    if found.proof is not None and "error" in found.proof:
        raise BrilligError(found.proof["error"])
    if watch.cancel.is_set():
        raise typer.Exit(INTERRUPTED)
    if not found.complete or found.languages > 1:
        raise typer.Exit(1)
