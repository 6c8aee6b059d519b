"""The compiled network does what the reference does."""

from __future__ import annotations

import numpy as np
import pytest

from brillig import Corpus, Problem, Restrictions
from brillig._kernel import instruction_sets
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.metric import METRICS
from brillig.engines.concur.settings import LIFTS, PURE_ORDERS, TENSORS, Settings
from brillig.problems import Switch
from brillig_lab.references import infer as reference
from data import sample

GAMMA, KAPPA, BETA = 0.02, 1.5, 0.5


def random_problem(rng: np.random.Generator) -> Problem:
    if rng.integers(2):
        words = list("abcdefgh")
        corpus = Corpus.of([" ".join(rng.choice(words, rng.integers(2, 7))) for _ in range(4)])
    else:
        corpus = sample("toy1", 4, int(rng.integers(10**6)))
    c = int(rng.integers(4, 15))
    return Problem(
        corpus,
        c,
        int(rng.integers(0, c - 2)),
        int(rng.integers(2, 9)),
        int(rng.integers(0, 3)),
        Restrictions.lifted(equal_children=not rng.integers(2), lexical_root=not rng.integers(2)),
    )


def general_problem(rng: np.random.Generator) -> Problem:
    """With any of the switches."""
    restrictions = Restrictions.of([switch for switch in Switch if rng.integers(2)])
    words = list("abcdefgh")
    sentences = [" ".join(rng.choice(words, rng.integers(2, 7))) for _ in range(4)]
    if not restrictions.root_without_words:
        sentences[1:1] = [str(word) for word in rng.choice(words, 2)]
    c = int(rng.integers(3, 15))
    corpus = Corpus.of(sentences, one_word=True)
    numbers = int(rng.integers(0, c - 1)), int(rng.integers(2, 9)), int(rng.integers(0, 3))
    return Problem(corpus, c, *numbers, restrictions)


def same_start(
    layout: Layout, rng: np.random.Generator, network: InferenceNetwork
) -> tuple[reference.State, np.ndarray]:
    """A random state, given to the network too."""
    v = rng.random((layout.rows, layout.n))
    t = rng.random((len(layout.transitions), *layout.allowed.shape)) * layout.allowed
    mu = rng.uniform(0.5, 1.5, layout.n)
    network.kernel.set_state(v, t, mu)
    return reference.State(v, t), mu


def deviation(network: InferenceNetwork, state: reference.State, mu: np.ndarray) -> float:
    kernel = network.kernel
    return max(
        float(np.abs(kernel.vectors() - state.v).max()),
        float(np.abs(kernel.tensors() - state.t).max()),
        float(np.abs(np.array(kernel.mu()) - mu).max()),
    )


@pytest.mark.parametrize("make", [random_problem, general_problem])
@pytest.mark.parametrize("seed", range(12))
def test_kernel_and_reference_agree_state_by_state(seed: int, make) -> None:
    rng = np.random.default_rng(seed)
    layout = Layout.of(make(rng))
    strict = bool(seed % 2)
    settings = Settings(
        beta=BETA,
        gamma=GAMMA,
        kappa=KAPPA,
        tolerance=0,
        decode_every=0,
        strict_word_choice=strict,
        double=True,
    )
    network = InferenceNetwork(layout, settings)
    assert network.kernel.layout() == [(t.layer, t.up, t.down) for t in layout.transitions]
    state, mu = same_start(layout, rng, network)
    for _ in range(50):
        state, mu = reference.step(
            layout, state, mu, beta=BETA, gamma=GAMMA, kappa=KAPPA, strict_word_choice=strict
        )
        network.run(1)
        assert deviation(network, state, mu) < 1e-6


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("tensor", ["limit", "norm"])
def test_every_reading_is_the_same_in_the_kernel_and_in_the_reference(metric: str, tensor: str) -> None:
    rng = np.random.default_rng(list(METRICS).index(metric))
    corpus = sample("toy1", 2, int(rng.integers(10**6)))
    layout = Layout.of(Problem(corpus, int(rng.integers(5, 12)), 2, 3))
    settings = Settings(gamma=GAMMA, metric=metric, tensor=tensor, tolerance=0, decode_every=0, double=True)
    network = InferenceNetwork(layout, settings)
    state, mu = same_start(layout, rng, network)
    for _ in range(50):
        state, mu = reference.step(
            layout, state, mu, beta=BETA, gamma=GAMMA, kappa=KAPPA, norm=tensor == "norm", metric=metric
        )
        network.run(1)
        assert deviation(network, state, mu) < 1e-6


@pytest.mark.parametrize("make", [random_problem, general_problem])
@pytest.mark.parametrize("lift", LIFTS)
@pytest.mark.parametrize("order", PURE_ORDERS)
def test_every_lift_and_order_is_the_same_in_the_kernel_and_in_the_reference(
    order: str, lift: str, make
) -> None:
    for seed in (0, 3):
        rng = np.random.default_rng(40 + seed)
        layout = Layout.of(make(rng))
        tensor, strict = TENSORS[seed % 2], seed > 1
        settings = Settings(
            gamma=GAMMA, kappa=KAPPA, beta=0.4 if seed == 3 else BETA, tensor=tensor, lift=lift, order=order,
            tolerance=0, decode_every=0, strict_word_choice=strict, double=True,
        )  # fmt: skip
        network, whole = InferenceNetwork(layout, settings), InferenceNetwork(layout, settings)
        state, mu = same_start(layout, rng, network)
        kept = reference.Kept() if lift == "kept" else None
        for iteration in range(50):
            state, mu = reference.step(
                layout,
                state,
                mu,
                beta=settings.beta,
                gamma=GAMMA,
                kappa=KAPPA,
                strict_word_choice=strict,
                norm=tensor == "norm",
                kept=kept,
                at_x=lift == "at-x",
                concur_first=order == "concur-first",
            )
            network.run(1)
            assert deviation(network, state, mu) < 1e-6
            if iteration == 25:  # what is kept moves with a saved state
                saved = network.save()
                whole.load(saved)
                network, whole = whole, network
    with pytest.raises(ValueError, match="state of such a network"):
        InferenceNetwork(layout, Settings(double=True, lift="kept" if lift == "printed" else "printed")).load(
            saved
        )


