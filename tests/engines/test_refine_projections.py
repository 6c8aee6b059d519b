"""The refiner's projections are true projections, and the kernel makes the reference's steps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from brillig.engines.concur.refine import RefinementNetwork, RefineSettings
from brillig.engines.concur.refine_layers import layered_layout
from brillig.engines.concur.refine_layout import RefineLayout, RuleShape
from brillig.engines.concur.settings import LIFTS
from brillig_lab.references.refine import Kept, RefineState, concur, divide, step
from refine_cases import tiny_problem, toy2_problem


def random_state(layout: RefineLayout, seed: int) -> RefineState:
    random = np.random.default_rng(seed)
    shapes = [layout.rules[use.rule] for use in layout.uses]
    return RefineState(
        tuple(random.normal(0.5, 0.7, length) for length in layout.row_features),
        tuple(random.normal(0.5, 0.7, (shape.x, shape.y, shape.z)) for shape in shapes),
    )


def distance(a: RefineState, b: RefineState, mu: float) -> float:
    v = sum(float(((x - y) ** 2).sum()) for x, y in zip(a.v, b.v, strict=True))
    t = sum(float(((x - y) ** 2).sum()) for x, y in zip(a.t, b.t, strict=True))
    return mu**2 * v + t


def allowed_tensors(shape: RuleShape) -> Iterator[np.ndarray]:
    """All tensors with at most `limit` ones and at most one x for each pair."""
    pairs = list(product(range(shape.y), range(shape.z)))
    for number in range(min(shape.limit, len(pairs)) + 1):
        for chosen in combinations(pairs, number):
            for parents in product(range(shape.x), repeat=number):
                tensor = np.zeros((shape.x, shape.y, shape.z))
                for x, (y, z) in zip(parents, chosen, strict=True):
                    tensor[x, y, z] = 1
                yield tensor


def allowed_rows(length: int, feature: int, free: bool) -> list[np.ndarray]:
    """A row in which `feature` is chosen: the others are 0, or with h > 0 at a word 0 or 1."""
    if not free:
        return [np.eye(length)[feature]]
    return [np.array(bits, float) for bits in product((0, 1), repeat=length) if bits[feature]]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("homographs", [0, 2])
def test_divide_is_the_nearest_point_of_every_local_problem(seed: int, homographs: int) -> None:
    layout = RefineLayout.of(tiny_problem(seed, homographs))
    state, mu = random_state(layout, seed), 0.8
    result = divide(layout, state, mu)
    for number, use in enumerate(layout.uses):
        shape = layout.rules[use.rule]
        if shape.entries > 18:
            continue
        rows = (use.up, use.left, use.right)

        def row_distance(row: int, feature: int) -> float:
            if row < 0:
                return 0.0
            free = homographs > 0 and layout.leaf_rows[row]
            options = allowed_rows(len(state.v[row]), feature, free)
            return mu**2 * min(float(((state.v[row] - option) ** 2).sum()) for option in options)

        best = min(
            float(((state.t[number] - tensor) ** 2).sum())
            + min(sum(row_distance(r, int(f)) for r, f in zip(rows, one, strict=True)) for one in ones)
            for tensor in allowed_tensors(shape)
            if len(ones := np.argwhere(tensor))
        )
        got = float(((state.t[number] - result.t[number]) ** 2).sum())
        got += mu**2 * sum(float(((state.v[r] - result.v[r]) ** 2).sum()) for r in rows if r >= 0)
        assert got == pytest.approx(best)
        tensor = result.t[number]
        assert tensor.sum() <= shape.limit
        assert tensor.sum(axis=0).max() <= 1
        features: list[Any] = [range(1) if r < 0 else np.flatnonzero(result.v[r]) for r in rows]
        assert any(tensor[x, y, z] == 1 for x, y, z in product(*features))


@pytest.mark.parametrize("seed", range(12))
def test_concur_is_the_nearest_agreement_that_uses_every_feature(seed: int) -> None:
    layout = RefineLayout.of(tiny_problem(seed))
    state = random_state(layout, seed + 100)
    result = concur(layout, state)
    expected = 0.0
    for category, features in enumerate(layout.features):
        groups = [group for group in layout.groups if group.category == category]
        for feature in range(features):
            values = [np.array([state.v[row][feature] for row in group.rows]) for group in groups]
            spread = [float(((v - v.mean()) ** 2).sum()) for v in values]
            raised = [float(((v - max(1.0, v.mean())) ** 2).sum()) for v in values]
            expected += min(sum(spread) - s + r for s, r in zip(spread, raised, strict=True))
    for rule in range(len(layout.rules)):
        copies = [t for t, use in zip(state.t, layout.uses, strict=True) if use.rule == rule]
        expected += sum(float(((t - np.mean(copies, axis=0)) ** 2).sum()) for t in copies)
    assert distance(state, result, 1.0) == pytest.approx(expected)
    for group in layout.groups:
        assert all(np.array_equal(result.v[row], result.v[group.rows[0]]) for row in group.rows)
    for number, use in enumerate(layout.uses):
        assert np.array_equal(result.t[number], result.t[[u.rule for u in layout.uses].index(use.rule)])
    for category, features in enumerate(layout.features):
        rows = [r for r in range(layout.rows) if layout.groups[layout.row_group[r]].category == category]
        assert all(max(result.v[r][f] for r in rows) >= 1 for f in range(features))


@pytest.mark.parametrize("layers", [False, True])
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("lift", LIFTS)
def test_a_missing_feature_is_at_the_nearest_place_to_what_its_lift_looks_at(
    lift: str, strict: bool, layers: bool
) -> None:
    """Every place is tried: printed looks at what is projected, at-x at the state, kept only the first time.

    Strictly a place costs what its copies move by; as printed each node and each word counts once.
    """
    otherwise = 0
    for seed in range(12):
        problem = tiny_problem(seed)
        layout = layered_layout(problem) if layers else RefineLayout.of(problem)
        kept: Kept | None = {} if lift == "kept" else None
        places: Kept = {}
        for draw in range(5):
            state, before = (
                random_state(layout, 10 * seed + draw),
                random_state(layout, 900 + 10 * seed + draw),
            )
            at = before if lift == "at-x" else None
            result = concur(layout, state, strict=strict, kept=kept, before=at)
            for category, features in enumerate(layout.features):
                for feature in range(features):
                    place = nearest_place(layout, state, category, feature, strict)
                    if place is None:
                        places.pop((category, feature), None)
                    elif lift == "at-x":
                        seen = nearest_place(layout, before, category, feature, strict, missing=False)
                        otherwise += seen != place
                        place = seen
                    elif lift == "kept":
                        first = places.setdefault((category, feature), place)
                        otherwise += first != place
                        place = first
                    for number, group in enumerate(layout.groups):
                        if group.category == category:
                            mean = np.mean([state.v[row][feature] for row in group.rows])
                            wanted = 1.0 if number == place else mean
                            assert all(result.v[row][feature] == pytest.approx(wanted) for row in group.rows)
    assert (otherwise > 0) == (lift != "printed")


def nearest_place(
    layout: RefineLayout, state: RefineState, category: int, feature: int, strict: bool, missing: bool = True
) -> int | None:
    """The group that has the feature in the nearest agreement of all; none where a mean has it anyway."""
    costs = {}
    for number, group in enumerate(layout.groups):
        if group.category == category:
            values = np.array([state.v[row][feature] for row in group.rows])
            raised = max(1.0, values.mean())
            cost = float(((values - raised) ** 2).sum() - ((values - values.mean()) ** 2).sum())
            costs[number] = cost if strict else cost / len(values)
    place = min(costs, key=costs.__getitem__)
    return None if missing and costs[place] < 1e-12 else place


@pytest.mark.parametrize("seed", range(6))
def test_a_bounded_lexicon_keeps_its_norm(seed: int) -> None:
    layout = RefineLayout.of(tiny_problem(seed, homographs=1))
    state = 4.0 * random_state(layout, seed)
    result = concur(layout, state)
    words = [result.v[group.rows[0]] for group in layout.groups if group.word]
    assert sum(float((word**2).sum()) for word in words) <= len(words) + 1 + 1e-9


@pytest.mark.parametrize("cover_features", [False, True])
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    ("seed", "homographs", "share"), [(0, 0, True), (1, 0, False), (2, 0, True), (3, 2, False), (4, 1, False)]
)
def test_the_kernel_makes_the_steps_of_the_reference(
    seed: int, homographs: int, share: bool, strict: bool, cover_features: bool
) -> None:
    problem = (
        toy2_problem(seed, 12) if seed % 2 == 0 and homographs == 0 else tiny_problem(seed + 7, homographs)
    )
    layout = RefineLayout.of(problem, share=share)
    settings = RefineSettings(
        gamma=0.03, kappa=1.3, strict=strict, cover_features=cover_features, decode_every=0, tolerance=0
    )
    kernel = RefinementNetwork(layout, settings).kernel
    state, mu = random_state(layout, seed), 1.1
    kernel.set_state(
        np.concatenate([np.zeros(0), *state.v]),
        np.concatenate([np.zeros(0), *(t.ravel() for t in state.t)]),
        mu,
    )
    for _ in range(25):
        state, mu = step(
            layout,
            state,
            mu,
            beta=settings.beta,
            gamma=settings.gamma,
            kappa=settings.kappa,
            strict=strict,
            cover_features=cover_features,
        )
        kernel.run(1)
        assert kernel.mu == pytest.approx(mu, rel=1e-9)
        assert np.allclose(kernel.vectors(), np.concatenate([np.zeros(0), *state.v]), atol=1e-9)
        assert np.allclose(
            kernel.tensors(), np.concatenate([np.zeros(0), *(t.ravel() for t in state.t)]), atol=1e-9
        )


def test_equal_subtrees_are_one_node_only_where_features_follow_from_words() -> None:
    problem = toy2_problem(1, 60)
    assert RefineLayout.of(problem).rows < RefineLayout.of(problem, share=False).rows
    with pytest.raises(ValueError, match="equal subtrees"):
        RefineLayout.of(tiny_problem(1, homographs=1), share=True)
