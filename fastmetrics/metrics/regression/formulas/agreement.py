"""How well predictions agree with what is observed, in place, spread and order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from fastmetrics.metrics.regression.formulas.totals import ErrorTotals

__all__ = [
    "concordance_correlation_coefficient",
    "cosine_similarity",
    "kling_gupta_efficiency",
]

_TRUE, _PRED = 0, 1


def concordance_correlation_coefficient(
    of: ErrorTotals, *, ddof: float = 0, **_: Any
) -> Any:
    """Return 2 s_yp / (s_y² + s_p² + (mean of e)²); NaN of two equal constants.

    With weights there are as many rows as unweighted ones of the same precision.
    """
    with np.errstate(all="ignore"):
        true, pred, error = _factors(of)
        times: Any = 1.0
        if ddof != 0:  # else squares of weights, which may leave the range, are spared
            size = of.weight * (of.weight / of.sums["w2"])
            times = np.where(size > ddof, size / (size - ddof), np.nan)
        squares = of.centred("t2", "t") * true**2 + of.centred("q2", "q") * pred**2
        bias = of.sums["e"] / of.weight * error
        apart = times * squares + of.weight * np.square(bias)
        found = 2 * times * (_product(of) * true * pred) / apart
        return np.where(apart > 0, np.clip(found, -1.0, 1.0), np.nan)


def cosine_similarity(of: ErrorTotals, **_: Any) -> Any:
    """Return Σyp / √(Σy² Σp²); NaN where a column is all 0.

    Sums of squares are those about the mean and that of the mean, none of which cancels
    the other.
    """
    with np.errstate(all="ignore"):
        true, pred = of.scaled_mean_true, of.scaled_mean_pred
        of_true = of.centred("t2", "t") + of.weight * true * true
        of_pred = of.centred("q2", "q") + of.weight * pred * pred
        product = _product(of) + of.weight * true * pred
        # Quotients of one another's own are 1 where columns are multiples.
        size = np.sqrt(product / of_true * (product / of_pred))
        known = (of_true > 0) & (of_pred > 0)
        found = np.copysign(np.minimum(size, 1.0), product)
        return np.where(known, found, np.nan)


def kling_gupta_efficiency(of: ErrorTotals, *, variant: str = "2009", **_: Any) -> Any:
    """Return 1 less the distance of r, α and β from 1; NaN where one has no value."""
    of_true, of_pred = of.centred("t2", "t"), of.centred("q2", "q")
    mean_true, mean_pred = of.mean_true, of.mean_pred
    with np.errstate(all="ignore"):
        product = _product(of)
        # Quotients of one another's own are 1 where predictions are right.
        r = np.copysign(np.sqrt(product / of_true * (product / of_pred)), product)
        spread = np.sqrt(of_pred / of_true) * of.ratio_of_scales(_PRED, _TRUE)
        mean = mean_pred / mean_true
        known = (of_true > 0) & (of_pred > 0) & (mean_true != 0)
        if variant == "2012":
            spread = spread / mean
            known &= mean_pred != 0
        away = np.hypot(np.hypot(r - 1, spread - 1), mean - 1)
        return np.where(known, 1 - away, np.nan)


def _factors(of: ErrorTotals) -> Any:
    """Return what takes y, p and e to the scale of the largest of them.

    What does not vary, or is 0 throughout, has no scale to count.
    """
    if of.scales is None:
        return 1.0, 1.0, 1.0
    squares = np.stack([of.sums[name] for name in ("t2", "q2", "e2")])
    scales = np.where(squares > 0, of.scales, np.inf)
    return scales.min(axis=0) / scales


def _product(of: ErrorTotals) -> Any:
    """Return the sum of products of y and p about their means."""
    return of.sums["tq"] - of.sums["t"] * (of.sums["q"] / of.weight)
