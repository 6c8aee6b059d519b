"""The application that every command adds itself to, with `@app.command()`."""

from __future__ import annotations

from typing import Annotated

import typer

from brillig.cli.groups import option

app = typer.Typer(
    name="brillig",
    help="Learn a readable context-free grammar from a handful of sentences.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from brillig import __version__

        print(f"brillig {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _brillig(
    context: typer.Context,
    version: Annotated[
        bool, option("--version", "Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
