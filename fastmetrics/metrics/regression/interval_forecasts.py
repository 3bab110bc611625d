"""How often prediction intervals hold what is observed, and what they lose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastmetrics._kernels.number_forecasts import COVERED, INTERVAL, WIDTH
from fastmetrics.metrics.regression.measuring.forecast_losses import (
    of_intervals,
    penalty_per_unit,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["interval_coverage", "interval_score", "mean_interval_width"]


def interval_coverage(
    y_true: ArrayLike,
    y_lower: ArrayLike,
    y_upper: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Share of the rows inside their prediction intervals, ends included.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers.
    y_lower : array_like of shape (n_samples,)
        Lower ends of the intervals.
    y_upper : array_like of shape (n_samples,)
        Upper ends, none below the lower one of its row.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1], best near the level that the intervals are said to have.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, a lower end is above the upper one,
        or weights are negative or all zero.

    See Also
    --------
    mean_interval_width : how wide they are for that.
    interval_score : both in one number.
    quantile_coverage : of each end by itself.

    Notes
    -----
    Also called the prediction interval coverage probability (PICP). Wide intervals
    cover much: tell the width beside it.

    References
    ----------
    .. [1] T. Gneiting, F. Balabdaoui and A. E. Raftery, "Probabilistic forecasts,
       calibration and sharpness", Journal of the Royal Statistical Society B 69, 2007,
       243-268.

    Examples
    --------
    >>> from fastmetrics import interval_coverage
    >>> interval_coverage([1.0, 5.0], y_lower=[1.0, 2.0], y_upper=[2.0, 4.0])
    0.5
    """
    return of_intervals(y_true, y_lower, y_upper, sample_weight).mean(COVERED)


def mean_interval_width(
    y_true: ArrayLike,
    y_lower: ArrayLike,
    y_upper: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Mean width of prediction intervals: upper less lower end.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers; the width does not depend on them.
    y_lower : array_like of shape (n_samples,)
        Lower ends of the intervals.
    y_upper : array_like of shape (n_samples,)
        Upper ends, none below the lower one of its row.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In units of ``y_true``, at least 0; smaller is better at the same coverage.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, a lower end is above the upper one,
        or weights are negative or all zero.

    See Also
    --------
    interval_coverage : how many rows they hold for that.
    interval_score : both in one number.

    Notes
    -----
    Some packages divide it by the range of ``y_true`` (PINAW).

    References
    ----------
    .. [1] T. Gneiting, F. Balabdaoui and A. E. Raftery, "Probabilistic forecasts,
       calibration and sharpness", Journal of the Royal Statistical Society B 69, 2007,
       243-268.

    Examples
    --------
    >>> from fastmetrics import mean_interval_width
    >>> mean_interval_width([1.0, 5.0], y_lower=[1.0, 2.0], y_upper=[2.0, 4.0])
    1.5
    """
    return of_intervals(y_true, y_lower, y_upper, sample_weight).mean(WIDTH)


def interval_score(
    y_true: ArrayLike,
    y_lower: ArrayLike,
    y_upper: ArrayLike,
    *,
    confidence_level: float = 0.95,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Mean width of prediction intervals, and a penalty for what they do not hold.

    .. math:: \frac{1}{n} \sum_i (u_i - l_i) + \frac{2}{\alpha} \max(l_i - y_i, 0) +
       \frac{2}{\alpha} \max(y_i - u_i, 0), \quad \alpha = 1 - \text{confidence\_level}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers.
    y_lower : array_like of shape (n_samples,)
        Lower ends of the intervals.
    y_upper : array_like of shape (n_samples,)
        Upper ends, none below the lower one of its row.
    confidence_level : float, default=0.95
        What share of the rows the intervals are said to hold, in (0, 1).
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In units of ``y_true``, at least 0; smaller is better.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, a lower end is above the upper one,
        ``confidence_level`` is not in (0, 1), or weights are negative or all zero.

    See Also
    --------
    quantile_losses : 2 / alpha times the sum of those of both ends is this.
    crps_quantile : of several intervals at once.
    interval_coverage, mean_interval_width : its two sides.

    Notes
    -----
    Also called the Winkler score. It is proper: on average nothing scores better than
    the quantiles at the levels alpha / 2 and 1 - alpha / 2.

    References
    ----------
    .. [1] R. L. Winkler, "A decision-theoretic approach to interval estimation",
       Journal of the American Statistical Association 67, 1972, 187-191.
    .. [2] T. Gneiting and A. E. Raftery, "Strictly proper scoring rules, prediction,
       and estimation", Journal of the American Statistical Association 102, 2007,
       359-378, equation 43.

    Examples
    --------
    >>> from fastmetrics import interval_score
    >>> columns = {"y_lower": [1.0, 2.0], "y_upper": [2.0, 4.0]}
    >>> interval_score([1.0, 5.0], **columns, confidence_level=0.5)
    3.5
    """
    penalty = penalty_per_unit(confidence_level)
    rows = of_intervals(y_true, y_lower, y_upper, sample_weight)
    return rows.mean(INTERVAL, penalty=penalty)
