"""The page without a browser: its socket spoken to directly, by many at once or as no browser speaks."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import secrets
import time
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any
from urllib.parse import urlencode, urlsplit

from websockets.sync.client import connect
from websockets.typing import Origin

Element = dict[str, Any]


class BarePage:
    """One tab. `cookie` is that of the browser it is in; a new one where there is none."""

    def __init__(self, url: str, cookie: str = "", tab: str = "") -> None:
        self.place = urlsplit(url)
        self.tab = tab or secrets.token_hex(8)
        status, html, headers = self._get(cookie)
        assert status == 200, f"{status}: {html[:200]}"
        self.cookie = cookie or headers["set-cookie"].partition(";")[0]
        self.client = str(re.search(r"client_id['\"]: ?['\"]([0-9a-f-]+)", unescape(html))[1])  # type: ignore[index]
        query = {
            "client_id": self.client,
            "tab_id": self.tab,
            "document_id": secrets.token_hex(8),
            "next_message_id": 0,
            "implicit_handshake": "true",
            "EIO": 4,
            "transport": "websocket",
        }
        self._stack = contextlib.ExitStack()
        self._socket = self._stack.enter_context(
            connect(
                f"ws://{self.place.netloc}/_nicegui_ws/socket.io/?{urlencode(query)}",
                origin=Origin(f"http://{self.place.netloc}"),
                additional_headers={"Cookie": self.cookie},
                max_size=None,
                open_timeout=60,
            )
        )
        self._socket.send("40")
        self.elements: dict[str, Element] = {}
        self.scripts: list[str] = []
        self.handshake: dict[str, Any] = {}  # what the server says of itself first

    def _get(self, cookie: str) -> tuple[int, str, dict[str, str]]:
        connection = http.client.HTTPConnection(self.place.hostname or "", self.place.port, timeout=60)
        try:
            connection.request("GET", "/", headers={"Cookie": cookie} if cookie else {})
            answer = connection.getresponse()
            text = answer.read().decode()
            return answer.status, text, {name.lower(): value for name, value in answer.getheaders()}
        finally:
            connection.close()

    # -- hearing ----------------------------------------------------------------------------------------

    def hear(self, seconds: float = 0.2) -> None:
        """Take in what comes for a while."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                self._take(str(self._socket.recv(timeout=left)))
            except TimeoutError:
                return

    def _take(self, packet: str) -> None:
        if packet == "2":
            self._socket.send("3")
        elif packet.startswith("0{"):
            self.handshake = json.loads(packet[1:])
        elif packet.startswith("42"):
            name, data = json.loads(packet[2:])
            if name == "update":
                for number, element in data.items():
                    if element is None:
                        self.elements.pop(number, None)
                    elif number != "_id":
                        self.elements[number] = element
            elif name == "run_javascript":
                self.scripts.append(str(data["code"]))

    def wait(self, look: Callable[[], object], what: str, seconds: float = 60.0) -> None:
        until = time.monotonic() + seconds
        while not look():
            if time.monotonic() > until:
                raise AssertionError(f"waited {seconds} s for {what}")
            self.hear(0.05)

    def find(self, name: str) -> Element | None:
        """The element of a role or a label, with its number as `id`."""
        for number, element in self.elements.items():
            props = element.get("props", {})
            if name in (props.get("data-role"), props.get("aria-label")):
                return {**element, "id": number}
        return None

    def text(self, name: str) -> str:
        """What is to be read at a role; empty where it is not there."""
        return str((self.find(name) or {}).get("text") or "")

    def is_asleep(self, name: str) -> bool:
        """Whether a button is not there or takes no clicks."""
        element = self.find(name)
        return element is None or bool(element["props"].get("disable"))

    def texts(self) -> Iterator[str]:
        """Everything that is to be read."""
        for element in self.elements.values():
            props = element.get("props", {})
            for text in (element.get("text"), *(props.get(name) for name in ("label", "model-value"))):
                if isinstance(text, str):
                    yield text

    # -- saying -----------------------------------------------------------------------------------------

    def say(self, name: str, event: str, *values: object) -> None:
        """Send an event of an element, whatever its state."""
        element = self.find(name) or {}
        listeners = [one for one in element.get("events", ()) if one["type"] == event]
        assert listeners, f"{name} has no {event}, only {[one['type'] for one in element.get('events', ())]}"
        for listener in listeners:
            self.send("event", self.event(int(element["id"]), listener["listener_id"], *values))

    def write(self, text: str) -> None:
        """Put sentences into the box."""
        self.say("Sentences, one per line", "update:value", text)

    def event(self, element: object, listener: object, *values: object) -> dict[str, object]:
        values = tuple(json.dumps(value) for value in values)
        return {"id": element, "client_id": self.client, "listener_id": listener, "args": list(values)}

    def send(self, name: str, message: object) -> None:
        self.send_raw(f"42{json.dumps([name, message])}")

    def send_raw(self, packet: str | bytes) -> None:
        self._socket.send(packet)

    def end(self) -> None:
        self._stack.close()
