"""Deviances of Tweedie's distributions, and the share of them that is explained."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_weights, same_length, warn_undefined
from fastmetrics.reference.regression.losses_by_row import (
    Column,
    log,
    mean_over_rows,
    read_outputs,
)
from fastmetrics.reference.regression.losses_by_row import (
    power as raised,
)
from fastmetrics.reference.regression.numbers import plain

__all__ = [
    "d2_tweedie_score",
    "mean_gamma_deviance",
    "mean_poisson_deviance",
    "mean_tweedie_deviance",
    "poisson_log_loss",
]


def mean_tweedie_deviance(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    power: float = 0,
) -> float:
    """Twice what the log-likelihood lacks of the best one, dispersion 1, on average."""
    p = _checked(power)
    _one_output(y_true, y_pred)

    def loss(y: Fraction, f: Fraction) -> Fraction:
        return _deviance(y, f, p)

    found: float = mean_over_rows(loss, y_true, y_pred, sample_weight)
    return found


def mean_poisson_deviance(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
) -> float:
    """Return the deviance of Poisson's distribution: that of power 1."""
    return mean_tweedie_deviance(y_true, y_pred, sample_weight=sample_weight, power=1)


def poisson_log_loss(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
) -> float:
    """Mean of f - y ln f + ln Γ(y + 1), which is -ln of f^y e^-f / y! for counts y."""
    _one_output(y_true, y_pred)

    def loss(y: Fraction, f: Fraction) -> Fraction:
        _deviance(y, f, Fraction(1))  # it judges the numbers
        least = Fraction(math.lgamma(float(y) + 1))
        return f - (y * log(f) if y else 0) + least

    found: float = mean_over_rows(loss, y_true, y_pred, sample_weight)
    return found


def mean_gamma_deviance(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
) -> float:
    """Return the deviance of the gamma distribution: that of power 2."""
    return mean_tweedie_deviance(y_true, y_pred, sample_weight=sample_weight, power=2)


def d2_tweedie_score(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    power: float = 0,
) -> float:
    """1 minus the deviance over that of forecasting the mean of y in every row."""
    p = _checked(power)
    pairs = _one_output(y_true, y_pred)
    n = same_length(y_true=y_true, y_pred=y_pred)
    if n < 2:
        return warn_undefined("d2_tweedie_score", "one row")
    weights = check_weights(sample_weight, n)
    total = sum(weights)
    lost = sum(w * _deviance(y, f, p) for w, (y, f) in zip(weights, pairs, strict=True))
    mean = sum(w * y for w, (y, _) in zip(weights, pairs, strict=True)) / total
    if all(y == mean for w, (y, _) in zip(weights, pairs, strict=True) if w):
        return warn_undefined("d2_tweedie_score", "y_true is constant")
    if p < 0 and mean <= 0:
        return warn_undefined("d2_tweedie_score", "the mean of y_true is not above 0")
    base = sum(
        w * _deviance(y, mean, p) for w, (y, _) in zip(weights, pairs, strict=True)
    )
    return plain(1 - lost / base)


def _deviance(y: Fraction, f: Fraction, p: Fraction) -> Fraction:
    """Return 2 ∫ (y - u) u^-p du from f to y."""
    if p != 0 and f <= 0:
        raise ValueError("y_pred must be above 0")
    if (1 <= p < 2 and y < 0) or (p >= 2 and y <= 0):
        raise ValueError("y_true is outside the domain of the deviance")
    if y == f:
        return Fraction(0)
    if p == 0:
        return (y - f) ** 2
    if p == 1:
        return 2 * ((y * log(y / f) if y else 0) - y + f)
    if p == 2:
        return 2 * (log(f / y) + y / f - 1)
    first = raised(y, 2 - p) / ((1 - p) * (2 - p)) if y > 0 else Fraction(0)
    return 2 * (first - y * raised(f, 1 - p) / (1 - p) + raised(f, 2 - p) / (2 - p))


def _one_output(
    y_true: Sequence[Any], y_pred: Sequence[Any]
) -> list[tuple[Fraction, Fraction]]:
    outputs = read_outputs(y_true, y_pred)
    if len(outputs) > 1:
        raise ValueError("deviances are of one output")
    return outputs[0]


def _checked(power: float) -> Fraction:
    if not math.isfinite(power) or 0 < power < 1:
        raise ValueError(f"power={power!r} is between 0 and 1")
    return Fraction(power)
