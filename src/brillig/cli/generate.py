"""`generate` and `sample-data`: sentences of a grammar."""

from __future__ import annotations

from typing import Annotated

import typer

from brillig.cli.common import GrammarArgument, JsonFlag, SeedOption, print_json, resolve_grammar
from brillig.cli.output import data_stream

NumberOption = Annotated[int, typer.Option("-n", "--number", min=1, max=1_000_000, help="How many.")]


def register(app: typer.Typer) -> None:
    app.command("generate")(generate)
    app.command("sample-data")(sample_data)


def generate(
    grammar: GrammarArgument,
    number: NumberOption = 10,
    seed: SeedOption = 0,
    max_words: Annotated[
        int, typer.Option("--max-words", min=1, max=10_000, help="At most N words per sentence.")
    ] = 60,
    max_expansions: Annotated[
        int, typer.Option("--max-expansions", min=1, max=1_000_000, help="At most N rules per sentence.")
    ] = 10_000,
    json: JsonFlag = False,
) -> None:
    """Print random sentences of a grammar, one a line, repeats kept.

    Each category takes one of its alternatives, all equally likely; longer sentences are drawn again.

    Example: brillig generate solution.json -n 5 --seed 1
    """
    from brillig.parsing.generate import generate

    found = resolve_grammar(grammar)
    sentences = generate(found, number, seed=seed, max_words=max_words, max_expansions=max_expansions)
    if json:
        print_json({"grammar": grammar, "seed": seed, "sentences": sentences})
    else:
        print("\n".join(sentences), file=data_stream())


def sample_data(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="toy1, toy2, toy2-past or a classic.", show_default=False)
    ],
    number: NumberOption = 10,
    seed: SeedOption = 0,
    json: JsonFlag = False,
) -> None:
    """Print sentences of a built-in grammar, drawn the paper's way: data to learn from.

    toy1 has prepositional phrases (at most two a sentence), toy2 singular and plural, toy2-past also past
    tense. The classics of grammar inference: brackets1 to brackets3, anbn, anbncm, palindromes,
    marked-palindromes, abn, a2n, sums, shapes, basic-english, adjectives, relatives, ambiguous.

    Example: brillig sample-data toy1 -n 20 --seed 7 > sentences.txt
    """
    from brillig.language.builtin import builtin
    from brillig.language.classics import CLASSICS
    from brillig.language.corpus import MAX_WORDS
    from brillig.parsing.generate import generate

    max_words = CLASSICS[name].max_words if name in CLASSICS else MAX_WORDS
    sentences = generate(builtin(name), number, seed=seed, max_words=max_words)
    if json:
        print_json({"name": name, "seed": seed, "sentences": sentences})
    else:
        print("\n".join(sentences), file=data_stream())
