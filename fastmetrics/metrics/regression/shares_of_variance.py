"""R², explained variance and sums of squares."""

from __future__ import annotations

from math import inf, nan
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import number, warn
from fastmetrics._common.records import number_or_array
from fastmetrics._inputs.number_pairs import average_outputs
from fastmetrics._kernels.errors import (
    OF_DEVIATIONS,
    OF_ERRORS,
    OF_PREDICTIONS,
    OF_TRUTH,
)
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.regression.definitions import averaged, error_formula
from fastmetrics.metrics.regression.formulas import totals
from fastmetrics.metrics.regression.formulas.totals import (
    ERROR,
    PRED,
    TRUE,
    ErrorTotals,
    over_total,
    variance_quotient,
)
from fastmetrics.metrics.regression.measuring.error_sums import ErrorSums, read_errors
from fastmetrics.metrics.regression.measuring.point_losses import average

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.regression.definitions import (
        MultiOutput,
        ObservedNumbers,
        PredictedNumbers,
        VarianceOutput,
    )


@number_or_array("multioutput", "OneVariance", "EachOutput")
def r2_score(
    y_true: ObservedNumbers,
    y_pred: PredictedNumbers,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: VarianceOutput = "uniform_average",
    force_finite: bool = True,
) -> float | NDArray[np.float64]:
    r"""Coefficient of determination (R²).

    .. math:: R^2 = 1 - \frac{\sum_i (\hat y_i - y_i)^2}{\sum_i (y_i - \bar y)^2}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs), or ErrorSums
        Observed numbers; or the sums of both columns.
    y_pred : array_like of the same shape
        Predicted numbers. None with ErrorSums.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : {"raw_values", "uniform_average", "variance_weighted"} or array_like
        With several outputs: a value for each, the default their mean, their mean
        weighted by the variances of ``y_true``, or by numbers of shape (n_outputs,).
    force_finite : bool, default=True
        If ``y_true`` is constant: return 1 if all predictions are right and otherwise
        0, in place of NaN and -inf.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In (-inf, 1]; 1 is best. Always predicting the mean of ``y_true`` gives 0; worse
        predictions give negative values.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, or a number is NaN or infinite.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If there are fewer than two rows: NaN.

    See Also
    --------
    explained_variance_score : the same without the bias.
    relative_squared_error : 1 minus R².
    adjusted_r2_score : corrected for the number of features.

    Notes
    -----
    With ``force_finite=False`` it is the Nash-Sutcliffe efficiency. It is neither the
    square of a correlation (``rsq`` of yardstick), which can be 1 for a biased model,
    nor `explained_to_total_ratio`. It is not a square and can be negative.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] N. J. D. Nagelkerke, "A note on a general definition of the coefficient of
       determination", Biometrika 78, 1991, 691-692.

    Examples
    --------
    >>> from fastmetrics import r2_score
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> round(r2_score(y_true, y_pred), 4)
    0.9486
    """
    groups = OF_ERRORS | OF_TRUTH
    of, outputs, n = read_errors(
        y_true, y_pred, groups, sample_weight, multioutput, variance_weighted=True
    )
    if n < 2:
        warn(
            "R^2 score is not well-defined with less than two samples.",
            UndefinedMetricWarning,
        )
        return nan
    return average(totals.r2_score(of, force_finite=force_finite), outputs, of)


