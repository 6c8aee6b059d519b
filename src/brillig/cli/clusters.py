"""`--cluster`: where the work is done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from brillig.errors import BrilligError


@contextmanager
def connected(cluster: str | None, jobs: int | None = None) -> Iterator[Any]:
    """A Dask client of the cluster that is named, or None where none is."""
    if cluster is None:
        yield None
        return
    if jobs is not None:
        raise BrilligError("--jobs is for this machine; a cluster's workers have their own, so leave it out")
    from brillig.studies.cluster import connect

    with connect(cluster) as client:
        yield client
