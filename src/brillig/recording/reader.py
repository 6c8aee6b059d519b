"""Reading what `record` wrote: a search as a value, to be looked at."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from brillig.errors import BrilligError, Option
from brillig.files import read_bytes, unpack_json
from brillig.language.corpus import LONGEST_SENTENCE, Corpus
from brillig.language.grammar import category_names
from brillig.language.layers import LayeredTree, step_between
from brillig.problems import Problem, problem_from_json
from brillig.problems.infer import MAX_CATEGORIES
from brillig.problems.solution import Solution, Status
from brillig.recording.writer import MAGIC, PLACE, frames

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Batch:
    """A network that the search worked with: its sentences, and its numbers of categories."""

    n: int
    plain: int
    sentences: tuple[tuple[str, ...], ...]
    root: int | None = None  # the number of S where category vectors have a component for it

    @property
    def names(self) -> tuple[str, ...]:
        """The categories in the order of their numbers, without S where it has none."""
        if self.root is None:
            return tuple(category_names(self.n))
        others = category_names(self.n - 1)
        return (*others[: self.root], "S", *others[self.root :])

    @property
    def parents(self) -> tuple[str, ...]:
        """The categories that can be parents of rules, in the order of the tensor's first index."""
        return self.names[: self.plain] if self.root is not None else (*self.names[: self.plain], "S")


@dataclass(frozen=True)
class State:
    """A moment of a search.

    `time` counts iterations of all starts in their order; `gaps` are those of the categories, then of the
    tensor. The estimate P_B(t) in 255 steps and mu are there for samples, the rows' categories for some.
    """

    batch: int
    start: int
    iteration: int
    time: int
    gap: float
    gaps: Floats
    mu: Floats | None
    estimate: npt.NDArray[np.uint8] | None
    rows: bytes


@dataclass(frozen=True)
class Recording:
    """A recorded search: its problem, the states in the order of time, and how it ended if it did."""

    problem: Problem
    seed: int
    restart_after: int | None
    batches: tuple[Batch, ...]
    states: tuple[State, ...]
    outcome: dict[str, Any] | None

    @cached_property
    def samples(self) -> tuple[State, ...]:
        """The states with a tensor."""
        return tuple(state for state in self.states if state.estimate is not None)

    @property
    def status(self) -> str:
        """found, infeasible, unknown, or unfinished where the recording was cut off."""
        return "unfinished" if self.outcome is None else str(self.outcome["status"])

    @cached_property
    def solution(self) -> Solution | None:
        if self.outcome is None or self.outcome["status"] != "found":
            return None
        return Solution.from_json(self.outcome)

    def triangle(self, sentence: int, time: int | None = None) -> tuple[State, LayeredTree]:
        """A sentence's tree in mid-search, after P_A, and when; sentences are counted from 0 in the problem.

        Of the states that were recorded with their trees it is the nearest to `time`; without a time, the
        one nearest to the middle of the search in which copies disagree, if there is one.
        """
        words = self.problem.corpus.sentences[sentence]
        states = [s for s in self.states if s.rows and words in self.batches[s.batch].sentences]
        if not states:
            raise BrilligError(
                f"no recorded state of the network holds sentence {sentence + 1}", hint="choose another"
            )
        about = self.states[-1].time // 2 if time is None else time
        states.sort(key=lambda state: abs(state.time - about))
        triangles = ((state, self._copies(state, words)) for state in states)
        first = next(triangles)
        if time is not None or first[1].disagreements:
            return first
        return next((found for found in triangles if found[1].disagreements), first)

    def _copies(self, state: State, words: tuple[str, ...]) -> LayeredTree:
        batch = self.batches[state.batch]
        sentence = batch.sentences.index(words)
        assert state.estimate is not None
        names, weight = batch.names, _weight(batch, state.estimate)
        place = sum(_rows(len(words)) for words in batch.sentences[:sentence])
        steps = []
        for layer in range(1, len(words)):
            below: tuple[str, ...] = ("S",)
            if layer > 1:
                below = tuple(names[k] for k in state.rows[place : place + layer])
                place += layer
            above = tuple(names[k] for k in state.rows[place : place + layer + 1])
            place += layer + 1
            steps.append(step_between(below, above, weight))
        return LayeredTree(words, tuple(steps))


def read_recording(path: str | Path) -> Recording:
    """Read a recording, whole or cut off; a refusal names the file."""
    data = read_bytes(path)
    if not data.startswith(MAGIC):
        hint = ("make one by learning with ", Option("record", "RUN"))
        raise BrilligError("not a recorded run", hint=hint, place=path)
    try:
        return _read(data)
    except BrilligError as error:
        raise error.at(path) from None
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, struct.error) as error:
        raise BrilligError(
            f"a damaged recording ({error})", hint="record the run again", place=path
        ) from None


