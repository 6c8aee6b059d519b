"""`generate` and `sample-data`: sentences of a grammar."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

import typer

from brillig.cli.common import GrammarArgument, JsonFlag, SeedOption, print_json, resolve
from brillig.cli.output import data_stream
from brillig.errors import BrilligError

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
    weighted: Annotated[
        bool, typer.Option("--weighted", help="With the probabilities of a solution's rules.")
    ] = False,
    contexts: Annotated[
        bool, typer.Option("--contexts", help="Only what a solution's trees have between the same words.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Print random sentences of a grammar, one a line, repeats kept.

    Each category takes one of its alternatives, all equally likely; longer sentences are drawn again. With
    --weighted they are as likely as in the sentences that a solution explains. With --contexts a category
    becomes only what it became between words of the same categories in a solution's trees.

    Example: brillig generate solution.json -n 5 --seed 1
    """
    from brillig.parsing.contexts import Contexts, draw_in_context
    from brillig.parsing.generate import generate
    from brillig.problems.solution import Solution

    found = resolve(grammar)
    if weighted and not isinstance(found, Solution):
        raise BrilligError(
            f"--weighted: {grammar} is a grammar without probabilities", hint="name a solution file"
        )
    if contexts:
        if not isinstance(found, Solution):
            raise BrilligError(
                f"--contexts: {grammar} is a grammar without trees", hint="name a solution file"
            )
        if weighted:
            raise BrilligError("--contexts and --weighted choose in two ways", hint="leave out one of them")
        drawn = draw_in_context(found.grammar, Contexts.of(found.trees), seed, max_words, max_expansions)
        sentences = [" ".join(sentence) for sentence in islice(drawn, number)]
    else:
        sentences = generate(
            found.grammar if isinstance(found, Solution) else found,
            number,
            seed=seed,
            max_words=max_words,
            max_expansions=max_expansions,
            weights=found.rule_weights if weighted and isinstance(found, Solution) else None,
        )
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