def test_lifts_and_orders_differ() -> None:
    layout = Layout.of(Problem(sample("toy1", 4, 0), 8, 4, 5))
    seen = set()
    for order in PURE_ORDERS:
        for lift in LIFTS:
            network = InferenceNetwork(layout, Settings(lift=lift, order=order, decode_every=0))
            network.start(0)
            network.run(60)
            seen.add((network.gap(), *network.kernel.mu()))
    # With P_B first the lift is at x as it is printed.
    assert len(seen) == len(LIFTS) * len(PURE_ORDERS) - 1


@pytest.mark.parametrize("seed", range(4))
def test_the_printed_cost_is_the_same_in_the_kernel_and_in_the_reference(seed: int) -> None:
    rng = np.random.default_rng(seed)
    layout = Layout.of(Problem(sample("toy1", 3, seed), 6, 2, 4, 1 + seed))
    network, nearest = (
        InferenceNetwork(
            layout, Settings(gamma=GAMMA, literal=literal, tolerance=0, decode_every=0, double=True)
        )
        for literal in (True, False)
    )
    state, mu = same_start(layout, rng, network)
    nearest.kernel.set_state(state.v, state.t, mu)
    for _ in range(50):
        state, mu = reference.step(layout, state, mu, beta=BETA, gamma=GAMMA, kappa=KAPPA, literal=True)
        network.run(1)
        nearest.run(1)
        assert deviation(network, state, mu) < 1e-6
    assert deviation(nearest, state, mu) > 1e-3


def test_readings_differ() -> None:
    layout = Layout.of(Problem(sample("toy1", 4, 0), 8, 4, 5))
    seen = set()
    for tensor in TENSORS:
        for metric in METRICS:
            network = InferenceNetwork(layout, Settings(metric=metric, tensor=tensor, decode_every=0))
            network.start(0)
            network.run(30)
            seen.add((network.gap(), *network.kernel.mu()))
    assert len(seen) == len(TENSORS) * len(METRICS)


def test_norm_holds_more_rules_than_the_limit() -> None:
    layout = Layout.of(Problem(sample("toy1", 4, 0), 8, 4, 2))
    most = {}
    for tensor in TENSORS:
        network = InferenceNetwork(layout, Settings(tensor=tensor, double=True, decode_every=0, gamma=0))
        state, mu = same_start(layout, np.random.default_rng(0), network)
        ones = reference.divide(layout, state, mu, norm=tensor == "norm").t.sum(axis=(1, 2, 3))
        most[tensor] = int(ones.max())
        network.run(1)
        assert float((network.kernel.tensor_estimate() ** 2).sum()) <= 2 + 1e-9 or tensor == "limit"
    assert most["limit"] == 2 < most["norm"]


@pytest.mark.parametrize("seed", range(6))
def test_single_precision_stays_close(seed: int) -> None:
    rng = np.random.default_rng(100 + seed)
    layout = Layout.of(random_problem(rng))
    settings = Settings(beta=BETA, gamma=GAMMA, kappa=KAPPA, tolerance=0, decode_every=0)
    network = InferenceNetwork(layout, settings)
    state, mu = same_start(layout, rng, network)
    for _ in range(20):
        state, mu = reference.step(layout, state, mu, beta=BETA, gamma=GAMMA, kappa=KAPPA)
        network.run(1)
    assert deviation(network, state, mu) < 1e-3


@pytest.mark.parametrize("double", [False, True])
def test_every_instruction_set_gives_the_same_bits(double: bool) -> None:
    layout = Layout.of(Problem(sample("toy1", 10, 3), 8, 4, 5))
    states = []
    for isa in instruction_sets():
        network = InferenceNetwork(layout, Settings(double=double), isa)
        network.start(7)
        network.kernel.set_decoding(0, 0, by_ones=False)
        network.run(700)
        states.append((network.kernel.vectors(), network.kernel.tensors(), network.gap()))
    for v, t, gap in states[1:]:
        assert (v == states[0][0]).all()
        assert (t == states[0][1]).all()
        assert gap == states[0][2]


def test_sixteen_categories_and_more_work() -> None:
    for c in (16, 17, 33, 64):
        layout = Layout.of(Problem(sample("toy1", 5, 1), c, 4, 20))
        network = InferenceNetwork(layout, Settings(decode_every=0))
        network.start(0)
        network.run(30)
        assert 0 < network.gap() < 1


def test_the_tensor_estimate_is_the_concur_value() -> None:
    layout = Layout.of(Problem(sample("toy2", 6, 1), 5, 2, 3))
    network = InferenceNetwork(layout, Settings(double=True, decode_every=0, gamma=0))
    rng = np.random.default_rng(1)
    state, mu = same_start(layout, rng, network)
    network.run(1)
    a = reference.divide(layout, state, mu)
    b = reference.concur(layout, 2 * a - state)
    assert np.allclose(network.kernel.tensor_estimate(), b.t[0])
    by_category, tensor = reference.gaps(layout, b - a)
    assert np.allclose(network.kernel.gaps(), [*by_category, tensor])
