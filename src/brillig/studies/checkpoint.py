"""A paused trial as bytes: JSON, compressed, so that it can be stored, sent, and read by another process."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

from brillig.engines.concur.memory import Checkpoint
from brillig.engines.concur.pause import Paused
from brillig.errors import BrilligError

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
    try:
        data = json.loads(zlib.decompress(blob))
        if data["version"] != VERSION:
            raise BrilligError(f"a checkpoint of version {data['version']}, but this program reads {VERSION}")
        search = data["search"]
        return Paused(
            data["epoch"],
            tuple(data["batch"]),
            data["iterations"],
            data["restarts"],
            data["seconds"],
            Checkpoint(
                search["start"],
                search["iterations"],
                float("inf") if search["best_gap"] is None else search["best_gap"],
                search["spent"],
                search["own"],
                None if search["state"] is None else base64.b85decode(search["state"]),
                {_tuples(key): tuple(by) for key, by in search["tried"]},
            ),
        )
    except (KeyError, TypeError, ValueError, zlib.error) as error:
        raise BrilligError(f"a damaged checkpoint ({error}); delete it from the store") from None


def _tuples(value: Any) -> Any:
    """What JSON made a list of was a tuple."""
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value
