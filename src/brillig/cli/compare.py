"""`compare`: precision and recall of a grammar against a known one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brillig.cli import options
from brillig.cli.application import app
from brillig.cli.common import resolve
from brillig.cli.groups import argument, option
from brillig.cli.output import print_json
from brillig.limits import ending_after

if TYPE_CHECKING:
    from brillig.language.cfg import Cfg
    from brillig.language.grammar import Grammar
    from brillig.parsing.structure import Structure
    from brillig.problems.solution import Solution


@app.command()
def compare(
    context: typer.Context,
    grammar: options.Grammar,
    truth: Annotated[
        str, argument("TRUTH", "The true grammar: a solution file, an NLTK .cfg file, or a built-in name.")
    ],
    strings: Annotated[
        int, option("-n --strings", "Number of strings to draw from each grammar.", min=1, max=1_000_000)
    ] = 1000,
    treebank: Annotated[
        Path | None,
        option(
            "--treebank FILE",
            "Also compare trees and word classes with those of a bracketed, tagged or CoNLL-U file.",
        ),
    ] = None,
    seed: options.PlainSeed = 0,
    time_limit: options.TimeLimit = None,
    json: options.Json = False,
) -> None:
    """Compare a grammar with the true one.

    Precision is the share of strings drawn from GRAMMAR that TRUTH accepts; recall is the share of strings
    drawn from TRUTH that GRAMMAR accepts. The recall cap is the highest recall possible with the words that
    GRAMMAR knows. Bracketing F1 compares the constituents of two or more words in the trees of strings that
    both accept, or of the treebank's sentences (in CoNLL-U: a word with all its dependents); right-branching,
    left-branching and random trees are scored for comparison. Purity is the share of words whose true
    category is the commonest one in their class.

    Example: brillig compare solution.json toy1
    """
    from brillig.api.using import compare

    context.with_resource(ending_after(time_limit))
    named = resolve(grammar)
    found = compare(named, resolve(truth), strings=strings, seed=seed)
    if treebank is not None:
        found = replace(found, structure=_compare_treebank(named, treebank))
    if json:
        print_json(found.to_json())
        return
    print(
        f"precision   {found.precision:.3f}   of {strings} strings drawn from {grammar}, {truth} parses these"
    )
    print(f"recall      {found.recall:.3f}   of {strings} strings drawn from {truth}, {grammar} parses these")
    print(f"F1          {found.f1:.3f}")
    print(f"recall cap  {found.recall_cap:.3f}   the share of those with known words only")
    structure = found.structure
    where = f"trees of {structure.sentences} sentences that both parse"
    if treebank is not None:
        where = f"trees of {structure.sentences} sentences of {treebank}"
    if structure.bracketing_f1 is not None:
        print(f"brackets    {structure.bracketing_f1:.3f}   F1 of constituents, {where}")
    for name, f1 in structure.baselines:
        print(f"            {f1:.3f}   the same of {name} trees")
    if structure.purity is not None:
        print(f"purity      {structure.purity:.3f}   words with the true category of most in their class")


def _compare_treebank(named: Solution | Grammar | Cfg, path: Path) -> Structure:
    """Against sentences with brackets and tags, their words read as a solution's own sentences were."""
    from brillig.language.reading import Reading
    from brillig.language.text import open_source, read_sentences
    from brillig.parsing.structure import compare_treebank
    from brillig.problems.solution import Solution

    rules = named.grammar if isinstance(named, Solution) else named
    weights = named.rule_weights if isinstance(named, Solution) else None
    stored = named.reading if isinstance(named, Solution) else Reading()
    reading = replace(stored, tags=True, brackets=True)
    corpus = read_sentences([open_source(path)], reading, known=rules.words, one_word=True).corpus
    return compare_treebank(rules, corpus, weights)
