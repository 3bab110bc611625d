"""Distances of forecasts from a smooth calibration curve: ICI, E50, E90, Emax."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fastmetrics._common.options import warn
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.probability.measuring.calibration_spline import (
    measure_distance,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label


def integrated_calibration_index(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    quantile: float | None = None,
    n_knots: int = 4,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Integrated calibration index (ICI), or a quantile: E50, E90, Emax.

    The ICI is the mean distance of the forecasts from a smooth calibration curve. E50
    is the median of these distances, E90 their 0.9 quantile and Emax their maximum.

    .. math:: \mathrm{ICI} = \frac{\sum_i w_i \, |p_i - c(p_i)|}{\sum_i w_i}

    The curve :math:`c` is a logistic regression of the outcomes on a restricted cubic
    spline of the logits of the forecasts.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_proba : array_like of shape (n_samples,)
        Probability of the positive class, in [0, 1], clipped to [eps, 1 - eps] with
        the eps of their dtype.
    quantile : float, optional
        Level of a quantile in [0, 1] in place of the mean: 0.5 for E50, 0.9 for E90, 1
        for Emax.
    n_knots : int, default=4
        Number of knots of the spline, from 3 to 7. Knots are at the quantiles of the
        logits that Harrell recommends: with 4 knots 0.05, 0.35, 0.65 and 0.95.
    pos_label : int, float, bool or str, optional
        The positive label; by default 1 if the labels are in {0, 1} or {-1, 1}, else
        the larger number.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1]: 0 is best. The expected value is above 0 even for calibrated
        forecasts, because the curve is fitted to random outcomes; the interval accounts
        for this bias.

    Raises
    ------
    ValueError
        On empty, NaN or mismatched input, on values outside [0, 1], on labels of more
        than two classes or that need a ``pos_label``, and on a ``quantile`` or an
        ``n_knots`` out of range.
    TypeError
        If ``quantile`` is not a number.

    Warns
    -----
    UndefinedMetricWarning
        If there is only one class, the forecasts have too few distinct values for the
        knots, or the classes overlap too little for a maximum likelihood fit. The value
        is then NaN. Fewer knots may help.

    See Also
    --------
    expected_calibration_error : distances of means in bins.
    reliability_curve : a nondecreasing curve with a band.
    calibration_slope : a straight line in the logits.
    confidence_interval : an interval that contains 0 for calibrated forecasts.

    Notes
    -----
    R's ``rms::val.prob`` reports the same summaries, "Eavg", "E90" and "Emax", for a
    lowess curve. The spline has a covariance matrix, and includes the curve of
    calibrated forecasts. Quantiles, also those at the knots, are averaged inverses of
    the distribution function.

    Newton's method with step halving takes about ten passes over the data.

    References
    ----------
    .. [1] P. C. Austin and E. W. Steyerberg, "The Integrated Calibration Index (ICI)
       and related metrics for quantifying the calibration of logistic regression
       models", Statistics in Medicine 38(21), 2019, 4051-4065.
    .. [2] F. E. Harrell, "Regression Modeling Strategies", 2nd ed., Springer, 2015,
       section 2.4.

    Examples
    --------
    >>> from fastmetrics import integrated_calibration_index
    >>> y_true = [0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 1]
    >>> y_proba = [0.1, 0.1, 0.2, 0.3, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.9]
    >>> round(integrated_calibration_index(y_true, y_proba, n_knots=3), 3)
    0.044
    >>> emax = integrated_calibration_index(y_true, y_proba, quantile=1, n_knots=3)
    >>> round(emax, 3)
    0.063
    """
    found = measure_distance(
        y_true,
        y_proba,
        quantile=quantile,
        n_knots=n_knots,
        pos_label=pos_label,
        sample_weight=sample_weight,
    )
    if isinstance(found, str):
        warn(
            f"{found}, so integrated_calibration_index is undefined and returned as "
            "NaN.",
            UndefinedMetricWarning,
        )
        return math.nan
    return found.value
