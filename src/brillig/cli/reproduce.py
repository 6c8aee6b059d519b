"""`reproduce`: the paper's tables and figures, which a package of its own runs."""

from __future__ import annotations

import typer

from brillig.cli.application import app

_ANYTHING = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}


@app.command(context_settings=_ANYTHING)
def reproduce(context: typer.Context) -> None:
    """Reproduce the paper's tables and figures.

    Run the experiments, print the results beside the paper's figures, and write a report.

    Example: brillig reproduce table4 --quick -o reproduction
    """
    from brillig.api.using import load_extension

    command = typer.main.get_command(load_extension("commands", "reproduce"))
    raise typer.Exit(
        command.main(args=context.args, prog_name=context.command_path, standalone_mode=False) or 0
    )
