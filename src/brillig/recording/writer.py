"""Recording a search: sampled states in a file that stays small however long the run, and survives a crash.

The file is a magic line and frames: length, checksum, kind, payload. Frames are only ever appended. When
there are too many, the sampling interval is doubled and the file replaced, in one step, by one with every
second sample. A crash costs what was recorded in its last half second; the reader leaves out a frame that
was cut off.

Kinds: `H` the header (JSON); `N` a network, when the search takes up another batch of sentences (JSON); `S` a
sampled state; `G` gaps alone, close together, of the last iterations of a start with an answer; `E` the state
of such a start at its end; `O` the outcome (JSON).
"""

from __future__ import annotations

import contextlib
import json
import os
import struct
import tempfile
import threading
import time
import zlib
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Self

from brillig.errors import BrilligError
from brillig.files import is_stream, write_whole
from brillig.problems import AnyProblem, Problem

if TYPE_CHECKING:
    from brillig.engines.concur.kernel import InferenceNetwork
    from brillig.engines.concur.layout import Layout
    from brillig.engines.outcome import Outcome

MAGIC = b"brillig-run 1\n"
HEAD = struct.Struct("<IIc")  # length of the payload, its checksum, kind
PLACE = struct.Struct("<QIIQf")  # tick, network, start, iteration, gap
MAX_FRAMES = 1500
MAX_BYTES = 12 * 2**20
OBSERVE_EVERY = 200
BUDGET = 0.015  # share of the time that observing may take; beyond it, samples are passed over
FREE = 0.03  # seconds that it may take in any case: a short run is recorded closely
BUFFER = 2**18
WRITE_EVERY = 0.5  # seconds
TREES_EVERY = 16  # samples to one that keeps the trees
TAIL = 60  # observations of a start that are kept in case it turns out to have the answer


