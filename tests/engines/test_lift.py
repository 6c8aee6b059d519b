"""Where P_B puts a category that nothing has: a nearest point each time, and which choice brings it back."""

from __future__ import annotations

import numpy as np
import pytest

from brillig import Corpus, Problem, Restrictions
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.settings import DEFAULT, LIFTS, PURE_ORDERS, Settings, make_settings
from brillig.errors import BrilligError
from brillig_lab.references import infer as reference


def random_layout(rng: np.random.Generator) -> Layout:
    sentences = [" ".join(rng.choice(list("abcdef"), rng.integers(2, 5))) for _ in range(3)]
    return Layout.of(Problem(Corpus.of(sentences), 5, int(rng.integers(1, 3)), 3))


def random_state(layout: Layout, rng: np.random.Generator) -> reference.State:
    v = rng.normal(0.4, 0.4, (layout.rows, layout.n))
    t = rng.normal(0.4, 0.4, (len(layout.transitions), *layout.allowed.shape)) * layout.allowed
    return reference.State(v, t)


def cells_of(layout: Layout, category: int) -> list[list[int]]:
    """Where a category can be put: the rows of each inner node, or of each word."""
    return [list(rows) for rows in (layout.inner_nodes if category < layout.plain else layout.occurrences)]


def all_groups(layout: Layout) -> list[list[int]]:
    return [list(rows) for rows in (*layout.inner_nodes, *layout.occurrences)]


def check_nearest(
    layout: Layout, state: reference.State, result: reference.State, category: int, cell: int
) -> None:
    """Of all points in which copies agree and `category` is at `cell`, or anywhere if something has it, the
    result is the nearest: no other choice of the agreed values is nearer. They are chosen apart, so that the
    nearest value of each group is the mean, or 1 where it has to be at least that."""
    groups, own = all_groups(layout), result.v[:, category]
    cells = cells_of(layout, category)
    held = any(state.v[rows, category].mean() >= 1 for rows in cells)
    for rows in groups:
        values = state.v[rows, category]
        grid = np.linspace(-2, 3, 501)
        if not held and rows == cells[cell]:
            grid = grid[grid >= 1 - 1e-9]
        best = float(((values[:, None] - grid) ** 2).sum(axis=0).min())
        assert len(set(own[rows])) == 1
        got = float(((values - own[rows]) ** 2).sum())
        assert got <= best + 1e-9
        if held or rows != cells[cell]:
            assert got == pytest.approx(float(((values - values.mean()) ** 2).sum()))
        else:
            assert own[rows[0]] == 1


def test_at_x_is_the_nearest_point_with_each_category_where_x_has_it_largest() -> None:
    rng = np.random.default_rng(1)
    moved = 0
    for _ in range(150):
        layout = random_layout(rng)
        state, before = random_state(layout, rng), random_state(layout, rng)
        result = reference.concur(layout, state, before=before)
        for category in range(layout.n):
            cells = cells_of(layout, category)
            if not cells:
                continue
            cell = int(np.argmax([before.v[rows, category].mean() for rows in cells]))
            check_nearest(layout, state, result, category, cell)
            moved += cell != int(np.argmax([state.v[rows, category].mean() for rows in cells]))
    assert moved > 100  # it is not the printed choice


def test_kept_is_the_nearest_point_with_each_category_where_it_was_put_first() -> None:
    rng = np.random.default_rng(2)
    stayed = returned = 0
    for _ in range(40):
        layout = random_layout(rng)
        kept = reference.Kept()
        place: dict[int, int] = {}
        for _ in range(8):
            state = random_state(layout, rng)
            result = reference.concur(layout, state, kept=kept)
            for category in range(layout.n):
                cells = cells_of(layout, category)
                if not cells:
                    continue
                means = [float(state.v[rows, category].mean()) for rows in cells]
                if max(means) >= 1:
                    returned += place.pop(category, None) is not None
                else:
                    stayed += category in place and place[category] != int(np.argmax(means))
                    place.setdefault(category, int(np.argmax(means)))
                check_nearest(layout, state, result, category, place.get(category, 0))
            held = kept.nodes | kept.words
            assert held == place
    assert min(stayed, returned) > 20


