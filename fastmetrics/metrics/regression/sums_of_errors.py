"""Sums of errors over rows, and the largest square."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._inputs.number_pairs import average_outputs
from fastmetrics._kernels.errors import OF_ERRORS
from fastmetrics.metrics.regression.definitions import averaged, error_formula
from fastmetrics.metrics.regression.formulas import totals
from fastmetrics.metrics.regression.formulas.totals import ERROR, ErrorTotals
from fastmetrics.metrics.regression.measuring.error_sums import (
    read_errors,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fastmetrics.metrics.regression.annotations import (
        MultiOutput,
        ObservedNumbers,
        PredictedNumbers,
    )


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
    With ``sample_weight`` each square is taken times its weight.

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
    With ``sample_weight`` each magnitude is taken times its weight.

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
    With several outputs, by default the mean of each output's largest.

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