class Recorder:
    """Records one search. A context manager; pass `observe` and `observe_every` to `infer`, then `finish`.

        with Recorder(path, problem, seed=0, restart_after=2000) as recorder:
            outcome = infer(problem, limits, observe=recorder.observe, observe_every=recorder.observe_every)
            recorder.finish(outcome)

    Observing does not change what is observed: the answer is the same with and without it. A disk that fills
    up while the search runs does not end it either: the recording ends, and `trouble` says why.
    """

    def __init__(
        self,
        path: str | Path,
        problem: Problem,
        *,
        seed: int,
        restart_after: int | None,
        observe_every: int = OBSERVE_EVERY,
        most_frames: int = MAX_FRAMES,
        most_bytes: int = MAX_BYTES,
    ) -> None:
        self.path = Path(path)
        self.trouble: BrilligError | None = None
        self._place = self.path  # where it is kept until it is complete
        self._elsewhere = False
        self.observe_every = observe_every
        self._most_frames = most_frames
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._tick = 0
        self._interval = 1
        self._samples = 0
        self._size = 0
        self._spent = 0.0
        self._began = time.process_time()
        self._written = time.monotonic()
        self._layouts: list[Layout] = []
        self._tails: dict[int, _Tail] = {}
        self._file: BinaryIO | None = None
        self._header = {
            "problem": problem.to_json(),
            "seed": seed,
            "restart_after": restart_after,
            "observe_every": observe_every,
        }

    def __enter__(self) -> Self:
        self._elsewhere = is_stream(self.path)  # which cannot be thinned out, so it gets all at the end
        if self._elsewhere:
            handle, name = tempfile.mkstemp(prefix="brillig-", suffix=".run")
            os.close(handle)
            self._place = Path(name)
        else:
            self._place = Path(os.path.realpath(self.path))
        try:
            self._file = self._place.open("wb", buffering=BUFFER)
        except OSError as error:
            raise BrilligError(
                f"cannot be written ({error.strerror})", hint="check folder and permissions", place=self.path
            ) from None
        self._file.write(MAGIC)
        self._append(b"H", _as_json(self._header))
        self._write_out()
        return self

    def __exit__(self, *ended: object) -> None:
        with self._lock:
            self._close()
            if self._elsewhere:
                try:
                    write_whole(self.path, self._place.read_bytes())
                except BrilligError as refused:
                    self.trouble = self.trouble or refused
                finally:
                    self._place.unlink(missing_ok=True)

    def begin(self, problem: AnyProblem) -> None:
        """It was told the problem when it was made."""

    def observe(self, network: InferenceNetwork, start: int, iteration: int) -> None:
        """What the driver calls, from several threads, after every `observe_every` iterations of a start.

        A call off that grid, or a second one for an iteration, means that the start has an answer.
        """
        kernel = network.kernel
        thread = threading.get_ident()
        began = time.thread_time()
        with self._lock:
            if self._file is None:  # the search has lost a race and not yet noticed
                return
            number = self._network(network.layout)
            tail = self._tails.get(thread)
            if tail is None or (tail.network, tail.start) != (number, start):
                tail = self._tails[thread] = _Tail(number, start)
            ended = iteration % self.observe_every != 0 or iteration == tail.iteration
            tail.iteration = iteration
            gaps = kernel.gap_sample()
            place = PLACE.pack(self._tick, number, start, iteration, kernel.gap())
            if ended:
                for old_place, old in tail.recent:
                    self._append(b"G", old_place + old)
                tail.recent.clear()
                self._append(b"E", place + gaps + kernel.state_sample(rows=True))
                self._write_out()
                return
            tail.recent.append((place, gaps))
            if self._tick % self._interval == 0 and self._may_spend():
                trees = self._tick // self._interval % TREES_EVERY == 0
                self._append(b"S", place + gaps + kernel.state_sample(trees))
                self._samples += 1
                if self._samples > self._most_frames or self._size > self._most_bytes:
                    self._thin_out()
            self._tick += 1
            self._spent += time.thread_time() - began

    def finish(self, outcome: Outcome) -> None:
        """Write down how the search ended, with the solution when there is one."""
        with self._lock:
            self._append(b"O", _as_json(outcome.to_json()))
            self._write_out()

    def _may_spend(self) -> bool:
        """Processor time is what counts: on a busy machine the clock says little about the cost."""
        return self._spent < FREE + BUDGET * (time.process_time() - self._began)

    def _network(self, layout: Layout) -> int:
        """The number of the network with this layout; a new one is written down."""
        if not self._layouts or self._layouts[-1] is not layout:
            for number, known in enumerate(self._layouts):
                if known is layout:
                    return number
            self._layouts.append(layout)
            sentences = [[layout.words[word] for word in words] for words in layout.sentences]
            sizes = {"n": layout.n, "plain": layout.plain}
            if layout.numbering.inside:
                sizes["root"] = layout.numbering.root
            self._append(b"N", _as_json(sizes | {"sentences": sentences}))
        return len(self._layouts) - 1

    def _append(self, kind: bytes, payload: bytes) -> None:
        if self._file is None:
            if self.trouble is None:
                raise RuntimeError("a Recorder records inside its `with` block")
            return
        try:
            self._file.write(frame(kind, payload))
        except OSError as error:
            self._give_up(error)
            return
        self._size += HEAD.size + len(payload)
        now = time.monotonic()
        if now - self._written > WRITE_EVERY:
            self._written = now
            self._write_out()

    def _write_out(self) -> None:
        """Hand what there is to the system: then it survives the end of this process."""
        if self._file is not None:
            try:
                self._file.flush()
            except OSError as error:
                self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        """Record no more: the search is worth more than its recording."""
        self.trouble = BrilligError(
            f"the recording ends early, it cannot be written ({error.strerror})",
            hint="check space and permissions",
            place=self.path,
        )
        self._close()

    def _close(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with contextlib.suppress(OSError):  # what was buffered and could not be written
                file.close()

    def _thin_out(self) -> None:
        """Double the interval and keep the samples that are on the new one."""
        self._write_out()
        if self._file is None:
            return
        self._interval *= 2
        try:
            kept = [
                (kind, payload)
                for kind, payload in frames(self._place.read_bytes())
                if kind != b"S" or PLACE.unpack_from(payload)[0] % self._interval == 0
            ]
            write_whole(self._place, MAGIC + b"".join(frame(kind, payload) for kind, payload in kept))
            self._file.close()
            self._file = self._place.open("ab", buffering=BUFFER)
            self._samples = sum(kind == b"S" for kind, _ in kept)
            self._size = self._place.stat().st_size
        except OSError as error:
            self._give_up(error)
        except BrilligError as error:
            self.trouble = error
            self._close()


class _Tail:
    """The last observations of the start that a thread is at."""

    def __init__(self, network: int, start: int) -> None:
        self.network = network
        self.start = start
        self.iteration = -1
        self.recent: deque[tuple[bytes, bytes]] = deque(maxlen=TAIL)


def frame(kind: bytes, payload: bytes) -> bytes:
    return HEAD.pack(len(payload), zlib.crc32(payload, kind[0]), kind) + payload


def frames(data: bytes) -> list[tuple[bytes, bytes]]:
    """The whole frames of a file, up to the first that is cut off or damaged."""
    found = []
    place = len(MAGIC)
    while place + HEAD.size <= len(data):
        length, checksum, kind = HEAD.unpack_from(data, place)
        payload = data[place + HEAD.size : place + HEAD.size + length]
        if len(payload) < length or zlib.crc32(payload, kind[0]) != checksum:
            break
        found.append((kind, payload))
        place += HEAD.size + length
    return found


def _as_json(data: Any) -> bytes:
    return zlib.compress(json.dumps(data, ensure_ascii=False).encode())
