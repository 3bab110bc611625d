"""Errors of forecasts in units of those of the naive forecast of each series."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fastmetrics._common.options import warn
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.regression.measuring.error_moments import (
    ScaledSeries,
    scale_errors,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def mean_absolute_scaled_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    y_train: ArrayLike | None = None,
    m: int = 1,
    groups: ArrayLike | None = None,
    groups_train: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Mean absolute scaled error (MASE), relative to the naive forecast.

    .. math:: \mathrm{MASE} = \frac{\frac{1}{n} \sum_i |\hat y_i - y_i|}
              {\frac{1}{T - m} \sum_{t = m + 1}^{T} |x_t - x_{t - m}|}

    with :math:`x_1, \ldots, x_T` the series before the forecasts. For several series it
    is the mean over series.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers, finite; the rows of a series in the order of time where
        ``y_train`` is left out.
    y_pred : array_like of shape (n_samples,)
        Predicted numbers, finite.
    y_train : array_like of shape (n_train,), optional
        The values that the series had before, in the order of time: x. By default the
        values of ``y_true`` itself.
    m : int, default=1
        The season: the naive forecast repeats the value m rows earlier. 12 for the same
        month of the year before.
    groups : array_like of shape (n_samples,), optional
        Which series each row belongs to, by ids of any kind. By default there is one.
    groups_train : array_like of shape (n_train,), optional
        Which series each value of ``y_train`` belongs to, by the same ids.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. Errors are weighted, but not
        the naive errors; the weight of a series is the mean weight of its rows.

    Returns
    -------
    float
        0 or more, without a unit; lower is better. Below 1 forecasts are better than
        naive ones were before. NaN if no series has a scale.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input, if m is less than 1, and if of
        ``groups`` and ``groups_train`` one is missing that is needed.
    TypeError
        If m is not a whole number.

    Warns
    -----
    UndefinedMetricWarning
        If a series has no scale, since its values do not change from season to season
        or are m or fewer. It is left out, and the warning says how many are.

    See Also
    --------
    root_mean_squared_scaled_error : the same of squared errors.

    Notes
    -----
    This is the definition of its authors, who scale by the training part [1]_.
    ``Metrics::mase`` and yardstick's ``mase`` scale by the rows that are forecast
    where no such error is given, as here without ``y_train``: the scale knows the
    future then. Weights that are the same in all rows of a series make the weighted
    mean over series of the M5 competition. O(n) time, and a sort of the series' ids
    where rows of different series alternate.

    Its interval takes the scale as fixed, and rows of a series, or with ``groups`` the
    series, as independent; rows of one series seldom are, so it is marked approximate.

    References
    ----------
    .. [1] R. J. Hyndman and A. B. Koehler, "Another look at measures of forecast
       accuracy", International Journal of Forecasting 22(4), 2006, 679-688.

    Examples
    --------
    >>> from fastmetrics import mean_absolute_scaled_error
    >>> train = [3.0, 5.0, 4.0, 6.0, 5.0]
    >>> mean_absolute_scaled_error([7.0, 6.0], [6.0, 6.5], y_train=train)
    0.5
    >>> mean_absolute_scaled_error(
    ...     [7.0, 6.0, 10.0, 9.0],
    ...     [6.0, 6.5, 9.0, 9.0],
    ...     y_train=[*train, 8.0, 9.0],
    ...     groups=["a", "a", "b", "b"],
    ...     groups_train=["a"] * 5 + ["b"] * 2,
    ... )
    0.5
    """
    given = (y_true, y_pred, y_train, m, groups, groups_train, sample_weight)
    found = scale_errors(*given, squared=False)
    return _warned(found, "mean_absolute_scaled_error")


def root_mean_squared_scaled_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    y_train: ArrayLike | None = None,
    m: int = 1,
    groups: ArrayLike | None = None,
    groups_train: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Root mean squared scaled error (RMSSE), relative to the naive forecast.

    .. math:: \mathrm{RMSSE} = \sqrt{\frac{\frac{1}{n} \sum_i (\hat y_i - y_i)^2}
              {\frac{1}{T - m} \sum_{t = m + 1}^{T} (x_t - x_{t - m})^2}}

    with :math:`x_1, \ldots, x_T` the series before the forecasts. For several series it
    is the mean over series.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers, finite; the rows of a series in the order of time where
        ``y_train`` is left out.
    y_pred : array_like of shape (n_samples,)
        Predicted numbers, finite.
    y_train : array_like of shape (n_train,), optional
        The values that the series had before, in the order of time: x. By default the
        values of ``y_true`` itself.
    m : int, default=1
        The season: the naive forecast repeats the value m rows earlier. 12 for the same
        month of the year before.
    groups : array_like of shape (n_samples,), optional
        Which series each row belongs to, by ids of any kind. By default there is one.
    groups_train : array_like of shape (n_train,), optional
        Which series each value of ``y_train`` belongs to, by the same ids.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. Errors are weighted, but not
        the naive errors; the weight of a series is the mean weight of its rows.

    Returns
    -------
    float
        0 or more, without a unit; lower is better. Below 1 forecasts are better than
        naive ones were before. NaN if no series has a scale.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input, if m is less than 1, and if of
        ``groups`` and ``groups_train`` one is missing that is needed.
    TypeError
        If m is not a whole number.

    Warns
    -----
    UndefinedMetricWarning
        If a series has no scale, since its values do not change from season to season
        or are m or fewer. It is left out, and the warning says how many are.

    See Also
    --------
    mean_absolute_scaled_error : the same of absolute errors.

    Notes
    -----
    With the weights of the M5 competition, the same in all rows of a series, this is
    its WRMSSE of one level [1]_. That competition scales from a series' first sale on;
    leave earlier values out of ``y_train`` for that. O(n) time, and a sort of the
    series' ids where rows of different series alternate.

    Its interval takes the scale as fixed, and rows of a series, or with ``groups`` the
    series, as independent; rows of one series seldom are, so it is marked approximate.

    References
    ----------
    .. [1] S. Makridakis, E. Spiliotis and V. Assimakopoulos, "M5 accuracy competition:
       Results, findings, and conclusions", International Journal of Forecasting 38(4),
       2022, 1346-1364.
    .. [2] R. J. Hyndman and A. B. Koehler, "Another look at measures of forecast
       accuracy", International Journal of Forecasting 22(4), 2006, 679-688.

    Examples
    --------
    >>> from fastmetrics import root_mean_squared_scaled_error
    >>> train = [3.0, 5.0, 4.0, 6.0, 5.0]
    >>> round(root_mean_squared_scaled_error([7.0, 6.0], [6.0, 6.5], y_train=train), 6)
    0.5
    """
    given = (y_true, y_pred, y_train, m, groups, groups_train, sample_weight)
    found = scale_errors(*given, squared=True)
    return _warned(found, "root_mean_squared_scaled_error")


def _warned(found: ScaledSeries, name: str) -> float:
    """Return the mean, and say how many series it is not made of."""
    value, without = found.mean(), found.n_without
    if without or math.isnan(value):
        of = "the series" if found.codes is None else f"{without} series"
        then = "is left out" if found.codes is None else "are left out"
        if math.isnan(value):
            then = f"of which there is no other, so {name} is returned as NaN"
        warn(
            f"{name} is undefined of {of} whose values do not change, or are too few "
            f"for a difference over m rows; {then}.",
            UndefinedMetricWarning,
        )
    return value
