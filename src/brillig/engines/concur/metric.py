"""How the metric follows the gaps. The paper defers to another one for it: the rule is a choice with a name.

d_X is the rms gap of component X over all category vectors, d_t that of the tensor, counted kappa times. They
are compared with m: their mean, or the mean of the d_X alone, or d_t alone. Then

    multiply   mu_X *= 1 + gamma (d_X / m - 1)
    relax      mu_X += gamma (d_X / m - mu_X)
    weigh      a weight for each X and one for t, w += gamma (d / m - w); mu_X = w_X / w_t

and with `squared` the same for the squares of gaps and mu. With `shared` d_t is the norm of P_B(t) less the
mean of P_A(t) over the copies: how far the one tensor that they share is from where they want it. Only rules
with d_t in them notice a tensor that is frozen on wrong rules: it has no gap.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

MIN_MU, MAX_MU = 1e-3, 1e3  # where gaps vanish a rule could run away


class Follow(IntEnum):
    """What mu does with the gaps; numbered as in network.hpp."""

    MULTIPLY = 0
    RELAX = 1
    WEIGH = 2


class Against(IntEnum):
    """What a gap is compared with; numbered as in network.hpp."""

    MEAN = 0
    NODES = 1
    TENSOR = 2


@dataclass(frozen=True)
class MetricRule:
    follow: Follow
    against: Against
    squared: bool = False
    shared: bool = False


_PLAIN = {
    "mean": MetricRule(Follow.MULTIPLY, Against.MEAN),
    "nodes": MetricRule(Follow.MULTIPLY, Against.NODES),
    "tensor": MetricRule(Follow.MULTIPLY, Against.TENSOR),
    "relax-mean": MetricRule(Follow.RELAX, Against.MEAN),
    "relax-nodes": MetricRule(Follow.RELAX, Against.NODES),
    "relax-tensor": MetricRule(Follow.RELAX, Against.TENSOR),
    "weigh": MetricRule(Follow.WEIGH, Against.MEAN),
}
_SQUARED = {f"{name}-squared": replace(rule, squared=True) for name, rule in _PLAIN.items()}
_SHARED = {
    f"{name}-shared": replace(rule, shared=True)
    for name, rule in _PLAIN.items()
    if rule.against is not Against.NODES  # each node has a gap of its own
}
METRICS = {
    **_PLAIN,
    **_SQUARED,
    **_SHARED,
    "weigh-squared-shared": MetricRule(Follow.WEIGH, Against.MEAN, squared=True, shared=True),
}


def update_metric(
    mu: Array, by_category: Array, tensor: float, gamma: float, kappa: float, rule: MetricRule
) -> Array:
    """The metric of the next iteration, from the gaps of this one."""
    power = 2 if rule.squared else 1
    gaps, tensor_gap = by_category**power, (kappa * tensor) ** power
    reference = _reference(gaps, tensor_gap, rule.against)
    free = rule.follow is Follow.MULTIPLY and rule.against is Against.MEAN and not rule.squared
    if gamma <= 0 or (reference <= 0 and (free or rule.follow is Follow.WEIGH)):
        return mu
    if free:
        factor: Array = 1 + gamma * (gaps / reference - 1)
        return np.clip(mu * factor, MIN_MU, MAX_MU)
    now = mu**power
    if rule.follow is Follow.WEIGH:
        keep = (1 - gamma) * (len(mu) + 1) / (1 + now.sum())
        now = (keep * now + gamma * gaps / reference) / (keep + gamma * tensor_gap / reference)
    elif rule.follow is Follow.MULTIPLY:
        now = now * (1 - gamma + gamma * _ratios(gaps, reference, gamma))
    else:
        now = now - gamma * now + gamma * _ratios(gaps, reference, gamma)
    clipped: Array = np.clip(now ** (1 / power), MIN_MU, MAX_MU)
    return clipped


def _reference(gaps: Array, tensor_gap: float, against: Against) -> float:
    if against is Against.NODES:
        return float(gaps.mean())
    if against is Against.TENSOR:
        return tensor_gap
    return float((gaps.sum() + tensor_gap) / (len(gaps) + 1))


def _ratios(gaps: Array, reference: float, gamma: float) -> Array:
    """Gaps over the reference, at most 1 / gamma: a step adds at most one to mu, or at most doubles it."""
    if reference <= 0:
        return np.where(gaps > 0, 1 / gamma, 1.0)
    return np.minimum(gaps / reference, 1 / gamma)
