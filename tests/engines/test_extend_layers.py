"""The extender in the paper's form: true projections, a kernel like the reference, the same answers."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest

from brillig.engines.concur.extend import ExtendSettings, extend, hold_known
from brillig.engines.concur.extend_layout import extension_layout
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.settings import Settings, preset_settings
from brillig.errors import BrilligError
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.parsing.generate import generate
from brillig.problems import ExtendProblem
from brillig.problems.check import violations
from brillig.problems.solution import Status
from brillig_lab.references import extend as extend_reference
from brillig_lab.references import infer as reference
from brillig_lab.references.extend import Fixed
from refine_cases import PAPER_REFINED

PAPER = preset_settings("paper", "extend")
BASE = Grammar.of(
    "S",
    [("S", "A", "B"), ("A", "C", "A"), ("B", "D", "A")],
    {"a": ["A"], "b": ["B"], "c": ["C"], "d": ["D"], "e": ["A", "D"]},
)


def tiny_problem(seed: int) -> ExtendProblem:
    """Sentences of a small grammar in which some words have been replaced by new ones."""
    random = Random(seed)
    texts = generate(BASE, 40, seed=seed)
    new = {word: random.choice(["x", "y"]) for word in random.sample("abcd", 2)}
    sentences = [
        [new[word] if word in new and random.random() < 0.6 else word for word in text.split()]
        for text in texts
        if len(text.split()) <= 4
    ]
    chosen = random.sample(sentences, min(len(sentences), random.randint(2, 5)))
    return ExtendProblem(BASE, Corpus.of([" ".join(words) for words in chosen]), random.randint(0, 2))


def tiny_layout(seed: int) -> Layout:
    problem = tiny_problem(seed)
    return extension_layout(problem, problem.corpus.sentences)


def random_vectors(fixed: Fixed, rng: np.random.Generator) -> np.ndarray:
    v = rng.normal(0.5, 0.7, (fixed.layout.rows, fixed.layout.n))
    return np.where(fixed.rows[:, None], fixed.constants, v)


def nearest_row(fixed: Fixed, v: np.ndarray, weight: np.ndarray, row: int, category: int) -> float:
    """The least squared distance to a vector with that category; infinite at a fixed row without it."""
    if fixed.rows[row]:
        return 0.0 if fixed.constants[row, category] else float("inf")
    free = fixed.free_top[row] and fixed.layout.homographs > 0
    choices = product((0, 1), repeat=fixed.layout.n) if free else np.eye(fixed.layout.n)
    return min(float((weight * (v[row] - np.array(bits)) ** 2).sum()) for bits in choices if bits[category])


@pytest.mark.parametrize("seed", range(12))
def test_divide_with_fixed_rules_and_words_is_the_nearest_way(seed: int) -> None:
    fixed = Fixed(tiny_layout(seed))
    rng = np.random.default_rng(seed)
    v, mu = random_vectors(fixed, rng), rng.uniform(0.5, 1.5, fixed.layout.n)
    result = extend_reference.divide(fixed, v, mu)
    assert np.array_equal(result[fixed.rows], fixed.constants[fixed.rows])
    weight = mu**2
    for tr in fixed.layout.transitions:
        down = [tr.down + j for j in range(tr.layer + 1)]
        up = [tr.up + j for j in range(tr.layer)] if tr.layer > 1 else []
        table = {
            row: [nearest_row(fixed, v, weight, row, z) for z in range(fixed.layout.n)] for row in down + up
        }
        best = float("inf")
        rules = [(-1, y, z) for y, z in fixed.root] if tr.layer == 1 else fixed.inner
        for place, (x, y, z) in product(range(tr.layer), rules):
            cost = table[down[place]][y] + table[down[place + 1]][z]
            if tr.layer > 1:
                cost += table[up[place]][x]
                for j in set(range(tr.layer)) - {place}:
                    above = down[j] if j < place else down[j + 1]
                    cost += min(a + b for a, b in zip(table[up[j]], table[above], strict=True))
            best = min(best, cost)
        got = float((weight * (v[down + up] - result[down + up]) ** 2).sum())
        assert got == pytest.approx(best)


@pytest.mark.parametrize("seed", range(12))
def test_concur_keeps_what_is_fixed_and_is_the_nearest_agreement(seed: int) -> None:
    fixed = Fixed(tiny_layout(seed))
    layout = fixed.layout
    v = random_vectors(fixed, np.random.default_rng(seed))
    result = extend_reference.concur(fixed, v)
    assert np.array_equal(result[fixed.rows], fixed.constants[fixed.rows])
    for up, down in layout.inner_nodes:
        assert np.allclose(result[up], (v[up] + v[down]) / 2)
        assert np.array_equal(result[up], result[down])
    free = [rows for word, rows in enumerate(layout.occurrences) if not fixed.known.words[word]]
    means = np.array([v[list(rows)].mean(axis=0) for rows in free])
    bound = len(free) + layout.homographs
    scale = np.sqrt(bound / (means**2).sum()) if layout.homographs and (means**2).sum() > bound else 1.0
    for rows, mean in zip(free, means, strict=True):
        assert np.allclose(result[list(rows)], scale * mean)


@pytest.mark.parametrize("seed", range(6))
def test_known_values_take_the_place_of_the_concur_values(seed: int) -> None:
    layout = tiny_layout(seed)
    assert layout.known is not None
    rng = np.random.default_rng(seed)
    shape = (len(layout.transitions), layout.plain + 1, layout.n, layout.n)
    state = reference.State(rng.random((layout.rows, layout.n)), rng.random(shape) * layout.allowed)
    result = reference.concur(layout, state)
    for copy in result.t:
        assert {tuple(map(int, place)) for place in np.argwhere(copy == 1)} == set(layout.known.rules)
        assert copy.sum() == len(layout.known.rules)
    for word, rows in enumerate(layout.occurrences):
        if layout.known.words[word]:
            assert all(set(np.flatnonzero(result.v[row])) == set(layout.known.words[word]) for row in rows)
        elif not layout.rounding:
            assert np.allclose(result.v[list(rows)], state.v[list(rows)].mean(axis=0))


@pytest.mark.parametrize("seed", range(8))
def test_kernel_and_reference_agree_for_fifty_iterations(seed: int) -> None:
    layout = tiny_layout(seed)
    rng = np.random.default_rng(seed)
    settings = Settings(gamma=0.02, tolerance=0, decode_every=0, double=True)
    network = InferenceNetwork(layout, settings)
    v, mu = rng.random((layout.rows, layout.n)), rng.uniform(0.5, 1.5, layout.n)
    t = rng.random((len(layout.transitions), layout.plain + 1, layout.n, layout.n)) * layout.allowed
    network.kernel.set_state(v, t, mu)
    state = reference.State(v, t)
    for _ in range(50):
        state, mu = reference.step(layout, state, mu, beta=0.5, gamma=0.02, kappa=1.5)
        network.run(1)
        assert np.abs(network.kernel.vectors() - state.v).max() < 1e-6
        assert np.abs(network.kernel.tensors() - state.t).max() < 1e-6


@pytest.mark.parametrize("seed", range(8))
def test_kernel_and_reference_agree_with_both_projections_held(seed: int) -> None:
    fixed = Fixed(tiny_layout(seed))
    rng = np.random.default_rng(seed)
    kernel = hold_known(fixed.layout, Settings(gamma=0.02, tolerance=0))
    v, mu = random_vectors(fixed, rng), rng.uniform(0.5, 1.5, fixed.layout.n)
    kernel.set_state(v, list(mu))
    for _ in range(50):
        v, mu = extend_reference.step(fixed, v, mu, beta=0.5, gamma=0.02)
        kernel.run(1)
        if kernel.gap() < 1e-8:  # what is left of the gaps is rounding, and so are their ratios
            break
        assert np.abs(kernel.vectors() - v).max() < 1e-6
        assert np.abs(np.array(kernel.mu()) - mu).max() < 1e-6


def lexicon(outcome) -> dict[str, tuple[str, ...]]:
    return dict(outcome.solution.grammar.lexicon)


def toy2_past(number: int, seed: int, homographs: int = 4) -> ExtendProblem:
    return ExtendProblem(
        PAPER_REFINED, Corpus.of(generate(builtin("toy2-past"), number, seed=seed)), homographs
    )


@pytest.mark.parametrize("hold", [False, True])
def test_a_hundred_problems_have_the_answers_of_the_quick_form(hold: bool) -> None:
    # One long start can run in circles, so it is restarted here; what it finds does not depend on that.
    settings = ExtendSettings.of(replace(PAPER, restart_after=300, hold=hold))
    found = 0
    for seed in range(100):
        problem = tiny_problem(1000 + seed)
        quick = extend(problem, Limits(seed=seed, max_iterations=2000, jobs=1))
        layers = extend(problem, Limits(seed=seed, max_iterations=6000, jobs=1), settings=settings)
        assert layers.status is quick.status, (seed, quick.reason, layers.reason)
        if layers.solution is not None:
            found += 1
            assert violations(problem, layers.solution.grammar, layers.solution.trees) == []
    assert found > 50


def test_the_papers_extension_is_found_and_three_homographs_do_not_do() -> None:
    problem = toy2_past(100, 900)
    expected = lexicon(extend(problem, Limits(jobs=1)))
    done = [
        extend(problem, Limits(seed, 3000, jobs=1), settings=ExtendSettings.of(PAPER)) for seed in range(4)
    ]
    assert any(outcome.status is Status.FOUND for outcome in done)
    for outcome in done:
        if outcome.solution is not None:
            got = lexicon(outcome)
            assert {word: set(cs) for word, cs in got.items()} == {w: set(cs) for w, cs in expected.items()}
    few = extend(toy2_past(100, 900, homographs=3), Limits(0, 3000), settings=ExtendSettings.of(PAPER))
    assert few.status is Status.INFEASIBLE


def test_a_grammar_outside_of_the_papers_model_is_refused() -> None:
    base = Grammar.of("S", [("S", "A", "B"), ("A", "A", "B"), ("B", "A", "B")], {"a": ["A"], "b": ["B"]})
    problem = ExtendProblem(base, Corpus.of(["a x"]))
    with pytest.raises(BrilligError, match="leave out preset paper"):
        extend(problem, Limits(jobs=1), settings=ExtendSettings.of(PAPER))