def test_the_other_order_projects_on_b_and_then_on_a() -> None:
    rng = np.random.default_rng(3)
    for _ in range(10):
        layout = random_layout(rng)
        state, mu = random_state(layout, rng), rng.uniform(0.5, 1.5, layout.n)
        b = reference.concur(layout, state)
        a = reference.divide(layout, 2 * b - state, mu)
        after, _ = reference.step(layout, state, mu, beta=0.3, gamma=0, kappa=1, concur_first=True)
        assert np.allclose(after.v, state.v + 0.3 * (a.v - b.v))
        assert np.allclose(after.t, state.t + 0.3 * (a.t - b.t))


# -- a category that nothing has -------------------------------------------------------------------------

PAIRS = "a b\nc d\na d\nc b\ne b\ne d\na f\nc f"
LONGER = "a b c\nd b c\na e c\nd e c\na b f\nd b f"


def words_only() -> tuple[Layout, np.ndarray, np.ndarray, int]:
    """S → A B explains everything, and the third designated category has no word. With two rules it could."""
    problem = Problem(Corpus.of(PAIRS.splitlines()), 4, 3, 2, restrictions=Restrictions.of("lexical-root"))
    layout = Layout.of(problem)
    v = np.zeros((layout.rows, layout.n))
    t = np.zeros((len(layout.transitions), *layout.allowed.shape))
    for transition in layout.transitions:
        v[transition.down, 0] = v[transition.down + 1, 1] = 1
    t[:, layout.numbering.root, 0, 1] = 1
    return layout, v, t, 2


def inner_nodes() -> tuple[Layout, np.ndarray, np.ndarray, int]:
    """S → P C, P → A B explain everything, and the second category that is not designated stands nowhere."""
    problem = Problem(Corpus.of(LONGER.splitlines()), 6, 3, 4, restrictions=Restrictions.of("lexical-root"))
    layout = Layout.of(problem)
    v = np.zeros((layout.rows, layout.n))
    t = np.zeros((len(layout.transitions), *layout.allowed.shape))
    for transition in layout.transitions:
        if transition.layer == 1:
            v[transition.down, 0] = v[transition.down + 1, 4] = 1
        else:
            v[transition.up, 0] = v[transition.up + 1, 4] = 1
            for j, category in enumerate((2, 3, 4)):
                v[transition.down + j, category] = 1
    t[:, layout.numbering.root, 0, 4] = t[:, 0, 2, 3] = 1
    return layout, v, t, 1


@pytest.mark.parametrize("make", [words_only, inner_nodes])
@pytest.mark.parametrize("order", PURE_ORDERS)
@pytest.mark.parametrize("lift", LIFTS)
def test_as_printed_a_category_that_nothing_has_never_returns(make, order: str, lift: str) -> None:
    """P_B sees -x there, so the largest is another place each time, and P_A never hears of the category."""
    layout, v, t, missing = make()
    network = InferenceNetwork(layout, Settings(gamma=0, lift=lift, order=order, decode_every=0, double=True))
    network.kernel.set_state(v, t, np.ones(layout.n))
    returned, largest = 0, 0.0
    for _ in range(1000):
        network.run(1)
        returned += missing in network.kernel.row_categories()
        largest = max(largest, float(network.kernel.vectors()[:, missing].max()))
    if (order, lift) == ("divide-first", "printed"):
        assert returned == 0
        assert largest < 0.75
    else:
        assert returned > 0


def test_a_lift_or_order_that_is_none_is_refused() -> None:
    with pytest.raises(BrilligError, match="printed, kept, at-x"):
        Settings(lift="keep")
    with pytest.raises(BrilligError, match="divide-first, concur-first"):
        Settings(order="B")


def test_the_papers_preset_starts_again_in_the_time_of_its_metric() -> None:
    assert make_settings("paper").restart_after == 350_000
    assert make_settings("paper", {"gamma": 1e-2}).restart_after == 3_500
    assert make_settings("paper", {"gamma": 1e-2, "restart_after": 70}).restart_after == 70
    assert make_settings("paper", {"gamma": 0.0}).restart_after == 350_000
    assert make_settings("default", {"gamma": 1e-2}).restart_after == DEFAULT.restart_after
