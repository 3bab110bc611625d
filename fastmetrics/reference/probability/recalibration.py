"""Calibration as a whole, its tests, and net benefit."""

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import NamedTuple

from fastmetrics.reference.inputs import Row, check_choice, warn_undefined
from fastmetrics.reference.mean_intervals import skew_t_interval
from fastmetrics.reference.probability.calibration_errors import (
    EPS,
    column_of,
    fill_bins,
    forecast_rows,
    mean_forecast,
    mean_outcome,
)

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


def calibration_in_the_large(y_true, y_proba, *, pos_label=None, sample_weight=None):
    """Return the mean forecast minus the mean outcome."""
    rows = forecast_rows(y_true, y_proba, pos_label, sample_weight)
    return float((expected(rows) - observed(rows)) / sum(row.weight for row in rows))


def expected_observed_ratio(y_true, y_proba, *, pos_label=None, sample_weight=None):
    """Return the positives that the forecasts promise, over those that came."""
    rows = forecast_rows(y_true, y_proba, pos_label, sample_weight)
    if not observed(rows):
        return warn_undefined("expected_observed_ratio", "no positive rows")
    return float(expected(rows) / observed(rows))


def calibration_intercept(
    y_true, y_proba, *, method="offset", pos_label=None, sample_weight=None
):
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


def calibration_slope(y_true, y_proba, *, pos_label=None, sample_weight=None):
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


def gradient_and_information(data, a, b):
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


def hosmer_lemeshow_test(
    y_true, y_proba, *, n_bins=10, strategy="quantile", df=None, pos_label=None
):
    """Return Pearson's chi-squared over bins, and the chance of one as large."""
    bins = fill_bins(column_of(y_true, y_proba, pos_label, None), n_bins, strategy)
    statistic = 0.0
    for rows in bins:
        p, gap = mean_forecast(rows), mean_outcome(rows) - mean_forecast(rows)
        if p in (0, 1):
            statistic += math.inf if gap else 0.0
        else:
            statistic += float(len(rows) * gap**2 / (p * (1 - p)))
    return statistic, chi_squared_beyond(statistic, len(bins) if df is None else df)


def chi_squared_beyond(x: float, df: int) -> float:
    """Return the probability of more than x, df being whole (closed forms)."""
    if math.isinf(x):
        return 0.0
    half = x / 2
    if df % 2 == 0:
        return math.fsum(
            half**k * math.exp(-half) / math.factorial(k) for k in range(df // 2)
        )
    terms = (
        half ** (k - 0.5) * math.exp(-half) / math.gamma(k + 0.5)
        for k in range(1, (df + 1) // 2)
    )
    return math.erfc(math.sqrt(half)) + math.fsum(terms)


class SpiegelhalterResult(NamedTuple):
    """How far the Brier score is from what the forecasts promise, and its p-value."""

    statistic: float
    pvalue: float


def spiegelhalter_test(y_true, y_proba, *, alternative="two-sided", pos_label=None):
    """Test whether the Brier score is what it would be of calibrated forecasts."""
    check_choice("alternative", alternative, ["two-sided", "greater", "less"])
    rows = [
        (int(row.positive), Fraction(row.score))
        for row in forecast_rows(y_true, y_proba, pos_label)
    ]
    excess = sum((y - p) * (1 - 2 * p) for y, p in rows)
    variance = sum((1 - 2 * p) ** 2 * p * (1 - p) for _, p in rows)
    if not variance:
        warn_undefined("spiegelhalter_test", "forecasts are all 0, 1/2 or 1")
        return SpiegelhalterResult(math.nan, math.nan)
    z = float(excess) / math.sqrt(variance)
    above, below = NormalDist().cdf(-z), NormalDist().cdf(z)
    pvalue = {
        "greater": above,
        "less": below,
        "two-sided": min(1.0, 2 * min(above, below)),
    }
    return SpiegelhalterResult(z, pvalue[alternative])


class DecisionCurve(NamedTuple):
    """Net benefit over thresholds, and that of treating every row."""

    thresholds: list[float]
    net_benefit: list[float]
    treat_all: list[float]
    low: list[float]
    high: list[float]


def net_benefit(
    y_true,
    y_proba,
    *,
    threshold,
    strict=False,
    standardized=False,
    pos_label=None,
    sample_weight=None,
):
    """Return the treated positives less the treated negatives at the odds, per row."""
    rows = forecast_rows(y_true, y_proba, pos_label, sample_weight)
    treated = [row for row in rows if is_treated(row, threshold, strict)]
    return benefit(treated, rows, threshold, standardized)


def decision_curve(
    y_true,
    y_proba,
    *,
    thresholds=None,
    strict=False,
    standardized=False,
    confidence_level=0.95,
    pos_label=None,
    sample_weight=None,
):
    """Return the net benefit at each threshold, and of treating all.

    Its bounds are those of a mean over rows; of a ratio to the share of positives,
    those of what each row adds to it, to the first order.
    """
    places = [k / 100 for k in range(1, 100)] if thresholds is None else thresholds
    at = sorted(float(one) for one in places)
    rows = forecast_rows(y_true, y_proba, pos_label, sample_weight)
    chosen = [[row for row in rows if is_treated(row, t, strict)] for t in at]
    weights = [float(row.weight) for row in rows]
    most = float(Fraction(sum(row.weight for row in rows if row.positive)))
    intervals = []
    for t in at:
        values = [
            (1.0 if row.positive else -t / (1 - t))
            if is_treated(row, t, strict)
            else 0.0
            for row in rows
        ]
        if standardized and most:
            ratio = (
                math.fsum(w * v for w, v in zip(weights, values, strict=True)) / most
            )
            unit = most / math.fsum(weights)
            values = [
                ratio + (v - ratio * row.positive) / unit
                for v, row in zip(values, rows, strict=True)
            ]
        low, high = skew_t_interval(values, weights, None, confidence_level)
        # All rows alike say nothing of how others differ.
        intervals.append((low, high) if low < high else (nan, nan))
    return DecisionCurve(
        at,
        [
            benefit(some, rows, t, standardized)
            for some, t in zip(chosen, at, strict=True)
        ],
        [benefit(rows, rows, t, standardized) for t in at],
        [low for low, _ in intervals],
        [min(high, 1.0) for _, high in intervals],
    )


def is_treated(row: Row, threshold: float, strict: bool) -> bool:
    """Whether the probability is at or above the threshold; above it, if strict."""
    score = float(row.score)
    return score > threshold if strict else score >= threshold


def benefit(treated, rows, threshold, standardized):
    """Return what treating some of the rows is worth."""
    if not 0 <= threshold < 1:
        raise ValueError(f"threshold={threshold!r}")
    odds = Fraction(threshold) / (1 - Fraction(threshold))
    worth = sum((row.weight if row.positive else -row.weight * odds) for row in treated)
    if not standardized:
        return float(Fraction(worth) / sum(row.weight for row in rows))
    most = sum(row.weight for row in rows if row.positive)
    if not most:
        return warn_undefined("a standardized net benefit", "no positive rows")
    return float(Fraction(worth) / most)
