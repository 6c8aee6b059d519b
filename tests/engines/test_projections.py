"""The projections of the main algorithm are true projections: compared with the whole constraint set."""

from __future__ import annotations

import numpy as np
import pytest

from brillig import Corpus, Problem, Restrictions
from brillig.engines.concur.layout import Layout
from brillig.problems import Switch
from brillig_lab.references import infer as reference
from concur_points import node_vectors, tiny, transition_points

TINY = [
    # words, c, c_l, r_s, h, what is allowed
    (2, 4, 1, 1, 0, ""),
    (2, 4, 0, 2, 1, "equal-children,lexical-root"),
    (3, 3, 0, 2, 0, ""),
    (3, 3, 0, 2, 1, ""),
    (3, 4, 1, 2, 0, ""),
    (3, 4, 1, 1, 1, ""),
    (4, 3, 0, 2, 0, "equal-children,lexical-root"),
    (4, 3, 0, 1, 1, ""),
    (4, 4, 1, 2, 0, "lexical-root"),
    (2, 3, 0, 2, 0, "shared-pairs"),
    (3, 3, 0, 2, 0, "shared-pairs"),
    (3, 3, 0, 3, 0, "shared-pairs"),
    (2, 4, 1, 2, 1, "shared-pairs,lexical-root"),
    (2, 3, 0, 2, 0, "recursive-root"),
    (3, 3, 0, 2, 0, "recursive-root"),
    (3, 3, 1, 2, 1, "recursive-root,lexical-root"),
    (4, 3, 1, 2, 0, "recursive-root,lexical-root"),
    (2, 3, 0, 2, 0, "one-word"),
    (3, 3, 0, 2, 1, "one-word"),
    (3, 3, 1, 2, 0, "one-word,lexical-root,equal-children"),
    (3, 2, 0, 2, 0, "all"),
    (3, 2, 1, 2, 1, "all"),
    (4, 2, 1, 2, 0, "all"),
    (3, 3, 1, 2, 0, "one-word,recursive-root"),
    (3, 3, 1, 2, 0, "recursive-root,shared-pairs,equal-children"),
]


NO_LIMIT = 1000
SMALLEST = [TINY[0], TINY[2], TINY[3], TINY[6]]  # without a limit set A has many more points


@pytest.mark.parametrize(
    ("case", "norm"), [*((case, False) for case in TINY), *((case, True) for case in SMALLEST)]
)
def test_divide_is_the_nearest_point_of_the_whole_set(
    case: tuple[int, int, int, int, int, str], norm: bool
) -> None:
    words, c, *_ = case
    layout = tiny(*case)
    rng = np.random.default_rng(words * 100 + c)
    copy = len(layout.transitions) - 1
    transition = layout.transitions[copy]
    points = transition_points(layout, transition.layer, transition.top, NO_LIMIT if norm else layout.rules)
    rows = slice(transition.up, transition.down + transition.layer + 1)
    for _ in range(200):
        v = rng.normal(0.4, 0.6, (layout.rows, layout.n))
        t = rng.normal(0.4, 0.4, (len(layout.transitions), *layout.allowed.shape)) * layout.allowed
        mu = rng.uniform(0.3, 2.0, layout.n)
        result = reference.divide(layout, reference.State(v, t), mu, norm=norm)
        mine = np.concatenate([result.v[rows].ravel(), result.t[copy].ravel()])
        state = np.concatenate([v[rows].ravel(), t[copy].ravel()])
        weight = np.concatenate([np.tile(mu**2, v[rows].shape[0]), np.ones(t[copy].size)])
        distances = points**2 @ weight - 2 * points @ (weight * state)
        own = float(mine**2 @ weight - 2 * mine @ (weight * state))
        assert own == pytest.approx(float(distances.min()), abs=1e-9)
        assert (points == mine).all(axis=1).any()
        for row in layout.single_rows:  # a word that is a sentence is S and, with h > 0, what is nearest
            root = layout.numbering.root
            vectors = np.array(node_vectors(layout, root, layout.homographs > 0))
            nearest = vectors[(((vectors - v[row]) * mu) ** 2).sum(axis=1).argmin()]
            assert (result.v[row] == nearest).all()


def random_layout(rng: np.random.Generator, homographs: int, general: bool = False) -> Layout:
    words = [str(w) for w in range(6)]
    sentences = [" ".join(rng.choice(words, rng.integers(2, 5))) for _ in range(3)]
    restrictions = Restrictions.of([s for s in Switch if general and rng.integers(2)])
    if not restrictions.root_without_words:
        sentences.append(str(rng.choice(words)))
    corpus = Corpus.of(sentences, one_word=True)
    return Layout.of(Problem(corpus, 5, int(rng.integers(1, 3)), 3, homographs, restrictions))


def random_state(layout: Layout, rng: np.random.Generator) -> reference.State:
    v = rng.normal(0.4, 0.5, (layout.rows, layout.n))
    t = rng.normal(0.4, 0.5, (len(layout.transitions), *layout.allowed.shape)) * layout.allowed
    return reference.State(v, t)


