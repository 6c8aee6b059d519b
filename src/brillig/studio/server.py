"""Serving the page: one process, one port, the guard outermost."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from nicegui import core, ui

from brillig.errors import BrilligError, Option
from brillig.studio.jobs import JobQueue
from brillig.studio.page import register
from brillig.studio.safety import MAX_MESSAGE, AccessRules, Guard
from brillig.studio.tabs import SessionStore
from brillig.studio.tasks import TaskRunner

RECONNECT_SECONDS = 4.0
# A page that has not answered for so long is gone. One that is closed says so itself; on a machine with much
# to do, a page and this server may both be slow to speak.
SILENCE_SECONDS = 30.0


# Where the libraries that hear the browser tell of what went wrong.
_LOGS = ("asyncio", "engineio.server", "nicegui")


@dataclass(frozen=True)
class Address:
    """Where the page is. `token` is None where none is demanded."""

    host: str
    port: int
    token: str | None

    @property
    def url(self) -> str:
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, self.host)
        if ":" in host and not host.startswith("["):
            host = f"[{host}]"
        return f"http://{host}:{self.port}/" + (f"?token={self.token}" if self.token else "")


def serve(
    host: str,
    port: int,
    *,
    token: str | None,
    loopback: bool,
    runs: int | None,
    max_memory: int | None,
    folder: Path,
    ready: Callable[[Address], None],
    ended: Callable[[], None],
) -> None:
    """Serve until told to end (Ctrl-C or SIGTERM); `ready` is called once the port is open, `ended` then.

    Projects are kept in `folder`: for whoever has the token on this machine all of them, elsewhere and
    without a token those of each browser apart.
    """
    sessions = SessionStore(folder, one_owner=loopback and token is not None)
    listening = _listen(host, port)
    address = Address(host, listening.getsockname()[1], token)
    queue = JobQueue(runs, max_memory=max_memory)
    tasks = TaskRunner(queue, sessions)
    register(tasks)
    inner = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    ui.run_with(
        inner,
        title="Brillig",
        favicon=_FAVICON,
        dark=None,
        tailwind=False,
        reconnect_timeout=RECONNECT_SECONDS,
        binding_refresh_interval=None,
        show_welcome_message=False,
    )
    core.sio.eio.max_http_buffer_size = MAX_MESSAGE
    core.sio.eio.cors_allowed_origins = None  # the same origin only; the guard sees to it as well
    for name in _LOGS:
        logging.getLogger(name).addFilter(_say_shortly)
    config = uvicorn.Config(
        Guard(inner, AccessRules(token, loopback, address.port)),
        log_level="warning",
        access_log=False,
        ws_max_size=MAX_MESSAGE,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    server = _Server(config, lambda: ready(address), ended)
    try:
        server.run(sockets=[listening])
    finally:
        queue.close()
        listening.close()


def _say_shortly(record: logging.LogRecord) -> bool:
    """A line for what a library makes of messages that no page sends; what went wrong in here in full."""
    error = record.exc_info[1] if record.exc_info else None
    trace = None if error is None else error.__traceback__
    if error is None or trace is None:
        return True
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__", "").startswith("brillig."):
            return True
        trace = trace.tb_next
    record.msg, record.args = f"The page's library could not handle a message: {error!r:.200}", ()
    record.exc_info = record.exc_text = None
    return True


class _Server(uvicorn.Server):
    """A server that says when it is there, and when it ends."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], ended: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self._ended = ended

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        core.sio.eio.ping_timeout = SILENCE_SECONDS  # here, because the library sets its own as it starts
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._ended()  # here, because a SIGTERM is passed on as soon as the server has ended
        await super().shutdown(sockets)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host.strip("[]"), port))
    except OSError as error:
        listening.close()
        message = f"cannot listen on {host}, port {port} ({error.strerror})"
        hint = ("choose another with ", Option("port"), " or ", Option("host"))
        raise BrilligError(message, hint=hint) from None
    return listening


_FAVICON = (
    '<svg viewBox="0 0 32 32" xmlns="http://www.w3.org/2000/svg"><rect width="32" height="32" rx="7" '
    'fill="#1f6f78"/><path d="M16 7 8 16m8-9 8 9M8 16l-3 8m3-8 4 8m12-8-4 8m4-8 3 8" stroke="#fff" '
    'stroke-width="2.2" fill="none" stroke-linecap="round"/></svg>'
)
