"""`score`: bits per word of sentences under the probabilities of a grammar's rules."""

from __future__ import annotations

import typer

from brillig.cli import options
from brillig.cli.application import app
from brillig.cli.common import resolve
from brillig.cli.output import print_json
from brillig.cli.reading import ReadingGroup
from brillig.limits import ending_after


@app.command()
def score(
    context: typer.Context,
    grammar: options.Grammar,
    files: options.Files,
    *,
    reading: ReadingGroup,
    time_limit: options.TimeLimit = None,
    json: options.Json = False,
) -> None:
    """Score a grammar on new sentences, in bits per word.

    The bits are those of the rules' probabilities, summed over all trees of a sentence. For a solution, three
    simple models learned from its sentences are scored for comparison: word frequencies, word bigrams, and
    class bigrams. All are scored on the sentences that the grammar accepts; sentences with unknown words are
    counted separately. Without probabilities, the alternatives of a category are equally likely. Exit status
    1 when no sentence is accepted.

    Example: brillig score solution.json held-out.txt
    """
    from brillig.problems.solution import Solution
    from brillig.workflows.scoring import score_corpus

    context.with_resource(ending_after(time_limit))
    named = resolve(grammar)
    stored = named.reading if isinstance(named, Solution) else None
    rules = named.grammar if isinstance(named, Solution) else named
    corpus = reading.read(files, stored=stored, known=rules.words, one_word=True)
    corpus.refuse_unused()
    found = score_corpus(named, corpus)
    if json:
        print_json(found.to_json())
    else:
        print(found)
    if not found.accepted:
        raise typer.Exit(1)
