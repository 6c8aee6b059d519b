"""A state that comes from elsewhere: one of a search is taken, any other is refused or does no harm."""

from __future__ import annotations

import math
import random
import struct
from dataclasses import replace

import numpy as np
import pytest

from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.settings import DEFAULT
from damage import damage_state
from fuzz import CheckpointReader, fuzz
from recordings import ten_sentences


def network(double: bool = False) -> InferenceNetwork:
    made = InferenceNetwork(Layout.of(ten_sentences()), replace(DEFAULT, double=double, decode_every=0))
    made.start(5)
    return made


@pytest.mark.parametrize("double", [False, True])
def test_a_state_of_a_search_is_taken_at_any_time(double: bool) -> None:
    one, two = network(double), network(double)
    for steps in (1, 1, 3, 50, 500):
        one.run(steps)
        two.load(one.save())
        assert np.array_equal(one.kernel.vectors(), two.kernel.vectors())
        assert one.run(5) == two.run(5)
        assert one.save() == two.save()


def test_a_changed_state_is_refused_or_harmless_and_a_refusal_changes_nothing() -> None:
    """Changed numbers that a search could have are taken; the search then goes on from there."""
    one = network()
    one.run(100)
    good, chance = one.save(), random.Random(1)
    refused = 0
    for _ in range(150):
        bad = damage_state(good, chance)
        before = one.save()
        try:
            one.load(bad)
        except ValueError:
            refused += 1
            assert one.save()[: len(good)] == before[: len(good)]
        one.run(3)
    assert refused > 50


def test_numbers_that_no_search_has_are_refused() -> None:
    one = network()
    one.run(100)
    good = one.save()
    body = good[:80]  # the shape, as ten numbers
    for value in (math.nan, math.inf, -math.inf, 1e20):
        with pytest.raises(ValueError, match="not those of a search"):
            one.load(body + struct.pack("<f", value) + good[84:])
    one.load(good)


def test_checkpoints_of_every_kind_of_network_can_be_damaged(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    number, refused = fuzz(CheckpointReader(tmp_path_factory.mktemp("fuzz")), 5000, 0, 60)
    assert number == 60
    assert refused > 20
