"""Recalibration of forecasts: logistic lines and isotonic means."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._kernels.sums import sum_f64, sum_products_f64
from fastmetrics.metrics.probability.measuring.forecasts import read_column

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.probabilities import Probabilities


# ------------------------------------------------------------------------ logistic line
# The line of Cox: logit P(positive) = a + b x, or a + x, by Newton's steps.


MOST_STEPS = 100
ROWS_AT_ONCE = 8192
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

    It is fitted in ``z = (x - middle) / scale``. ``curvature`` is minus the second
    derivatives of the likelihood by the intercept twice, by both, and by the slope
    twice, in z; ``spread`` the variances and the covariance of the first derivatives;
    ``rates`` what the line says of each row.
    """

    intercept: float
    slope: float
    curvature: tuple[float, float, float]
    spread: tuple[float, float, float]
    middle: float
    scale: float
    rates: NDArray[np.float64]

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


def logits(p: NDArray[Any], eps: float) -> NDArray[np.float64]:
    """Return the logarithms of the odds, those of 0 and 1 being clipped."""
    inside = np.clip(p, eps, 1 - eps, dtype=np.float64)
    return np.asarray(np.log(inside) - np.log1p(-inside))


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
    outcomes = positive.astype(np.float64)
    a = b = 0.0
    state = _State(z, outcomes, weights, a, b)
    for _ in range(MOST_STEPS):
        step = state.newton_step()
        if step is None:
            return None
        step_a, step_b = step
        small = abs(step_a) + abs(step_b) <= _SMALL * (1 + abs(a) + abs(b))
        after = _State(z, outcomes, weights, a + step_a, b + step_b)
        least = state.likelihood - _ROUNDING * abs(state.likelihood)
        while not small and after.likelihood < least:
            step_a, step_b = step_a / 2, step_b / 2
            after = _State(z, outcomes, weights, a + step_a, b + step_b)
        a, b, state = a + step_a, b + step_b, after
        if small:
            break
    slope = b / scale
    line = Line(
        a - slope * middle,
        slope,
        state.curvature,
        _spread(state, z, outcomes, weights, a, b),
        middle,
        scale,
        state.rates,
    )
    return line if line.determinant else None


class Shift(NamedTuple):
    """What is most likely to be added to ``x``, and what it makes of each row.

    ``information`` is minus the second derivative of the likelihood, ``spread`` the
    variance of the first.
    """

    intercept: float
    information: float
    spread: float
    rates: NDArray[np.float64]

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
    outcomes = positive.astype(np.float64)
    share = float(np.average(outcomes, weights=weights))
    if not 0 < share < 1:
        return None
    odds = math.log(share) - math.log1p(-share)
    low, high = odds - float(np.max(x)), odds - float(np.min(x))
    a = min(max(0.0, low), high)
    for _ in range(MOST_STEPS):
        state = _State(x, outcomes, weights, a, 1.0)
        (down, _), (bend, _, _) = state.gradient, state.curvature
        low, high = (a, high) if down > 0 else (low, a)
        step = down / bend if bend else math.inf
        if abs(step) <= _SMALL_SHIFT * (1 + abs(a)):
            break
        a = a + step if low < a + step < high else low + (high - low) / 2
    spread, _, _ = _spread(state, x, outcomes, weights, a, 1.0)
    return Shift(a, bend, spread, state.rates)


class FittedRows(NamedTuple):
    """Of each row the probability, the loss, and its first and second derivatives."""

    rates: NDArray[np.float64]
    losses: NDArray[np.float64]
    slopes: NDArray[np.float64]
    bends: NDArray[np.float64]


def fitted_rows(
    line: NDArray[np.float64],
    outcomes: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
) -> FittedRows:
    """Return what logits make of rows; all but the probabilities are weighted."""
    odds = np.exp(-np.abs(line))
    # The less likely of the two outcomes has odds / (1 + odds).
    whole = 1 + odds
    rates = np.where(line < 0, odds, 1.0) / whole
    losses = np.maximum(line, 0.0) + np.log1p(odds) - outcomes * line
    slopes = outcomes - rates
    bends = odds / (whole * whole)
    if weights is not None:
        losses, slopes, bends = losses * weights, slopes * weights, bends * weights
    return FittedRows(rates, losses, slopes, bends)


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
        outcomes: NDArray[np.float64],
        weights: NDArray[np.float64] | None,
        a: float,
        b: float,
    ) -> None:
        self.rates = np.empty(len(z))
        sums = np.empty((-(-len(z) // ROWS_AT_ONCE), 6))
        for k, row in enumerate(sums):
            part = slice(k * ROWS_AT_ONCE, (k + 1) * ROWS_AT_ONCE)
            own = None if weights is None else weights[part]
            row[:] = self._add_up(z[part], outcomes[part], own, a, b, part)
        total = [math.fsum(column) for column in sums.T]
        self.likelihood = -total[0]
        self.gradient = total[1], total[2]
        self.curvature = total[3], total[4], total[5]

    def _add_up(
        self,
        z: NDArray[np.float64],
        outcomes: NDArray[np.float64],
        weights: NDArray[np.float64] | None,
        a: float,
        b: float,
        part: slice,
    ) -> tuple[float, ...]:
        """Return the sums over some rows, few enough to stay in the cache."""
        fitted = fitted_rows(a + b * z, outcomes, weights)
        self.rates[part], losses, slopes, bends = fitted
        bends_z = bends * z
        return (
            sum_f64(losses),
            sum_f64(slopes),
            sum_products_f64(slopes, z),
            sum_f64(bends),
            sum_f64(bends_z),
            sum_products_f64(bends_z, z),
        )

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
    outcomes: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
    a: float,
    b: float,
) -> tuple[float, float, float]:
    """Return the variances and the covariance of the derivatives of the likelihood."""
    if weights is None:
        return state.curvature
    return _State(z, outcomes, weights * weights, a, b).curvature


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
