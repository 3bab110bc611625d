"""The parts of a mean loss of forecasts of the mean, from their definitions.

Dimitriadis, Gneiting and Jordan (2021), whose diagrams of probabilities carry over to
means: how much a loss falls by isotonic recalibration, and how much further the loss of
the mean outcome lies above that.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_choice, check_weights, same_length
from fastmetrics.reference.probability.decompositions import ScoreDecomposition
from fastmetrics.reference.probability.forecasts import isotonic_fit

__all__ = ["error_decomposition"]


def error_decomposition(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    loss: str = "squared",
    sample_weight: Sequence[Any] | None = None,
) -> ScoreDecomposition:
    """Return the mean loss and its three parts."""
    check_choice("loss", loss, list(LOSSES))
    n = same_length(y_true=y_true, y_pred=y_pred, sample_weight=sample_weight)
    weights = check_weights(sample_weight, n)
    for y, p in zip(y_true, y_pred, strict=True):
        if not (math.isfinite(y) and math.isfinite(p)):
            raise ValueError("a number is not finite")
        if loss != "squared" and not (p > 0 and (y > 0 or (loss, y) == ("poisson", 0))):
            raise ValueError(f"y={y!r}, p={p!r} are not for loss={loss!r}")
    rows = [
        (Fraction(y), Fraction(p), w)
        for y, p, w in zip(y_true, y_pred, weights, strict=True)
        if w
    ]
    forecasts = sorted({p for _, p, _ in rows})
    sums = [sum(y * w for y, p, w in rows if p == each) for each in forecasts]
    totals = [sum(w for _, p, w in rows if p == each) for each in forecasts]
    curve = dict(zip(forecasts, isotonic_fit(sums, totals), strict=True))
    total = sum(totals)
    middle = Fraction(sum(sums)) / total
    of_row = LOSSES[loss]

    def mean_loss(forecast: Any) -> float:
        return math.fsum(w * of_row(y, forecast(p)) for y, p, w in rows) / total

    score = mean_loss(lambda p: p)
    after = mean_loss(lambda p: curve[p])
    uncertainty = mean_loss(lambda p: middle)
    return ScoreDecomposition(score, score - after, uncertainty - after, uncertainty)


def squared(y: Fraction, p: Fraction) -> Fraction:
    """Return the squared distance."""
    return (y - p) ** 2


def poisson(y: Fraction, p: Fraction) -> float:
    """Return the unit deviance of Poisson's law; a forecast of 0 is right of 0."""
    return 2 * float(p - y) + (2 * y * log_of(y / p) if y else 0)


def gamma(y: Fraction, p: Fraction) -> float:
    """Return the unit deviance of the gamma law."""
    return 2 * (log_of(p / y) + float(y / p - 1))


def log_of(ratio: Fraction) -> float:
    """Return the logarithm of a fraction, which may be beyond the floats."""
    if 1e-300 < ratio < 1e300:
        return math.log(ratio)
    return math.log(ratio.numerator) - math.log(ratio.denominator)


LOSSES = {"squared": squared, "poisson": poisson, "gamma": gamma}
