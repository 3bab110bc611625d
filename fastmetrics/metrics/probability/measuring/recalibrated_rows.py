"""Rows recalibrated by a logistic line or by a spline, and what each contributes."""

from __future__ import annotations

import math
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import OBSERVED, middle, neighbours
from fastmetrics._common.options import share, whole
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import logistic
from fastmetrics._kernels.sums import sum_f64, sum_products_f64
from fastmetrics.metrics.probability.measuring.calibration_bins import read_column

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.probabilities import Probabilities

    Floats = NDArray[np.float64]


# ------------------------------------------------------------------------ logistic line
# The line of Cox: logit P(positive) = a + b x, or a + x, by Newton's steps.


MOST_STEPS = 100
# Rows of a block, whose numbers stay in the cache.
_BLOCK = 1 << 14
# Of a step, beside the parameters: then the next one is nothing but rounding.
_SMALL = 1e-9
# Of a step of the intercept alone, which is found by its own size: a last digit or two.
_SMALL_SHIFT = 1e-14
# Of a likelihood, which is known no better.
_ROUNDING = 1e-14
# Of the product of the curvatures: with less between them, the difference that makes
# the determinant has no three digits left.
_FLAT = 1e-12


class Line(NamedTuple):
    """The most likely line, and the information that the rows hold of it.

    It is fitted as ``a + b z`` in ``z = (x - middle) / scale``. ``curvature`` is minus
    the second derivatives of the likelihood by the intercept twice, by both, and by the
    slope twice, in z; ``spread`` the variances and the covariance of the first
    derivatives.
    """

    a: float
    b: float
    curvature: tuple[float, float, float]
    spread: tuple[float, float, float]
    middle: float
    scale: float

    @property
    def slope(self) -> float:
        """The slope over x."""
        return self.b / self.scale

    @property
    def intercept(self) -> float:
        """The value at x = 0."""
        return self.a - self.slope * self.middle

    @property
    def determinant(self) -> float:
        """That of the curvature, above 0."""
        return _determinant(self.curvature)

    @property
    def variances(self) -> tuple[float, float]:
        """Those of the intercept and of the slope, if the line is the true one.

        A⁻¹ B A⁻¹, A the curvature and B the spread, which without weights is A.
        """
        of_a, of_both, of_b = self.curvature
        spread = np.array([self.spread[:2], self.spread[1:]])
        inverse = np.array([[of_b, -of_both], [-of_both, of_a]]) / self.determinant
        # The intercept is the value at z = -far, the slope is that in x.
        far = self.middle / self.scale
        at_0, by_x = inverse @ (1.0, -far), inverse @ (0.0, 1 / self.scale)
        return float(at_0 @ spread @ at_0), float(by_x @ spread @ by_x)


def fit_line(
    x: NDArray[np.float64],
    positive: NDArray[np.bool_],
    weights: NDArray[np.float64] | None,
) -> Line | None:
    """Return the most likely line; None if there is none, or none that can be told.

    There is one just if the classes overlap: neither lies above the other in ``x``,
    ends included. Weights are near 1, none 0.
    """
    # Centred and scaled, the two parameters hardly depend on each other.
    middle, scale = float(np.mean(x)), float(np.std(x))
    if not scale:
        return None
    z = (x - middle) / scale
    sides = z[positive], z[~positive]
    if not all(len(side) for side in sides):
        return None
    # In z, where rows that differ by nothing but rounding may have become equal.
    low, high = (tuple(bound(side) for side in sides) for bound in (np.min, np.max))
    if high[0] <= low[1] or high[1] <= low[0]:
        return None
    a = b = 0.0
    state = _State(z, positive, weights, a, b)
    for _ in range(MOST_STEPS):
        step = state.newton_step()
        if step is None:
            return None
        step_a, step_b = step
        small = abs(step_a) + abs(step_b) <= _SMALL * (1 + abs(a) + abs(b))
        after = _State(z, positive, weights, a + step_a, b + step_b)
        least = state.likelihood - _ROUNDING * abs(state.likelihood)
        while not small and after.likelihood < least:
            step_a, step_b = step_a / 2, step_b / 2
            after = _State(z, positive, weights, a + step_a, b + step_b)
        a, b, state = a + step_a, b + step_b, after
        if small:
            break
    spread = _spread(state, z, positive, weights, a, b)
    line = Line(a, b, state.curvature, spread, middle, scale)
    return line if line.determinant else None


