"""P_A and P_B of the category refiner in NumPy: to be read, and to test the kernel against.

A state is (v, t): one feature vector for each row and one f_X × f_Y × f_Z tensor for each use of a rule, in
the order of `refine_layout`. Squared distances leave out what is the same for every choice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from brillig.engines.concur.refine_layout import RefineLayout, RuleShape, Use

Array = npt.NDArray[np.float64]
Choice = tuple[int, int, int]
Kept = dict[tuple[int, int], int]  # the group that a feature of a category was put at


@dataclass(frozen=True)
class RefineState:
    """All copies of all variables; lists because their lengths differ."""

    v: tuple[Array, ...]
    t: tuple[Array, ...]

    def __add__(self, other: RefineState) -> RefineState:
        return RefineState(_each(np.add, self.v, other.v), _each(np.add, self.t, other.t))

    def __sub__(self, other: RefineState) -> RefineState:
        return RefineState(_each(np.subtract, self.v, other.v), _each(np.subtract, self.t, other.t))

    def __rmul__(self, factor: float) -> RefineState:
        return RefineState(tuple(factor * a for a in self.v), tuple(factor * a for a in self.t))


def _each(operation: np.ufunc, a: tuple[Array, ...], b: tuple[Array, ...]) -> tuple[Array, ...]:
    return tuple(operation(x, y) for x, y in zip(a, b, strict=True))


# -- divide -----------------------------------------------------------------------------------------------


def divide(
    layout: RefineLayout, state: RefineState, mu: float, *, norm: bool = False, literal: bool = False
) -> RefineState:
    """P_A: at every use, the nearest features of parent and children with a refined rule for them; where a
    layer passes a node on, the nearest feature for both of its copies. With `norm` a tensor has no limit;
    with `literal` a feature costs 1 - 2 v at the words, too, where h > 0."""
    v = [np.zeros_like(row) for row in state.v]
    t = []
    for number, use in enumerate(layout.uses):
        choice, ones = divide_use(layout, use, state, mu, state.t[number], norm, literal)
        t.append(ones)
        for row, feature in zip((use.up, use.left, use.right), choice, strict=True):
            if row < 0:
                continue
            if layout.leaf_rows[row] and layout.homographs > 0:
                v[row] = np.where(state.v[row] >= 0.5, 1.0, 0.0)
            v[row][feature] = 1
    for up, down in layout.passes:
        costs = feature_costs(layout, state, up, mu) + feature_costs(layout, state, down, mu, literal)
        feature = int(costs.argmin())
        if layout.leaf_rows[down] and layout.homographs > 0:
            v[down] = np.where(state.v[down] >= 0.5, 1.0, 0.0)
        v[up][feature] = v[down][feature] = 1
    return RefineState(tuple(v), tuple(t))


def divide_use(
    layout: RefineLayout,
    use: Use,
    state: RefineState,
    mu: float,
    t: Array,
    norm: bool = False,
    literal: bool = False,
) -> tuple[Choice, Array]:
    """The features (x, y, z) of one use and the ones of its tensor."""
    shape = layout.rules[use.rule]
    if norm:
        shape = replace(shape, limit=shape.y * shape.z)
    ones, best, theta = choose_refined_rules(shape, t)
    costs = (
        rule_costs(t, best, theta)
        + feature_costs(layout, state, use.up, mu, literal)[:, None, None]
        + feature_costs(layout, state, use.left, mu, literal)[None, :, None]
        + feature_costs(layout, state, use.right, mu, literal)[None, None, :]
    )
    x, y, z = (int(k) for k in np.unravel_index(costs.argmin(), costs.shape))
    accommodate(shape, t, ones, (x, y, z))
    return (x, y, z), ones


def feature_costs(
    layout: RefineLayout, state: RefineState, row: int, mu: float, literal: bool = False
) -> Array:
    """What a 1 costs more than a 0 (or, for a word with h > 0, than rounding), for each feature."""
    if row < 0:
        return np.zeros(1)
    costs = 1 - 2 * state.v[row]
    if layout.leaf_rows[row] and layout.homographs > 0 and not literal:
        costs = np.maximum(costs, 0)
    return np.asarray(mu**2 * costs)


def choose_refined_rules(shape: RuleShape, t: Array) -> tuple[Array, Array, float]:
    """The tensor by itself: at most `limit` pairs yz, each with its best x.

    Returns the ones, the best value of each pair, and theta: what a pair has to beat to hold a rule.
    """
    best, parent = t.max(axis=0), t.argmax(axis=0)
    order = np.argsort(-best, axis=None, kind="stable")[: shape.limit]
    ones = np.zeros_like(t)
    for y, z in zip(*np.unravel_index(order, best.shape), strict=True):
        if best[y, z] >= 0.5:
            ones[parent[y, z], y, z] = 1
    full = len(order) == shape.limit
    theta = max(0.5, float(best.flat[order[-1]])) if full else 0.5
    return ones, best, theta


def rule_costs(t: Array, best: Array, theta: float) -> Array:
    """d_xyz: the extra distance for having x → yz in the tensor."""
    return np.asarray(2 * (np.maximum(best, theta) - t))


def accommodate(shape: RuleShape, t: Array, ones: Array, choice: Choice) -> None:
    """Put the applied rule among the ones: in place of another x of its pair, or of the weakest pair."""
    x, y, z = choice
    if ones[:, y, z].any():
        ones[:, y, z] = 0
    elif ones.sum() == shape.limit:
        best = np.where(ones.any(axis=0), t.max(axis=0), np.inf)
        # the last of equals, as the stable order of `choose_refined_rules` has it
        weakest = best.size - 1 - int(best[::-1, ::-1].argmin())
        ones[:, weakest // best.shape[1], weakest % best.shape[1]] = 0
    ones[x, y, z] = 1


# -- concur -----------------------------------------------------------------------------------------------


def concur(
    layout: RefineLayout,
    state: RefineState,
    *,
    strict: bool = True,
    cover_features: bool = False,
    norm: bool = False,
    kept: Kept | None = None,
    before: RefineState | None = None,
) -> RefineState:
    """P_B: the copies of a tensor agree, the copies of a node agree, the leaves of a word agree.

    `cover_features` tells the tensors, too, that every feature is used. With `norm` a tensor's squared norm
    is at most the number of its rules. Where a missing feature is put is chosen at `state`, or at `before`
    (the lift "at-x"), or once and then `kept` until something has had it.
    """
    means = average_groups(layout, state)
    chosen_at = means if before is None else average_groups(layout, before)
    use_every_feature(layout, means, strict, chosen_at, kept)
    bound_lexicon(layout, means)
    v = tuple(means[number].copy() for number in layout.row_group)
    tensors = average_tensors(layout, state)
    if norm:
        bound_rules(layout, tensors)
    if cover_features:
        use_features_in_rules(layout, tensors)
    return RefineState(v, tuple(tensors[use.rule].copy() for use in layout.uses))


def average_tensors(layout: RefineLayout, state: RefineState) -> list[Array]:
    """The mean over the copies of each rule's tensor."""
    copies: list[list[Array]] = [[] for _ in layout.rules]
    for use, t in zip(layout.uses, state.t, strict=True):
        copies[use.rule].append(t)
    return [
        np.mean(of_rule, axis=0) if of_rule else np.zeros((shape.x, shape.y, shape.z))
        for of_rule, shape in zip(copies, layout.rules, strict=True)
    ]


