"""Losses of an error: Huber's, its smooth kin, LINEX, and the pinball loss."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_share
from fastmetrics.reference.regression.losses_by_row import (
    Column,
    exp,
    log,
    mean_over_rows,
    square_root,
)

__all__ = [
    "huber_loss",
    "linex_loss",
    "log_cosh_error",
    "mean_pinball_loss",
    "pseudo_huber_loss",
]


def mean_pinball_loss(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    alpha: float = 0.5,
    multioutput: Any = "uniform_average",
) -> Any:
    """Mean of alpha (y - f) where y is above, of (1 - alpha) (f - y) where below."""
    level = check_share("alpha", alpha)

    def loss(y: Fraction, f: Fraction) -> Fraction:
        return level * (y - f) if y >= f else (1 - level) * (f - y)

    return mean_over_rows(loss, y_true, y_pred, sample_weight, multioutput)


def huber_loss(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    delta: float = 1.0,
    multioutput: Any = "uniform_average",
) -> Any:
    """Half of the square of an error up to delta, beyond it the tangent there."""
    bend = _positive("delta", delta)

    def loss(y: Fraction, f: Fraction) -> Fraction:
        size = abs(f - y)
        return size**2 / 2 if size <= bend else bend * (size - bend / 2)

    return mean_over_rows(loss, y_true, y_pred, sample_weight, multioutput)


def pseudo_huber_loss(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    delta: float = 1.0,
    multioutput: Any = "uniform_average",
) -> Any:
    """Mean of delta² (√(1 + (e / delta)²) - 1)."""
    bend = _positive("delta", delta)

    def loss(y: Fraction, f: Fraction) -> Fraction:
        return bend**2 * (square_root(1 + ((f - y) / bend) ** 2) - 1)

    return mean_over_rows(loss, y_true, y_pred, sample_weight, multioutput)


def log_cosh_error(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Mean of log((exp(e) + exp(-e)) / 2)."""

    def loss(y: Fraction, f: Fraction) -> Fraction:
        size = abs(f - y)  # exp(size) (1 + exp(-2 size)) / 2
        return size + log((1 + Fraction(exp(-2 * size))) / 2)

    return mean_over_rows(loss, y_true, y_pred, sample_weight, multioutput)


def linex_loss(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    a: float = -1.0,
    b: float = 1.0,
    multioutput: Any = "uniform_average",
) -> Any:
    """Mean of b (exp(z) - z - 1), z = a (y - f)."""
    if not math.isfinite(a) or a == 0:
        raise ValueError(f"a={a!r} is not a finite number other than 0")
    slope, height = Fraction(a), _positive("b", b)

    def loss(y: Fraction, f: Fraction) -> Fraction | float:
        z = slope * (y - f)
        grown = exp(z)
        if isinstance(grown, float):
            return math.inf
        return height * (grown - z - 1)

    return mean_over_rows(loss, y_true, y_pred, sample_weight, multioutput)


def _positive(name: str, value: float) -> Fraction:
    if not math.isfinite(value) or value <= 0:
        raise ValueError(f"{name}={value!r} is not a finite number above 0")
    return Fraction(value)
