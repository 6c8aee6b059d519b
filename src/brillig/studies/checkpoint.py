"""A paused trial as bytes: JSON, compressed, so that it can be stored, sent, and read by another process."""

from __future__ import annotations

import base64
import json
import math
import zlib
from typing import Any

from brillig.engines.concur.memory import DAMAGED_ADVICE, Checkpoint
from brillig.engines.concur.pause import Paused
from brillig.errors import BrilligError
from brillig.files import unpack_json

VERSION = 1


def encode(paused: Paused) -> bytes:
    search = paused.search
    data = {
        "version": VERSION,
        "epoch": paused.epoch,
        "batch": paused.batch,
        "iterations": paused.iterations,
        "restarts": paused.restarts,
        "seconds": paused.seconds,
        "search": {
            "start": search.start,
            "iterations": search.iterations,
            "best_gap": None if search.best_gap == float("inf") else search.best_gap,
            "spent": search.spent,
            "own": search.own,
            "state": None if search.state is None else base64.b85encode(search.state).decode("ascii"),
            "tried": [[key, list(by)] for key, by in search.tried.items()],
        },
    }
    return zlib.compress(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(), level=1)


def decode(blob: bytes) -> Paused:
    """The paused trial, every number checked; the network's state is checked by the network that takes it."""
    try:
        data = unpack_json(blob)
        if data["version"] != VERSION:
            raise BrilligError(f"a checkpoint of version {data['version']}, but this program reads {VERSION}")
        search = data["search"]
        gap, state = search["best_gap"], search["state"]
        return Paused(
            _whole(data["epoch"]),
            tuple(map(_whole, data["batch"])),
            _whole(data["iterations"]),
            _whole(data["restarts"]),
            _real(data["seconds"]),
            Checkpoint(
                _whole(search["start"]),
                _whole(search["iterations"]),
                math.inf if gap is None else _real(gap),
                _whole(search["spent"]),
                _whole(search["own"]),
                None if state is None else base64.b85decode(state),
                {_tuples(key): tuple(map(_whole, by)) for key, by in search["tried"]},
            ),
        )
    except BrilligError:
        raise
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise BrilligError(f"a damaged checkpoint ({error})", hint=f"{DAMAGED_ADVICE}") from None


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**62:
        raise ValueError(f"{value!r:.40} is not a number of things")
    return value


def _real(value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < math.inf:
        raise ValueError(f"{value!r:.40} is not a number of seconds or the like")
    return float(value)


def _tuples(value: Any) -> Any:
    """What JSON made a list of was a tuple."""
    if isinstance(value, dict):
        raise ValueError("an object where a list belongs")
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value