def is_recording(path: str | Path) -> bool:
    """Whether a file begins like one."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def _read(data: bytes) -> Recording:
    header: dict[str, Any] | None = None
    outcome: dict[str, Any] | None = None
    batches: list[Batch] = []
    raw: list[tuple[bytes, tuple[int, int, int, int, float], bytes]] = []
    for kind, payload in frames(data):
        if kind == b"H":
            header = unpack_json(payload)
        elif kind == b"N":
            batches.append(_batch(unpack_json(payload)))
        elif kind == b"O":
            outcome = _outcome(unpack_json(payload))
        elif kind in (b"S", b"G", b"E"):
            tick, batch, start, iteration, gap = PLACE.unpack_from(payload)
            raw.append((kind, (tick, batch, start, iteration, gap), payload[PLACE.size :]))
    if header is None:
        raise BrilligError("the recording has no header: it was cut off at once", hint="record the run again")
    problem = problem_from_json(header["problem"])
    if not isinstance(problem, Problem):
        raise BrilligError("the recording is not one of an inference", hint="record with brillig infer")
    seed, restart_after = header["seed"], header["restart_after"]
    if not isinstance(seed, int) or not isinstance(restart_after, int | None):
        raise BrilligError("a damaged recording (its header)", hint="record the run again")
    states = _in_order(raw, batches, restart_after)
    recording = Recording(problem, seed, restart_after, tuple(batches), states, outcome)
    if recording.solution is not None and not isinstance(recording.solution.problem, Problem):
        raise ValueError("its solution is that of another kind of problem")
    return recording


def _batch(content: Any) -> Batch:
    """A network's sizes and sentences, such as a network can have."""
    n, plain, sentences = content["n"], content["plain"], content["sentences"]
    if not isinstance(n, int) or not isinstance(plain, int) or not 0 <= plain <= n <= MAX_CATEGORIES:
        raise ValueError("the sizes of a network")
    root = content.get("root")
    if root is not None and (not isinstance(root, int) or not 0 <= root < n):
        raise ValueError("the root of a network")
    return Batch(n, plain, Corpus.of(sentences, one_word=True, max_words=LONGEST_SENTENCE).sentences, root)


def _outcome(content: Any) -> dict[str, Any]:
    if not isinstance(content, dict) or content.get("status") not in tuple(Status):
        raise ValueError("how the run ended")
    return content


def _in_order(
    raw: list[tuple[bytes, tuple[int, int, int, int, float], bytes]],
    batches: list[Batch],
    restart_after: int | None,
) -> tuple[State, ...]:
    """The states by batch, start and iteration; what ran beside the start with the answer is left out."""
    winners: dict[int, int] = {}
    for kind, (_, batch, start, _, _), _ in raw:
        if kind == b"E":
            winners[batch] = min(start, winners.get(batch, start))
    kept = {
        (batch, start, iteration): (gap, kind, rest)
        for kind, (_, batch, start, iteration, gap), rest in sorted(raw, key=lambda item: item[0] != b"G")
        if start <= winners.get(batch, start)
    }
    states = []
    began, last_batch, latest = 0, 0, 0
    for (batch, start, iteration), (gap, kind, rest) in sorted(kept.items(), key=lambda item: item[0]):
        if batch != last_batch:
            began, last_batch = latest, batch
        latest = began + start * (restart_after or 0) + iteration
        if not 0 <= latest < 2**62:
            raise ValueError("when a state was")
        states.append(_state(batches[batch], batch, start, iteration, latest, gap, kind, rest))
    return tuple(states)


def _state(
    batch: Batch, number: int, start: int, iteration: int, time: int, gap: float, kind: bytes, rest: bytes
) -> State:
    gaps = np.frombuffer(rest, "<f4", batch.n + 1)
    if not math.isfinite(gap) or not np.isfinite(gaps).all():
        raise ValueError("the gaps of a state")
    if kind == b"G":
        return State(number, start, iteration, time, gap, gaps, None, None, b"")
    mu = np.frombuffer(rest, "<f4", batch.n, gaps.nbytes)
    if not np.isfinite(mu).all():
        raise ValueError("the metric of a state")
    content = rest[gaps.nbytes + mu.nbytes :]
    parents = len(batch.parents)
    entries = parents * batch.n**2
    estimate = np.frombuffer(content, "u1", entries).reshape(parents, batch.n, batch.n)
    rows = content[entries:]
    # All rows of the network, each with a category that there is; or none. One-word sentences are at the end.
    expected = sum(_rows(len(words)) or 1 for words in batch.sentences)
    if rows and (len(rows) != expected or max(rows) >= batch.n):
        raise ValueError("the categories of a state")
    return State(number, start, iteration, time, gap, gaps, mu, estimate, rows)


def _weight(batch: Batch, estimate: npt.NDArray[np.uint8]) -> Any:
    parent = {name: k for k, name in enumerate(batch.parents)}
    child = {name: k for k, name in enumerate(batch.names)}
    return lambda x, y, z: int(estimate[parent[x], child[y], child[z]]) if x in parent else -1


def _rows(words: int) -> int:
    """Rows of category vectors of a sentence: up and down copies of every transition."""
    return sum((layer if layer > 1 else 0) + layer + 1 for layer in range(1, words))