@number_or_array("multioutput", "OneVariance", "EachOutput")
def explained_variance_score(
    y_true: ObservedNumbers,
    y_pred: PredictedNumbers,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: VarianceOutput = "uniform_average",
    force_finite: bool = True,
) -> float | NDArray[np.float64]:
    r"""Explained variance: proportion of variance explained, apart from the bias.

    .. math:: 1 - \frac{\operatorname{var}(\hat y - y)}{\operatorname{var}(y)}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs), or ErrorSums
        Observed numbers; or the sums of both columns.
    y_pred : array_like of the same shape
        Predicted numbers. None with ErrorSums.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : {"raw_values", "uniform_average", "variance_weighted"} or array_like
        With several outputs: a value for each, the default their mean, their mean
        weighted by the variances of ``y_true``, or by numbers of shape (n_outputs,).
    force_finite : bool, default=True
        If ``y_true`` is constant: return 1 if all predictions are right and otherwise
        0, in place of NaN and -inf.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In (-inf, 1]; 1 is best, at least R². Constant predictions give 0.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, or a number is NaN or infinite.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    See Also
    --------
    r2_score : also lowered by the bias.
    error_standard_deviation : the root of the unexplained variance.

    Notes
    -----
    Adding a constant to all predictions does not change it.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] N. R. Draper and H. Smith, "Applied Regression Analysis", 3rd edition, Wiley,
       1998.

    Examples
    --------
    >>> from fastmetrics import explained_variance_score
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> round(explained_variance_score(y_true, y_pred), 4)
    0.9572
    """
    groups = OF_TRUTH | OF_DEVIATIONS
    of, outputs, _ = read_errors(
        y_true, y_pred, groups, sample_weight, multioutput, variance_weighted=True
    )
    return average(
        totals.explained_variance_score(of, force_finite=force_finite), outputs, of
    )


@number_or_array("multioutput", "OneVariance", "EachOutput")
def adjusted_r2_score(
    y_true: ObservedNumbers,
    y_pred: PredictedNumbers,
    *,
    n_features: float,
    sample_weight: ArrayLike | None = None,
    multioutput: VarianceOutput = "uniform_average",
    force_finite: bool = True,
) -> float | NDArray[np.float64]:
    r"""Compute adjusted R²: R² corrected for the number of features.

    .. math:: 1 - (1 - R^2) \, \frac{n - 1}{n - p - 1}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs), or ErrorSums
        Observed numbers; or the sums of both columns.
    y_pred : array_like of the same shape
        Predicted numbers. None with ErrorSums.
    n_features : float
        How many features, p, the model was fitted with: 0 or more; or their effective
        number.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : {"raw_values", "uniform_average", "variance_weighted"} or array_like
        With several outputs: a value for each, the default their mean, their mean
        weighted by the variances of ``y_true``, or by numbers of shape (n_outputs,).
    force_finite : bool, default=True
        If ``y_true`` is constant: return 1 if all predictions are right and otherwise
        0, in place of NaN and -inf.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In (-inf, 1]; 1 is best, at most R². Useless features give about 0.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, or a number is NaN or infinite; or if
        ``n_features`` is negative.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    Warns
    -----
    UndefinedMetricWarning
        If there are fewer than two rows, or at most p + 1: NaN.

    See Also
    --------
    r2_score : without the correction.

    Notes
    -----
    It is intended for the rows that the model was fitted to; on other rows R² is not
    too high on average. n is the number of rows with a weight above 0.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] H. Theil, "Economic Forecasts and Policy", 2nd edition, North-Holland, 1961.

    Examples
    --------
    >>> from fastmetrics import adjusted_r2_score
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> round(adjusted_r2_score(y_true, y_pred, n_features=1), 4)
    0.9229
    """
    features = number(n_features, "n_features")
    if not 0 <= features < inf:
        raise ValueError(f"n_features must be at least 0, got {shown(n_features)}.")
    groups = OF_ERRORS | OF_TRUTH
    of, outputs, n = read_errors(
        y_true, y_pred, groups, sample_weight, multioutput, variance_weighted=True
    )
    if n < 2:
        warn(
            "R^2 score is not well-defined with less than two samples.",
            UndefinedMetricWarning,
        )
        return nan
    if of.n <= features + 1:
        warn(
            f"adjusted_r2_score is not defined: {of.n} rows are too few for "
            f"{n_features} features, at least 2 more are needed; NaN is returned.",
            UndefinedMetricWarning,
        )
    return average(
        totals.adjusted_r2_score(of, n_features=features, force_finite=force_finite),
        outputs,
        of,
    )


