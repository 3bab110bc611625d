"""What ensembles and normal distributions lose as forecasts of a number."""

import math
import warnings
from fractions import Fraction

from fastmetrics.reference.inputs import (
    UndefinedMetricWarning,
    check_weights,
    warn_undefined,
)
from fastmetrics.reference.regression.numbers import plain
from fastmetrics.reference.regression.quantile_forecasts import (
    Column,
    Matrix,
    read_rows,
    weighted_mean,
)

__all__ = ["crps_ensemble", "crps_gaussian", "gaussian_log_loss"]


def crps_ensemble(
    y_true: Column,
    y_ensemble: Matrix,
    *,
    fair: bool = False,
    sample_weight: Column | None = None,
) -> float:
    """Mean distance of the members from y, less half that of them from each other.

    ``fair`` leaves the distances of members from themselves out of the latter mean
    (Ferro 2014), so that small ensembles have no disadvantage.
    """
    rows = read_rows(y_true, y_ensemble=y_ensemble)
    check_weights(sample_weight, len(rows))
    m = len(rows[0]) - 1
    if fair and m == 1:
        return warn_undefined("crps_ensemble", "there is one member: it has no others")
    pairs = m * (m - 1) if fair else m * m
    scores = []
    for y, *members in rows:
        from_y = sum(abs(x - y) for x in members)
        apart = sum(abs(a - b) for a in members for b in members)
        scores.append(from_y / m - Fraction(apart, 2 * pairs))
    return weighted_mean(scores, sample_weight)


def read_normals(y_true: Column, mean: Column, scale: Column) -> list[list[Fraction]]:
    """Return y less the mean, and the standard deviation, of each row."""
    rows = read_rows(y_true, mean=mean, scale=scale)
    if any(s < 0 for _, _, s in rows):
        raise ValueError("scale is negative")
    return [[y - mu, s] for y, mu, s in rows]


def crps_gaussian(
    y_true: Column,
    mean: Column,
    scale: Column,
    *,
    sample_weight: Column | None = None,
) -> float:
    """Mean of s (z (2 Phi(z) - 1) + 2 phi(z) - 1 / sqrt(pi)), z = (y - mean) / s.

    Gneiting et al. (2005), equation 5. With s = 0 it is |y - mean|.
    """
    scores = []
    for e, s in read_normals(y_true, mean, scale):
        far = s == 0 or abs(e) > 40 * s  # where all but the first term is constant
        z = 40.0 if far else abs(float(e / s))
        phi = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
        # z (2 Phi(z) - 1) is z less what the tails take.
        rest = 2 * phi - z * math.erfc(z / math.sqrt(2)) - 1 / math.sqrt(math.pi)
        scores.append(abs(e) + s * Fraction(rest))
    return weighted_mean(scores, sample_weight)


def gaussian_log_loss(
    y_true: Column,
    mean: Column,
    scale: Column,
    *,
    sample_weight: Column | None = None,
) -> float:
    """Mean of minus the logarithm of the density, log(2 pi s^2) / 2 + z^2 / 2.

    With s = 0 it is infinite, and negative where y is the mean.
    """
    scores: list[Fraction | float] = []
    for e, s in read_normals(y_true, mean, scale):
        if s == 0:
            scores.append(math.inf if e else -math.inf)
        else:
            logarithm = math.log(s.numerator) - math.log(s.denominator)
            constant = Fraction(logarithm) + Fraction(math.log(2 * math.pi) / 2)
            scores.append(plain(constant + (e / s) ** 2 / 2))
    value = weighted_mean(scores, sample_weight)
    if math.isnan(value):
        warnings.warn(
            "gaussian_log_loss is undefined: it is infinite both ways",
            UndefinedMetricWarning,
            stacklevel=2,
        )
    return value
