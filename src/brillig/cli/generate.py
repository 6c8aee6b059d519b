"""`generate` and `sample-data`: sentences of a grammar."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from brillig.cli import options
from brillig.cli.application import app
from brillig.cli.common import resolve
from brillig.cli.groups import argument, option
from brillig.cli.output import data_stream, print_json
from brillig.cli.unused import refuse_unused
from brillig.errors import BrilligError
from brillig.language.spelling import write_sentence
from brillig.limits import ending_after
from brillig.parsing.covering import Cover, cover_grammar, list_sentences
from brillig.parsing.generate import draw
from brillig.parsing.neighbours import find_near

if TYPE_CHECKING:
    from collections.abc import Iterable

    from brillig.language.cfg import Cfg
    from brillig.language.grammar import Grammar
    from brillig.problems.solution import Solution

NumberOption = Annotated[int, option("-n --number", "Number of sentences.", min=1, max=1_000_000)]


@app.command()
def generate(
    context: typer.Context,
    grammar: options.Grammar,
    number: NumberOption = 10,
    seed: options.PlainSeed = 0,
    max_words: Annotated[int, option("--max-words", "At most N words per sentence.", min=1, max=10_000)] = 60,
    max_expansions: Annotated[
        int, option("--max-expansions", "At most N rules per sentence.", min=1, max=1_000_000)
    ] = 10_000,
    weighted: Annotated[
        bool, option("--weighted", "Draw by the probabilities of the solution's rules.")
    ] = False,
    contexts: Annotated[
        bool,
        option(
            "--contexts", "Put words only where the solution's trees have them between the same neighbours."
        ),
    ] = False,
    cover: Annotated[
        Cover | None,
        option("--cover", "Not random: a small set in which every rule, or every pair of rules, occurs."),
    ] = None,
    exhaustive: Annotated[
        int | None, option("--exhaustive", "Not random: all sentences of at most N words.", min=1, max=60)
    ] = None,
    near: Annotated[
        str | None,
        option(
            "--near FILE",
            "Sentences one change away from those of FILE; a star marks those the grammar rejects.",
        ),
    ] = None,
    tokens_apart: Annotated[
        bool, option("--tokens-apart", "Print words with blanks between them, and token classes by name.")
    ] = False,
    time_limit: options.TimeLimit = None,
    json: options.Json = False,
) -> None:
    """Print random sentences of a grammar, one per line.

    Each category takes one of its alternatives, all equally likely; sentences that become too long are drawn
    again, and repeats are kept. With --weighted the alternatives are as likely as in the sentences that the
    solution explains. With --contexts a category becomes only what it became between words of the same
    categories in the solution's trees.

    Sentences of a solution are written as in its file, with the same blanks, capitals and final marks, and
    with values for token classes that were seen there. --cover, --exhaustive and --near print test sentences,
    the shortest first.

    Example: brillig generate solution.json -n 5 --seed 1
    """
    from brillig.parsing.contexts import Contexts, draw_in_context
    from brillig.problems.solution import Solution

    context.with_resource(ending_after(time_limit))
    found = resolve(grammar)
    rules = found.grammar if isinstance(found, Solution) else found
    if weighted and not isinstance(found, Solution):
        raise BrilligError(
            f"--weighted: {grammar} is a grammar without probabilities", hint="name a solution file"
        )
    if contexts and not isinstance(found, Solution):
        raise BrilligError(f"--contexts: {grammar} is a grammar without trees", hint="name a solution file")
    if contexts and weighted:
        raise BrilligError("--contexts and --weighted choose in two ways", hint="leave out one of them")
    chosen = [("--cover", cover), ("--exhaustive", exhaustive), ("--near", near)]
    given = [name for name, value in chosen if value is not None]
    if len(given) > 1:
        raise BrilligError(f"{' and '.join(given)}: give one of them", hint="leave one of them out")
    if given:
        unused = ["max_words", "max_expansions", "weighted", "contexts"] + (
            [] if near is not None else ["number", "seed"]
        )
        refuse_unused(context, unused, f"{given[0]} does not draw")
    reading = found.problem.corpus.reading if isinstance(found, Solution) and not tokens_apart else None
    random = Random(seed)
    lines: Iterable[tuple[tuple[str, ...], bool]]
    if near is not None:
        lines = _near(found, near, number, seed)
    elif cover is not None:
        lines = [(words, True) for words in cover_grammar(rules, cover)]
    elif exhaustive is not None:
        lines = [(words, True) for words in list_sentences(rules, exhaustive)]
    elif contexts and isinstance(found, Solution):
        in_context = draw_in_context(found.grammar, Contexts.of(found.trees), seed, max_words, max_expansions)
        lines = ((words, True) for words in islice(in_context, number))
    else:
        weights = found.rule_weights if weighted and isinstance(found, Solution) else None
        drawn = draw(rules, seed, max_words, max_expansions, weights)
        lines = ((words, True) for words in islice(drawn, number))
    sentences = (("" if right else "*") + write_sentence(words, reading, random) for words, right in lines)
    if json:
        print_json({"grammar": grammar, "seed": seed, "sentences": list(sentences)})
        return
    out = data_stream()
    for sentence in sentences:  # as they come: what ends it early does not take them back
        print(sentence, file=out)


def _near(
    found: Solution | Grammar | Cfg, file: str, number: int, seed: int
) -> list[tuple[tuple[str, ...], bool]]:
    from brillig.language.reading import Reading
    from brillig.language.text import open_source, read_sentences
    from brillig.problems.solution import Solution

    rules = found.grammar if isinstance(found, Solution) else found
    reading = found.reading if isinstance(found, Solution) else Reading()
    corpus = read_sentences([open_source(file)], reading, known=rules.words, one_word=True).corpus
    return find_near(rules, corpus.sentences, number, seed)


@app.command("sample-data")
def sample_data(
    name: Annotated[str, argument("NAME", "toy1, toy2, toy2-past, or one of the classic languages.")],
    number: NumberOption = 10,
    seed: options.PlainSeed = 0,
    json: options.Json = False,
) -> None:
    """Print sentences of a built-in grammar to learn from.

    They are drawn as in the paper. toy1 has prepositional phrases (at most two per sentence), toy2 singular
    and plural, toy2-past also past tense. The classics of grammar inference: brackets1 to brackets3, anbn,
    anbncm, palindromes, marked-palindromes, abn, a2n, sums, shapes, basic-english, adjectives, relatives,
    ambiguous.

    Example: brillig sample-data toy1 -n 20 --seed 7 > sentences.txt
    """
    from brillig.language import builtin, corpus
    from brillig.parsing.generate import generate

    max_words = builtin.MAX_WORDS.get(name, corpus.MAX_WORDS)
    sentences = generate(builtin.builtin(name), number, seed=seed, max_words=max_words)
    if json:
        print_json({"name": name, "seed": seed, "sentences": sentences})
    else:
        print("\n".join(sentences), file=data_stream())
