"""Errors relative to the observed numbers, or to the naive forecast of each series."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, warn, warn_undefined
from fastmetrics._inputs.number_pairs import average_outputs, read_numbers
from fastmetrics._kernels.errors import OF_ERRORS, OF_SIZES, OF_TRUTH
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.regression.definitions import averaged, error_formula
from fastmetrics.metrics.regression.formulas import totals
from fastmetrics.metrics.regression.formulas.totals import (
    ERROR,
    TRUE,
    ErrorTotals,
    over_total,
    quotient,
    variance_quotient,
)
from fastmetrics.metrics.regression.measuring.constant_forecasts import (
    OBSERVED,
    pair_quantiles,
)
from fastmetrics.metrics.regression.measuring.error_moments import (
    ScaledSeries,
    scale_errors,
)
from fastmetrics.metrics.regression.measuring.error_sums import ErrorSums, read_errors

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.regression.definitions import (
        MultiOutput,
        Normalization,
        ObservedNumbers,
        PredictedNumbers,
    )


# Sums that an option needs, and its name in messages.
_BELOW = {"mean": OF_TRUTH, "range": OF_SIZES, "std": OF_TRUTH, "iqr": 0}
_WORDS = {
    "mean": "mean",
    "range": "range",
    "std": "standard deviation",
    "iqr": "interquartile range",
}


@error_formula(OF_ERRORS | OF_TRUTH, "y_true is constant")
def relative_squared_error(of: ErrorTotals) -> Any:
    r"""Relative squared error (RSE), relative to always predicting the mean.

    .. math:: \frac{\sum_i (\hat y_i - y_i)^2}{\sum_i (y_i - \bar y)^2}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs), or ErrorSums
        Observed numbers; or the sums of both columns.
    y_pred : array_like of the same shape
        Predicted numbers. None with ErrorSums.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : {"raw_values", "uniform_average"} or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [0, inf); 0 is best. Always predicting the mean of ``y_true`` gives 1.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, or a number is NaN or infinite.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If ``y_true`` is constant: NaN.

    See Also
    --------
    r2_score : 1 minus this ratio.
    root_relative_squared_error : its root.

    Notes
    -----
    The mean is taken over the evaluated rows, not over the training data as in Weka.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] I. H. Witten, E. Frank and M. A. Hall, "Data Mining: Practical Machine
       Learning Tools and Techniques", 3rd edition, Morgan Kaufmann, 2011, section 5.8.

    Examples
    --------
    >>> from fastmetrics import relative_squared_error
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> round(relative_squared_error(y_true, y_pred), 4)
    0.0514
    """
    return over_total(of, of.sums["e2"])


@error_formula(OF_ERRORS | OF_TRUTH, "y_true is constant")
def root_relative_squared_error(of: ErrorTotals) -> Any:
    r"""Root relative squared error (RRSE).

    .. math:: \sqrt{\frac{\sum_i (\hat y_i - y_i)^2}{\sum_i (y_i - \bar y)^2}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs), or ErrorSums
        Observed numbers; or the sums of both columns.
    y_pred : array_like of the same shape
        Predicted numbers. None with ErrorSums.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : {"raw_values", "uniform_average"} or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [0, inf); 0 is best. Always predicting the mean of ``y_true`` gives 1.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, or a number is NaN or infinite.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If ``y_true`` is constant: NaN.

    See Also
    --------
    relative_squared_error : its square.
    normalized_root_mean_squared_error : the same with the standard deviation.

    Notes
    -----
    The mean is taken over the evaluated rows, not over the training data as in Weka.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] I. H. Witten, E. Frank and M. A. Hall, "Data Mining: Practical Machine
       Learning Tools and Techniques", 3rd edition, Morgan Kaufmann, 2011, section 5.8.

    Examples
    --------
    >>> from fastmetrics import root_relative_squared_error
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> round(root_relative_squared_error(y_true, y_pred), 4)
    0.2267
    """
    ratio = of.ratio_of_scales(ERROR, TRUE)
    total = of.centred("t2", "t")
    with np.errstate(over="ignore"):
        return np.sqrt(variance_quotient(of.sums["e2"], total)) * ratio


@error_formula(OF_ERRORS | OF_SIZES, "y_true holds zeros only")
def weighted_absolute_percentage_error(of: ErrorTotals) -> Any:
    r"""Weighted absolute percentage error (WAPE).

    .. math:: \frac{\sum_i w_i |\hat y_i - y_i|}{\sum_i w_i |y_i|}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs), or ErrorSums
        Observed numbers; or the sums of both columns.
    y_pred : array_like of the same shape
        Predicted numbers. None with ErrorSums.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : {"raw_values", "uniform_average"} or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [0, inf), a fraction; 0 is best. Always predicting 0 gives 1.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, or a number is NaN or infinite.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If all of ``y_true`` is 0: NaN.

    See Also
    --------
    mean_absolute_error : in the unit of ``y_true``.

    Notes
    -----
    Rows are weighted by their magnitude, and zeros are allowed. MAPE, the mean of
    errors relative to each row's own magnitude, explodes if a value is near 0. The
    magnitudes are multiplied by ``sample_weight``. Also called WMAPE, and normalized
    deviation (ND).

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] S. Kolassa and W. Schütz, "Advantages of the MAD/Mean ratio over the MAPE",
       Foresight 6, 2007, 40-43.

    Examples
    --------
    >>> from fastmetrics import weighted_absolute_percentage_error
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> weighted_absolute_percentage_error(y_true, y_pred)
    0.16
    """
    return quotient(of.sums["abs_e"], of.sums["abs_y"], of)


@averaged
def normalized_root_mean_squared_error(
    y_true: ObservedNumbers,
    y_pred: PredictedNumbers,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
    normalization: Normalization = "mean",
) -> float | NDArray[np.float64]:
    r"""Compute the normalized root mean squared error (NRMSE).

    .. math:: \frac{1}{s} \sqrt{\frac1n \sum_i (\hat y_i - y_i)^2}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs), or ErrorSums
        Observed numbers; or the sums of both columns.
    y_pred : array_like of the same shape
        Predicted numbers. None with ErrorSums.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : {"raw_values", "uniform_average"} or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.
    normalization : {"mean", "range", "std", "iqr"}, default="mean"
        Divisor, computed from ``y_true``: the magnitude of the mean, the range
        (largest minus smallest), the standard deviation (of the evaluated rows, ddof 0)
        or the interquartile range.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [0, inf), without a unit; 0 is best.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, a number is NaN or infinite, or the
        interquartile range is requested for ErrorSums.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If the divisor is 0 (for a mean, up to rounding): NaN.

    See Also
    --------
    root_mean_squared_error : in the unit of ``y_true``.
    root_relative_squared_error : the same with the standard deviation.

    Notes
    -----
    There are several definitions: always report the normalization with the number.
    Divided by the mean it is also called the coefficient of variation of the error, and
    is not meaningful if ``y_true`` can be negative. The range grows with the number of
    rows.

    Quartiles are averaged inverses of the distribution function, also with
    ``sample_weight``. With the other divisors: O(n) time, one pass over arrays read in
    place, in double precision for any dtype.

    References
    ----------
    .. [1] M. V. Shcherbakov et al., "A survey of forecast error measures", World
       Applied Sciences Journal 24, 2013, 171-176.

    Examples
    --------
    >>> from fastmetrics import normalized_root_mean_squared_error
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> round(normalized_root_mean_squared_error(y_true, y_pred), 4)
    0.213
    """
    if not is_one_of(normalization, totals.NORMALIZATIONS):
        raise ValueError(
            f"normalization must be one of {totals.NORMALIZATIONS}, got "
            f"{shown(normalization)}."
        )
    apart = None
    if normalization == "iqr":
        apart = _quartiles_apart(y_true, y_pred, sample_weight)
    groups = OF_ERRORS | _BELOW[normalization]
    of, outputs, _ = read_errors(y_true, y_pred, groups, sample_weight, multioutput)
    values = totals.normalized_root_mean_squared_error(
        of, normalization=normalization, quartiles_apart=apart
    )
    warn_undefined(
        values,
        "normalized_root_mean_squared_error",
        f"the {_WORDS[normalization]} of y_true is 0",
    )
    return average_outputs(values, outputs)


def _quartiles_apart(
    y_true: Any, y_pred: Any, sample_weight: Any
) -> NDArray[np.float64]:
    """Return the interquartile range of each output."""
    if isinstance(y_true, ErrorSums):
        raise ValueError(
            "normalization='iqr' needs the rows: ErrorSums have no quartiles."
        )
    pair = read_numbers(y_true, y_pred, sample_weight=sample_weight)
    low, high = pair_quantiles(pair, (0.25, 0.75), OBSERVED)
    with np.errstate(over="ignore"):
        return np.asarray(high - low)


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
        Observed numbers, finite; without ``y_train``, the rows of a series are in order
        of time.
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
        0 or more, without a unit; lower is better. Below 1, forecasts are better than
        naive forecasts were before. NaN if no series has a scale.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input, if m is less than 1, and if
        ``groups`` or ``groups_train`` is missing although it is needed.
    TypeError
        If m is not a whole number.

    Warns
    -----
    UndefinedMetricWarning
        If a series has no scale, because its values do not change from season to season
        or are at most m. It is left out; the warning has the number of such series.

    See Also
    --------
    root_mean_squared_scaled_error : the same for squared errors.

    Notes
    -----
    This is the definition of its authors, who scale by the training part [1]_.
    ``Metrics::mase`` and yardstick's ``mase`` scale by the forecast rows if no naive
    error is given, as this function does without ``y_train``; the scale then uses the
    future. Weights that are constant within series give the weighted mean over series
    of the M5 competition. O(n) time, plus a sort of the ids if rows of different series
    alternate.

    Its interval treats the scale as fixed, and rows of a series, or with ``groups`` the
    series, as independent. Rows of one series seldom are, so it is marked approximate.

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
        Observed numbers, finite; without ``y_train``, the rows of a series are in order
        of time.
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
        0 or more, without a unit; lower is better. Below 1, forecasts are better than
        naive forecasts were before. NaN if no series has a scale.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input, if m is less than 1, and if
        ``groups`` or ``groups_train`` is missing although it is needed.
    TypeError
        If m is not a whole number.

    Warns
    -----
    UndefinedMetricWarning
        If a series has no scale, because its values do not change from season to season
        or are at most m. It is left out; the warning has the number of such series.

    See Also
    --------
    mean_absolute_scaled_error : the same for absolute errors.

    Notes
    -----
    With the weights of the M5 competition, constant within series, it is the WRMSSE of
    one level [1]_. The competition scales from the first sale of a series on, so leave
    earlier values out of ``y_train``. O(n) time, plus a sort of the ids if rows of
    different series alternate.

    Its interval treats the scale as fixed, and rows of a series, or with ``groups`` the
    series, as independent. Rows of one series seldom are, so it is marked approximate.

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
    """Return the mean over series; warn of the series that are left out."""
    value, without = found.mean(), found.n_without
    if without or math.isnan(value):
        of = "the series" if found.codes is None else f"{without} series"
        then = "is left out" if found.codes is None else "are left out"
        if math.isnan(value):
            then = f"there are no other series, so {name} is returned as NaN"
        warn(
            f"{name} is undefined for {of} whose values do not change, or are too few "
            f"for a difference over m rows; {then}.",
            UndefinedMetricWarning,
        )
    return value
