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
_STOPPING = (signal.SIGINT, signal.SIGTERM)  # what a terminal, or `timeout`, sends to all of a group


class _Worker:
    """A process that answers one request after the other: to start it takes longer than most answers."""

    def __init__(self) -> None:
        self._error = tempfile.TemporaryFile()  # noqa: SIM115 (closed by `end`)
        with _unheard():
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


@contextlib.contextmanager
def _unheard() -> Iterator[None]:
    """A process that begins here hears neither Ctrl-C nor SIGTERM before it asks to; for us both wait, too.

    It is in our group until it has a session of its own, and then it imports before it can ignore anything.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def hear_again() -> None:
    """In the engine's process: Ctrl-C is for the parent, which then ends this one; SIGTERM ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)


_idle: list[_Worker] = []
os.register_at_fork(after_in_child=_idle.clear)  # they belong to the process that started them


@atexit.register
def _end_idle() -> None:
    while _idle:
        _idle.pop().end()


def _begin(request: dict[str, Any]) -> tuple[_Worker, bool]:
    """A process that has the request, and whether it was there before.

    It is a new one where files are written, whose names may be relative.
    """
    while not request.get("proof"):
        try:
            worker = _idle.pop()
        except IndexError:
            break
        try:
            worker.ask(request)
            return worker, True
        except BrokenPipeError:  # it was ended meanwhile
            worker.end()
        except BaseException:
            worker.end()
            raise
    return _begin_anew(request), False


def _begin_anew(request: dict[str, Any]) -> _Worker:
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
        self._request = request
        worker, self._may_be_gone = _begin(request)
        self._selector = selectors.DefaultSelector()
        self._take(worker)
        self._buffer = bytearray()
        self._first_is_last = request.get("most") == 1
        self._answered = self._left = False
        self.ended = False
        self.cut: Ended | None = None  # why its events were not waited for to the end

    def _take(self, worker: _Worker) -> None:
        self._worker, self._process = worker, worker.process
        self._selector.register(worker.answers, selectors.EVENT_READ)

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
        try:
            # Not `read`, which may keep a part of what it took, and of that the selector knows nothing.
            data = os.read(self._worker.answers.fileno(), 1 << 20)
        except BlockingIOError:
            return []
        if not data:
            if not self._may_be_gone:
                raise self._worker.failure()
            self._replace()  # it was ended while it waited, or just as it was asked
            return []
        self._may_be_gone = False
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

    def _replace(self) -> None:
        self._may_be_gone = False
        self._selector.unregister(self._worker.answers)
        self._worker.end()
        self._take(_begin_anew(self._request))

    def events(self, budget: Budget) -> Iterator[dict[str, Any]]:
        """Events until there are no more, or the work has to be stopped."""
        while not self.ended:
            try:
                events = self.poll()
            except BrilligError:
                self.cut = self.stopped(budget)
                if self.cut is None:
                    raise
                return  # whoever stopped us may have ended the process, too
            for event in events:
                yield event
                self.cut = self.stopped(budget)
                if self.cut is not None:  # also where many come at once, and each takes long
                    return
            self.cut = self.stopped(budget)
            if self.cut is not None:
                return
