"""Growing on a real Dask cluster: the answer of one process, whatever the workers do."""

from __future__ import annotations

from pathlib import Path

import pytest

from brillig.engines.grow import Grown, grow
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.limits import Limits
from brillig.parsing.generate import generate
from cluster_helpers import cluster

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")

CORPUS = Corpus.of(generate(builtin("toy1"), 25, seed=5))


def answer(grown: Grown) -> tuple[object, ...]:
    return grown.grammar, grown.exceptions, grown.ended, grown.work, grown.reached, grown.islands_best


def test_two_workers_give_what_one_process_gives(tmp_path: Path) -> None:
    from distributed import Client

    limits = Limits(seed=3, max_iterations=9000)
    alone = grow(CORPUS, limits)
    with cluster(tmp_path, 2) as running, Client(running.address) as client:
        assert answer(grow(CORPUS, limits, client=client)) == answer(alone)
        running.kill_worker()  # an island whose worker has gone is made again elsewhere
        assert answer(grow(CORPUS, limits, client=client)) == answer(alone)
