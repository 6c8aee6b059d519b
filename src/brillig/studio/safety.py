"""Who may speak to the page, and how much: token, host, origin, and bounds on what is sent.

It is the outermost layer of the server, so nothing behind it sees a request that it refuses. A refusal is a
sentence.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import re
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from brillig.errors import BrilligError

REMEMBER_SECONDS = 400 * 24 * 3600  # a browser keeps the name that its projects are kept under
MAX_TEXT = 200_000  # characters pasted into a field
MAX_UPLOAD = 4 * 1024 * 1024  # bytes of a file
MAX_MESSAGE = 6 * 1024 * 1024  # bytes of one message on the socket: a file in base64 and some room
BODY_SECONDS = 30.0
MAX_DRAINED = 32 * 1024 * 1024
DRAIN_SECONDS = 5.0

MIN_TOKEN = 16  # characters
_TOKEN = re.compile(r"[A-Za-z0-9_-]+")
_LENGTH = re.compile(r"[0-9]{1,12}")

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

# Everything comes from this server. The library compiles its templates in the browser, hence unsafe-eval; no
# text of a user ever becomes a script or a template.
_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; "
    "base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)
# Lax, not Strict: a link in a mail has to open the page. Whatever changes something checks the origin.
_COOKIE = "Path=/; HttpOnly; SameSite=Lax"
_HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that listens there."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def new_token() -> str:
    return secrets.token_urlsafe(24)


def check_token(token: str) -> str:
    """The token itself, or a refusal where it would be guessed or could not stand in an address."""
    if len(token) < MIN_TOKEN:
        hint = "take a longer one, or leave it out"
        raise BrilligError(f"it is shorter than {MIN_TOKEN} characters", hint=hint, field="token")
    if not _TOKEN.fullmatch(token):
        hint = "use letters, digits, - and _"
        raise BrilligError("it has characters that an address does not", hint=hint, field="token")
    return token


@dataclass(frozen=True)
class AccessRules:
    """What is demanded: a token (None: none), and on loopback a host name that means this machine.

    Cookies know no ports, so the port is part of their names: two studios on one machine are two.
    """

    token: str | None
    loopback: bool
    port: int

    @property
    def token_cookie(self) -> str:
        return f"brillig_token_{self.port}"

    @property
    def browser_cookie(self) -> str:
        return f"brillig_browser_{self.port}"


class Guard:
    """The application with every request checked."""

    def __init__(self, app: App, rules: AccessRules) -> None:
        self.app = app
        self._rules = rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
        }
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(scope, receive, send, *refusal)
            return
        if self._rules.token is not None and scope["type"] == "http" and (there := self._welcome(scope)):
            await _redirect(send, there, f"{self._rules.token_cookie}={self._rules.token}")
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        length = headers.get("content-length", "0")
        if not _LENGTH.fullmatch(length) or int(length) > MAX_UPLOAD + 65536:
            await _drain(receive)
            await _refuse(scope, receive, send, 413, _TOO_LARGE)
            return
        cookies = _cookies(headers)
        browser = cookies.get(self._rules.browser_cookie, "")
        fresh = None
        if not _is_key(browser):
            browser = secrets.token_urlsafe(16)
            fresh = f"{self._rules.browser_cookie}={browser}; Max-Age={REMEMBER_SECONDS}"
        scope["brillig_browser"] = browser
        bounded = _Body(receive)
        try:
            await self.app(scope, bounded, _with_headers(send, fresh))
        except _BodyRefusedError as error:
            if error.status == 413:
                await _drain(receive)
            await _refuse(scope, receive, send, error.status, str(error))

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        """Status and sentence for a request that is not served."""
        host = headers.get("host", "")
        name = _host_name(f"//{host}")
        if name is None:
            return 400, "The address of this page is not one; open the address that `brillig studio` printed."
        if self._rules.loopback and not is_loopback(name):
            return (
                421,
                "This page is served to this machine only; open it as http://127.0.0.1 or http://localhost.",
            )
        origin = headers.get("origin")
        if origin is not None and (_host_name(origin) is None or urlsplit(origin).netloc != host):
            return 403, "This page was asked for by another site; open it in its own tab."
        if scope["type"] == "websocket" and origin is None:
            return 403, "This socket is for the page itself; open the page in a browser."
        if headers.get("sec-fetch-site") == "cross-site" and headers.get("sec-fetch-mode") != "navigate":
            return 403, "This page was asked for by another site; open it in its own tab."
        if self._rules.token is not None and not self._has_token(scope, headers):
            return (
                401,
                "This page needs its token; open the address that `brillig studio` printed when it started.",
            )
        return None

    def _has_token(self, scope: Scope, headers: dict[str, str]) -> bool:
        assert self._rules.token is not None
        given = [_cookies(headers).get(self._rules.token_cookie, "")]
        if scope["type"] == "http":
            given.append(dict(_query(scope)).get("token", ""))
        return any(secrets.compare_digest(g.encode(), self._rules.token.encode()) for g in given)

    def _welcome(self, scope: Scope) -> str | None:
        """Where to go on without the token in the address bar; None when it is not there."""
        query = _query(scope)
        if "token" not in dict(query):
            return None
        rest = urlencode([(name, value) for name, value in query if name != "token"])
        path: str = scope["path"]
        return "/" + path.lstrip("/") + (f"?{rest}" if rest else "")


_TOO_LARGE = f"More than {MAX_UPLOAD >> 20} MB; take a smaller file, or the command line for large ones."


class _BodyRefusedError(Exception):
    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class _Body:
    """What is sent with a request, bounded in size and in time."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._size = 0
        self._complete = False
        self._deadline = asyncio.get_running_loop().time() + BODY_SECONDS

    async def __call__(self) -> MutableMapping[str, Any]:
        if self._complete:
            return await self._receive()  # now it waits for the end of the connection, however long that is
        left = self._deadline - asyncio.get_running_loop().time()
        try:
            message = await asyncio.wait_for(self._receive(), max(0.01, left))
        except TimeoutError:
            raise _BodyRefusedError(
                408, f"The file took longer than {BODY_SECONDS:.0f} s; try again."
            ) from None
        if message["type"] == "http.request":
            self._size += len(message.get("body", b""))
            self._complete = not message.get("more_body", False)
            if self._size > MAX_UPLOAD + 65536:
                raise _BodyRefusedError(413, _TOO_LARGE)
        return message