@error_formula(OF_ERRORS | OF_TRUTH | OF_PREDICTIONS)
def explained_sum_of_squares(of: ErrorTotals) -> Any:
    r"""Explained (regression) sum of squares, SSR.

    .. math:: \mathrm{SSR} = \sum_i (\hat y_i - \bar y)^2

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
        In [0, inf), in the square of the unit of the numbers.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, or a number is NaN or infinite.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    See Also
    --------
    explained_to_total_ratio : SSR / SST, with an interval.
    sum_squared_error : the sum of the squared errors, SSE.
    total_sum_of_squares : the sum of squares of the observed values, SST.

    Notes
    -----
    SST = SSR + SSE is true only for a least-squares fit with an intercept, on the rows
    that it was fitted to.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] N. R. Draper and H. Smith, "Applied Regression Analysis", 3rd edition, Wiley,
       1998, section 1.3.

    Examples
    --------
    >>> from fastmetrics import explained_sum_of_squares
    >>> explained_sum_of_squares([3.0, -0.5, 2.0, 7.0], [2.5, 0.0, 2.0, 8.0])
    35.4375
    """
    with np.errstate(over="ignore", invalid="ignore"):
        error = of.weight * np.square(of.sums["e"] / of.weight)
        around = of.unscaled(of.centred("q2", "q"), PRED, 2)
        return around + of.unscaled(error, ERROR, 2)


@averaged
def total_sum_of_squares(
    y_true: ObservedNumbers,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> float | NDArray[np.float64]:
    r"""Total sum of squares, SST.

    .. math:: \mathrm{SST} = \sum_i (y_i - \bar y)^2

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs), or ErrorSums
        Observed numbers; or the sums of both columns.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    multioutput : {"raw_values", "uniform_average"} or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [0, inf), in the square of the unit of the numbers; 0 if all numbers
        are equal.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, or a number is NaN or infinite.
    TypeError
        If another argument is given with ErrorSums, or an option is of the wrong type.

    See Also
    --------
    explained_to_total_ratio : SSR / SST, with an interval.
    sum_squared_error : the sum of the squared errors, SSE.
    explained_sum_of_squares : the sum of squares of the predictions, SSR.

    Notes
    -----
    SST = SSR + SSE is true only for a least-squares fit with an intercept, on the rows
    that it was fitted to.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] N. R. Draper and H. Smith, "Applied Regression Analysis", 3rd edition, Wiley,
       1998, section 1.3.

    Examples
    --------
    >>> from fastmetrics import total_sum_of_squares
    >>> total_sum_of_squares([3.0, -0.5, 2.0, 7.0])
    29.1875
    """
    # Read as predictions of themselves, of which sums have no need.
    y_pred: Any = None if isinstance(y_true, ErrorSums) else y_true
    of, outputs, _ = read_errors(y_true, y_pred, OF_TRUTH, sample_weight, multioutput)
    return average_outputs(totals.total_sum_of_squares(of), outputs)


@error_formula(OF_ERRORS | OF_TRUTH | OF_PREDICTIONS, "y_true is constant")
def explained_to_total_ratio(of: ErrorTotals) -> Any:
    r"""Ratio of the explained to the total sum of squares, SSR / SST.

    .. math:: \frac{\sum_i (\hat y_i - \bar y)^2}{\sum_i (y_i - \bar y)^2}

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
        In [0, inf). 1 means that predictions vary about the mean as much as the
        observed values; it does not measure how good they are.

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
    r2_score : the proportion of variance explained.

    Notes
    -----
    It equals R² only for a least-squares fit with an intercept, on the rows that it was
    fitted to: ``y_pred = 2 * y_true + 1`` can give 4 and more although R² is negative.
    Texts that define R² this way refer to that case.

    O(n) time, one pass over arrays read in place, in double precision whatever their
    dtype.

    References
    ----------
    .. [1] T. O. Kvalseth, "Cautionary note about R²", The American Statistician 39,
       1985, 279-285.

    Examples
    --------
    >>> from fastmetrics import explained_to_total_ratio
    >>> y_true = [3.0, -0.5, 2.0, 7.0]
    >>> y_pred = [2.5, 0.0, 2.0, 8.0]
    >>> round(explained_to_total_ratio(y_true, y_pred), 4)
    1.2141
    """
    ratio = of.ratio_of_scales(PRED, TRUE)
    around = of.centred("q2", "q")
    total = of.centred("t2", "t")
    with np.errstate(over="ignore", invalid="ignore"):
        error = of.weight * np.square(of.sums["e"] / of.weight)
        found = variance_quotient(around, total) * ratio * ratio
        return found + over_total(of, error)