def bound_rules(layout: RefineLayout, tensors: list[Array]) -> None:
    """Each mean tensor in the ball of squared radius `limit`."""
    for tensor, shape in zip(tensors, layout.rules, strict=True):
        squared = float((tensor**2).sum())
        if squared > shape.limit:
            tensor *= np.sqrt(shape.limit / squared)


def use_features_in_rules(layout: RefineLayout, tensors: list[Array]) -> None:
    """Every node but the base is somebody's child: each feature gets a 1 on the right of some rule.

    It follows from the other constraints, and makes the search about twice as fast.
    """
    for category, features in enumerate(layout.features):
        for feature in range(features):
            places = [
                (rule, entry)
                for rule, tensor in enumerate(tensors)
                for entry in np.ndindex(tensor.shape)
                if (layout.rule_children[rule][0] == category and entry[1] == feature)
                or (layout.rule_children[rule][1] == category and entry[2] == feature)
            ]
            values = np.array([tensors[rule][entry] for rule, entry in places])
            if len(values) == 0 or values.max() >= 1:
                continue
            copies = np.array([layout.rule_copies[rule] for rule, _ in places])
            rule, entry = places[int((copies * (1 - values) ** 2).argmin())]
            tensors[rule][entry] = 1


def average_groups(layout: RefineLayout, state: RefineState) -> list[Array]:
    """The mean vector of each group of rows."""
    return [np.mean([state.v[row] for row in group.rows], axis=0) for group in layout.groups]


