"""`compare`: precision and recall of a grammar against a known one."""

from __future__ import annotations

from typing import Annotated

import typer

from brillig.cli.common import GrammarArgument, JsonFlag, SeedOption, print_json, resolve


def register(app: typer.Typer) -> None:
    app.command("compare")(compare)


def compare(
    grammar: GrammarArgument,
    truth: Annotated[
        str,
        typer.Argument(metavar="TRUTH", help="The true grammar, named in the same ways.", show_default=False),
    ],
    strings: Annotated[
        int, typer.Option("-n", "--strings", min=1, max=1_000_000, help="Strings drawn from each.")
    ] = 1000,
    seed: SeedOption = 0,
    json: JsonFlag = False,
) -> None:
    """Compare a grammar with the true one.

    precision: the share of strings drawn from GRAMMAR that TRUTH parses. recall: the share of strings drawn
    from TRUTH that GRAMMAR parses. The recall cap is the share of the latter without unknown words: the most
    that recall can be with these words.

    Example: brillig compare solution.json toy1
    """
    from brillig.api import compare

    found = compare(resolve(grammar), resolve(truth), strings=strings, seed=seed)
    if json:
        print_json(found.to_json())
        return
    print(
        f"precision   {found.precision:.3f}   of {strings} strings drawn from {grammar}, {truth} parses these"
    )
    print(f"recall      {found.recall:.3f}   of {strings} strings drawn from {truth}, {grammar} parses these")
    print(f"F1          {found.f1:.3f}")
    print(f"recall cap  {found.recall_cap:.3f}   the share of those with known words only")
