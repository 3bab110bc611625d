"""What each row contributes to measures of calibration as a whole."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._kernels.sort import sum_f64, sum_products_f64
from fastmetrics.metrics.probability.measuring.logistic_line import (
    Line,
    fit_line,
    logits,
)
from fastmetrics.metrics.probability.measuring.one_column import read_column

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs import Probabilities

__all__ = [
    "in_the_large_values",
    "observed_and_expected",
    "ratio_values",
    "read_line",
    "slope_values",
]


def observed_and_expected(column: Probabilities) -> tuple[float, float]:
    """Return the weight of the positive rows, and the sum of the forecasts."""
    p = np.ascontiguousarray(column.proba, np.float64)
    if column.weights is None:
        return float(np.count_nonzero(column.codes)), sum_f64(p)
    positive = column.codes.astype(np.float64)
    return (
        sum_products_f64(column.weights, positive),
        sum_products_f64(column.weights, p),
    )


def in_the_large_values(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return forecast minus outcome of each row."""
    column = read_column(y_true, y_proba, pos_label, sample_weight)
    return column.proba.astype(np.float64) - column.codes


def ratio_values(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return pseudo-values of the ratio of expected to observed positives.

    NaN where without the row there are no positives.
    """
    column = read_column(y_true, y_proba, pos_label, sample_weight)
    observed, expected = observed_and_expected(column)
    p, y = column.proba.astype(np.float64), column.codes.astype(np.float64)
    weights = np.ones(column.n) if column.weights is None else column.weights
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.float64(expected) / observed
        left = observed - weights * y
        left = np.where(left > 0, left, np.nan)
        return ratio + (weights.sum() - weights) * (p - ratio * y) / left


class FittedRows(NamedTuple):
    """The line of some rows, and these; ``kept`` are those that weigh something.

    Weights are scaled by a power of two, ``2 ** -exponent``, so that their products
    stay in the range of a float.
    """

    line: Line | None
    x: NDArray[np.float64]
    positive: NDArray[np.bool_]
    weights: NDArray[np.float64] | None
    kept: NDArray[np.bool_] | None
    exponent: int

    @property
    def errors(self) -> tuple[float, float]:
        """Standard errors of the intercept and of the slope; there must be a line."""
        assert self.line is not None
        first, second = (
            math.ldexp(math.sqrt(one), -self.exponent // 2)
            for one in self.line.variances
        )
        return first, second


def read_line(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> FittedRows:
    """Fit the line of logit P(positive) over logit p."""
    column = read_column(y_true, y_proba, pos_label, sample_weight)
    x, positive = logits(column.proba, column.eps), column.codes.view(np.bool_)
    weights, kept = column.weights, None
    if weights is not None and not weights.all():
        kept = weights > 0
        x, positive, weights = x[kept], positive[kept], weights[kept]
    exponent = 0
    if weights is not None:
        exponent = int(np.frexp(weights.max())[1]) // 2 * 2  # even, for a root
        weights = np.ldexp(weights, -exponent)
    line = fit_line(x, positive, weights)
    return FittedRows(line, x, positive, weights, kept, exponent)


def slope_values(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return pseudo-values of the slope, from the line without each row.

    That line is the one after a single step of Newton's from the line of all rows, in
    which the row's own part of the information is left out: the others' would be n
    fits. NaN where there is no line.
    """
    found = read_line(y_true, y_proba, pos_label, sample_weight)
    n = len(found.x) if found.kept is None else len(found.kept)
    if found.line is None:
        return np.full(n, np.nan)
    line = found.line
    z = (found.x - line.middle) / line.scale
    weights = np.ones(len(z)) if found.weights is None else found.weights
    of_a, of_both, of_b = line.curvature
    bend = line.rates * (1 - line.rates)
    # Covariance times (1, z): how far the parameters are moved by a row.
    by_slope = (of_a * z - of_both) / line.determinant
    by_intercept = (of_b - of_both * z) / line.determinant
    leverage = weights * bend * (by_intercept + z * by_slope)
    moved = by_slope / line.scale * (found.positive - line.rates) / (1 - leverage)
    values = line.slope + (weights.sum() - weights) * moved
    if found.kept is None:
        return values
    every = np.full(n, line.slope)
    every[found.kept] = values
    return every