class Shift(NamedTuple):
    """Maximum likelihood shift of ``x``.

    ``information`` is minus the second derivative of the likelihood, ``spread`` the
    variance of the first.
    """

    intercept: float
    information: float
    spread: float

    @property
    def variance(self) -> float:
        """That of the intercept, if the shift is the true one."""
        return self.spread / self.information / self.information


def fit_shift(
    x: NDArray[np.float64],
    positive: NDArray[np.bool_],
    weights: NDArray[np.float64] | None,
) -> Shift | None:
    """Return the most likely a of logit P(positive) = a + x; None if it is infinite.

    There is one just if both classes occur. What the rows then have too many of rises
    with a, so that the root stays between bounds, which a step that leaves them halves.
    Weights are near 1, none 0.
    """
    share = float(np.average(positive, weights=weights))
    if not 0 < share < 1:
        return None
    odds = math.log(share) - math.log1p(-share)
    low, high = odds - float(np.max(x)), odds - float(np.min(x))
    a = min(max(0.0, low), high)
    for _ in range(MOST_STEPS):
        state = _State(x, positive, weights, a, 1.0)
        (down, _), (bend, _, _) = state.gradient, state.curvature
        low, high = (a, high) if down > 0 else (low, a)
        step = down / bend if bend else math.inf
        if abs(step) <= _SMALL_SHIFT * (1 + abs(a)):
            break
        a = a + step if low < a + step < high else low + (high - low) / 2
    spread, _, _ = _spread(state, x, positive, weights, a, 1.0)
    return Shift(a, bend, spread)


def _determinant(curvature: tuple[float, float, float]) -> float:
    """Return the determinant of the curvature, 0 where rounding would make it."""
    of_a, of_both, of_b = curvature
    product = of_a * of_b
    determinant = product - of_both * of_both
    return determinant if determinant > _FLAT * product else 0.0


class _State:
    """The likelihood at one line, and its derivatives."""

    def __init__(
        self,
        z: NDArray[np.float64],
        positive: NDArray[np.bool_],
        weights: NDArray[np.float64] | None,
        a: float,
        b: float,
    ) -> None:
        loss, *rest = logistic.fit_rows(z, positive.view(np.uint8), weights, a, b)
        self.likelihood = -loss
        self.gradient = rest[0], rest[1]
        self.curvature = rest[2], rest[3], rest[4]

    def newton_step(self) -> tuple[float, float] | None:
        """Return the step to the top of the parabola that touches here.

        None where the parabola is flat, but for rounding: all weight is on one row.
        """
        determinant = _determinant(self.curvature)
        if not determinant:
            return None
        of_a, of_both, of_b = self.curvature
        down_a, down_b = self.gradient
        return (
            (of_b * down_a - of_both * down_b) / determinant,
            (of_a * down_b - of_both * down_a) / determinant,
        )


def _spread(
    state: _State,
    z: NDArray[np.float64],
    positive: NDArray[np.bool_],
    weights: NDArray[np.float64] | None,
    a: float,
    b: float,
) -> tuple[float, float, float]:
    """Return the variances and the covariance of the derivatives of the likelihood."""
    if weights is None:
        return state.curvature
    return _State(z, positive, weights * weights, a, b).curvature


