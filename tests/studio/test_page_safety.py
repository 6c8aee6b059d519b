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
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from brillig.studio.safety import MAX_UPLOAD, is_loopback
from command import brillig
from studio_browser import Browser, Server

TOKEN = "an-old_Token-of-ours"


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
    """A server that listens beyond this machine, with a token of one's own."""
    running = Server("--host", "0.0.0.0", "--token", TOKEN, warm=True)
    yield running
    assert "Traceback" not in running.end()


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
    assert guarded.url.endswith(f"?token={TOKEN}")
    for path in ("/", "/?token=wrong", "/_nicegui_ws/socket.io/?EIO=4&transport=polling", "/favicon.ico"):
        status, text, _ = ask(base, path)
        assert status == 401
        assert "needs its token" in text
    own = f"http://{urlsplit(base).netloc}"
    assert " 403 " in handshake(base, Origin=own)
    status, _, headers = ask(base, f"/?token={TOKEN}")
    assert status == 303
    assert headers["location"] == "/"
    cookie = headers["set-cookie"].partition(";")[0]
    assert ask(base, Cookie=cookie)[0] == 200
    assert " 101 " in handshake(base, Origin=own, Cookie=cookie)
    assert ask(base, Cookie=cookie, Origin="http://evil.example")[0] == 403
    status, _, headers = ask(base, f"//evil.example/?token={TOKEN}")
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
    return brillig("studio", "--no-browser", *options)


def test_wrong_options_are_refused_in_one_line(server: Server) -> None:
    taken = _studio("--port", str(urlsplit(server.url).port))
    assert taken.returncode == 2
    assert "choose another with --port" in taken.stderr
    assert taken.stderr.count("\n") == 1
    short = _studio("--host", "0.0.0.0", "--token", "abc")
    assert short.returncode == 2
    assert "16 characters" in short.stderr
    for options in (
        ("--token", "a token with blanks!"),
        ("--token", "x" * 20, "--no-token"),
        ("--host", "0.0.0.0", "--no-token"),
    ):
        refused = _studio(*options)
        assert refused.returncode == 2
        assert refused.stderr.count("\n") == 1
        assert "token" in refused.stderr


def test_addresses_that_are_none_are_refused_and_not_stumbled_over(server: Server) -> None:
    """Raw requests: a client library would not send them."""
    parts = urlsplit(server.url)
    for header, value in [
        ("Host", "["),
        ("Host", "[::1"),
        ("Host", "]"),
        ("Host", "127.0.0.1:99999999"),
        ("Host", "a@b[c"),
        ("Host", "\u212b.example"),
        ("Origin", "http://["),
        ("Origin", "["),
        ("Origin", "\xff"),
        ("Cookie", "brillig_token_1=\xff\x01; =;;"),
        ("Content-Length", "\xb2"),
        ("Content-Length", "9" * 5000),
    ]:
        lines = {"Host": parts.netloc, "Connection": "close"} | {header: value}
        head = "GET / HTTP/1.1\r\n" + "".join(f"{name}: {text}\r\n" for name, text in lines.items())
        with socket.create_connection((parts.hostname, parts.port), timeout=20) as connection:
            connection.sendall(f"{head}\r\n".encode("utf-8" if value.startswith("\u212b") else "latin-1"))
            answer = connection.recv(200).decode(errors="replace").split("\r\n")[0]
        assert answer.split()[1] in ("200", "400", "403", "413", "421"), (header, value, answer)
        if value in ("[", "[::1", "http://["):
            assert answer.split()[1] in ("400", "403"), (header, value, answer)
    assert ask(server.url)[0] == 200


def test_another_person_on_this_machine_needs_the_token(browser: Browser) -> None:
    running = Server(warm=True)
    try:
        base = running.url.partition("?")[0]
        (token,) = parse_qs(urlsplit(running.url).query)["token"]
        assert len(token) >= 20
        for path in (
            "/",
            "/?token=",
            f"/?token={token[:-1]}",
            "/_nicegui_ws/socket.io/?EIO=4&transport=polling",
        ):
            status, text, _ = ask(base, path)
            assert (status, "needs its token" in text) == (401, True), path
        assert " 403 " in handshake(base, Origin=base.rstrip("/"))
        status, _, headers = ask(base, f"/?token={token}")
        assert (status, headers["location"]) == (303, "/"), "the token leaves the address bar"
        assert "HttpOnly" in headers["set-cookie"]
        cookie = headers["set-cookie"].partition(";")[0]
        assert ask(base, Cookie=cookie)[0] == 200
        assert " 101 " in handshake(base, Origin=base.rstrip("/"), Cookie=cookie)
        # the printed address leads the browser in
        browser.driver.get(running.url)
        assert "token" not in browser.driver.current_url
        assert "Brillig" in browser.driver.page_source
        browser.driver.get(base)  # the cookie is enough
        assert "needs its token" not in browser.driver.page_source
    finally:
        began = time.monotonic()
        running.process.terminate()
        running.process.wait(10)
        assert time.monotonic() - began < 6, "it ends at once, also with a page open"
        assert os.listdir(running.folder) == []
        assert "Traceback" not in running.end()


def test_the_opened_browser_carries_the_token_and_its_command_line_does_not(tmp_path: Path) -> None:
    """A browser of our own writes down how it was called, and what stands in the file that it was given."""
    seen, program = tmp_path / "seen", tmp_path / "browser"
    program.write_text(f"#!{sys.executable}\n" + OPENED.format(seen=str(seen)))
    program.chmod(0o755)
    process = subprocess.Popen(
        [sys.executable, "-m", "brillig", "studio", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "BROWSER": f"{program} %s"},
    )
    try:
        assert process.stdout is not None
        url = process.stdout.readline().split()[2]
        for _ in range(200):
            if seen.exists() and seen.read_text().endswith("end"):
                break
            time.sleep(0.1)
        called, mode, content, _ = seen.read_text().split("\n", 3)
        token = url.partition("token=")[2]
        assert len(token) >= 20
        assert token not in called
        assert mode == "0o600"
        assert url in content
    finally:
        process.terminate()
        process.wait(10)
    assert not Path(urlsplit(called).path).exists()


OPENED = """
import os, pathlib, sys, urllib.parse
path = pathlib.Path(urllib.parse.urlsplit(sys.argv[1]).path)
content = path.read_text().replace(chr(10), " ")
lines = sys.argv[1], oct(path.stat().st_mode & 0o777), content, "end"
pathlib.Path({seen!r}).write_text(chr(10).join(lines))
"""
