"""Who answers: a function, a person at a terminal, or another program."""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from enum import Enum
from typing import IO

from brillig.errors import BrilligError
from brillig.language.corpus import Sentence
from brillig.limits import Cancel


class Turn(Enum):
    """What a person may say instead of an answer."""

    UNDO = "undo"
    QUIT = "quit"


# What a judge says of a sentence: right, wrong, or None where it cannot tell.
Judge = Callable[[Sentence], bool | Turn | None]

SECONDS = 30.0  # for one answer of a program
LOOK_UP = 0.1  # seconds between looks at whether to stop
YES, NO = frozenset(("yes", "y", "true", "1")), frozenset(("no", "n", "false", "0"))
UNKNOWN = frozenset(("?", "unknown"))


class CommandJudge:
    """Another program as the judge; use it as a context, on leaving the program is ended.

    It is started once and answers `yes` or `no` a line to a sentence a line. With `{}` among its words it is
    run for each sentence instead, `{}` being a file with the sentence, and exit status 0 means yes. Whoever
    sets `cancel` is not kept waiting for an answer.
    """

    def __init__(self, command: str, seconds: float = SECONDS, cancel: Cancel | None = None) -> None:
        self._text = command
        self._seconds = seconds
        self._cancel = cancel
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            message = f"{command!r}: {error}"
            raise BrilligError(message, hint="check the quotes", field="judge") from None
        if not self._words:
            raise BrilligError("an empty command", hint="name a program", field="judge")
        self._each = any("{}" in word for word in self._words)
        self._process: subprocess.Popen[bytes] | None = None
        self._buffer = b""

    def __enter__(self) -> CommandJudge:
        return self

    def __exit__(self, *ended: object) -> None:
        self.close()

    def close(self) -> None:
        """End the program."""
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                _close(stream)
        self._process = None

    def __call__(self, sentence: Sentence) -> bool | None:
        text = " ".join(sentence)
        return self._run_for(text) if self._each else self._ask(text)

    def answer_all(self, sentences: Sequence[Sentence]) -> list[bool | None]:
        """The answers to several sentences; all of them go out before the first answer comes in."""
        if self._each or len(sentences) == 1:
            return [self(sentence) for sentence in sentences]
        texts = [" ".join(sentence) for sentence in sentences]
        process = self._process or self._start()
        self._send(process, "\n".join(texts), texts[0])
        return [self._read(process, text) for text in texts]

    def _run_for(self, text: str) -> bool:
        with tempfile.TemporaryDirectory(prefix="brillig-") as folder:
            path = os.path.join(folder, "sentence.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text + "\n")
            words = [word.replace("{}", path) for word in self._words]
            quiet = subprocess.DEVNULL
            try:
                process = subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet)
            except OSError as error:
                raise self._trouble(f"cannot be run ({error.strerror})", text) from None
            try:
                code = self._wait_for(process, text)
            finally:
                if process.poll() is None:
                    process.kill()
                    process.wait()
        if code < 0:
            raise self._trouble(f"was ended by signal {-code}", text)
        return code == 0

    def _wait_for(self, process: subprocess.Popen[bytes], text: str) -> int:
        deadline = time.monotonic() + self._seconds
        while True:
            try:
                return process.wait(self._moment(deadline, "end", text))
            except subprocess.TimeoutExpired:
                continue

    def _moment(self, deadline: float, what: str, text: str) -> float:
        """How long to wait before looking up again; refused when time is up, or somebody wants to stop."""
        left = deadline - time.monotonic()
        if self._cancel is not None and self._cancel.is_set():
            raise self._trouble(f"no {what} before it was stopped", text)
        if left <= 0:
            raise self._trouble(f"no {what} within {self._seconds:g} s", text)
        return min(left, LOOK_UP)

    def _ask(self, text: str) -> bool | None:
        process = self._process or self._start()
        self._send(process, text, text)
        return self._read(process, text)

    def _send(self, process: subprocess.Popen[bytes], lines: str, text: str) -> None:
        """Write the lines; a program that does not read them keeps nobody waiting."""
        assert process.stdin is not None
        self._refuse_more(process, text)
        handle, data = process.stdin.fileno(), lines.encode() + b"\n"
        os.set_blocking(handle, False)
        deadline = time.monotonic() + self._seconds
        with selectors.DefaultSelector() as selector:
            selector.register(handle, selectors.EVENT_WRITE)
            while data:
                if selector.select(self._moment(deadline, "reading", text)):
                    try:
                        data = data[os.write(handle, data) :]
                    except OSError:
                        raise self._trouble(self._how_it_ended(process), text) from None

    def _refuse_more(self, process: subprocess.Popen[bytes], text: str) -> None:
        """Refuse lines that answer nothing: whatever came after them would be taken for another answer."""
        assert process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            if selector.select(0):
                self._buffer += os.read(process.stdout.fileno(), 4096)
        if self._buffer.strip():
            raise self._trouble("gave more answers than it was asked for", text)

    def _read(self, process: subprocess.Popen[bytes], text: str) -> bool | None:
        answer = self._line(process, text).strip()
        word = answer.decode(errors="replace").lower()
        if word in YES | NO:
            return word in YES
        if word in UNKNOWN:
            return None
        said = answer[:40].decode(errors="replace")
        raise self._trouble(f"said {said!r}, expected yes or no", text)

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            self._process = subprocess.Popen(
                self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise BrilligError(f"{self._text!r} cannot be run ({error.strerror})", field="judge") from None
        self._buffer = b""
        return self._process

    def _line(self, process: subprocess.Popen[bytes], text: str) -> bytes:
        assert process.stdout is not None
        handle = process.stdout.fileno()
        deadline = time.monotonic() + self._seconds
        with selectors.DefaultSelector() as selector:
            selector.register(handle, selectors.EVENT_READ)
            while b"\n" not in self._buffer:
                if not selector.select(self._moment(deadline, "answer", text)):
                    continue
                data = os.read(handle, 4096)
                if not data:
                    raise self._trouble(self._how_it_ended(process), text)
                self._buffer += data
                if len(self._buffer) > 1 << 16:
                    raise self._trouble("sends a line without end, expected yes or no", text)
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    @staticmethod
    def _how_it_ended(process: subprocess.Popen[bytes]) -> str:
        try:
            code = process.wait(1.0)
        except subprocess.TimeoutExpired:
            return "stopped listening"
        return f"was ended by signal {-code}" if code < 0 else f"ended with status {code}"

    def _trouble(self, what: str, text: str) -> BrilligError:
        message = f"{self._text!r} {what} at {text!r}"
        return BrilligError(message, hint="the answers so far are kept", field="judge")


def _close(stream: IO[bytes]) -> None:
    with contextlib.suppress(OSError):
        stream.close()
