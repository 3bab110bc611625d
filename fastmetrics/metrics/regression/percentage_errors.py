"""Percentage errors, and errors of logarithms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import warn
from fastmetrics._inputs.number_pairs import NumberPair
from fastmetrics._kernels import error_losses as kinds
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.regression.definitions import pair_formula, row_loss
from fastmetrics.metrics.regression.measuring.point_losses import (
    SIGNED_PERCENTAGE,
    Loss,
    mean_losses,
    squared_log,
)

if TYPE_CHECKING:
    pass


@row_loss
def mean_absolute_percentage_error() -> Loss:
    r"""Mean absolute percentage error (MAPE).

    .. math:: \frac{1}{n} \sum_i \frac{|\hat y_i - y_i|}{\max(|y_i|, \epsilon)}

    with :math:`\epsilon = 2^{-52}`, the precision of double floats.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Predicted numbers.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [0, inf), a fraction and not in percent; 0 is best.

    Raises
    ------
    ValueError
        If columns differ in length or in outputs, or hold anything but finite numbers.

    See Also
    --------
    weighted_absolute_percentage_error : sum of errors divided by the sum of y.
    symmetric_mean_absolute_percentage_error : also for numbers that may be zero.
    percent_bias : the mean of signed errors.

    Notes
    -----
    If a value of ``y_true`` is 0, its error is divided by :math:`\epsilon`, as in
    scikit-learn. The mean is then about :math:`10^{15}`, which does not describe the
    model. `weighted_absolute_percentage_error` and
    `symmetric_mean_absolute_percentage_error` allow zeros. Other packages return NaN or
    infinity for zeros, and some use percent.

    The error of a forecast that is too low is at most 1; the error of a forecast that
    is too high has no bound. A model chosen by it therefore forecasts too low.

    References
    ----------
    .. [1] R. J. Hyndman and A. B. Koehler, "Another look at measures of forecast
       accuracy", International Journal of Forecasting 22 (2006), 679-688.

    Examples
    --------
    >>> from fastmetrics import mean_absolute_percentage_error
    >>> mean_absolute_percentage_error([2.0, 4.0, 5.0], [1.0, 5.0, 5.0])
    0.25
    """
    return Loss(kinds.PERCENTAGE)


@row_loss
def symmetric_mean_absolute_percentage_error() -> Loss:
    r"""Symmetric mean absolute percentage error (sMAPE).

    .. math:: \frac{1}{n} \sum_i \frac{2 |\hat y_i - y_i|}{|y_i| + |\hat y_i|}

    A row in which both are 0 counts as 0.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Predicted numbers.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [0, 2], a fraction and not in percent; 0 is best.

    Raises
    ------
    ValueError
        If columns differ in length or in outputs, or hold anything but finite numbers.

    See Also
    --------
    mean_absolute_percentage_error : errors divided by the observed values.
    weighted_absolute_percentage_error : sum of errors divided by the sum of y.

    Notes
    -----
    Other definitions: in percent, in [0, 200]; without the 2, in [0, 1]; without the
    absolute values in the denominator (Armstrong 1985), which may be negative; NaN if
    both are 0.

    References
    ----------
    .. [1] S. Makridakis and M. Hibon, "The M3-Competition: results, conclusions and
       implications", International Journal of Forecasting 16 (2000), 451-476.

    Examples
    --------
    >>> from fastmetrics import symmetric_mean_absolute_percentage_error
    >>> symmetric_mean_absolute_percentage_error([1.0, 0.0, 3.0], [3.0, 0.0, 1.0])
    0.6666666666666666
    """
    return Loss(kinds.SYMMETRIC)


@pair_formula
def percent_bias(pair: NumberPair) -> Any:
    r"""Mean percentage error, or percent bias.

    .. math:: \frac{1}{n} \sum_i \frac{\hat y_i - y_i}{|y_i|}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Predicted numbers.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In (-inf, inf), a fraction and not in percent; 0 is best, and positive if
        predictions are too high. NaN if it is undefined.

    Raises
    ------
    ValueError
        If columns differ in length or in outputs, or hold anything but finite numbers.

    Warns
    -----
    UndefinedMetricWarning
        If a row of ``y_true`` that counts is 0: NaN is returned for its output.

    See Also
    --------
    mean_absolute_percentage_error : the mean of absolute errors.
    mean_error : in the unit of the numbers.

    Notes
    -----
    Other packages use observed minus predicted (R: Metrics, yardstick's ``mpe``), and y
    as the denominator, with its sign.

    References
    ----------
    .. [1] R. J. Hyndman and A. B. Koehler, "Another look at measures of forecast
       accuracy", International Journal of Forecasting 22 (2006), 679-688.

    Examples
    --------
    >>> from fastmetrics import percent_bias
    >>> percent_bias([2.0, 4.0, 5.0], [1.0, 5.0, 10.0])
    0.25
    """
    found = mean_losses(pair, SIGNED_PERCENTAGE)
    if not np.isfinite(found).all():
        zeros = pair.true == 0
        if pair.weights is not None:
            zeros &= np.reshape(pair.weights > 0, (-1, *[1] * (zeros.ndim - 1)))
        undefined = np.atleast_1d(zeros.any(axis=0))
        if undefined.any():
            found[undefined] = np.nan
            warn(
                "percent_bias divides by y_true, which contains zeros: NaN is "
                "returned.",
                UndefinedMetricWarning,
            )
    return found


@row_loss
def mean_squared_log_error() -> Loss:
    r"""Mean squared logarithmic error (MSLE), with logarithms of 1 + y.

    .. math:: \frac{1}{n} \sum_i (\ln(1 + \hat y_i) - \ln(1 + y_i))^2

    For large numbers it measures ratios.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Observed numbers, above -1.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Predicted numbers, above -1.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [0, inf); 0 is best.

    Raises
    ------
    ValueError
        If columns differ in length or in outputs, or contain values that are not finite
        or not above -1.

    See Also
    --------
    root_mean_squared_log_error : its root.

    Notes
    -----
    Each row needs one logarithm, of (1 + f) / (1 + y), which is accurate if the two
    numbers are close.

    References
    ----------
    .. [1] Kaggle, "Metrics: Root Mean Squared Logarithmic Error", 2012.

    Examples
    --------
    >>> from fastmetrics import mean_squared_log_error
    >>> round(mean_squared_log_error([3, 5, 2.5, 7], [2.5, 5, 4, 8]), 4)
    0.0397
    """
    return squared_log("Mean Squared Logarithmic Error")


@pair_formula
def root_mean_squared_log_error(pair: NumberPair) -> Any:
    r"""Root mean squared logarithmic error (RMSLE), with logarithms of 1 + y.

    .. math:: \sqrt{\frac{1}{n} \sum_i (\ln(1 + \hat y_i) - \ln(1 + y_i))^2}

    With several outputs it is the mean of their roots.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Observed numbers, above -1.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Predicted numbers, above -1.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [0, inf); 0 is best.

    Raises
    ------
    ValueError
        If columns differ in length or in outputs, or contain values that are not finite
        or not above -1.

    See Also
    --------
    mean_squared_log_error : its square.

    References
    ----------
    .. [1] Kaggle, "Metrics: Root Mean Squared Logarithmic Error", 2012.

    Examples
    --------
    >>> from fastmetrics import root_mean_squared_log_error
    >>> round(root_mean_squared_log_error([3, 5, 2.5, 7], [2.5, 5, 4, 8]), 4)
    0.1993
    """
    loss = squared_log("Root Mean Squared Logarithmic Error")
    return np.sqrt(mean_losses(pair, loss))
