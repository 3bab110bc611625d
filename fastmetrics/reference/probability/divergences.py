"""How far forecast distributions are from the true ones."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import same_length
from fastmetrics.reference.probability.rows import (
    Column,
    distributions,
    weighted_mean,
)

__all__ = ["kl_divergence"]


def kl_divergence(
    p_true: Sequence[Any],
    p_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
) -> float:
    """Mean of the sum of p log(p / q), in nats, over the classes of a row.

    0 log 0 is 0; the divergence is infinite where q = 0 < p.
    """
    same_length(p_true=p_true, p_pred=p_pred, sample_weight=sample_weight)
    truth = distributions("p_true", p_true, None)
    forecasts = distributions("p_pred", p_pred, len(truth[0]))
    divergences = [
        math.fsum(map(divergence, row, forecast))
        for row, forecast in zip(truth, forecasts, strict=True)
    ]
    return float(weighted_mean(divergences, sample_weight))


def divergence(p: Fraction, q: Fraction) -> float:
    """Return p log(p / q) of exact numbers."""
    if p == 0:
        return 0.0
    if q == 0:
        return math.inf
    ratio = p / q
    if abs(ratio - 1) < 0.5:
        return float(p) * math.log1p(float(ratio - 1))
    return float(p) * (math.log(ratio.numerator) - math.log(ratio.denominator))
