"""What each row contributes to measures of calibration as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._kernels.sums import sum_f64, sum_products_f64
from fastmetrics.metrics.probability.measuring.forecasts import read_column
from fastmetrics.metrics.probability.measuring.logistic_line import (
    Line,
    Shift,
    fit_line,
    fit_shift,
    logits,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.probabilities import Probabilities

__all__ = [
    "LogitRows",
    "in_the_large_values",
    "intercept_values",
    "observed_and_expected",
    "ratio_values",
    "read_line",
    "read_logits",
    "read_shift",
    "slope_values",
]


def observed_and_expected(column: Probabilities) -> tuple[float, float]:
    """Return the weight of the positive rows, and the sum of the forecasts."""
    p = np.require(column.proba, np.float64, ["C", "ALIGNED"])
    if column.weights is None:
        return float(np.count_nonzero(column.codes)), sum_f64(p)
    positive = column.codes.astype(np.float64)
    return (
        sum_products_f64(column.weights, positive),
        sum_products_f64(column.weights, p),
    )


def in_the_large_values(*columns: ArrayLike, **given: Any) -> NDArray[np.float64]:
    """Return forecast minus outcome of each row."""
    column = read_column(*columns, **given)
    return column.proba.astype(np.float64) - column.codes


def ratio_values(*columns: ArrayLike, **given: Any) -> NDArray[np.float64]:
    """Return pseudo-values of the ratio of expected to observed positives.

    NaN where without the row there are no positives.
    """
    column = read_column(*columns, **given)
    observed, expected = observed_and_expected(column)
    p, y = column.proba.astype(np.float64), column.codes.astype(np.float64)
    weights = np.ones(column.n) if column.weights is None else column.weights
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.float64(expected) / observed
        left = observed - weights * y
        left = np.where(left > 0, left, np.nan)
        return ratio + (weights.sum() - weights) * (p - ratio * y) / left


class LogitRows(NamedTuple):
    """Logits and outcomes of some rows; ``kept`` are those that weigh something.

    Weights are scaled by a power of two, so their products stay in the range of a
    float.
    """

    x: NDArray[np.float64]
    positive: NDArray[np.bool_]
    weights: NDArray[np.float64] | None
    kept: NDArray[np.bool_] | None

    def of_all(
        self, values: NDArray[np.float64] | None, otherwise: float
    ) -> NDArray[np.float64]:
        """Return the values of all rows: otherwise where a row weighs nothing."""
        n = len(self.x) if self.kept is None else len(self.kept)
        every = np.full(n, otherwise)
        if values is not None:
            every[slice(None) if self.kept is None else self.kept] = values
        return every


def read_logits(*columns: ArrayLike, **given: Any) -> LogitRows:
    """Read the rows that weigh something; p is clipped by the eps of its dtype."""
    column = read_column(*columns, **given)
    x, positive = logits(column.proba, column.eps), column.codes.view(np.bool_)
    weights, kept = column.weights, None
    if weights is not None and not weights.all():
        kept = weights > 0
        x, positive, weights = x[kept], positive[kept], weights[kept]
    if weights is not None:
        weights = np.ldexp(weights, -int(np.frexp(weights.max())[1]))
    return LogitRows(x, positive, weights, kept)


def read_line(*columns: ArrayLike, **given: Any) -> tuple[LogitRows, Line | None]:
    """Fit the line of logit P(positive) over logit p."""
    rows = read_logits(*columns, **given)
    return rows, fit_line(rows.x, rows.positive, rows.weights)


def read_shift(*columns: ArrayLike, **given: Any) -> tuple[LogitRows, Shift | None]:
    """Fit what is to be added to logit p."""
    rows = read_logits(*columns, **given)
    return rows, fit_shift(rows.x, rows.positive, rows.weights)


def slope_values(*columns: ArrayLike, **given: Any) -> NDArray[np.float64]:
    """Return pseudo-values of the slope, from the line without each row.

    That line is the one after a single step of Newton's from the line of all rows, in
    which the row's own part of the information is left out: the others' would be n
    fits. NaN where there is no line.
    """
    found, line = read_line(*columns, **given)
    if line is None:
        return found.of_all(None, np.nan)
    _, by_slope = _moved_by(found, line)
    return _one_step(found, line.slope, by_slope / line.scale)


def _moved_by(
    found: LogitRows, line: Line
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how far each row moves the level in the middle and the slope over z."""
    z = (found.x - line.middle) / line.scale
    weights = np.ones(len(z)) if found.weights is None else found.weights
    of_a, of_both, of_b = line.curvature
    bend = line.rates * (1 - line.rates)
    # Covariance times (1, z): how far the parameters are moved by a row.
    by_slope = (of_a * z - of_both) / line.determinant
    by_intercept = (of_b - of_both * z) / line.determinant
    leverage = weights * bend * (by_intercept + z * by_slope)
    pull = (found.positive - line.rates) / (1 - leverage)
    return by_intercept * pull, by_slope * pull


def _one_step(
    found: LogitRows, value: float, moved: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the pseudo-values of a value that each row moves so far."""
    weights = np.ones(len(moved)) if found.weights is None else found.weights
    return found.of_all(value + (weights.sum() - weights) * moved, value)


def intercept_values(
    *columns: ArrayLike, method: str = "offset", **given: Any
) -> NDArray[np.float64]:
    """Return pseudo-values of the intercept, after a single step as `slope_values`.

    NaN where without the row there is one class only, or no line of all rows.
    """
    if method == "logistic":
        found, line = read_line(*columns, **given)
        if line is None:
            return found.of_all(None, np.nan)
        by_middle, by_slope = _moved_by(found, line)
        return _one_step(
            found, line.intercept, by_middle - by_slope * line.middle / line.scale
        )
    found, shift = read_shift(*columns, **given)
    if shift is None:
        return found.of_all(None, np.nan)
    positive, rates = found.positive, shift.rates
    weights = np.ones(len(rates)) if found.weights is None else found.weights
    left = shift.information - weights * rates * (1 - rates)
    with np.errstate(divide="ignore", invalid="ignore"):
        moved = (positive - rates) / left
    for side in (positive, ~positive):
        if np.count_nonzero(side) == 1:
            moved[side] = np.nan
    return _one_step(found, shift.intercept, moved)
