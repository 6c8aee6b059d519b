"""The kernel does what the reference does for fifty iterations, whatever is chosen by name."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from brillig import Problem
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.metric import METRICS
from brillig.engines.concur.refine import RefinementNetwork, RefineSettings
from brillig.engines.concur.refine_layers import layered_layout
from brillig.engines.concur.refine_layout import RefineLayout
from brillig.engines.concur.settings import LIFTS, PURE_ORDERS, TENSORS, Settings
from brillig.language.corpus import Corpus
from brillig_lab.references import infer, refine
from refine_cases import tiny_problem

BETA, GAMMA, KAPPA = 0.5, 0.02, 1.5
ITERATIONS = 50
# What is chosen beside lift, order and metric: where the rules are limited, where a missing category is put,
# and what a word's categories cost where words may have several.
OTHERS = list(product(TENSORS, (False, True), (False, True)))


@pytest.mark.parametrize("lift", LIFTS)
@pytest.mark.parametrize("order", PURE_ORDERS)
def test_inference_by_every_choice(order: str, lift: str) -> None:
    """Each metric once, and all eight combinations of the others under each lift and order."""
    seen = set()
    for number, metric in enumerate(METRICS):
        shift = 3 * LIFTS.index(lift) + PURE_ORDERS.index(order)
        tensor, strict, literal = OTHERS[(number + shift) % len(OTHERS)]
        seen.add((tensor, strict, literal))
        rng = np.random.default_rng(number)
        sentences = [" ".join(rng.choice(list("abcde"), rng.integers(2, 4))) for _ in range(2)]
        layout = Layout.of(Problem(Corpus.of(sentences), 5, 2, 3, homographs=1))
        settings = Settings(
            beta=BETA, gamma=GAMMA, kappa=KAPPA, metric=metric, tensor=tensor, lift=lift, order=order,
            strict_word_choice=strict, literal=literal, tolerance=0, decode_every=0, double=True,
        )  # fmt: skip
        check_inference(layout, settings, rng)
    assert len(seen) == len(OTHERS)


def check_inference(layout: Layout, settings: Settings, rng: np.random.Generator) -> None:
    network = InferenceNetwork(layout, settings)
    kernel = network.kernel
    v = rng.random((layout.rows, layout.n))
    t = rng.random((len(layout.transitions), *layout.allowed.shape)) * layout.allowed
    mu = rng.uniform(0.5, 1.5, layout.n)
    kernel.set_state(v, t, mu)
    state, kept = infer.State(v, t), infer.Kept() if settings.lift == "kept" else None
    for _ in range(ITERATIONS):
        state, mu = infer.step(
            layout,
            state,
            mu,
            beta=BETA,
            gamma=GAMMA,
            kappa=KAPPA,
            strict_word_choice=settings.strict_word_choice,
            norm=settings.tensor == "norm",
            literal=settings.literal,
            metric=settings.metric,
            kept=kept,
            at_x=settings.lift == "at-x",
            concur_first=settings.order == "concur-first",
        )
        network.run(1)
        assert np.allclose(kernel.vectors(), state.v, atol=1e-6), settings
        assert np.allclose(kernel.tensors(), state.t, atol=1e-6), settings
        assert np.allclose(kernel.mu(), mu, atol=1e-6), settings


@pytest.mark.parametrize("lift", LIFTS)
@pytest.mark.parametrize("layers", [False, True])
def test_refinement_by_every_choice(layers: bool, lift: str) -> None:
    for number, (tensor, strict, literal, cover) in enumerate(
        product(TENSORS, (False, True), (False, True), (False, True))
    ):
        problem = tiny_problem(number, homographs=number % 3)
        layout = layered_layout(problem) if layers else RefineLayout.of(problem)
        settings = replace(
            RefineSettings(), beta=BETA, gamma=GAMMA, kappa=KAPPA, tolerance=0.0, decode_every=0, lift=lift,
            tensor=tensor, strict=strict, literal=literal, cover_features=cover, layers=layers,
        )  # fmt: skip
        check_refinement(layout, settings, np.random.default_rng(number))


def check_refinement(layout: RefineLayout, settings: RefineSettings, rng: np.random.Generator) -> None:
    kernel = RefinementNetwork(layout, settings).kernel
    shapes = [layout.rules[use.rule] for use in layout.uses]
    state = refine.RefineState(
        tuple(rng.normal(0.5, 0.7, length) for length in layout.row_features),
        tuple(rng.normal(0.5, 0.7, (shape.x, shape.y, shape.z)) for shape in shapes),
    )
    mu, kept = 1.1, {} if settings.lift == "kept" else None
    kernel.set_state(*flat(state), mu)
    for _ in range(ITERATIONS):
        state, mu = refine.step(
            layout,
            state,
            mu,
            beta=BETA,
            gamma=GAMMA,
            kappa=KAPPA,
            strict=settings.strict,
            cover_features=settings.cover_features,
            norm=settings.tensor == "norm",
            literal=settings.literal,
            kept=kept,
            at_x=settings.lift == "at-x",
        )
        kernel.run(1)
        v, t = flat(state)
        assert np.allclose(kernel.vectors(), v, atol=1e-6), settings
        assert np.allclose(kernel.tensors(), t, atol=1e-6), settings
        assert kernel.mu == pytest.approx(mu), settings


def flat(state: refine.RefineState) -> tuple[np.ndarray, np.ndarray]:
    return np.concatenate([np.zeros(0), *state.v]), np.concatenate(
        [np.zeros(0), *(t.ravel() for t in state.t)]
    )
