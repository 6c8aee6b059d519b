"""Damaging files: their bytes, what their bytes mean, and the numbers of a network's state."""

from __future__ import annotations

import json
import math
import random
import struct
from typing import Any

ODD: tuple[Any, ...] = (
    *(
        None,
        True,
        -1,
        0,
        1,
        2,
        63,
        64,
        65,
        2**31,
        2**62,
        2**63,
        2**64,
        10**30,
        0.5,
        -0.0,
        1e308,
        math.inf,
        math.nan,
    ),
    *("", " ", "a b", "S", "\x1b[2J", "\ud800", "\0", "x" * 5000, "-1", "found", "é", "\u202e"),
    *([], {}, [[]], [None], [0], {"a": 1}, [["S", "A", "B"]], ["a b"]),
)
TOKENS = (
    *(b"\0", b"\xff", b"\n", b"\r", b'"', b"'", b"|", b"->", b"%start", b"#", b"# brillig: word", b"*", b"["),
    *(
        b"\xef\xbb\xbf",
        b"\xed\xa0\x80",
        b"\xf0\x9f\x99\x82",
        b"\xe2\x80\xa8",
        b"9" * 5000,
        b"[" * 3000,
        b"{",
        b"e999",
    ),
)


def damage_bytes(data: bytes, chance: random.Random) -> bytes:
    """A few bytes changed, removed, doubled or put in; now and then all of them at random."""
    if chance.random() < 0.03:
        return chance.randbytes(chance.randrange(400))
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at = chance.randrange(len(data) + 1)
        end = min(len(data), at + chance.choice((1, 1, 2, 4, 8, 100)))
        how = chance.randrange(6)
        if how == 0:
            data = data[:at]
        elif how == 1:
            data = data[:at] + data[end:]
        elif how == 2:
            data = data[:at] + data[at:end] * 2 + data[end:]
        elif how == 3:
            data = data[:at] + chance.choice(TOKENS) + data[at:]
        elif at < len(data):
            new = data[at] ^ (1 << chance.randrange(8)) if how == 4 else chance.randrange(256)
            data = data[:at] + bytes([new]) + data[at + 1 :]
    return data


def damage_json(value: Any, chance: random.Random) -> Any:
    """One part of a value, somewhere in it, replaced, removed or doubled."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice(list(value))
        if chance.random() < 0.1:
            return {name: part for name, part in value.items() if name != key}
        return value | {key: damage_json(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.85:
        at = chance.randrange(len(value))
        how = chance.random()
        if how < 0.1:
            return value[:at] + value[at + 1 :]
        if how < 0.2:
            return [*value, value[at]]
        return [*value[:at], damage_json(value[at], chance), *value[at + 1 :]]
    if isinstance(value, bool | int | float) and chance.random() < 0.5:
        return value + chance.choice((-1, 1, 100)) if not isinstance(value, bool) else not value
    if isinstance(value, str) and chance.random() < 0.3:
        return value + chance.choice(("x", " ", "\n", "\0", "\u2028"))
    if chance.random() < 0.02:
        deep: Any = "x"
        for _ in range(2000):
            deep = [deep]
        return deep
    return chance.choice(ODD)


def damage_json_text(data: bytes, chance: random.Random) -> bytes:
    if chance.random() < 0.3:
        return damage_bytes(data, chance)
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):  # damaged before
        return damage_bytes(data, chance)
    for _ in range(chance.choice((1, 1, 2))):
        value = damage_json(value, chance)
    try:
        return json.dumps(value).encode()
    except RecursionError:
        return b"[" * 5000


def damage_state(state: bytes, chance: random.Random) -> bytes:
    """Numbers of the sizes that are in a state, at its beginning, anywhere, or at its end."""
    kind, size = chance.choice((("<i", 4), ("<f", 4), ("<d", 8), ("<q", 8), ("<B", 1)))
    for _ in range(chance.choice((1, 1, 4, 50))):
        where = chance.random()
        near = min(len(state) - size, 4000)
        at = chance.randrange(near) if where < 0.1 else chance.randrange(len(state) - size)
        if where > 0.6:
            at = len(state) - size - chance.randrange(near)
        at -= at % size if chance.random() < 0.8 else 0
        if kind in ("<f", "<d"):
            value: Any = chance.choice((math.nan, math.inf, -math.inf, 1e30, -1e11, 1e9, 0.0, -1.0, 1e-30))
        else:
            limit = 256 if kind == "<B" else 2 ** (8 * size - 1)
            value = chance.choice((0, 1, 7, 8, 63, 64, 255, limit - 1, limit // 2)) % limit
        state = state[:at] + struct.pack(kind, value) + state[at + size :]
    return state if chance.random() < 0.95 else damage_bytes(state, chance)
