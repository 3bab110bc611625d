"""Calibration as a whole: means, their quotient, and Cox's line, from definitions."""

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import Row, warn_undefined
from fastmetrics.reference.probability.forecasts import EPS, forecast_rows

__all__ = [
    "calibration_in_the_large",
    "calibration_intercept",
    "calibration_slope",
    "expected_observed_ratio",
]

nan = math.nan


class CalibrationIntercept(NamedTuple):
    """What is to be added to the logits, with its standard error."""

    intercept: float
    standard_error: float

    def __float__(self) -> float:
        """Return the intercept, which is what stands for it as one number."""
        return self.intercept


class CalibrationSlope(NamedTuple):
    """The line of Cox (1958), with its standard errors."""

    slope: float
    intercept: float
    slope_standard_error: float
    intercept_standard_error: float

    def __float__(self) -> float:
        """Return the slope, which is what stands for it as one number."""
        return self.slope


def calibration_in_the_large(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    *,
    pos_label: Any = None,
    sample_weight: Sequence[Any] | None = None,
) -> float:
    """Return the mean forecast minus the mean outcome."""
    rows = forecast_rows(y_true, y_proba, pos_label, sample_weight)
    return float((expected(rows) - observed(rows)) / sum(row.weight for row in rows))


def expected_observed_ratio(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    *,
    pos_label: Any = None,
    sample_weight: Sequence[Any] | None = None,
) -> float:
    """Return the positives that the forecasts promise, over those that came."""
    rows = forecast_rows(y_true, y_proba, pos_label, sample_weight)
    if not observed(rows):
        return warn_undefined("expected_observed_ratio", "no positive rows")
    return float(expected(rows) / observed(rows))


def calibration_intercept(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    *,
    method: str = "offset",
    pos_label: Any = None,
    sample_weight: Sequence[Any] | None = None,
) -> CalibrationIntercept:
    """Return the a at which a + logit p makes as many positives as there are.

    That is where the likelihood's derivative by a is 0, which falls as a rises: it is
    found by halving. The variance is that of the derivative, a sum over w², over the
    square of the information. With "logistic" it is the intercept of the line, whose
    slope is fitted too.
    """
    if method == "logistic":
        line = calibration_slope(
            y_true, y_proba, pos_label=pos_label, sample_weight=sample_weight
        )
        return CalibrationIntercept(line.intercept, line.intercept_standard_error)
    rows = forecast_rows(y_true, y_proba, pos_label, sample_weight)
    data = [(logit(float(row.score)), row.positive, float(row.weight)) for row in rows]
    if len({positive for _, positive, _ in data}) < 2:
        warn_undefined("calibration_intercept", "one class only")
        return CalibrationIntercept(nan, nan)

    def lacking(a: float) -> float:
        return math.fsum(
            w
            * (math.exp(-softplus(a + x)) if positive else -math.exp(-softplus(-a - x)))
            for x, positive, w in data
        )

    low, high = -1000.0, 1000.0
    for _ in range(200):
        a = (low + high) / 2
        low, high = (a, high) if lacking(a) > 0 else (low, a)
    information, spread = (
        math.fsum(
            w**power * math.exp(-softplus(a + x) - softplus(-a - x)) for x, _, w in data
        )
        for power in (1, 2)
    )
    return CalibrationIntercept(a, math.sqrt(spread) / information)


def calibration_slope(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    *,
    pos_label: Any = None,
    sample_weight: Sequence[Any] | None = None,
) -> CalibrationSlope:
    """Return b and a of the most likely logit P(positive) = a + b logit p.

    The line is found by Newton's steps, halved where they lead down. Its covariance is
    A^-1 B A^-1, A the information and B that of weights w^2, the covariance of the
    derivatives of the likelihood.
    """
    rows = forecast_rows(y_true, y_proba, pos_label, sample_weight)
    data = [(logit(float(row.score)), row.positive, float(row.weight)) for row in rows]
    sides = [
        [x for x, positive, _ in data if positive is side] for side in (True, False)
    ]
    apart = not all(sides) or any(
        max(below) <= min(above) for below, above in (sides, sides[::-1])
    )
    if apart:
        warn_undefined("calibration_slope", "classes do not overlap")
        return CalibrationSlope(nan, nan, nan, nan)

    def likelihood(a: float, b: float) -> float:
        return -math.fsum(
            w * softplus(-(a + b * x) if positive else a + b * x)
            for x, positive, w in data
        )

    a = b = 0.0
    for _ in range(200):
        (g_a, g_b), (i_aa, i_ab, i_bb), det = gradient_and_information(data, a, b)
        step_a = (i_bb * g_a - i_ab * g_b) / det
        step_b = (i_aa * g_b - i_ab * g_a) / det
        before = likelihood(a, b)
        while likelihood(a + step_a, b + step_b) < before - 1e-12 * abs(before):
            step_a, step_b = step_a / 2, step_b / 2
        a, b = a + step_a, b + step_b
        if abs(step_a) <= 1e-14 * abs(a) and abs(step_b) <= 1e-14 * abs(b):
            break
    _, (i_aa, i_ab, i_bb), det = gradient_and_information(data, a, b)
    squared = [(x, positive, w * w) for x, positive, w in data]
    _, (s_aa, s_ab, s_bb), _ = gradient_and_information(squared, a, b)

    def error(of_a: float, of_b: float) -> float:
        """Return the root of the variance of a row of A^-1 times the derivatives."""
        return math.sqrt(of_a**2 * s_aa + 2 * of_a * of_b * s_ab + of_b**2 * s_bb) / det

    return CalibrationSlope(b, a, error(-i_ab, i_aa), error(i_bb, -i_ab))


def gradient_and_information(
    data: Sequence[tuple[float, bool, float]], a: float, b: float
) -> tuple[tuple[float, float], tuple[float, float, float], float]:
    """Return the likelihood's derivatives, minus the second ones, their determinant.

    That is a sum over pairs of rows, by Lagrange's identity, in which nothing cancels.
    """
    fitted = [
        (x, w, positive, math.exp(-softplus(-(a + b * x)))) for x, positive, w in data
    ]
    slopes = [(x, w * (positive - q)) for x, w, positive, q in fitted]
    bends = [(x, w * q * (1 - q)) for x, w, _, q in fitted]
    return (
        (math.fsum(g for _, g in slopes), math.fsum(x * g for x, g in slopes)),
        (
            math.fsum(h for _, h in bends),
            math.fsum(x * h for x, h in bends),
            math.fsum(x * x * h for x, h in bends),
        ),
        math.fsum(
            h * k * (x - z) ** 2 for (x, h), (z, k) in itertools.combinations(bends, 2)
        ),
    )


def softplus(x: float) -> float:
    """Return log(1 + eˣ)."""
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


def logit(p: float) -> float:
    """Return the logarithm of the odds; 0 and 1 count as what is nearest to them."""
    p = min(max(p, EPS), 1 - EPS)
    return math.log(p) - math.log1p(-p)


def expected(rows: Sequence[Row]) -> Fraction:
    """Return the sum of the forecasts."""
    return sum((row.weight * Fraction(row.score) for row in rows), Fraction())


def observed(rows: Sequence[Row]) -> Fraction:
    """Return the weight of the positive rows."""
    return Fraction(sum(row.weight for row in rows if row.positive))
