"""Slopes: derivatives of metrics by the moments that they depend on.

The influence of a row on a metric is the sum, over five moments, of the slope of the
metric times the contribution of the row to that moment. So the variance of each metric
follows from the covariances of these five moments. Functions here take the parameters
of the public function with the same name.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from fastmetrics.metrics.how import PseudoValues


class Moments(NamedTuple):
    """Means of observed numbers y and errors e, and their second central moments.

    Divided by the weight of the n rows.
    """

    n: int
    true: float
    error: float
    true_squares: float
    products: float
    error_squares: float

    @property
    def pred(self) -> float:
        """The mean of the predictions."""
        return self.true + self.error

    @property
    def pred_squares(self) -> float:
        """The variance of the predictions."""
        return self.true_squares + 2 * self.products + self.error_squares

    @property
    def squared_error(self) -> float:
        """The mean squared error."""
        return self.error_squares + self.error**2


class Slopes(NamedTuple):
    """Slopes of a metric by the five moments, in their order."""

    true: float = 0.0
    error: float = 0.0
    true_squares: float = 0.0
    products: float = 0.0
    error_squares: float = 0.0

    def times(self, factor: float) -> Slopes:
        """Return the slopes of so many times the metric."""
        return Slopes(*(factor * one for one in self))

    def plus(self, other: Slopes) -> Slopes:
        """Return the slopes of a sum of two metrics."""
        return Slopes(*(a + b for a, b in zip(self, other, strict=True)))


@dataclass(frozen=True, slots=True)
class ErrorFormula(PseudoValues):
    """A formula of sums over errors, whose pseudo-values follow from the sums.

    Attributes
    ----------
    slopes : callable, optional
        ``slopes(moments, **parameters)`` returns the slopes of the metric at these
        moments, or None if it also depends on other quantities with these parameters.
        None if the metric is Σ abs(e) / Σ abs(y).
    """

    slopes: Callable[..., Slopes | None] | None = None


# --- proportions of the variance


def relative_squared_error(of: Moments, **_: Any) -> Slopes:
    """Slopes of Σ e² / Σ (y - mean(y))²."""
    variance = of.true_squares
    ratio = of.squared_error / variance
    return Slopes(
        error=2 * of.error / variance,
        true_squares=-ratio / variance,
        error_squares=1 / variance,
    )


def root_relative_squared_error(of: Moments, **_: Any) -> Slopes:
    """Return the slopes of its root."""
    root = math.sqrt(of.squared_error / of.true_squares)
    return relative_squared_error(of).times(0.5 / root)


def r2_score(of: Moments, **_: Any) -> Slopes:
    """Return the slopes of 1 less the relative squared error."""
    return relative_squared_error(of).times(-1.0)


def adjusted_r2_score(of: Moments, *, n_features: int, **_: Any) -> Slopes:
    """Return the slopes of the same for so many features."""
    return r2_score(of).times((of.n - 1) / (of.n - n_features - 1))


def explained_variance_score(of: Moments, **_: Any) -> Slopes:
    """Slopes of 1 - var(e) / var(y)."""
    variance = of.true_squares
    return Slopes(
        true_squares=of.error_squares / variance**2, error_squares=-1 / variance
    )


def explained_to_total_ratio(of: Moments, **_: Any) -> Slopes:
    """Slopes of Σ (p - mean(y))² / Σ (y - mean(y))²."""
    variance = of.true_squares
    ratio = (of.pred_squares + of.error**2) / variance
    return Slopes(
        error=2 * of.error / variance,
        true_squares=(1 - ratio) / variance,
        products=2 / variance,
        error_squares=1 / variance,
    )


# --- errors on a scale


def error_standard_deviation(of: Moments, **_: Any) -> Slopes:
    """Return the slopes of the root of the variance of e."""
    return Slopes(error_squares=0.5 / math.sqrt(of.error_squares))


def normalized_root_mean_squared_error(
    of: Moments, *, normalization: str = "mean", **_: Any
) -> Slopes | None:
    """Return the slopes of the root of the mean of e² over the mean or the spread of y.

    None if the divisor is not a moment.
    """
    if normalization == "std":
        return root_relative_squared_error(of)
    if normalization != "mean":
        return None
    root, mean = math.sqrt(of.squared_error), abs(of.true)
    return Slopes(
        true=-root / (of.true * mean),
        error=of.error / (root * mean),
        error_squares=0.5 / (root * mean),
    )


# --- agreement


def pearson_r(of: Moments, **_: Any) -> Slopes:
    """Return the slopes of the correlation of y and p."""
    scale = math.sqrt(of.true_squares) * math.sqrt(of.pred_squares)
    r = (of.true_squares + of.products) / scale
    by_pred = r / of.pred_squares
    return Slopes(
        true_squares=1 / scale - (r / of.true_squares + by_pred) / 2,
        products=1 / scale - by_pred,
        error_squares=-by_pred / 2,
    )


def concordance_correlation_coefficient(
    of: Moments, *, ddof: float = 0, **_: Any
) -> Slopes:
    """Return the slopes of 2 s_yp / (s_y² + s_p² + (mean of e)²)."""
    times = of.n / (of.n - ddof)
    apart = times * (of.true_squares + of.pred_squares) + of.error**2
    value = 2 * times * (of.true_squares + of.products) / apart
    return Slopes(
        error=-2 * of.error * value / apart,
        true_squares=2 * times * (1 - value) / apart,
        products=2 * times * (1 - value) / apart,
        error_squares=-times * value / apart,
    )


def cosine_similarity(of: Moments, **_: Any) -> Slopes:
    """Slopes of mean(yp) / √(mean(y²) mean(p²))."""
    true = of.true_squares + of.true**2
    pred = of.pred_squares + of.pred**2
    scale = math.sqrt(true) * math.sqrt(pred)
    value = (of.true_squares + of.products + of.true * of.pred) / scale
    by_pred = value / pred
    return Slopes(
        true=(of.true + of.pred) / scale - of.true * value / true - of.pred * by_pred,
        error=of.true / scale - of.pred * by_pred,
        true_squares=1 / scale - (value / true + by_pred) / 2,
        products=1 / scale - by_pred,
        error_squares=-by_pred / 2,
    )


def kling_gupta_efficiency(of: Moments, *, variant: str = "2009", **_: Any) -> Slopes:
    """Return the slopes of 1 less the distance of r, α and β from 1."""
    r = (of.true_squares + of.products) / (
        math.sqrt(of.true_squares) * math.sqrt(of.pred_squares)
    )
    spread = math.sqrt(of.pred_squares) / math.sqrt(of.true_squares)
    mean = of.pred / of.true
    by_pred = spread / of.pred_squares
    of_spread = Slopes(
        true_squares=by_pred / 2 - spread / of.true_squares / 2,
        products=by_pred,
        error_squares=by_pred / 2,
    )
    if variant == "2012":
        spread /= mean
        of_means = Slopes(
            true=spread / of.true - spread / of.pred, error=-spread / of.pred
        )
        of_spread = of_spread.times(1 / mean).plus(of_means)
    of_mean = Slopes(true=(1 - mean) / of.true, error=1 / of.true)
    distance = math.sqrt((r - 1) ** 2 + (spread - 1) ** 2 + (mean - 1) ** 2)
    parts = (
        pearson_r(of).times(r - 1),
        of_spread.times(spread - 1),
        of_mean.times(mean - 1),
    )
    return parts[0].plus(parts[1]).plus(parts[2]).times(-1 / distance)
