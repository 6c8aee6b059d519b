"""`score`: bits a word of sentences under the probabilities of a grammar's rules."""

from __future__ import annotations

import typer

from brillig.cli.common import FilesArgument, GrammarArgument, JsonFlag, print_json, resolve
from brillig.cli.reading import DEFAULT_READING, ReadingOptions, reads_sentences


def register(app: typer.Typer) -> None:
    app.command("score")(score)


@reads_sentences
def score(
    grammar: GrammarArgument,
    files: FilesArgument,
    reading: ReadingOptions = DEFAULT_READING,
    json: JsonFlag = False,
) -> None:
    """Say how many bits a word the sentences take under the rules' probabilities, all trees summed.

    Beside it, for a solution, are simple models learned from its sentences: words alone, words after one
    another, and classes of words after one another; all on the sentences that the grammar accepts. Sentences
    with words that it does not have are counted apart. A grammar without probabilities takes its alternatives
    as equally likely. Exit status 1 when no sentence is accepted.

    Example: brillig score solution.json held-out.txt
    """
    from brillig.problems.solution import Solution
    from brillig.workflows.scoring import score_corpus

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
