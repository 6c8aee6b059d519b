"""`parse`: is each sentence accepted, and with which tree."""

from __future__ import annotations

from typing import Annotated

import typer

from brillig.cli.common import (
    FilesArgument,
    GrammarArgument,
    JsonFlag,
    print_json,
    resolve,
)
from brillig.cli.reading import ReadingGroup
from brillig.cli.solving import TimeLimitOption
from brillig.cli.unused import refuse_unused
from brillig.errors import BrilligError
from brillig.limits import ending_after


def register(app: typer.Typer) -> None:
    app.command("parse")(parse)


def parse(
    context: typer.Context,
    grammar: GrammarArgument,
    files: FilesArgument,
    *,
    trees: Annotated[
        int, typer.Option("--trees", "-k", min=0, max=1000, help="Show at most N trees per sentence.")
    ] = 1,
    best: Annotated[
        bool,
        typer.Option(
            "--best", help="Show the most probable tree under the solution's probabilities, and its bits."
        ),
    ] = False,
    all_trees: Annotated[
        bool, typer.Option("--all-trees", help="With --best: also show the total probability of all trees.")
    ] = False,
    reading: ReadingGroup,
    time_limit: TimeLimitOption = None,
    json: JsonFlag = False,
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