# -------------------------------------------------------------------- recalibrated rows
# What each row contributes to measures of calibration as a whole.


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
    weights = column.weights
    total = float(column.n if weights is None else weights.sum())
    found = np.empty(column.n)

    def fill(start: int) -> None:
        block = slice(start, start + _BLOCK)
        p = column.proba[block].astype(np.float64)
        y = column.codes[block].astype(np.float64)
        w = 1.0 if weights is None else weights[block]
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.float64(expected) / observed
            left = observed - w * y
            left = np.where(left > 0, left, np.nan)
            found[block] = ratio + (total - w) * (p - ratio * y) / left

    map_blocks(fill, range(0, column.n, _BLOCK))
    return found


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
        if self.kept is None and values is not None:
            return values
        every = np.full(len(self.x) if self.kept is None else len(self.kept), otherwise)
        if values is not None:
            every[self.kept] = values
        return every

    @property
    def each_weight(self) -> NDArray[np.float64] | float:
        """The weight of each row, 1 if rows have none."""
        return 1.0 if self.weights is None else self.weights

    def part(self, block: slice) -> LogitRows:
        """Return some of the rows that weigh something."""
        weights = None if self.weights is None else self.weights[block]
        return LogitRows(self.x[block], self.positive[block], weights, None)


def read_logits(*columns: ArrayLike, **given: Any) -> LogitRows:
    """Read the rows that weigh something; p is clipped by the eps of its dtype."""
    return _logits_of(read_column(*columns, **given))


def _logits_of(column: Probabilities) -> LogitRows:
    p = np.ascontiguousarray(column.proba, np.float64)
    x, positive = logistic.logits(p, column.eps), column.codes.view(np.bool_)
    weights, kept = column.weights, None
    if weights is not None and not weights.all():
        kept = weights > 0
        x, positive, weights = x[kept], positive[kept], weights[kept]
    if weights is not None:
        weights = np.ldexp(weights, -int(np.frexp(weights.max())[1]))
    return LogitRows(x, positive, weights, kept)


class FittedRows:
    """Forecasts of one event, to which a line and a shift are fitted once.

    `calibration_slope`, `calibration_intercept` and their pseudo-values accept the
    object in place of the columns. It refers to the columns and keeps no logits.
    """

    def __init__(self, column: Probabilities, weights: ArrayLike | None) -> None:
        self._column, self._given = column, weights

    def weighted(self, weights: ArrayLike | None) -> FittedRows:
        """Return rows with these weights: the same rows if they are the given ones."""
        if weights is self._given:
            return self
        column = copy(self._column)
        column.weights = None
        if weights is not None:
            column.weights = sample_weights(weights, column.n)
        return FittedRows(column, weights)

    @property
    def logits(self) -> LogitRows:
        """The rows that weigh something."""
        return _logits_of(self._column)

    @cached_property
    def line(self) -> Line | None:
        """The line of logit P(positive) over logit p."""
        rows = self.logits
        return fit_line(rows.x, rows.positive, rows.weights)

    @cached_property
    def shift(self) -> Shift | None:
        """The shift of logit p."""
        rows = self.logits
        return fit_shift(rows.x, rows.positive, rows.weights)


