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
