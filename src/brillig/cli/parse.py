"""`parse`: is each sentence accepted, and with which tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from brillig.cli.common import (
    CorpusArgument,
    GrammarArgument,
    JsonFlag,
    print_json,
    resolve,
)
from brillig.cli.reading import DEFAULT_READING, ReadingOptions, reads_sentences

if TYPE_CHECKING:
    from brillig.language.cfg import Cfg
    from brillig.language.corpus import Corpus
    from brillig.language.grammar import Grammar


def register(app: typer.Typer) -> None:
    app.command("parse")(parse)


@reads_sentences
def parse(
    grammar: GrammarArgument,
    file: CorpusArgument,
    trees: Annotated[
        int, typer.Option("--trees", "-k", min=0, max=1000, help="Show at most N trees of each sentence.")
    ] = 1,
    reading: ReadingOptions = DEFAULT_READING,
    json: JsonFlag = False,
) -> None:
    """Say of each sentence whether the grammar accepts it, with its tree.

    Sentences for a solution are read as its own were, unless the options say otherwise. Exit status 0 when
    all are accepted, and starred ones rejected; 1 when not.

    Example: brillig sample-data toy1 -n 3 | brillig parse toy1 -
    """
    from brillig.problems.solution import Solution

    named = resolve(grammar)
    stored = named.reading if isinstance(named, Solution) else None
    found = named.grammar if isinstance(named, Solution) else named
    corpus = reading.read(file, stored=stored, known=found.words, one_word=True, starred_only=True)
    corpus.refuse_unused()
    wrong = _report_json(found, corpus) if json else _report(found, corpus, trees)
    if wrong:
        raise typer.Exit(1)


def _report_json(grammar: Grammar | Cfg, corpus: Corpus) -> int:
    from brillig.parsing.cyk import accepts_all, count_all, parse_corpus

    counts = count_all(grammar, corpus.sentences)
    trees = parse_corpus(grammar, corpus.sentences)
    rejected = counts.count(0)
    starred = accepts_all(grammar, corpus.rejected)
    data: dict[str, Any] = {
        "accepted": len(corpus) - rejected,
        "rejected": rejected,
        "sentences": [
            {
                "text": text,
                "accepted": count > 0,
                "trees": count,
                "tree": tree.to_json() if tree is not None else None,
            }
            for text, count, tree in zip(corpus.texts(), counts, trees, strict=True)
        ],
    }
    if corpus.rejected:
        data["starred"] = [
            {"text": " ".join(sentence), "accepted": accepted}
            for sentence, accepted in zip(corpus.rejected, starred, strict=True)
        ]
    print_json(data)
    return rejected + sum(starred)


def _report(grammar: Grammar | Cfg, corpus: Corpus, most: int) -> int:
    from brillig.language.tree import pretty
    from brillig.parsing.cyk import accepts_all, count_all, parse_all

    counts = count_all(grammar, corpus.sentences)
    for sentence, text, count in zip(corpus.sentences, corpus.texts(), counts, strict=True):
        if count == 0:
            print(f"rejected  {text}{_unknown(grammar, sentence)}")
            continue
        print(f"accepted  {text}{f'   ({count} trees)' if count > 1 else ''}")
        for tree in parse_all(grammar, sentence, most):
            print(pretty(tree, indent="    "))
    starred = accepts_all(grammar, corpus.rejected)
    for sentence, accepted in zip(corpus.rejected, starred, strict=True):
        print(f"{'accepted' if accepted else 'rejected'}  *{' '.join(sentence)}   (starred)")
    rejected = counts.count(0)
    repeats = f"; {corpus.repeats} of them repeats" if corpus.repeats else ""
    if len(corpus):
        print(f"{len(corpus) - rejected} of {len(corpus)} sentences accepted{repeats}")
    if starred:
        print(f"{len(starred) - sum(starred)} of {len(starred)} starred sentences rejected")
    return rejected + sum(starred)


def _unknown(grammar: Grammar | Cfg, sentence: tuple[str, ...]) -> str:
    known = set(grammar.words)
    unknown = [word for word in dict.fromkeys(sentence) if word not in known]
    return f"   (unknown: {', '.join(unknown)})" if unknown else ""