def use_every_feature(
    layout: RefineLayout, means: list[Array], strict: bool, chosen_at: list[Array], kept: Kept | None
) -> None:
    """Each feature of each category gets a 1 at the node or word where that is nearest.

    `strict` counts the copies there, as distance does; else the largest component wins, as in the paper.
    """
    for category, features in enumerate(layout.features):
        groups = [g for g, group in enumerate(layout.groups) if group.category == category]
        weights = np.array([len(layout.groups[g].rows) if strict else 1 for g in groups])
        for feature in range(features):
            place = None if kept is None else kept.pop((category, feature), None)
            if max(means[g][feature] for g in groups) >= 1:
                continue
            if place is None:
                missing = np.array([max(0.0, 1 - chosen_at[g][feature]) for g in groups])
                place = groups[int((weights * missing**2).argmin())]
            means[place][feature] = 1
            if kept is not None:
                kept[category, feature] = place


def bound_lexicon(layout: RefineLayout, means: list[Array]) -> None:
    """h > 0: at most one feature for each word and category, and h more, by the norm."""
    words = [mean for mean, group in zip(means, layout.groups, strict=True) if group.word]
    most = len(words) + layout.homographs
    norm = float(sum((word**2).sum() for word in words))
    if layout.homographs > 0 and norm > most:
        for word in words:
            word *= np.sqrt(most / norm)


# -- the metric -------------------------------------------------------------------------------------------


def gaps(difference: RefineState) -> tuple[float, float]:
    """Root mean square of P_B - P_A, of all feature vectors and of all tensors."""

    def size(block: tuple[Array, ...]) -> float:
        return float(np.sqrt(np.mean(np.concatenate([a.ravel() for a in block]) ** 2))) if block else 0.0

    return size(difference.v), size(difference.t)


def update_metric(mu: float, vectors: float, tensors: float, gamma: float, kappa: float) -> float:
    """mu *= 1 + gamma (d_v / m - 1), m the mean of d_v and kappa d_t."""
    mean = (vectors + kappa * tensors) / 2
    return mu * (1 + gamma * (vectors / mean - 1)) if mean > 0 else mu


def step(
    layout: RefineLayout,
    state: RefineState,
    mu: float,
    *,
    beta: float,
    gamma: float,
    kappa: float,
    strict: bool = True,
    cover_features: bool = False,
    norm: bool = False,
    literal: bool = False,
    kept: Kept | None = None,
    at_x: bool = False,
) -> tuple[RefineState, float]:
    """One iteration of RRR: x + beta (P_B(2 P_A(x) - x) - P_A(x)), then the metric."""
    a = divide(layout, state, mu, norm=norm, literal=literal)
    before = state if at_x else None
    b = concur(
        layout,
        2 * a - state,
        strict=strict,
        cover_features=cover_features,
        norm=norm,
        kept=kept,
        before=before,
    )
    difference = b - a
    return state + beta * difference, update_metric(mu, *gaps(difference), gamma, kappa)
