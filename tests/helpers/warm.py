"""The command without its start: a server that has imported the program, and forks for each call.

`warm_program()` is a program that hands its words, streams, folder and environment to the server, whose fork
runs `brillig.__main__.main`. A test that is about starting, signals or limits of the process calls the real
program instead: `command.BRILLIG`. `WarmProcess` is a call that goes on beside the caller.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import json
import os
import pkgutil
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import IO
from unittest import mock

# Not imported beforehand: extras that few commands use, and programs of their own.
_COLD = ("brillig.studio", "brillig.__main__")

# What in a command tells that the exact engine will have a process.
_WITH_WORKER = {"exact", "search", "certify", "ask"}

_CLIENT = """\
#!{python} -ISE
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    words = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(server, [len(words).to_bytes(4, "big")], [0, 1, 2])
    server.sendall(words)
    server.recv(4)
    status = server.recv(4)
os._exit(int.from_bytes(status, "big") if len(status) == 4 else 70)
"""


@functools.cache
def warm_program() -> Path:
    """The program; its server is started with the first call, and ends with this process."""
    address = _start_server()
    program = address.with_name("brillig")
    program.write_text(_CLIENT.format(python=sys.executable, address=str(address)))
    program.chmod(0o755)
    return program


@functools.cache
def _start_server(*also: str) -> Path:
    """The socket of a server that has imported the program and some more modules."""
    folder = Path(tempfile.mkdtemp(prefix="warm-"))
    # A fork has no use for another one's threads; the page's library wants its folder when it is imported.
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "NICEGUI_STORAGE_PATH": os.devnull}
    server = subprocess.Popen(
        [sys.executable, __file__, str(folder / "socket"), *also],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        cwd=folder,
    )
    assert server.stdout is not None
    assert server.stdout.readline() == b"ready\n"
    atexit.register(server.communicate)  # its standard input closes when this process ends, however it does
    return folder / "socket"


class WarmProcess:
    """`brillig studio` as a fork, with what tests use of a `subprocess.Popen`. It ends with its caller."""

    def __init__(self, words: Sequence[str], stderr: IO[str], cwd: Path) -> None:
        read, write = os.pipe()
        self.returncode: int | None = None
        self._server = socket.socket(socket.AF_UNIX)
        self._server.connect(str(_start_server("brillig.studio.server")))
        call = json.dumps([list(words), str(cwd), dict(os.environ)]).encode()
        with Path(os.devnull).open() as nowhere:
            streams = [nowhere.fileno(), write, stderr.fileno()]
            socket.send_fds(self._server, [len(call).to_bytes(4, "big")], streams)
        os.close(write)
        self._server.sendall(call)
        self.pid = int.from_bytes(self._server.recv(4), "big")
        self.stdout = open(read)  # noqa: SIM115

    def poll(self) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0.001)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            self._server.settimeout(timeout)
            try:
                status = int.from_bytes(self._server.recv(4), "big")
            except TimeoutError:
                raise subprocess.TimeoutExpired("brillig", timeout or 0.0) from None
            self.returncode = status if status < 128 else 128 - status
            self._server.close()
            self.stdout.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def _import_all(also: Sequence[str] = ()) -> None:
    sys.path[0] = str(Path(sys.executable).parent)  # as for the program itself
    import brillig

    for module in pkgutil.walk_packages(brillig.__path__, "brillig."):
        if not module.name.startswith(_COLD):
            import_module(module.name)
    for name in ("pysat.solvers", *also):
        import_module(name)
    from brillig.cli import run

    # A first command works out the options of all, and loads what typer loads late.
    with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stderr(nowhere):
        assert run(["parse", "toy1", os.devnull]) == 2
    gc.collect()
    gc.freeze()  # so that a fork shares these objects instead of copying them


class Server:
    """Forks for each call, tells the caller how it ended, and ends what its caller no longer waits for."""

    def __init__(self, address: str) -> None:
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(address)
        self._listener.listen(64)
        self._ended, self._wake = socket.socketpair()
        for end in (self._ended, self._wake):
            end.setblocking(False)
        self._callers: dict[int, socket.socket] = {}
        self._waiting = selectors.DefaultSelector()

    def serve(self) -> bool:
        """True in a fork that is to run a command; False when nobody will call any more."""
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever called for it ends it
        signal.set_wakeup_fd(self._wake.fileno())
        for source in (0, self._listener, self._ended):
            self._waiting.register(source, selectors.EVENT_READ)
        while True:
            for key, _ in self._waiting.select():
                if key.fileobj == 0:
                    return False
                if key.fileobj is self._listener:
                    if self._begin(self._listener.accept()[0]):
                        return True
                elif key.fileobj is self._ended:
                    self._ended.recv(1000)
                    self._report()
                else:
                    self._abandon(key.data)

    def _begin(self, caller: socket.socket) -> bool:
        head, streams, _, _ = socket.recv_fds(caller, 4, 3)
        text = b""
        while len(text) < int.from_bytes(head, "big"):
            text += caller.recv(1 << 20)
        words, folder, environment = json.loads(text)
        pid = os.fork()
        if pid:
            for number in streams:
                os.close(number)
            self._callers[pid] = caller
            self._waiting.register(caller, selectors.EVENT_READ, pid)
            caller.sendall(pid.to_bytes(4, "big"))
            return False
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self._waiting.close()
        for connection in (self._listener, self._ended, self._wake, caller, *self._callers.values()):
            connection.close()
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        sys.argv = ["brillig", *words]
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        return True

    def _report(self) -> None:
        while self._callers:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            caller = self._callers.pop(pid)
            with contextlib.suppress(KeyError):  # it does not wait any more
                self._waiting.unregister(caller)
            code = os.waitstatus_to_exitcode(status)
            with contextlib.suppress(OSError):
                caller.sendall((code if code >= 0 else 128 - code).to_bytes(4, "big"))
            caller.close()

    def _abandon(self, pid: int) -> None:
        self._waiting.unregister(self._callers[pid])
        os.kill(pid, signal.SIGKILL)


def _open_streams() -> None:
    """Streams as Python opens them at its start, for what they are now."""
    for name, number, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        errors = "backslashreplace" if name == "stderr" else None
        lines = name == "stderr" or (mode == "w" and os.isatty(number))
        stream = open(  # noqa: SIM115
            number, mode, encoding="utf-8", errors=errors, closefd=False, buffering=1 if lines else -1
        )
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _fork_worker() -> None:
    """A process of the exact engine for the first request: a fork, made while there is but one thread."""
    from brillig.engines.exact import child, worker

    parent = os.getpid()

    def serve() -> None:
        try:
            os.closerange(3, 256)  # whoever forked waits for the last of them
            _open_streams()
            sys.argv = ["worker", str(parent)]
            worker.main()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)

    forking = functools.partial(subprocess.Popen, preexec_fn=serve)
    with mock.patch.object(child.subprocess, "Popen", forking):
        child._idle.append(child._Worker())


def main() -> None:
    address = sys.argv[1]
    _import_all(sys.argv[2:])
    from brillig.__main__ import main as run_program

    server = Server(address)
    os.write(1, b"ready\n")
    if server.serve():
        _open_streams()
        if _WITH_WORKER.intersection(sys.argv):
            _fork_worker()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        run_program()
    else:
        shutil.rmtree(Path(address).parent, ignore_errors=True)


if __name__ == "__main__":
    main()
