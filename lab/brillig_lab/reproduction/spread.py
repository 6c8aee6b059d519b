"""Where independent work is done: here, or by the workers of a Dask cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from brillig.errors import BrilligError

Thing = TypeVar("Thing")

GRACE = 10.0  # seconds that what is to end by itself may take to come back

_client: ContextVar[Any] = ContextVar("client", default=None)


@contextmanager
def over_cluster(client: Any) -> Iterator[None]:
    """Within this block independent work goes to the workers of a Dask client; None: it stays here."""
    token = _client.set(client)
    try:
        yield
    finally:
        _client.reset(token)


def on_cluster() -> bool:
    return _client.get() is not None


def map_on_cluster(
    function: Callable[..., Thing], rows: Iterable[Sequence[Any]], seconds: float | None = None
) -> list[Thing | None]:
    """What the function gives for each row of arguments, in their order; None for what took too long."""
    from distributed import wait

    client = _client.get()
    futures = [client.submit(function, *row, pure=False) for row in rows]
    deadline = None if seconds is None else time.monotonic() + seconds + GRACE
    try:
        while not all(future.done() for future in futures):
            if deadline is not None and time.monotonic() >= deadline:
                break
            try:
                wait(futures, timeout=0.2)
            except TimeoutError:
                continue
        return [_result(future) if future.done() else None for future in futures]
    finally:
        client.cancel(futures, force=True)


def _result(future: Any) -> Any:
    try:
        return future.result(timeout=30)
    except BrilligError:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
        raise BrilligError(f"a worker of the cluster failed ({reason}); look at its log") from None
