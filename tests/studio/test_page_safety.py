"""Who is let in: host, origin, token, sizes. Spoken to the running server without a browser."""

from __future__ import annotations

import contextlib
import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest

from brillig.studio.safety import MAX_UPLOAD, is_loopback
from studio_browser import Server


def ask(
    url: str, path: str = "/", method: str = "GET", body: bytes | None = None, **headers: str
) -> tuple[int, str, dict[str, str]]:
    """Status, text and headers of an answer."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=20)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), {n.lower(): v for n, v in answer.getheaders()}
    finally:
        connection.close()


def handshake(url: str, **headers: str) -> str:
    """The first line of the answer to the opening of a socket."""
    parts = urlsplit(url)
    lines = {
        "Host": parts.netloc,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    request = "GET /_nicegui_ws/socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n" + "".join(
        f"{name}: {value}\r\n" for name, value in lines.items()
    )
    with socket.create_connection((parts.hostname, parts.port), timeout=10) as connection:
        connection.sendall(f"{request}\r\n".encode())
        return connection.recv(200).decode(errors="replace").split("\r\n")[0]


@pytest.fixture(scope="module")
def guarded() -> Iterator[Server]:
    """A server that listens beyond this machine."""
    running = Server("--host", "0.0.0.0")
    yield running
    running.end()


def test_the_page_is_served_to_this_machine_with_everything_from_this_server(server: Server) -> None:
    status, text, headers = ask(server.url)
    assert status == 200
    assert "Brillig" in text
    assert "http://" not in text.replace("http://www.w3.org", "").replace(server.url, "")
    assert "https://" not in text
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "HttpOnly" in headers["set-cookie"]


def test_another_host_name_is_refused(server: Server) -> None:
    status, text, _ = ask(server.url, Host="evil.example")
    assert status == 421
    assert "this machine only" in text


def test_a_second_origin_reaches_neither_page_nor_socket(server: Server) -> None:
    own = f"http://{urlsplit(server.url).netloc}"
    for origin in ("http://evil.example", "null", own.replace("127.0.0.1", "127.0.0.2"), own + "1"):
        status, text, _ = ask(server.url, Origin=origin)
        assert status == 403
        assert "another site" in text
        assert " 403 " in handshake(server.url, Origin=origin)
    assert " 403 " in handshake(server.url)
    assert " 101 " in handshake(server.url, Origin=own)
    status, _, _ = ask(
        server.url, "/_nicegui_ws/socket.io/?EIO=4&transport=polling", Origin="http://evil.example"
    )
    assert status == 403
    status, _, _ = ask(server.url, Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors")
    assert status == 403


def test_beyond_this_machine_a_token_is_demanded_everywhere(guarded: Server) -> None:
    base = guarded.url.partition("?")[0]
    token = parse_qs(urlsplit(guarded.url).query)["token"][0]
    assert len(token) >= 20
    for path in ("/", "/?token=wrong", "/_nicegui_ws/socket.io/?EIO=4&transport=polling", "/favicon.ico"):
        status, text, _ = ask(base, path)
        assert status == 401
        assert "needs its token" in text
    own = f"http://{urlsplit(base).netloc}"
    assert " 403 " in handshake(base, Origin=own)
    status, _, headers = ask(base, f"/?token={token}")
    assert status == 303
    assert headers["location"] == "/"
    cookie = headers["set-cookie"].partition(";")[0]
    assert ask(base, Cookie=cookie)[0] == 200
    assert " 101 " in handshake(base, Origin=own, Cookie=cookie)
    assert ask(base, Cookie=cookie, Origin="http://evil.example")[0] == 403
    status, _, headers = ask(base, f"//evil.example/?token={token}")
    assert headers.get("location", "/").startswith("/")
    assert not headers.get("location", "/").startswith("//")


def test_what_is_sent_is_bounded_in_size(server: Server) -> None:
    status, text, _ = ask(server.url, "/", "POST", b"x" * (MAX_UPLOAD + 200_000))
    assert status == 413
    assert "MB" in text
    # without a length announced, and never ending
    parts = urlsplit(server.url)
    with socket.create_connection((parts.hostname, parts.port), timeout=20) as connection:
        head = f"POST /nowhere HTTP/1.1\r\nHost: {parts.netloc}\r\nTransfer-Encoding: chunked\r\n\r\n"
        connection.sendall(head.encode())
        sent = 0
        answer = b""
        with contextlib.suppress(OSError):  # the server may hang up, which is right
            while sent < 12 * MAX_UPLOAD:
                connection.sendall(b"10000\r\n" + b"x" * 65536 + b"\r\n")
                sent += 65536
        with contextlib.suppress(OSError):
            answer = connection.recv(4096)
    assert b" 200 " not in answer
    assert ask(server.url)[0] == 200


def test_paths_of_the_browser_reach_no_file(server: Server) -> None:
    for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/_nicegui/static/../../../../etc/passwd"):
        status, text, _ = ask(server.url, path)
        assert "root:" not in text
        assert status in (400, 403, 404)


def test_loopback_is_recognised() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "localhost", "::1", "[::1]", "127.3.2.1")))
    assert not any(map(is_loopback, ("0.0.0.0", "192.168.1.2", "example.org", "", "localhost.evil.example")))


def _studio(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "brillig", "studio", "--no-browser", *options],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def test_wrong_options_are_refused_in_one_line(server: Server) -> None:
    taken = _studio("--port", str(urlsplit(server.url).port))
    assert taken.returncode == 2
    assert "choose another with --port" in taken.stderr
    assert taken.stderr.count("\n") == 1
    short = _studio("--host", "0.0.0.0", "--token", "abc")
    assert short.returncode == 2
    assert "16 characters" in short.stderr


def test_ending_the_server_ends_it_at_once_and_leaves_no_file() -> None:
    running = Server()
    assert ask(running.url)[0] == 200
    began = time.monotonic()
    running.process.terminate()
    running.process.wait(10)
    assert time.monotonic() - began < 6
    assert os.listdir(running.folder) == []
    assert "Traceback" not in running.end()