@pytest.mark.parametrize("general", [False, True])
def test_strict_concur_is_the_best_over_all_choices_of_node_and_word(general: bool) -> None:
    rng = np.random.default_rng(5)
    for _ in range(300):
        layout = random_layout(rng, 0, general)
        state = random_state(layout, rng)
        result = reference.concur(layout, state, strict_word_choice=True)
        for category in range(layout.n):
            column, own = state.v[:, category], result.v[:, category]
            cells = layout.inner_nodes if category < layout.plain else layout.occurrences
            agreed = [np.mean(column[list(rows)]) for rows in (*layout.inner_nodes, *layout.occurrences)]
            groups = [list(rows) for rows in (*layout.inner_nodes, *layout.occurrences)]
            base = sum(
                float(((column[rows] - mean) ** 2).sum()) for rows, mean in zip(groups, agreed, strict=True)
            )
            if category == layout.numbering.root and layout.numbering.inside:  # the base uses S
                assert float(((own - column) ** 2).sum()) == pytest.approx(base, abs=1e-9)
                continue
            if not cells:
                continue
            # For every cell: what it costs more to have the category there, given that all copies agree.
            extra = [len(rows) * max(0.0, 1 - float(np.mean(column[list(rows)]))) ** 2 for rows in cells]
            assert float(((own - column) ** 2).sum()) == pytest.approx(base + min(extra), abs=1e-9)
            assert max(float(own[list(rows)].min()) for rows in cells) >= 1 - 1e-12
        mean = np.where(layout.allowed, state.t.mean(axis=0), 0)
        assert np.allclose(result.t, mean)


def appendix_b(layout: Layout, state: reference.State) -> np.ndarray:
    """Appendix B written a second time, in the paper's order: the v of P_B in the paper's mode."""
    v = np.array(state.v)
    largest: dict[int, tuple[float, tuple[int, int]]] = {}
    for up, down in layout.inner_nodes:
        for k in range(layout.n):
            value = (state.v[up, k] + state.v[down, k]) / 2
            v[up, k] = v[down, k] = value
            if k < layout.numbering.used and (k not in largest or value > largest[k][0]):
                largest[k] = (value, (up, down))
    for k, (value, (up, down)) in largest.items():
        if value < 1:
            v[up, k] = v[down, k] = 1
    bar = [
        [sum(state.v[r, k] for r in rows) / len(rows) for k in range(layout.n)] for rows in layout.occurrences
    ]
    for k in range(layout.plain, layout.n):
        if not any(word[k] >= 1 for word in bar):
            nearest = min(range(len(bar)), key=lambda w: (1 - bar[w][k]) ** 2)
            bar[nearest][k] = 1
    if layout.homographs > 0:
        norm = sum(value**2 for word in bar for value in word)
        most = len(bar) + layout.homographs
        if norm > most:
            bar = [[value * (most / norm) ** 0.5 for value in word] for word in bar]
    for word, rows in zip(bar, layout.occurrences, strict=True):
        for row in rows:
            v[row] = word
    return v


@pytest.mark.parametrize("general", [False, True])
@pytest.mark.parametrize("homographs", [0, 1, 2])
def test_concur_in_the_papers_mode_is_appendix_b(homographs: int, general: bool) -> None:
    rng = np.random.default_rng(homographs)
    for _ in range(300):
        layout = random_layout(rng, homographs, general)
        state = random_state(layout, rng)
        assert np.allclose(reference.concur(layout, state).v, appendix_b(layout, state))


def test_norm_bounds_the_tensor_by_the_nearest_point_of_the_ball() -> None:
    """B is convex in t, so p is nearest to x iff no point q of B has (x - p)(q - p) > 0."""
    rng = np.random.default_rng(8)
    outside = 0
    layouts = [random_layout(rng, 0) for _ in range(30)]
    for number in range(3000):
        layout = layouts[number % len(layouts)]
        state = random_state(layout, rng)
        state = reference.State(state.v, state.t * rng.choice([0.5, 1, 3]))
        result = reference.concur_tensor(layout, state.t, norm=True)
        assert (result == result[0]).all()
        p, radius = result[0], np.sqrt(layout.rules)
        assert float((p**2).sum()) <= layout.rules + 1e-9
        assert (p[~layout.allowed] == 0).all()
        pull = (state.t.sum(axis=0) - len(state.t) * p) * layout.allowed  # of all copies on the one tensor
        size = float(np.linalg.norm(pull))
        points = [rng.normal(size=p.shape) * layout.allowed for _ in range(5)]
        points = [radius * rng.random() * q / np.linalg.norm(q) for q in points]
        points.append(radius * pull / size if size > 0 else p)  # of the whole ball the one farthest along
        for q in points:
            assert float((pull * (q - p)).sum()) <= 1e-9
        outside += float((state.t.mean(axis=0) ** 2).sum()) > layout.rules
    assert 100 < outside < 2900


def test_strictly_the_lexicon_is_bounded_by_the_nearest_point_in_the_metric() -> None:
    """p is nearest to x in a ball iff the pull weight (x - p) is a multiple of p, at its edge or none."""
    rng = np.random.default_rng(9)
    bounded = held = 0
    for _ in range(300):
        layout = random_layout(rng, int(rng.integers(1, 3)))
        state, mu = random_state(layout, rng), rng.uniform(0.3, 3, layout.n)
        state = reference.State(state.v * rng.choice([1, 2]), state.t)
        words = reference.average_words(layout, state.v)
        lifted = reference.use_designated_categories(layout, words, True, words, None)
        result = reference.concur(layout, state, strict_word_choice=True, mu=mu)
        p = np.array([result.v[rows[0]] for rows in layout.occurrences])
        assert all((result.v[list(rows)] == result.v[rows[0]]).all() for rows in layout.occurrences)
        assert (p[lifted] == 1).all()
        most, weights = len(p) + layout.homographs, np.outer([len(r) for r in layout.occurrences], mu**2)
        pull = (weights * (words - p))[~lifted]
        assert float((p**2).sum()) <= most + 1e-9
        if float((words**2).sum()) <= most:
            assert (pull == 0).all()
            continue
        assert float((p**2).sum()) == pytest.approx(most)
        shift = float(pull @ p[~lifted] / (p[~lifted] @ p[~lifted]))
        assert shift > 0
        assert np.allclose(pull, shift * p[~lifted])
        bounded += 1
        held += bool(lifted.any())
    assert min(bounded, held) > 20
