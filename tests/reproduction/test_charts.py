"""The statistics behind the charts."""

from __future__ import annotations

import numpy as np
import pytest

from brillig.errors import BrilligError
from brillig.studies.statistics import wilson
from brillig_lab.charts import draw_success_rates, draw_survival, survival

pytest.importorskip("matplotlib")


def test_survival_without_losses_is_the_share_left() -> None:
    times, alive, low, high = survival(np.array([10.0, 30.0, 20.0, 40.0]), np.array([True] * 4))
    assert times.tolist() == [1, 10, 20, 30, 40, 40]
    assert alive == pytest.approx([1, 0.75, 0.5, 0.25, 0, 0])
    assert np.all(low <= alive)
    assert np.all(alive <= high)


def test_a_trial_that_was_given_up_counts_as_unsolved_until_then() -> None:
    """Worked by hand: of 4, one is solved at 10, one is given up at 20, one of the 2 left is solved at 30."""
    times, alive, _, _ = survival(np.array([10.0, 20, 30, 40]), np.array([True, False, True, False]))
    assert times.tolist() == [1, 10, 30, 40]
    assert alive == pytest.approx([1, 3 / 4, 3 / 8, 3 / 8])


def test_wilson_intervals_are_the_published_ones() -> None:
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)


@pytest.mark.parametrize(("wins", "trials"), [(1, 0), (3, 2), (-1, 4)])
def test_impossible_counts_are_refused(wins: int, trials: int) -> None:
    with pytest.raises(BrilligError):
        wilson(wins, trials)


def test_nothing_to_draw_is_said() -> None:
    for draw in (lambda: draw_survival({}), lambda: draw_success_rates([], [], [])):
        with pytest.raises(BrilligError, match="nothing to draw"):
            draw()
