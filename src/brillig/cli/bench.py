"""`bench`: the time of an iteration on this machine."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from brillig.cli.common import (
    AllowOption,
    FilesArgument,
    HomographsOption,
    JsonFlag,
    SeedOption,
    lift,
    print_json,
)
from brillig.cli.reading import ReadingGroup


def register(app: typer.Typer) -> None:
    app.command("bench")(bench)


def bench(
    files: FilesArgument,
    *,
    categories: Annotated[
        int, typer.Option("-c", "--categories", help="Number of categories (c), including S.")
    ],
    lexical: Annotated[
        int, typer.Option("-l", "--lexical", help="Minimum number of categories that hold only words (c_l).")
    ],
    rules: Annotated[int, typer.Option("-r", "--rules", help="Maximum number of syntactic rules (r_s).")],
    homographs: HomographsOption = 0,
    allow: AllowOption = None,
    iterations: Annotated[
        int | None,
        typer.Option("--iterations", min=1, help="Measure N iterations.", show_default="about a second's"),
    ] = None,
    double: Annotated[bool, typer.Option("--double", help="Compute in double precision.")] = False,
    seed: SeedOption = 0,
    reading: ReadingGroup,
    json: JsonFlag = False,
) -> None:
    """Measure the time of one iteration on this machine.

    One core works on all sentences of FILE at once.

    Example: brillig bench sentences.txt -c 8 -l 4 -r 5
    """
    from brillig.engines.concur.measure import measure
    from brillig.problems import STRICT, Problem

    restrictions = lift(allow) or STRICT
    one_word = not restrictions.root_without_words
    corpus = reading.read(files, one_word=one_word)
    problem = Problem(corpus, categories, lexical, rules, homographs, restrictions)
    found = measure(problem, iterations=iterations, seed=seed, double=double)
    if json:
        print_json(asdict(found))
    else:
        print(
            f"{found.microseconds_per_iteration:.2f} microseconds per iteration: "
            f"{found.sentences} sentences, {found.transitions} transitions, {found.variables} variables"
        )
