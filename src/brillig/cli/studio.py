"""`studio`: the page to learn a grammar on."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from html import escape
from pathlib import Path
from typing import Annotated

from brillig.cli import options
from brillig.cli.application import app
from brillig.cli.groups import option
from brillig.errors import BrilligError

DEFAULT_PORT = 8712


@app.command()
def studio(
    host: Annotated[str, option("--host", "Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, option("--port", "Port; 0 takes any free one.", min=0, max=65535)] = DEFAULT_PORT,
    no_browser: Annotated[bool, option("--no-browser", "Do not open a browser.")] = False,
    token: Annotated[
        str | None, option("--token T", "The token that visitors need.", "a new one", envvar="BRILLIG_TOKEN")
    ] = None,
    no_token: Annotated[
        bool,
        option("--no-token", "Require no token: anyone with an account on this machine can use the page."),
    ] = False,
    runs: Annotated[
        int | None,
        option("--runs", "Maximum number of runs at a time (default: one per core).", min=1, max=64),
    ] = None,
    max_memory: options.Memory = None,
    folder: Annotated[
        Path | None,
        option(
            "--folder DIR", "Folder in which projects are kept.", "brillig/projects in the user's data folder"
        ),
    ] = None,
) -> None:
    """Open Brillig's page in the browser.

    Learn, draw, judge, certify, refine and extend grammars there. The page is served to this machine only,
    unless --host says otherwise, and requires a token, which is part of the address that is printed and
    opened. Sentences, grammars and answers are saved as you go, in one folder per project, in plain files
    that the other commands read. Ctrl-C ends it.

    Example: brillig studio
    """
    from brillig.studio.safety import check_token, is_loopback, new_token

    loopback = is_loopback(host)
    if no_token and token is not None:
        raise BrilligError("--token and --no-token: give one of them")
    if no_token and not loopback:
        raise BrilligError("--no-token is for this machine only", hint="leave it out, or leave out --host")
    demanded = None if no_token else new_token() if token is None else check_token(token)

    # The page's library would otherwise leave a folder for data that this page does not keep.
    os.environ.setdefault("NICEGUI_STORAGE_PATH", os.devnull)
    try:
        from brillig.studio.projects import default_folder
        from brillig.studio.server import Address, serve
    except ImportError as error:
        if error.name is None or not error.name.startswith(("nicegui", "fastapi", "uvicorn")):
            raise
        raise BrilligError(
            "the page needs NiceGUI", hint="install it with: pip install 'brillig[studio]'"
        ) from None

    with ExitStack() as until_the_end:

        def ready(address: Address) -> None:
            print(f"Brillig studio: {address.url}  (Ctrl-C ends it)", flush=True)
            if not no_browser:
                import webbrowser

                webbrowser.open(until_the_end.enter_context(_leading_to(address.url)))

        serve(
            host,
            port,
            token=demanded,
            loopback=loopback,
            runs=runs,
            max_memory=max_memory,
            folder=default_folder() if folder is None else folder,
            ready=ready,
            ended=until_the_end.close,
        )


@contextmanager
def _leading_to(url: str) -> Iterator[str]:
    """The address of a file that leads on to `url`, and that nobody else can read.

    A browser's command line, which everyone on the machine can see, would show the token.
    """
    handle, name = tempfile.mkstemp(prefix="brillig-", suffix=".html")
    with os.fdopen(handle, "w") as file:
        file.write(
            f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={escape(url)}">'
            f'<title>Brillig</title><a href="{escape(url)}">Brillig studio</a>\n'
        )
    try:
        yield Path(name).as_uri()
    finally:
        Path(name).unlink(missing_ok=True)
