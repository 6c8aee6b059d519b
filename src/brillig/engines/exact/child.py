"""Running the exact engine's processes: events as they come, and an end whenever it is wanted."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

from brillig.errors import BrilligError, Option
from brillig.limits import Budget, Ended, resident_memory

_GLANCE = 0.02  # seconds between two looks at the clock and at `cancel`
_CLOSING = 0.1  # seconds that an answered request may still take
_LARGE = 1 << 28  # bytes: a process that has more in use is not kept


class _Worker:
    """A process that answers one request after the other: to start it takes longer than most answers."""

    def __init__(self) -> None:
        self._error = tempfile.TemporaryFile()  # noqa: SIM115 (closed by `end`)
        self.process = subprocess.Popen(
            # -P: without it Python would look for modules in the working folder first.
            [sys.executable, "-P", "-m", "brillig.engines.exact.worker", str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._error,
            start_new_session=True,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._requests, self.answers = self.process.stdin, self.process.stdout
        os.set_blocking(self.answers.fileno(), False)

    def ask(self, request: dict[str, Any]) -> None:
        self._requests.write(json.dumps(request, ensure_ascii=False).encode() + b"\n")
        self._requests.flush()

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self._requests, self.answers, self._error):
            with contextlib.suppress(BrokenPipeError):  # a request that it did not read to its end
                stream.close()

    def failure(self) -> BrilligError:
        """How it ended, though nobody ended it."""
        code = self.process.wait()
        self._error.seek(0)
        lines = self._error.read().decode(errors="replace").strip().splitlines()
        how = f"was ended by signal {-code}" if code < 0 else f"failed with status {code}"
        last = f" ({lines[-1]})" if lines else ""
        hint = ("with a large problem, take fewer sentences (", Option("first"), ")")
        return BrilligError(f"the exact engine's process {how}{last}", hint=hint)


_idle: list[_Worker] = []
os.register_at_fork(after_in_child=_idle.clear)  # they belong to the process that started them


@atexit.register
def _end_idle() -> None:
    while _idle:
        _idle.pop().end()


def _begin(request: dict[str, Any]) -> _Worker:
    """A process that has the request; a new one where files are written, whose names may be relative."""
    while not request.get("proof"):
        try:
            worker = _idle.pop()
        except IndexError:
            break
        try:
            worker.ask(request)
            return worker
        except BrokenPipeError:  # it was ended meanwhile
            worker.end()
        except BaseException:
            worker.end()
            raise
    worker = _Worker()
    try:
        worker.ask(request)
    except BaseException as error:
        raised = worker.failure() if isinstance(error, BrokenPipeError) else error
        worker.end()
        raise raised from None
    return worker


class Child:
    """One request in another process. Use it as a context: on leaving, nobody works on it any more."""

    def __init__(self, request: dict[str, Any]) -> None:
        self._worker = _begin(request)
        self._process = self._worker.process
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._worker.answers, selectors.EVENT_READ)
        self._buffer = bytearray()
        self._first_is_last = request.get("most") == 1
        self._answered = self._left = False
        self.ended = False
        self.cut: Ended | None = None  # why its events were not waited for to the end

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *ended: object) -> None:
        self.kill()

    def kill(self) -> None:
        """End the work now; a process that has done it all waits for the next request."""
        if self._left:
            return
        self._left = True
        try:
            self._let_close()
        finally:
            self._selector.close()
            if self.ended and self._process.poll() is None and resident_memory(self._process.pid) < _LARGE:
                _idle.append(self._worker)
            else:
                self._worker.end()

    def _let_close(self) -> None:
        """After the answer it takes no more than moments until the process is free."""
        until = time.monotonic() + _CLOSING
        with contextlib.suppress(BrilligError):  # the answer is there
            while self._answered and not self.ended and time.monotonic() < until:
                self.poll()

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
        data = self._worker.answers.read(1 << 20)
        if data is None:
            return []
        if not data:
            raise self._worker.failure()
        self._buffer += data
        *lines, rest = self._buffer.split(b"\n")
        self._buffer = rest
        events = [json.loads(line) for line in lines]
        if events and events[-1]["event"] == "free":
            events.pop()
            self.ended = True
        for event in events:
            if event["event"] == "refused":
                raise BrilligError(event["message"], hint=event["hint"] or "")
            if event["event"] == "done" or (event["event"] == "solution" and self._first_is_last):
                self._answered = True
        return events

    def events(self, budget: Budget) -> Iterator[dict[str, Any]]:
        """Events until there are no more, or the work has to be stopped."""
        while not self.ended:
            for event in self.poll():
                yield event
                self.cut = self.stopped(budget)
                if self.cut is not None:  # also where many come at once, and each takes long
                    return
            self.cut = self.stopped(budget)
            if self.cut is not None:
                return
