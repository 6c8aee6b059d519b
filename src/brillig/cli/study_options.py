"""Options that the forms of `study` share."""

from __future__ import annotations

from typing import Annotated

import typer

ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="A Dask scheduler's address, or local:N for N processes here.",
        show_default=False,
    ),
]
