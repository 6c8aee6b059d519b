"""`bench`: the time of an iteration on this machine."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from brillig.cli import options
from brillig.cli.application import app
from brillig.cli.groups import option
from brillig.cli.output import print_json
from brillig.cli.reading import ReadingGroup


@app.command()
def bench(
    files: options.Files,
    *,
    categories: Annotated[int, options.CATEGORIES],
    lexical: Annotated[int, options.LEXICAL],
    rules: Annotated[int, options.RULES],
    homographs: options.Homographs = 0,
    allow: options.Allow = None,
    iterations: Annotated[
        int | None, option("--iterations", "Measure N iterations.", "about a second's", min=1)
    ] = None,
    double: Annotated[bool, option("--double", "Compute in double precision.")] = False,
    seed: options.PlainSeed = 0,
    reading: ReadingGroup,
    json: options.Json = False,
) -> None:
    """Measure the time of one iteration on this machine.

    One core works on all sentences of FILE at once.

    Example: brillig bench sentences.txt -c 8 -l 4 -r 5
    """
    from brillig.engines.concur.measure import measure
    from brillig.problems import STRICT, Problem

    restrictions = options.lift(allow) or STRICT
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