def read_fitted(
    y_true: Any,
    y_proba: Any,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> FittedRows:
    """Return the rows of the columns; rows that were read before are not read again."""
    if isinstance(y_true, FittedRows):
        return y_true.weighted(sample_weight)
    column = read_column(y_true, y_proba, pos_label, sample_weight)
    return FittedRows(column, sample_weight)


def slope_values(*columns: Any, **given: Any) -> NDArray[np.float64]:
    """Return pseudo-values of the slope, from the line without each row.

    That line is the one after a single step of Newton's from the line of all rows, in
    which the row's own part of the information is left out: the others' would be n
    fits. NaN where there is no line.
    """
    fitted = read_fitted(*columns, **given)
    rows, line = fitted.logits, fitted.line
    if line is None:
        return rows.of_all(None, np.nan)

    def moved(part: LogitRows) -> NDArray[np.float64]:
        return _moved_by(part, line)[1] / line.scale

    return rows.of_all(_one_step(rows, line.slope, moved), line.slope)


def intercept_values(
    *columns: Any, method: str = "offset", **given: Any
) -> NDArray[np.float64]:
    """Return pseudo-values of the intercept, after a single step as `slope_values`.

    NaN where without the row there is one class only, or no line of all rows.
    """
    fitted = read_fitted(*columns, **given)
    return _of_line(fitted) if method == "logistic" else _of_shift(fitted)


def _of_line(fitted: FittedRows) -> NDArray[np.float64]:
    rows, line = fitted.logits, fitted.line
    if line is None:
        return rows.of_all(None, np.nan)

    def moved(part: LogitRows) -> NDArray[np.float64]:
        by_middle, by_slope = _moved_by(part, line)
        return by_middle - by_slope * line.middle / line.scale

    return rows.of_all(_one_step(rows, line.intercept, moved), line.intercept)


def _of_shift(fitted: FittedRows) -> NDArray[np.float64]:
    rows, shift = fitted.logits, fitted.shift
    if shift is None:
        return rows.of_all(None, np.nan)

    def moved(part: LogitRows) -> NDArray[np.float64]:
        rates = _rates(part, part.x, shift.intercept, 1.0)
        left = shift.information - part.each_weight * rates * (1 - rates)
        with np.errstate(divide="ignore", invalid="ignore"):
            return (part.positive - rates) / left

    found = _one_step(rows, shift.intercept, moved)
    for side in (rows.positive, ~rows.positive):
        if np.count_nonzero(side) == 1:
            found[side] = np.nan
    return rows.of_all(found, shift.intercept)


def _moved_by(
    rows: LogitRows, line: Line
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how far each row moves the level in the middle and the slope over z."""
    z = (rows.x - line.middle) / line.scale
    rates = _rates(rows, z, line.a, line.b)
    of_a, of_both, of_b = line.curvature
    # Covariance times (1, z): how far the parameters are moved by a row.
    by_slope = (of_a * z - of_both) / line.determinant
    by_intercept = (of_b - of_both * z) / line.determinant
    bend = rates * (1 - rates)
    leverage = rows.each_weight * bend * (by_intercept + z * by_slope)
    pull = (rows.positive - rates) / (1 - leverage)
    return by_intercept * pull, by_slope * pull


def _rates(
    rows: LogitRows, x: NDArray[np.float64], a: float, b: float
) -> NDArray[np.float64]:
    """Return what the line a + b x says of each row."""
    rates = np.empty(len(x))
    logistic.fit_rows(x, rows.positive.view(np.uint8), None, a, b, rates=rates)
    return rates


def _one_step(
    rows: LogitRows, value: float, moved: Callable[[LogitRows], NDArray[np.float64]]
) -> NDArray[np.float64]:
    """Return the pseudo-values of a value that each row moves so far."""
    n = len(rows.x)
    found = np.empty(n)
    total = float(n if rows.weights is None else rows.weights.sum())

    def fill(start: int) -> None:
        block = slice(start, start + _BLOCK)
        part = rows.part(block)
        found[block] = value + (total - part.each_weight) * moved(part)

    map_blocks(fill, range(0, n, _BLOCK))
    return found


# ------------------------------------------------------------------- calibration spline
# A smooth calibration curve, and distances of forecasts from it.
#
# The curve is a logistic regression of the outcomes on Harrell's restricted cubic
# spline of the logits of the forecasts. For calibrated forecasts it is the identity, so
# the distances in the population are 0.
#
# Resampled distances never reach 0, but the bounds do. The true curve lies, with
# confidence, in a simultaneous band around the fitted one: the largest standardized
# difference stays below a quantile of its maximum. Each distance, and each quantile of
# the distances, lies between the values at both ends of the band. The mean distance has
# narrower bounds: as a norm, it differs from the true one by no more than the mean
# distance between both curves. A quantile differs by no more than the largest distance
# between them, which may give the lower of two upper bounds.


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
# Between knots, of their range; and of what is left of a column besides those before.
_NEAR, _DEPENDENT = 1e-6, 1e-10
# The information on a direction of unit length, per row, of a curve that exists.
_UNKNOWN = 1e-9
# Places where the band is looked at, each of the same weight of rows; curves that are
# drawn around the fitted one; and how many of them must lie beyond a bound: with fewer
# the band is Scheffé's, which needs no draws.
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
