"""Running the exact engine's process: its events as they come, and its end whenever it is wanted."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from types import TracebackType
from typing import Any

from brillig.errors import BrilligError, Option
from brillig.limits import Budget, Ended, resident_memory

_GLANCE = 0.02  # seconds between two looks at the clock and at `cancel`


class Child:
    """One request in a process of its own. Use it as a context: on leaving, the process is gone."""

    def __init__(self, request: dict[str, Any]) -> None:
        self._error = tempfile.TemporaryFile()  # noqa: SIM115 (closed by `kill`)
        with tempfile.TemporaryFile() as given:
            # A file rather than a pipe: writing a large corpus cannot block.
            given.write(json.dumps({**request, "parent": os.getpid()}, ensure_ascii=False).encode())
            given.seek(0)
            self._process = subprocess.Popen(
                # -P: without it Python would look for modules in the working folder first.
                [sys.executable, "-P", "-m", "brillig.engines.exact.worker"],
                stdin=given,
                stdout=subprocess.PIPE,
                stderr=self._error,
                start_new_session=True,
            )
        assert self._process.stdout is not None
        self._output = self._process.stdout
        os.set_blocking(self._output.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._output, selectors.EVENT_READ)
        self._buffer = bytearray()
        self.ended = False
        self.cut: Ended | None = None  # why its events were not waited for to the end

    def __enter__(self) -> Child:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def kill(self) -> None:
        """End the process now."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._selector.close()
        self._output.close()
        self._error.close()

    def stopped(self, budget: Budget) -> Ended | None:
        """Why to stop, or None. While a `Brake` is held this waits, and the process is suspended."""
        if resident_memory(self._process.pid) > budget.limits.memory:
            return Ended.MEMORY
        if budget.held:
            self._process.send_signal(signal.SIGSTOP)
            try:
                return budget.ended()
            finally:
                self._process.send_signal(signal.SIGCONT)
        return budget.ended()

    def poll(self, seconds: float = _GLANCE) -> list[dict[str, Any]]:
        """The events that arrive within `seconds`; `ended` is true after the last."""
        if not self._selector.select(seconds):
            return []
        data = self._output.read(1 << 20)
        if data is None:
            return []
        if not data:
            self.ended = True
            if self._process.wait() != 0:
                raise self._failure()
            return []
        self._buffer += data
        *lines, rest = self._buffer.split(b"\n")
        self._buffer = rest
        events = [json.loads(line) for line in lines]
        for event in events:
            if event["event"] == "refused":
                raise BrilligError(event["message"], hint=event["hint"] or "")
        return events

    def events(self, budget: Budget) -> Iterator[dict[str, Any]]:
        """Events until the process ends, or has to be stopped."""
        while not self.ended:
            for event in self.poll():
                yield event
                self.cut = self.stopped(budget)
                if self.cut is not None:  # also where many come at once, and each takes long
                    return
            self.cut = self.stopped(budget)
            if self.cut is not None:
                return

    def _failure(self) -> BrilligError:
        self._error.seek(0)
        lines = self._error.read().decode(errors="replace").strip().splitlines()
        code = self._process.returncode
        how = f"was ended by signal {-code}" if code < 0 else f"failed with status {code}"
        last = f" ({lines[-1]})" if lines else ""
        hint = ("with a large problem, take fewer sentences (", Option("first"), ")")
        return BrilligError(f"the exact engine's process {how}{last}", hint=hint)
