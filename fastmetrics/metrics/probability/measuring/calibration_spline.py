"""A smooth calibration curve, and distances of forecasts from it.

The curve is a logistic regression of the outcomes on Harrell's restricted cubic
spline of the logits of the forecasts. For calibrated forecasts it is the identity, so
the distances in the population are 0.

Resampled distances never reach 0, but the bounds do. The true curve lies, with
confidence, in a simultaneous band around the fitted one: the largest standardized
difference stays below a quantile of its maximum. Each distance, and each quantile of
the distances, lies between the values at both ends of the band. The mean distance has
narrower bounds: as a norm, it differs from the true one by no more than the mean
distance between both curves. A quantile differs by no more than the largest distance
between them, which may give the lower of two upper bounds.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import OBSERVED, middle, neighbours
from fastmetrics._common.options import share, whole
from fastmetrics._kernels import logistic
from fastmetrics.metrics.probability.measuring.recalibrated_rows import (
    MOST_STEPS,
    LogitRows,
    read_logits,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


# Harrell's table: the quantiles of the logits at which so many knots are.
_KNOTS = {
    3: (0.1, 0.5, 0.9),
    4: (0.05, 0.35, 0.65, 0.95),
    5: (0.05, 0.275, 0.5, 0.725, 0.95),
    6: (0.05, 0.23, 0.41, 0.59, 0.77, 0.95),
    7: (0.025, 0.1833, 0.3417, 0.5, 0.6583, 0.8167, 0.975),
}
_SMALL_STEP = 1e-10
_SPLINE_ROUNDING = 1e-12
# Smallest distance between knots, relative to their range, and smallest relative norm
# of the part of a column that is orthogonal to the columns before it.
_NEAR, _DEPENDENT = 1e-6, 1e-10
# The information on a direction of unit length, per row, of a curve that exists.
_UNKNOWN = 1e-9
# Number of places where the band is computed, with equal weights of rows between them;
# number of curves drawn around the fitted one; and number of curves that must lie
# outside of a bound. With fewer, the band is Scheffé's, which needs no draws.
_PLACES, _DRAWS, _BEYOND = 200, 5000, 20

_ONE_CLASS = "y_true has rows of one class only (of weight above 0)"
_FEW_FORECASTS = "y_proba has too few distinct values (of weight above 0) for {n} knots"
_APART = (
    "The forecasts of positive and of negative rows in y_true (of weight above 0) "
    "overlap too little for a curve with {n} knots"
)


class DistanceFromCurve:
    """How far forecasts are from the fitted curve: on average, or a quantile of it."""

    def __init__(
        self,
        rows: LogitRows,
        basis: Floats,
        curve: tuple[Floats, Floats],
        quantile: float | None,
    ) -> None:
        self._rows, self._basis, self._quantile = rows, basis, quantile
        self._line, self._factor = curve

    @cached_property
    def value(self) -> float:
        """The distance of the forecasts from the curve."""
        distances = np.abs(_expit(self._line) - _expit(self._rows.x))
        return self._summed_up(distances, self._rows.weights)

    def bounds(self, level: float) -> tuple[float, float]:
        """Return bounds of the distance from the curve of the population."""
        from scipy.special import chdtri

        band, proba = self._band, _expit(self._rows.x[self._places])
        drawn = (1 - level) * _DRAWS >= _BEYOND
        if drawn and self._quantile is None:
            reach = float(np.quantile(band.means, level))
            return self.value - reach, self.value + reach
        if drawn:
            times = float(np.quantile(band.times, level))
            reach = float(np.quantile(band.largest, level))
        else:
            times, reach = math.sqrt(chdtri(len(self._basis), 1 - level)), math.inf
        half = times * band.errors
        below, above = (
            _expit(band.line - half) - proba,
            _expit(band.line + half) - proba,
        )
        least = np.maximum(np.maximum(below, -above), 0.0)
        most = np.maximum(np.abs(below), np.abs(above))
        return (
            self._summed_up(least, None),
            min(self._summed_up(most, None), self.value + reach),
        )

    def _summed_up(self, distances: Floats, weights: Floats | None) -> float:
        if self._quantile is None:
            return float(np.average(distances, weights=weights))
        return _quantiles(distances, weights, (self._quantile,))[0]

    @cached_property
    def _places(self) -> NDArray[np.intp]:
        """Rows from the lowest forecast to the highest, by equal steps of weight."""
        order, weights = np.argsort(self._rows.x, kind="stable"), self._rows.weights
        sums = np.cumsum(np.ones(len(order)) if weights is None else weights[order])
        steps = np.linspace(0.0, sums[-1] * (1 - _SPLINE_ROUNDING), _PLACES)
        found: NDArray[np.intp] = order[np.searchsorted(sums, steps)]
        return found

    @cached_property
    def _band(self) -> _Band:
        """The fitted curve at the places, and how far drawn curves are from it."""
        line, directions = self._line[self._places], self._basis[:, self._places]
        directions = directions.T @ self._factor
        errors = np.sqrt(np.sum(directions * directions, axis=1))
        normal = np.random.default_rng(0).standard_normal
        moved = directions @ normal((directions.shape[1], _DRAWS))
        times = np.max(np.abs(moved) / errors[:, None], axis=0)
        moved += line[:, None]
        apart = np.abs(_expit(moved) - _expit(line)[:, None])
        return _Band(line, errors, times, np.mean(apart, axis=0), np.max(apart, axis=0))


class _Band(NamedTuple):
    """A curve at some places, and others that are drawn around it as its errors are.

    ``errors`` are the standard errors of the logits in ``line``. For each simulated
    curve: its largest standardized deviation, and the mean and the largest distance of
    its probabilities.
    """

    line: Floats
    errors: Floats
    times: Floats
    means: Floats
    largest: Floats


def measure_distance(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    quantile: float | None = None,
    n_knots: int = 4,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> DistanceFromCurve | str:
    """Return how far forecasts are from the curve, or why there is none."""
    n = whole(n_knots, "n_knots", 3)
    if n not in _KNOTS:
        raise ValueError(f"n_knots must be from 3 to {max(_KNOTS)}, got {n}.")
    level = None if quantile is None else share(quantile, "quantile")
    rows = read_logits(
        y_true, y_proba, pos_label=pos_label, sample_weight=sample_weight
    )
    if rows.positive.all() or not rows.positive.any():
        return _ONE_CLASS
    basis = _spline_basis(rows, n)
    if basis is None:
        return _FEW_FORECASTS.format(n=n)
    curve = _fit(basis, rows.positive, rows.weights)
    if curve is None:
        return _APART.format(n=n)
    return DistanceFromCurve(rows, basis, curve, level)


def _spline_basis(rows: LogitRows, n_knots: int) -> Floats | None:
    """Return functions of all rows that span the splines, (n_knots, rows).

    They are orthogonal and of mean square 1.

    None if knots coincide or the columns are linearly dependent.
    """
    knots = _quantiles(rows.x, rows.weights, _KNOTS[n_knots])
    first, before, last = knots[0], knots[-2], knots[-1]
    width = last - first
    if np.min(np.diff(knots)) <= _NEAR * width:
        return None
    basis = np.empty((n_knots, len(rows.x)))
    basis[0] = 1.0
    basis[1] = (rows.x - (first + last) / 2) / width
    end, start = _cubes(rows.x, last, width), _cubes(rows.x, before, width)
    for j, knot in enumerate(knots[:-2], 2):
        basis[j] = _cubes(rows.x, knot, width)
        basis[j] -= start * ((last - knot) / (last - before))
        basis[j] += end * ((before - knot) / (last - before))
    total = len(rows.x) if rows.weights is None else float(np.sum(rows.weights))
    products = _products(basis, rows.weights)
    if np.min(_pivots(products) / np.diag(products)) <= _DEPENDENT:
        return None
    root = np.linalg.cholesky(products)
    orthogonal: Floats = (math.sqrt(total) * np.linalg.inv(root)) @ basis
    return orthogonal


class _SplineState:
    """The likelihood of some coefficients, and its derivatives by these."""

    def __init__(
        self,
        basis: Floats,
        beta: Floats,
        positive: NDArray[np.bool_],
        weights: Floats | None,
    ) -> None:
        line = beta @ basis
        slopes, bends = np.empty((2, len(line)))
        loss, *_ = logistic.fit_rows(
            line, positive.view(np.uint8), weights, slopes=slopes, bends=bends
        )
        self.likelihood = -loss
        self.gradient, self.information = basis @ slopes, _products(basis, bends)


def _fit(
    basis: Floats, positive: NDArray[np.bool_], weights: Floats | None
) -> tuple[Floats, Floats] | None:
    """Return the logits of the most likely curve, and a root of its covariance.

    None if no curve is the most likely one, or none that can be told.
    """
    total = len(positive) if weights is None else float(np.sum(weights))
    beta, small = np.zeros(len(basis)), False
    state = _SplineState(basis, beta, positive, weights)
    for _ in range(MOST_STEPS):
        pivots = _pivots(state.information)
        if np.min(pivots) < _UNKNOWN * total:
            return None
        if small:
            break
        step = np.linalg.solve(state.information, state.gradient)
        small = bool(np.max(np.abs(step)) <= _SMALL_STEP * (1 + np.max(np.abs(beta))))
        after = _SplineState(basis, beta + step, positive, weights)
        least = state.likelihood - _SPLINE_ROUNDING * abs(state.likelihood)
        while not small and after.likelihood < least:
            step /= 2
            after = _SplineState(basis, beta + step, positive, weights)
        beta, state = beta + step, after
    inverse = np.linalg.inv(state.information)
    spread = state.information
    if weights is not None:
        spread = _SplineState(basis, beta, positive, weights * weights).information
    # The symmetric root, which does not change abruptly; of few heavy rows some values
    # are nearly 0.
    values, vectors = np.linalg.eigh(spread)
    root = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
    return beta @ basis, inverse @ root


def _pivots(matrix: Floats) -> Floats:
    """Return the pivots of a symmetric matrix, zeros if it is not positive definite."""
    try:
        return np.diag(np.linalg.cholesky(matrix)) ** 2
    except np.linalg.LinAlgError:
        return np.zeros(len(matrix))


def _quantiles(
    values: Floats, weights: Floats | None, levels: tuple[float, ...]
) -> list[float]:
    low, high = neighbours(OBSERVED, values, None, weights, levels, lambda: None)
    return [*map(middle, low.tolist(), high.tolist())]


def _cubes(x: Floats, knot: float, width: float) -> Floats:
    above = np.maximum(x - knot, 0.0) / width
    return above * above * above


def _products(basis: Floats, weights: Floats | None) -> Floats:
    """Return the weighted products of all columns."""
    found: Floats = basis @ (basis if weights is None else basis * weights).T
    return found


def _expit(line: Floats) -> Floats:
    odds = np.exp(-np.abs(line))
    return np.where(line < 0, odds, 1.0) / (1 + odds)
