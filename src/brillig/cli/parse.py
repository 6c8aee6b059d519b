"""`parse`: is each sentence accepted, and with which tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from brillig.cli.common import (
    DEFAULT_MAX_SENTENCE_WORDS,
    CorpusArgument,
    FoldCaseFlag,
    GrammarArgument,
    JsonFlag,
    KeepFinalFlag,
    MaxSentenceWordsOption,
    load_corpus,
    print_json,
    resolve_grammar,
)

if TYPE_CHECKING:
    from brillig.language.cfg import Cfg
    from brillig.language.corpus import Corpus
    from brillig.language.grammar import Grammar


def register(app: typer.Typer) -> None:
    app.command("parse")(parse)


def parse(
    grammar: GrammarArgument,
    file: CorpusArgument,
    trees: Annotated[
        int, typer.Option("--trees", "-k", min=0, max=1000, help="Show at most N trees of each sentence.")
    ] = 1,
    keep_final: KeepFinalFlag = False,
    fold_case: FoldCaseFlag = False,
    max_sentence_words: MaxSentenceWordsOption = DEFAULT_MAX_SENTENCE_WORDS,
    json: JsonFlag = False,
) -> None:
    """Say of each sentence whether the grammar accepts it, with its tree.

    Exit status 0 when all are accepted, 1 when some are not.

    Example: brillig sample-data toy1 -n 3 | brillig parse toy1 -
    """
    found = resolve_grammar(grammar)
    corpus = load_corpus(file, keep_final, fold_case, max_sentence_words)
    rejected = _report_json(found, corpus) if json else _report(found, corpus, trees)
    if rejected:
        raise typer.Exit(1)


def _report_json(grammar: Grammar | Cfg, corpus: Corpus) -> int:
    from brillig.parsing.cyk import count_all, parse_corpus

    counts = count_all(grammar, corpus.sentences)
    trees = parse_corpus(grammar, corpus.sentences)
    rejected = counts.count(0)
    print_json(
        {
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
    )
    return rejected


def _report(grammar: Grammar | Cfg, corpus: Corpus, most: int) -> int:
    from brillig.language.tree import pretty
    from brillig.parsing.cyk import count_all, parse_all

    counts = count_all(grammar, corpus.sentences)
    for sentence, text, count in zip(corpus.sentences, corpus.texts(), counts, strict=True):
        if count == 0:
            print(f"rejected  {text}{_unknown(grammar, sentence)}")
            continue
        print(f"accepted  {text}{f'   ({count} trees)' if count > 1 else ''}")
        for tree in parse_all(grammar, sentence, most):
            print(pretty(tree, indent="    "))
    rejected = counts.count(0)
    repeats = f"; {corpus.repeats} of them repeats" if corpus.repeats else ""
    print(f"{len(corpus) - rejected} of {len(corpus)} sentences accepted{repeats}")
    return rejected


def _unknown(grammar: Grammar | Cfg, sentence: tuple[str, ...]) -> str:
    known = set(grammar.words)
    unknown = [word for word in dict.fromkeys(sentence) if word not in known]
    return f"   (unknown: {', '.join(unknown)})" if unknown else ""
