"""Errors of predicted numbers, averaged over rows or summed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.number_pairs import average_outputs
from fastmetrics._kernels.errors import OF_DEVIATIONS, OF_ERRORS
from fastmetrics.metrics.regression.definitions import averaged, error_formula
from fastmetrics.metrics.regression.formulas import totals
from fastmetrics.metrics.regression.formulas.totals import ERROR, ErrorTotals
from fastmetrics.metrics.regression.measuring.error_sums import read_errors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fastmetrics.metrics.regression.definitions import (
        MultiOutput,
        ObservedNumbers,
        PredictedNumbers,
    )


@error_formula(OF_ERRORS)
def mean_squared_error(of: ErrorTotals) -> Any:
    r"""Mean squared error (MSE).

    .. math:: \frac1n \sum_i (\hat y_i - y_i)^2

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
        In [0, inf), in the square of the unit; 0 is best. Without features it is the
        variance of ``y_true`` that a model has to beat.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, or a number is NaN or infinite.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    See Also
    --------
    root_mean_squared_error : the root, in the unit of the numbers.
    r2_score : the proportion of variance explained.
    mean_absolute_error : not dominated by a few large errors.

    Notes
    -----
    With ``sample_weight`` the mean is weighted. If squares leave the range of float64
    it is inf; the root stays finite.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] C. J. Willmott and K. Matsuura, "Advantages of the mean absolute error (MAE)
       over the root mean square error (RMSE) in assessing average model performance",
       Climate Research 30, 2005, 79-82.

    Examples
    --------
    >>> from fastmetrics import mean_squared_error
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> mean_squared_error(y_true, y_pred)
    0.375
    """
    return of.unscaled(of.sums["e2"] / of.weight, ERROR, 2)


@error_formula(OF_ERRORS)
def root_mean_squared_error(of: ErrorTotals) -> Any:
    r"""Root mean squared error (RMSE).

    .. math:: \sqrt{\frac1n \sum_i (\hat y_i - y_i)^2}

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
        In [0, inf), in the unit of ``y_true``; 0 is best. At least the mean absolute
        error.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, or a number is NaN or infinite.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    See Also
    --------
    mean_squared_error : its square.
    normalized_root_mean_squared_error : relative to the mean or spread of ``y_true``.

    Notes
    -----
    With several outputs it is the mean of their roots, as in scikit-learn, not the root
    of a mean.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] C. J. Willmott and K. Matsuura, "Advantages of the mean absolute error (MAE)
       over the root mean square error (RMSE) in assessing average model performance",
       Climate Research 30, 2005, 79-82.

    Examples
    --------
    >>> from fastmetrics import root_mean_squared_error
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> round(root_mean_squared_error(y_true, y_pred), 4)
    0.6124
    """
    return of.unscaled(np.sqrt(of.sums["e2"] / of.weight), ERROR)


@error_formula(OF_ERRORS)
def mean_absolute_error(of: ErrorTotals) -> Any:
    r"""Mean absolute error (MAE): mean of the magnitudes of the errors.

    .. math:: \frac1n \sum_i |\hat y_i - y_i|

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
        In [0, inf), in the unit of ``y_true``; 0 is best.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, or a number is NaN or infinite.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    See Also
    --------
    mean_squared_error : gives large errors more weight.
    max_error : the largest error.
    weighted_absolute_percentage_error : relative to the mean of the magnitudes of
        ``y_true``.

    Notes
    -----
    A constant that minimizes it is the median of ``y_true``, not the mean.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] C. J. Willmott and K. Matsuura, "Advantages of the mean absolute error (MAE)
       over the root mean square error (RMSE) in assessing average model performance",
       Climate Research 30, 2005, 79-82.

    Examples
    --------
    >>> from fastmetrics import mean_absolute_error
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> mean_absolute_error(y_true, y_pred)
    0.5
    """
    return of.unscaled(of.sums["abs_e"] / of.weight, ERROR)


@error_formula(OF_ERRORS)
def mean_error(of: ErrorTotals) -> Any:
    r"""Mean error, or bias: mean of predicted minus observed values.

    .. math:: \frac1n \sum_i (\hat y_i - y_i)

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
        In (-inf, inf), in the unit of ``y_true``. 0 is best; above 0 predictions are
        too high on average, below 0 too low.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, or a number is NaN or infinite.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    See Also
    --------
    error_standard_deviation : standard deviation about this mean.
    mean_squared_error : the square of this mean plus the variance of the errors.

    Notes
    -----
    The error is predicted minus observed. Metrics and yardstick (``msd``) in R use
    observed minus predicted.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] R. J. Hyndman and A. B. Koehler, "Another look at measures of forecast
       accuracy", International Journal of Forecasting 22, 2006, 679-688.

    Examples
    --------
    >>> from fastmetrics import mean_error
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> mean_error(y_true, y_pred)
    0.25
    """
    return of.mean_error


@error_formula(OF_DEVIATIONS)
def error_standard_deviation(of: ErrorTotals) -> Any:
    r"""Error standard deviation, which does not depend on the bias.

    .. math:: \sqrt{\frac1n \sum_i (e_i - \bar e)^2}, \quad e_i = \hat y_i - y_i

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
        In [0, inf), in the unit of ``y_true``; 0 is best.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, or a number is NaN or infinite.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    See Also
    --------
    mean_error : the bias.
    root_mean_squared_error : combines both: its square is the sum of their squares.

    Notes
    -----
    The divisor is n (ddof 0), not n - 1 as in other definitions. Therefore mean squared
    error = bias² + variance.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] C. J. Willmott and K. Matsuura, "Advantages of the mean absolute error (MAE)
       over the root mean square error (RMSE) in assessing average model performance",
       Climate Research 30, 2005, 79-82.

    Examples
    --------
    >>> from fastmetrics import error_standard_deviation
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> round(error_standard_deviation(y_true, y_pred), 4)
    0.559
    """
    return of.unscaled(np.sqrt(of.centred("d2", "d") / of.weight), ERROR)


def max_error(
    y_true: ObservedNumbers,
    y_pred: PredictedNumbers,
) -> float:
    r"""Maximum absolute error.

    .. math:: \max_i |\hat y_i - y_i|

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs), or ErrorSums
        Observed numbers; or the sums of both columns.
    y_pred : array_like of the same shape
        Predicted numbers. None with ErrorSums.

    Returns
    -------
    float
        In [0, inf), in the unit of ``y_true``; 0 is best.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, several outputs, or a number that is NaN or
        infinite.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    See Also
    --------
    mean_absolute_error : the mean instead of the largest.
    max_squared_error : its square.

    Notes
    -----
    One output only, as in scikit-learn. It grows with the number of rows, and depends
    on a single row of the sample.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] P. J. Huber and E. M. Ronchetti, "Robust Statistics", 2nd edition, Wiley,
       2009.

    Examples
    --------
    >>> from fastmetrics import max_error
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> max_error(y_true, y_pred)
    1.0
    """
    of, outputs, _ = read_errors(y_true, y_pred, OF_ERRORS)
    if outputs.k > 1:
        raise ValueError("MultiOutput not supported in max_error")
    return average_outputs(totals.max_error(of), outputs)


@error_formula(OF_ERRORS)
def sum_squared_error(of: ErrorTotals) -> Any:
    r"""Sum of the squared errors.

    .. math:: \sum_i (\hat y_i - y_i)^2

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
        In [0, inf), in the square of the unit; 0 is best. It grows with the number of
        rows.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, or a number is NaN or infinite.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    See Also
    --------
    mean_squared_error : the same over the number (or weight) of rows.

    Notes
    -----
    With ``sample_weight`` each square is multiplied by its weight.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] N. R. Draper and H. Smith, "Applied Regression Analysis", 3rd edition, Wiley,
       1998.

    Examples
    --------
    >>> from fastmetrics import sum_squared_error
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> sum_squared_error(y_true, y_pred)
    1.5
    """
    return of.unscaled(of.sums["e2"], ERROR, 2)


@error_formula(OF_ERRORS)
def sum_absolute_error(of: ErrorTotals) -> Any:
    r"""Sum of absolute errors.

    .. math:: \sum_i |\hat y_i - y_i|

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
        In [0, inf), in the unit of ``y_true``; 0 is best. It grows with the number of
        rows.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, or a number is NaN or infinite.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    See Also
    --------
    mean_absolute_error : the same over the number (or weight) of rows.

    Notes
    -----
    With ``sample_weight`` each magnitude is multiplied by its weight.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] R. J. Hyndman and A. B. Koehler, "Another look at measures of forecast
       accuracy", International Journal of Forecasting 22, 2006, 679-688.

    Examples
    --------
    >>> from fastmetrics import sum_absolute_error
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> sum_absolute_error(y_true, y_pred)
    2.0
    """
    return of.unscaled(of.sums["abs_e"], ERROR)


@averaged
def max_squared_error(
    y_true: ObservedNumbers,
    y_pred: PredictedNumbers,
    *,
    multioutput: MultiOutput = "uniform_average",
) -> float | NDArray[np.float64]:
    r"""Maximum squared error.

    .. math:: \max_i (\hat y_i - y_i)^2

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs), or ErrorSums
        Observed numbers; or the sums of both columns.
    y_pred : array_like of the same shape
        Predicted numbers. None with ErrorSums.
    multioutput : {"raw_values", "uniform_average"} or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [0, inf), in the square of the unit; 0 is best.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, or a number is NaN or infinite.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    See Also
    --------
    max_error : its root.

    Notes
    -----
    With several outputs, by default the mean of the largest of each output.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] P. J. Huber and E. M. Ronchetti, "Robust Statistics", 2nd edition, Wiley,
       2009.

    Examples
    --------
    >>> from fastmetrics import max_squared_error
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> max_squared_error(y_true, y_pred)
    1.0
    """
    of, outputs, _ = read_errors(y_true, y_pred, OF_ERRORS, multioutput=multioutput)
    return average_outputs(totals.max_squared_error(of), outputs)
