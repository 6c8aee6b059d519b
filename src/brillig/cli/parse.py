"""`parse`: is each sentence accepted, and with which tree."""

from __future__ import annotations

from typing import Annotated

import typer

from brillig.cli import options
from brillig.cli.application import app
from brillig.cli.common import resolve
from brillig.cli.groups import option
from brillig.cli.output import print_json
from brillig.cli.reading import ReadingGroup
from brillig.cli.unused import refuse_unused
from brillig.errors import BrilligError
from brillig.limits import ending_after


@app.command()
def parse(
    context: typer.Context,
    grammar: options.Grammar,
    files: options.Files,
    *,
    trees: Annotated[int, option("--trees -k", "Show at most N trees per sentence.", min=0, max=1000)] = 1,
    best: Annotated[
        bool,
        option("--best", "Show the most probable tree under the solution's probabilities, and its bits."),
    ] = False,
    all_trees: Annotated[
        bool, option("--all-trees", "With --best: also show the total probability of all trees.")
    ] = False,
    reading: ReadingGroup,
    time_limit: options.TimeLimit = None,
    json: options.Json = False,
) -> None:
    """Parse sentences, and show their trees.

    For a rejected sentence, `parse` names the longest pieces that have a tree but that no rule joins.
    Sentences are read as those of the solution were, unless the options say otherwise. Exit status 0 when all
    are accepted, and starred ones rejected; 1 when not.

    Example: brillig sample-data toy1 -n 3 | brillig parse toy1 -
    """
    from brillig.parsing.report import parse_report
    from brillig.problems.solution import Solution

    context.with_resource(ending_after(time_limit))
    if json:
        refuse_unused(context, ["trees"], "--json has one tree of each sentence", "leave one of them out")
    named = resolve(grammar)
    stored = named.reading if isinstance(named, Solution) else None
    rules = named.grammar if isinstance(named, Solution) else named
    corpus = reading.read(
        files, stored=stored, known=rules.words, one_word=True, starred_only=True, long_aside=False
    )
    corpus.refuse_unused()
    if best:
        refuse_unused(context, ["trees"], "--best is one tree of each sentence", "leave one of them out")
        if not isinstance(named, Solution):
            raise BrilligError(
                f"--best: {grammar} is a grammar without probabilities", hint="name a solution file"
            )
    elif all_trees:
        message = "--all-trees: only --best shows probabilities"
        raise BrilligError(message, hint="add --best")
    weights = named.rule_weights if best and isinstance(named, Solution) else None
    found = parse_report(rules, corpus, 1 if json else trees, weights, all_trees=all_trees)
    if json:
        print_json(found.to_json())
    else:
        print(found)
    if found.wrong:
        raise typer.Exit(1)