def _host_name(address: str) -> str | None:
    """Whose address it is, `` where it does not say; None for what is no address, such as `//[`."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return None


def _query(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)


def _cookies(headers: dict[str, str]) -> dict[str, str]:
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(headers.get("cookie", "")).items()}
    except CookieError:
        return {}


def _is_key(text: str) -> bool:
    return 16 <= len(text) <= 64 and text.replace("-", "").replace("_", "").isalnum() and text.isascii()


def _with_headers(send: Send, cookie: str | None) -> Send:
    """Sends on, with the safety headers added, and a name for the browser where it has none yet."""

    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", []), *_HEADERS]
            if cookie is not None:
                headers.append((b"set-cookie", f"{cookie}; {_COOKIE}".encode()))
            message = {**message, "headers": headers}
        await send(message)

    return sending


async def _redirect(send: Send, there: str, cookie: str) -> None:
    headers = [
        (b"location", quote(there, safe="/?&=%").encode("ascii")),
        (b"set-cookie", f"{cookie}; {_COOKIE}".encode()),
    ]
    await send({"type": "http.response.start", "status": 303, "headers": [*headers, *_HEADERS]})
    await send({"type": "http.response.body", "body": b""})


async def _drain(receive: Receive) -> None:
    """Take in some more of what is too large, and throw it away: who still sends does not hear the answer."""
    size = 0
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_SECONDS):
            while size < MAX_DRAINED:
                message = await receive()
                size += len(message.get("body", b""))
                if message["type"] != "http.request" or not message.get("more_body", False):
                    return


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
    if scope["type"] == "websocket":
        await receive()  # the handshake
        await send({"type": "websocket.close", "code": 1008, "reason": sentence[:120]})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"), *_HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"Brillig: {sentence}\n".encode()})
