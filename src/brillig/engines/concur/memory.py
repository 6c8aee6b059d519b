"""What a search keeps beside its state: what its starts have tried, and where it goes on once stopped."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

# A checkpoint only saves time: without it the trial begins anew and comes to the same answer.
DAMAGED_ADVICE = "remove it with: sqlite3 STORE 'DELETE FROM checkpoint'"
LAG = 16  # a start knows what starts at least this much before it have tried


class Memory:
    """What starts have tried, so that others need not try it again and again."""

    def __init__(self, tried: Mapping[Hashable, Sequence[int]] | None = None) -> None:
        self._tried: dict[Hashable, list[int]] = {key: list(by) for key, by in (tried or {}).items()}

    def note(self, key: Hashable, start: int) -> None:
        self._tried.setdefault(key, []).append(start)

    def attempts(self, key: Hashable, start: int) -> int:
        """How often this was tried, as far as start number `start` may know."""
        return sum(by == start or by <= start - LAG for by in self._tried.get(key, ()))

    def up_to(self, start: int) -> dict[Hashable, tuple[int, ...]]:
        """What start number `start` and those before it have tried."""
        known = ((key, tuple(sorted(k for k in by if k <= start))) for key, by in self._tried.items())
        return {key: by for key, by in known if by}


@dataclass(frozen=True)
class Checkpoint:
    """Where a stopped search goes on: at the beginning of a start, or in the middle of one.

    start        the first start that is not finished
    iterations   of all starts before it, examining included
    spent, own   iterations of this start, with and without examining; 0 at its beginning
    state        the network's state in the middle of it, None at its beginning
    tried        what `Memory` holds of the starts so far
    """

    start: int
    iterations: int
    best_gap: float = float("inf")
    spent: int = 0
    own: int = 0
    state: bytes | None = None
    tried: Mapping[Hashable, Sequence[int]] = field(default_factory=dict)
