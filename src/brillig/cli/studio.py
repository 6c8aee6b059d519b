"""`studio`: the page to learn a grammar on."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from brillig.errors import BrilligError

DEFAULT_PORT = 8712


def register(app: typer.Typer) -> None:
    app.command("studio")(studio)


def studio(
    host: Annotated[
        str, typer.Option("--host", help="Where to listen. Beyond this machine, the page needs a token.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="0 takes any free one.")
    ] = DEFAULT_PORT,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    token: Annotated[
        str | None,
        typer.Option(
            "--token", envvar="BRILLIG_TOKEN", help="The token to demand (default: a new one if needed)."
        ),
    ] = None,
    runs: Annotated[
        int | None, typer.Option("--runs", min=1, max=64, help="Runs at a time (default: one a core).")
    ] = None,
) -> None:
    """Open the page in a browser: find, draw, judge, certify, refine and extend grammars.

    It serves this machine only, unless --host says otherwise; then it demands a token, which is part of the
    address that it prints. Ctrl-C ends it.

    Example: brillig studio
    """
    from brillig.studio.safety import is_loopback, new_token

    # The page's library would otherwise leave a folder for data that this page does not keep.
    os.environ.setdefault("NICEGUI_STORAGE_PATH", os.devnull)
    try:
        from brillig.studio.server import Address, serve
    except ImportError as error:
        if error.name is None or not error.name.startswith(("nicegui", "fastapi", "uvicorn")):
            raise
        raise BrilligError("the page needs NiceGUI; install it with: pip install 'brillig[studio]'") from None
    loopback = is_loopback(host)
    if token is not None and len(token) < 16:
        raise BrilligError("--token is shorter than 16 characters; take a longer one, or leave it out")
    if not loopback and token is None:
        token = new_token()

    def ready(address: Address) -> None:
        print(f"Brillig studio: {address.url}  (Ctrl-C ends it)", flush=True)
        if not no_browser:
            import webbrowser

            webbrowser.open(address.url)

    serve(host, port, token=token, loopback=loopback, runs=runs, ready=ready)
