"""P_A and P_B of the main algorithm in NumPy, as appendices A and B state them: to read, and to test against.

One function for each paragraph. A state is (v, t): v[row, category], t[copy, parent, left, right], rows and
copies in the order of `layout`. Squared distances leave out what is the same for every choice.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from brillig.engines.concur.layout import Layout, Transition
from brillig.engines.concur.metric import METRICS
from brillig_lab.references.metric import update_metric

Array = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class State:
    """All copies of all variables."""

    v: Array
    t: Array

    def __add__(self, other: State) -> State:
        return State(self.v + other.v, self.t + other.t)

    def __sub__(self, other: State) -> State:
        return State(self.v - other.v, self.t - other.t)

    def __rmul__(self, factor: float) -> State:
        return State(factor * self.v, factor * self.t)


@dataclass
class Kept:
    """Where the lift "kept" has put the categories that nothing has: inner nodes and words, by category."""

    nodes: dict[int, int] = field(default_factory=dict)
    words: dict[int, int] = field(default_factory=dict)


# -- appendix A: divide -----------------------------------------------------------------------------------


def divide(layout: Layout, state: State, mu: Array, *, norm: bool = False, literal: bool = False) -> State:
    """P_A: at every transition, the nearest way to get layer l + 1 from layer l by one rule of its tensor.

    With `norm` a tensor may have any number of rules here: P_B bounds them, by the norm. With `literal` a
    category costs 1 - 2 v at the words, too, where h > 0: as printed, and not the nearest point (errata).
    """
    limit = None if norm else layout.rules
    result = State(np.zeros_like(state.v), np.zeros_like(state.t))
    for copy, transition in enumerate(layout.transitions):
        _divide_transition(layout, transition, state, mu, copy, limit, result, literal)
    _divide_singles(layout, state, result)
    return result


def _divide_singles(layout: Layout, state: State, result: State) -> None:
    """Sentences of one word: the base is the word, so it holds S; beside S it is free to round (h > 0)."""
    rows = list(layout.single_rows)
    if not rows:
        return
    if layout.rounding:
        result.v[rows] = round_words(layout, state.v[rows])
    result.v[rows, layout.numbering.root] = 1


def round_words(layout: Layout, v: Array) -> Array:
    """The nearest vectors that words may have, each component by itself."""
    rounded: Array = np.zeros_like(v)
    may = list(layout.numbering.word_categories)
    rounded[:, may] = np.where(v[:, may] >= 0.5, 1, 0)
    return rounded


def entry_costs(v: Array, mu: Array, free_to_round: bool) -> Array:
    """What setting one component to 1 costs more than leaving it to be 0 (or, in a top layer with h > 0, to
    be rounded)."""
    costs = 1 - 2 * v
    return mu**2 * (np.maximum(costs, 0) if free_to_round else costs)


def preservation(up: Array, down: Array) -> tuple[npt.NDArray[np.intp], Array]:
    """For nodes that are passed on unchanged: the best category of each, and its cost."""
    costs = up + down
    category = costs.argmin(axis=1)
    return category, costs[np.arange(len(costs)), category]


def choose_rules(layout: Layout, t: Array, limit: int | None) -> tuple[Array, Array, float]:
    """The tensor without regard to the rule applied: at most `limit` pairs YZ, each with its best parent.

    Returns the ones, the best value of each pair, and theta: what a pair has to beat to hold a rule. Where
    pairs may be shared each rule stands for itself: at most `limit` rules, and its own value is the best.
    """
    values = np.where(layout.allowed, t, -np.inf)
    if not layout.restrictions.one_parent:
        largest = sorted((-values[tuple(r)], *r) for r in np.argwhere(layout.allowed))[:limit]
        held = np.zeros_like(t)
        for value, *rule in largest:
            if -value >= 0.5:
                held[tuple(rule)] = 1
        weakest = -largest[-1][0] if len(largest) == limit else 0.5
        return held, values, max(0.5, float(weakest))
    best = values.max(axis=0)
    parent = values.argmax(axis=0)
    pairs = np.argwhere(np.isfinite(best))
    order = sorted(((-best[y, z], y, z) for y, z in pairs))[:limit]
    ones = np.zeros_like(t)
    for value, y, z in order:
        if -value >= 0.5:
            ones[parent[y, z], y, z] = 1
    full = len(order) == limit
    theta = max(0.5, -order[-1][0]) if full else 0.5
    return ones, best, theta


def rule_costs(layout: Layout, t: Array, best: Array, theta: float) -> Array:
    """d_XYZ: the extra distance for having X → YZ in the tensor."""
    return np.where(layout.allowed, 2 * (np.maximum(best, theta) - t), np.inf)


def accommodate(layout: Layout, t: Array, ones: Array, rule: tuple[int, int, int], limit: int | None) -> None:
    """Put the applied rule among the ones: in place of another parent of its pair, or of the weakest pair."""
    x, y, z = rule
    if not layout.restrictions.one_parent and ones[x, y, z]:
        return
    if layout.restrictions.one_parent and ones[:, y, z].any():
        ones[:, y, z] = 0
    elif ones.sum() == limit:
        held = np.argwhere(ones == 1)
        weakest = min(held, key=lambda place: float(t[tuple(place)]))
        ones[tuple(weakest)] = 0
    ones[x, y, z] = 1


def _divide_transition(
    layout: Layout,
    transition: Transition,
    state: State,
    mu: Array,
    copy: int,
    limit: int | None,
    result: State,
    literal: bool,
) -> None:
    length, n = transition.layer, layout.n
    down_rows = transition.down + np.arange(length + 1)
    up_rows = transition.up + np.arange(length if length > 1 else 0)
    numbering = layout.numbering
    rounding = transition.top and layout.rounding
    down = entry_costs(state.v[down_rows], mu, rounding and not literal)
    if numbering.inside and not _may_hold_root(layout, transition.top):
        down[:, numbering.root] = np.inf
    t = state.t[copy]
    ones, best, theta = choose_rules(layout, t, limit)
    d_rule = rule_costs(layout, t, best, theta)

    if length == 1:  # only S → YZ, and the base node is fixed
        costs = (d_rule[numbering.root] + down[0][:, None] + down[1][None, :])[None, None]
        left = right = np.zeros(1, dtype=np.intp)
    else:
        up = entry_costs(state.v[up_rows], mu, False)
        if numbering.inside and not _may_hold_root(layout, False):
            up[:, numbering.root] = np.inf
        parents = numbering.inner_parents
        left, left_cost = preservation(up, down[:-1])
        right, right_cost = preservation(up, down[1:])
        keep = np.array([left_cost[:i].sum() + right_cost[i + 1 :].sum() for i in range(length)])
        costs = (
            keep[:, None, None, None]
            + up[:, :parents, None, None]
            + down[:-1, None, :, None]
            + down[1:, None, None, :]
            + d_rule[None, :parents]
        )
    i, x, y, z = (int(k) for k in np.unravel_index(costs.argmin(), costs.shape))

    v = result.v
    if rounding:
        v[down_rows] = round_words(layout, state.v[down_rows])
    for j in range(i):
        v[up_rows[j], left[j]] = v[down_rows[j], left[j]] = 1
    for j in range(i + 1, length):
        v[up_rows[j], right[j]] = v[down_rows[j + 1], right[j]] = 1
    if length > 1:
        v[up_rows[i], x] = 1
    v[down_rows[i], y] = v[down_rows[i + 1], z] = 1
    accommodate(layout, t, ones, (numbering.root if length == 1 else x, y, z), limit)
    result.t[copy] = ones
    assert n == state.v.shape[1]


def _may_hold_root(layout: Layout, top: bool) -> bool:
    """Whether S can be the category of an inner node, or of a word of a longer sentence."""
    restrictions = layout.restrictions
    return not restrictions.root_at_base and not (top and restrictions.root_without_words)


# -- appendix B: concur -----------------------------------------------------------------------------------


def concur(
    layout: Layout,
    state: State,
    *,
    strict_word_choice: bool = False,
    norm: bool = False,
    kept: Kept | None = None,
    before: State | None = None,
    mu: Array | None = None,
) -> State:
    """P_B: all copies of the tensor agree, up and down copies agree, all occurrences of a word agree.

    With `strict_word_choice` the word that is given a missing designated category is the one that moves the
    least, and at h > 0 the lexicon is bounded by the nearest point under `mu` (1 for all where it is not
    given); else both are the paper's rules, which search better. With `norm` the tensor has a squared norm
    of at most r_s: what the limit on the rules becomes where P_A has none. What is known takes the place of
    the concur values (appendix C); an extension need not use every category.

    Where a missing category is put is chosen at `state`; with `before` at that state instead (the lift
    "at-x"); with `kept` once, and again when something has had it in between (the lift "kept").
    """
    v = state.v.copy()
    average_nodes(layout, v)
    words = average_words(layout, state.v)
    lifted = np.zeros(words.shape, dtype=bool)
    if layout.known is None:
        chosen_at = v, words
        if before is not None:
            chosen_at = before.v.copy(), average_words(layout, before.v)
            average_nodes(layout, chosen_at[0])
        use_plain_categories(layout, v, chosen_at[0], kept)
        lifted = use_designated_categories(layout, words, strict_word_choice, chosen_at[1], kept)
    free = [layout.known is None or not layout.known.words[w] for w in range(layout.word_count)]
    if strict_word_choice:
        counts = np.array([len(rows) for rows in layout.occurrences])
        weights = np.outer(counts, np.ones(layout.n) if mu is None else mu**2)
        words[free] = bound_lexicon_nearest(layout, words[free], weights[free], lifted[free])
    else:
        words[free] = bound_lexicon(layout, words[free])
    for word, rows in enumerate(layout.occurrences):
        v[list(rows)] = words[word] if free[word] else known_word(layout, word)
    return State(v, concur_tensor(layout, state.t, norm))


def known_word(layout: Layout, word: int) -> Array:
    """The vector of a word whose categories are known."""
    assert layout.known is not None
    vector = np.zeros(layout.n)
    vector[list(layout.known.words[word])] = 1
    return vector


def concur_tensor(layout: Layout, t: Array, norm: bool) -> Array:
    """Every copy becomes the mean of all, with `norm` in the ball of squared radius r_s; or what is known."""
    mean = np.where(layout.allowed, t.mean(axis=0), 0)
    squared = float((mean**2).sum())
    if norm and squared > layout.rules:
        mean *= np.sqrt(layout.rules / squared)
    if layout.known is not None:
        mean = np.zeros_like(mean)
        for rule in layout.known.rules:
            mean[rule] = 1
    return np.broadcast_to(mean, t.shape).copy()


def average_nodes(layout: Layout, v: Array) -> None:
    """Inner nodes: both copies become their mean."""
    for up, down in layout.inner_nodes:
        v[up] = v[down] = (v[up] + v[down]) / 2


def use_plain_categories(layout: Layout, v: Array, chosen_at: Array, kept: Kept | None) -> None:
    """Each category that is not designated lexical gets a 1 at the inner node where it is largest."""
    nodes = layout.inner_nodes
    if not nodes:
        return
    up = [up for up, _ in nodes]
    for category in range(layout.numbering.used):
        place = None if kept is None else kept.nodes.pop(category, None)
        if v[up, category].max() < 1:
            node = int(chosen_at[up, category].argmax()) if place is None else place
            v[list(nodes[node]), category] = 1
            if kept is not None:
                kept.nodes[category] = node


def average_words(layout: Layout, v: Array) -> Array:
    """The mean category vector of each word."""
    return np.array([v[list(rows)].mean(axis=0) for rows in layout.occurrences])


def use_designated_categories(
    layout: Layout, words: Array, strict: bool, chosen_at: Array, kept: Kept | None
) -> Mask:
    """Each designated category gets a 1 at the word w* where that is nearest: where it was put, as a mask."""
    lifted = np.zeros(words.shape, dtype=bool)
    counts = np.array([len(rows) for rows in layout.occurrences])
    chosen_at = chosen_at.copy()
    for category in range(layout.plain, layout.n):
        place = None if kept is None else kept.words.pop(category, None)
        if words[:, category].max() < 1:
            missing = 1 - chosen_at[:, category]
            if strict:
                missing = counts * np.maximum(missing, 0) ** 2
            word = int(missing.argmin()) if place is None else place
            words[word, category] = 1
            lifted[word, category] = True
            if kept is not None:
                kept.words[category] = word
    return lifted


def bound_lexicon(layout: Layout, words: Array) -> Array:
    """h > 0: at most |words| + h lexical rules, by the norm."""
    most = len(words) + layout.homographs
    norm = float((words**2).sum())
    if layout.rounding and norm > most:
        return np.asarray(words * np.sqrt(most / norm))
    return words


def bound_lexicon_nearest(layout: Layout, words: Array, weights: Array, lifted: Mask) -> Array:
    """The nearest words within that norm, each component with its weight; what was lifted stays at one."""
    most = len(words) + layout.homographs - int(lifted.sum())

    def shrunk(shift: float) -> Array:
        return np.where(lifted, words, words / (1 + shift / weights))

    def norm(shift: float) -> float:
        return float((shrunk(shift)[~lifted] ** 2).sum())

    if not layout.rounding or norm(0) <= most:
        return words
    low, high = 0.0, 1.0
    while norm(high) > most and high < 1e12:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if norm(middle) > most else (low, middle)
    return shrunk(high)


# -- the metric -------------------------------------------------------------------------------------------


def gaps(layout: Layout, difference: State) -> tuple[Array, float]:
    """Root mean square of P_B - P_A, for each category and for the tensor."""
    by_category = np.sqrt((difference.v**2).mean(axis=0))
    tensor = np.sqrt((difference.t[:, layout.allowed] ** 2).mean())
    return by_category, float(tensor)


def step(
    layout: Layout,
    state: State,
    mu: Array,
    *,
    beta: float,
    gamma: float,
    kappa: float,
    strict_word_choice: bool = False,
    norm: bool = False,
    literal: bool = False,
    metric: str = "mean",
    kept: Kept | None = None,
    at_x: bool = False,
    concur_first: bool = False,
) -> tuple[State, Array]:
    """One iteration of RRR: x + beta (P_B(2 P_A(x) - x) - P_A(x)), then the metric.

    With `concur_first` the projections change places. There P_B sees x itself, so the lift is always at x.
    """

    def project_a(point: State) -> State:
        return divide(layout, point, mu, norm=norm, literal=literal)

    def project_b(point: State) -> State:
        before = state if at_x else None
        strict = strict_word_choice
        return concur(layout, point, strict_word_choice=strict, norm=norm, kept=kept, before=before, mu=mu)

    first, second = (project_b, project_a) if concur_first else (project_a, project_b)
    near = first(state)
    difference = second(2 * near - state) - near
    rule, (by_category, tensor) = METRICS[metric], gaps(layout, difference)
    if rule.shared:
        tensor = float(np.linalg.norm(difference.t.mean(axis=0)))
    mu = update_metric(mu, by_category, tensor, gamma, kappa, rule)
    return state + beta * difference, mu
