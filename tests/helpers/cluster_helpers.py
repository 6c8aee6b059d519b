"""A real Dask scheduler and real worker processes on loopback."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Cluster:
    """A scheduler with workers that can be added and killed."""

    folder: Path
    port: int = 0
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def _start(self, *arguments: object) -> subprocess.Popen[bytes]:
        with open(self.folder / "cluster.log", "ab") as log:
            process = subprocess.Popen([sys.executable, "-m", *map(str, arguments)], stdout=log, stderr=log)
        self.processes.append(process)
        return process

    def start_scheduler(self) -> None:
        file = self.folder / "scheduler.json"
        file.unlink(missing_ok=True)
        options = ("--host", "127.0.0.1", "--port", self.port, "--no-dashboard", "--scheduler-file", file)
        self.scheduler = self._start("distributed.cli.dask_scheduler", *options)
        deadline = time.monotonic() + 60
        while not file.exists() or not file.read_text().strip():
            assert time.monotonic() < deadline, (self.folder / "cluster.log").read_text()
            time.sleep(0.05)
        self.address = json.loads(file.read_text())["address"]
        self.port = int(self.address.rpartition(":")[2])

    def add_worker(self, *options: object) -> None:
        options = ("--nthreads", 1, "--no-nanny", "--no-dashboard", "--host", "127.0.0.1", *options)
        self.workers.append(self._start("distributed.cli.dask_worker", self.address, *options))

    def kill_worker(self, number: int = 0) -> None:
        process = self.workers.pop(number)
        process.kill()
        process.wait()

    def wait_for_workers(self, number: int) -> None:
        from distributed import Client

        with Client(self.address, timeout=30) as client:
            client.wait_for_workers(number, timeout=60)

    def end(self) -> None:
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()


@contextlib.contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    made = Cluster(folder)
    try:
        made.start_scheduler()
        for _ in range(workers):
            made.add_worker()
        if workers:
            made.wait_for_workers(workers)
        yield made
    finally:
        made.end()
