"""Options that the forms of `study` share."""

from __future__ import annotations

from typing import Annotated

import typer

ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Address of a Dask scheduler, or local:N for N processes on this machine.",
        show_default=False,
    ),
]
