"""`certify`: what else fits the sentences of a solution, and what makes it the answer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from brillig.cli import options
from brillig.cli.application import app
from brillig.cli.groups import option
from brillig.cli.output import print_json
from brillig.cli.reading import ReadingOptions
from brillig.cli.solving import INTERRUPTED, load_solution, watching
from brillig.errors import BrilligError
from brillig.files import refuse_same


@app.command()
def certify(
    solution: options.Solution,
    most: Annotated[int, option("--most", "Stop after N solutions.", min=1, max=1_000_000)] = 1000,
    core: Annotated[
        bool, option("--core/--no-core", "Look for a small set of sentences that already forces the answer.")
    ] = True,
    against: Annotated[
        str | None,
        option(
            "--against FILE",
            "A file of sentences that you consider wrong; report which grammars accept them.",
        ),
    ] = None,
    proof: Annotated[
        Path | None,
        option("--proof PATH", "Write PATH.cnf and PATH.drup, a proof that no other grammar fits."),
    ] = None,
    time_limit: options.TimeLimit = None,
    max_memory: options.Memory = None,
    output: Annotated[Path | None, option("-o --output", "Write an alternative as a solution file.")] = None,
    alternative: Annotated[
        int, option("--alternative", "Number of the alternative that -o writes, counted from 1.", min=1)
    ] = 1,
    json: options.Json = False,
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
