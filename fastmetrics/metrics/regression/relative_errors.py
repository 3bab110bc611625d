"""Errors relative to how large, or how spread, observed numbers are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, warn_undefined
from fastmetrics._inputs.number_pairs import average_outputs, read_numbers
from fastmetrics._kernels.errors import OF_ERRORS, OF_SIZES, OF_TRUTH
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
from fastmetrics.metrics.regression.measuring.error_sums import (
    ErrorSums,
    read_errors,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.regression.annotations import (
        MultiOutput,
        Normalization,
        ObservedNumbers,
        PredictedNumbers,
    )

# What sums an option needs, and what it is called.
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
    normalized_root_mean_squared_error : by the standard deviation it is the same.

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
        In [0, inf), a fraction; 0 is best. Always predicting 0 gets 1.

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
    errors relative to each row's own magnitude, explodes if a value is near 0. Its
    weights are ``abs(y_true)``; ``sample_weight`` is beside them. Also called WMAPE,
    and normalised deviation (ND).

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
        What of ``y_true`` it is divided by: the magnitude of the mean, the range
        (largest minus smallest), the standard deviation (of the evaluated rows, ddof 0)
        or the interquartile range.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [0, inf), without a unit; 0 is best.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, a number is NaN or infinite, or ErrorSums
        are asked for the interquartile range, which sums do not know.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If what it is divided by is 0, of a mean but for rounding: NaN.

    See Also
    --------
    root_mean_squared_error : in the unit of ``y_true``.
    root_relative_squared_error : the same as by the standard deviation.

    Notes
    -----
    There are several definitions: always report the normalization with the number. By
    the mean it is also called the coefficient of variation of the error, and means
    little where ``y_true`` can be negative; the range grows with the number of rows.

    Quartiles are averaged inverses of the distribution function, with ``sample_weight``
    too. By the mean, the range and the standard deviation: O(n) time, one pass over
    arrays read in place, in double precision whatever their dtype.

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
            "normalization='iqr' needs the rows: ErrorSums know no quartiles."
        )
    pair = read_numbers(y_true, y_pred, sample_weight=sample_weight)
    low, high = pair_quantiles(pair, (0.25, 0.75), OBSERVED)
    with np.errstate(over="ignore"):
        return np.asarray(high - low)
