"""The line of Cox: logit P(positive) = a + b x, or a + x, by Newton's steps."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._kernels.sums import sum_f64, sum_products_f64

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "MOST_STEPS",
    "ROWS_AT_ONCE",
    "FittedRows",
    "Line",
    "Shift",
    "fit_line",
    "fit_shift",
    "fitted_rows",
    "logits",
]

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
