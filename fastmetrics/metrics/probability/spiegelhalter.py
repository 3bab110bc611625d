"""Spiegelhalter's test: whether the Brier score is what the forecasts promise."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics._common.options import is_one_of
from fastmetrics._common.warn import warn
from fastmetrics._kernels.sort import sum_f64, sum_products_f64
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.probability.measuring.one_column import read_column

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Alternative, Label

__all__ = ["SpiegelhalterResult", "spiegelhalter_test"]

ALTERNATIVES = ("two-sided", "greater", "less")


class SpiegelhalterResult(NamedTuple):
    """How far the Brier score is from what calibrated forecasts would have."""

    statistic: float
    """The distance in units of its standard error, normal if they are calibrated."""
    pvalue: float
    """Chance of a statistic as extreme, in the direction of the alternative."""


def spiegelhalter_test(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    pos_label: Label | None = None,
) -> SpiegelhalterResult:
    r"""Test whether the Brier score is what it would be of calibrated forecasts.

    .. math:: Z = \frac{\sum_i (y_i - p_i)(1 - 2 p_i)}
                       {\sqrt{\sum_i (1 - 2 p_i)^2 \, p_i (1 - p_i)}}

    against the standard normal distribution.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1].
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the Brier score is above what the forecasts promise, as of one that
        is too sure of itself; "less": below it.
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 of {0, 1} and {-1, 1}, else the larger of two
        numbers.

    Returns
    -------
    SpiegelhalterResult
        Named tuple ``(statistic, pvalue)``.

    Raises
    ------
    ValueError
        On empty, NaN or mismatched input, on values outside [0, 1], on labels of more
        than two classes or that need a ``pos_label``, and if ``alternative`` is
        unknown.

    Warns
    -----
    UndefinedMetricWarning
        If all forecasts are 0, 1/2 or 1, of which the score promises nothing that
        could vary; both are NaN then.

    See Also
    --------
    hosmer_lemeshow_test : compares outcomes and forecasts in bins.
    brier_score_loss : the score itself.

    Notes
    -----
    The test has no power against errors of both directions that leave the Brier score
    as promised. The p-value is asymptotic. O(n) time.

    References
    ----------
    .. [1] D. J. Spiegelhalter, "Probabilistic prediction in patient management and
       clinical trials", Statistics in Medicine 5(5), 1986, 421-433.

    Examples
    --------
    >>> from fastmetrics import spiegelhalter_test
    >>> y_true, y_proba = [0, 1, 0, 1, 1, 0], [0.1, 0.2, 0.3, 0.7, 0.9, 0.95]
    >>> result = spiegelhalter_test(y_true, y_proba)
    >>> round(result.statistic, 3), round(result.pvalue, 3)
    (1.772, 0.076)
    """
    if not is_one_of(alternative, ALTERNATIVES) or alternative is None:
        raise ValueError(
            f"alternative must be one of {ALTERNATIVES}, got {alternative!r}."
        )
    column = read_column(y_true, y_proba, pos_label)
    p = column.proba.astype(np.float64)
    lean = 1 - 2 * p
    variance = sum_products_f64(lean * lean, p * (1 - p))
    if variance == 0:
        warn(
            "All values in y_proba are 0, 0.5 or 1, so spiegelhalter_test is undefined "
            "and returned as NaN.",
            UndefinedMetricWarning,
        )
        return SpiegelhalterResult(math.nan, math.nan)
    statistic = sum_f64((column.codes - p) * lean) / math.sqrt(variance)
    above, below = (math.erfc(side * statistic / math.sqrt(2)) / 2 for side in (1, -1))
    both = min(1.0, 2 * min(above, below))
    pvalue = {"greater": above, "less": below, "two-sided": both}[alternative]
    return SpiegelhalterResult(statistic, pvalue)
