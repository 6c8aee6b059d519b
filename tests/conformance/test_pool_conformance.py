"""What every pool of a study promises: threads here, and Dask's workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from brillig.errors import BrilligError
from brillig.problems import Problem
from brillig.studies.local import LocalPool
from brillig.studies.parcel import Item, Parcel, Returned, run_parcel
from brillig.studies.plan import Plan
from brillig.studies.trial import Setting
from data import sample

PLAN = Plan(
    "small",
    tuple(
        Setting(name, Problem(sample("toy2", 20, seed=seed), 5, 2, 3), trials=4, max_iterations=300)
        for name, seed in (("one", 4), ("two", 5))
    ),
)
# A network of many hours, in slices.
LONG = Plan(
    "long", (Setting("long", Problem(sample("toy1", 40, seed=1), 10, 4, 6), 2, max_iterations=10**9),)
)


@contextmanager
def threads(plan: Plan) -> Iterator[LocalPool]:
    pool = LocalPool(plan, 2)
    yield pool
    pool.stop()


@contextmanager
def workers(plan: Plan) -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    from brillig.studies.cluster import ClusterPool

    local = distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None, silence_logs=50
    )
    with local, distributed.Client(local) as client:
        pool = ClusterPool(plan, client)
        yield pool
        pool.stop()


Pools = Callable[[Plan], Any]
POOLS = pytest.mark.parametrize("pools", [threads, workers])


def collect(pool: Any, number: int) -> list[Returned]:
    """Wait for so many parcels, however long that takes on this machine."""
    returned: list[Returned] = []
    while len(returned) < number:
        returned += pool.collect(0.2)
    return returned


def answers(returned: list[Returned]) -> dict[tuple[int, int], tuple[object, ...]]:
    return {(one.setting, trial): result.answer for one in returned for trial, result in one.results}


@POOLS
def test_a_pool_gives_what_one_thread_gives(pools: Pools) -> None:
    parcels = [Parcel(setting, (Item(k), Item(k + 2)), 60.0) for setting in (0, 1) for k in (0, 1)]
    expected = [run_parcel(PLAN.settings[parcel.setting], parcel) for parcel in parcels]
    with pools(PLAN) as pool:
        assert pool.slots == 2
        assert pool.note == ""
        for parcel in parcels:
            pool.submit(parcel)
        returned = collect(pool, len(parcels))
    assert answers(returned) == answers(expected)
    assert len(answers(returned)) == PLAN.trials


@POOLS
def test_a_slice_comes_back_with_where_to_go_on(pools: Pools) -> None:
    with pools(LONG) as pool:
        pool.submit(Parcel(0, (Item(0),), 0.2))
        (first,) = collect(pool, 1)
        assert first.results == ()
        assert first.left[0].checkpoint is not None
        pool.submit(Parcel(0, first.left, 0.2))
        (second,) = collect(pool, 1)
    assert second.left[0].trial == 0
    assert second.left[0].checkpoint != first.left[0].checkpoint


@POOLS
def test_a_pool_with_nothing_to_do_returns_nothing(pools: Pools) -> None:
    with pools(PLAN) as pool:
        assert pool.collect(0.05) == []
        assert pool.stop() == []


@POOLS
def test_an_error_of_a_trial_is_the_callers(pools: Pools) -> None:
    with pools(LONG) as pool:
        pool.submit(Parcel(0, (Item(0, b"no checkpoint"),), 0.2))
        with pytest.raises((BrilligError, ValueError)):
            collect(pool, 1)
