"""The update of the metric in NumPy."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from brillig.engines.concur.metric import Against, Follow, MetricRule

Array = npt.NDArray[np.float64]

MIN_MU, MAX_MU = 1e-3, 1e3  # where gaps vanish a rule could run away


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
