"""Rows recalibrated by a logistic line or a shift, and what each contributes."""

from __future__ import annotations

import math
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import logistic
from fastmetrics._kernels.sums import sum_f64, sum_products_f64
from fastmetrics.metrics.probability.measuring.calibration_bins import read_column

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.probabilities import Probabilities


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
