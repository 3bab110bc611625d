"""How metrics change with the moments that they are made of.

A row's influence on a metric is the sum, over five moments, of the slope of the metric
times what the row adds to that moment. So how much the metric varies follows from how
these five vary together, for all such metrics alike.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

__all__ = ["SLOPES", "Moments", "Slopes"]


class Moments(NamedTuple):
    """Means of observed numbers y and errors e, and their second central moments.

    Divided by what the n rows weigh.
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


# --- shares of the variance


def _relative_squared_error(of: Moments) -> Slopes:
    variance = of.true_squares
    ratio = of.squared_error / variance
    return Slopes(
        error=2 * of.error / variance,
        true_squares=-ratio / variance,
        error_squares=1 / variance,
    )


def _root_relative_squared_error(of: Moments) -> Slopes:
    root = math.sqrt(of.squared_error / of.true_squares)
    return _relative_squared_error(of).times(0.5 / root)


def _r2_score(of: Moments, **_: Any) -> Slopes:
    return _relative_squared_error(of).times(-1.0)


def _adjusted_r2_score(of: Moments, *, n_features: int, **_: Any) -> Slopes:
    return _r2_score(of).times((of.n - 1) / (of.n - n_features - 1))


def _explained_variance_score(of: Moments, **_: Any) -> Slopes:
    variance = of.true_squares
    return Slopes(
        true_squares=of.error_squares / variance**2, error_squares=-1 / variance
    )


def _explained_to_total_ratio(of: Moments, **_: Any) -> Slopes:
    variance = of.true_squares
    ratio = (of.pred_squares + of.error**2) / variance
    return Slopes(
        error=2 * of.error / variance,
        true_squares=(1 - ratio) / variance,
        products=2 / variance,
        error_squares=1 / variance,
    )


# --- errors on a scale


def _error_standard_deviation(of: Moments, **_: Any) -> Slopes:
    return Slopes(error_squares=0.5 / math.sqrt(of.error_squares))


def _normalized_root_mean_squared_error(
    of: Moments, *, normalization: str = "mean", **_: Any
) -> Slopes | None:
    if normalization == "std":
        return _root_relative_squared_error(of)
    if normalization != "mean":
        return None
    root, mean = math.sqrt(of.squared_error), abs(of.true)
    return Slopes(
        true=-root / (of.true * mean),
        error=of.error / (root * mean),
        error_squares=0.5 / (root * mean),
    )


# --- agreement


def _pearson_r(of: Moments, **_: Any) -> Slopes:
    scale = math.sqrt(of.true_squares) * math.sqrt(of.pred_squares)
    r = (of.true_squares + of.products) / scale
    by_pred = r / of.pred_squares
    return Slopes(
        true_squares=1 / scale - (r / of.true_squares + by_pred) / 2,
        products=1 / scale - by_pred,
        error_squares=-by_pred / 2,
    )


def _concordance_correlation_coefficient(
    of: Moments, *, ddof: float = 0, **_: Any
) -> Slopes:
    times = of.n / (of.n - ddof)
    apart = times * (of.true_squares + of.pred_squares) + of.error**2
    value = 2 * times * (of.true_squares + of.products) / apart
    return Slopes(
        error=-2 * of.error * value / apart,
        true_squares=2 * times * (1 - value) / apart,
        products=2 * times * (1 - value) / apart,
        error_squares=-times * value / apart,
    )


def _kling_gupta_efficiency(of: Moments, *, variant: str = "2009", **_: Any) -> Slopes:
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
        _pearson_r(of).times(r - 1),
        of_spread.times(spread - 1),
        of_mean.times(mean - 1),
    )
    return parts[0].plus(parts[1]).plus(parts[2]).times(-1 / distance)


# By the name of the public function. Called with its parameters; None: with these it
# is made of other things, too.
SLOPES: Mapping[str, Callable[..., Slopes | None]] = {
    "r2_score": _r2_score,
    "adjusted_r2_score": _adjusted_r2_score,
    "relative_squared_error": lambda of, **_: _relative_squared_error(of),
    "root_relative_squared_error": lambda of, **_: _root_relative_squared_error(of),
    "explained_variance_score": _explained_variance_score,
    "explained_to_total_ratio": _explained_to_total_ratio,
    "error_standard_deviation": _error_standard_deviation,
    "normalized_root_mean_squared_error": _normalized_root_mean_squared_error,
    "pearson_r": _pearson_r,
    "concordance_correlation_coefficient": _concordance_correlation_coefficient,
    "kling_gupta_efficiency": _kling_gupta_efficiency,
}
