"""Running the command: most calls in a fork of a warm process, where starting it is the point for real."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

from warm import warm_program

BRILLIG = str(Path(sys.executable).parent / "brillig")


def brillig(
    *arguments: object, stdin: str | bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [warm_program(), *map(str, arguments)],
        input=data,
        capture_output=True,
        cwd=cwd,
        timeout=300,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def only_progress(text: str) -> bool:
    """Whether standard error has nothing but the line that a long run writes every ten seconds."""
    return all(re.fullmatch(r"brillig: .*, \d+ s", line) for line in text.splitlines())


def start(*arguments: object) -> subprocess.Popen[str]:
    """A command that runs on its own, with the signals that it would have in a shell."""
    return subprocess.Popen(
        [BRILLIG, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


@cache
def _slowness() -> float:
    """How many times slower than a common machine this one computes; less than 1 is 1."""
    begin = time.process_time()
    sum(range(5_000_000))
    return max(1.0, (time.process_time() - begin) / 0.1)


def wait_for_work(process: subprocess.Popen[str], seconds: float) -> None:
    """Wait until the process has computed so long: later than by the clock on a loaded machine."""
    seconds *= _slowness()
    statistics = Path(f"/proc/{process.pid}/stat")
    ticks = os.sysconf("SC_CLK_TCK")
    while process.poll() is None:
        user, system = statistics.read_text().rpartition(")")[2].split()[11:13]
        if (int(user) + int(system)) / ticks >= seconds:
            return
        time.sleep(0.05)


def brillig_json(*arguments: object, stdin: str | bytes = b"") -> Any:
    done = brillig(*arguments, "--json", stdin=stdin)
    assert only_progress(done.stderr)
    assert done.returncode in (0, 1)
    assert done.stdout.count("\n") == 1
    return json.loads(done.stdout)


def assert_refused(done: subprocess.CompletedProcess[str], *parts: str) -> None:
    """Status 2 and one line on standard error, nothing on standard output, no traceback."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("brillig: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    for part in parts:
        assert part in done.stderr
