"""What predictions lose, relative to what the best constant would lose."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import number, warn, warn_constant
from fastmetrics._inputs.number_pairs import average_outputs, read_numbers
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.regression.definitions import averaged
from fastmetrics.metrics.regression.measuring.constant_forecasts import (
    losses_against_mean,
    losses_against_quantile,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.number_pairs import NumberPair
    from fastmetrics.metrics.regression.annotations import (
        MultiOutput,
    )


@averaged
def d2_pinball_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    alpha: float = 0.5,
    multioutput: MultiOutput = "uniform_average",
) -> float | NDArray[np.float64]:
    r"""D² pinball score: pinball loss relative to a constant quantile forecast.

    .. math:: 1 - \frac{\sum_i \rho_\alpha(y_i - \hat y_i)}
                       {\sum_i \rho_\alpha(y_i - c)}, \quad
              \rho_\alpha(d) = \max(\alpha d, (\alpha - 1) d)

    where c is the quantile of level alpha of the observed values.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Predicted numbers: quantiles of level ``alpha``.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    alpha : float, default=0.5
        Level of the quantile that is predicted, in [0, 1].
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In (-inf, 1], without a unit; 1 is best, and the constant gives 0. Where all
        observed values are equal (or the constant loses nothing for another reason) it
        is 1 if the predictions lose nothing and else 0. NaN for less than two rows.

    Raises
    ------
    ValueError
        If lengths or numbers of outputs differ, there are no rows, a number is NaN or
        infinite, or ``alpha`` lies outside [0, 1].

    Warns
    -----
    UndefinedMetricWarning
        If there are less than two rows.

    See Also
    --------
    d2_absolute_error_score : of the median.
    mean_pinball_loss : the loss itself.

    Notes
    -----
    The constant is chosen from the evaluated values themselves, so 0 is hard to reach
    on data that were not used for fitting. Which of several quantiles it is makes no
    difference: all of them lose the same.

    Two passes: the quantile by selection, then both sums at once.

    References
    ----------
    .. [1] R. Koenker and J. A. F. Machado, "Goodness of fit and related inference
       processes for quantile regression", Journal of the American Statistical
       Association 94 (1999), equation 7.

    Examples
    --------
    >>> from fastmetrics import d2_pinball_score
    >>> d2_pinball_score([1, 2, 3], [1, 3, 3])
    0.5
    >>> round(d2_pinball_score([1, 2, 3], [1, 3, 3], alpha=0.9), 3)
    0.667
    """
    level = number(alpha, "alpha")
    if not 0 <= level <= 1:
        raise ValueError(f"alpha must lie in [0, 1], got {shown(alpha)}.")
    pair = read_numbers(
        y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput
    )
    return _share_of_quantile(pair, level)


def _share_of_quantile(pair: NumberPair, level: float) -> float | NDArray[np.float64]:
    """Return the share of the loss of this quantile that predictions do away with."""
    if pair.n < 2:
        pair.check_finite()
        warn(
            "D^2 score is not well-defined with less than two samples.",
            UndefinedMetricWarning,
        )
        return math.nan
    lost, base, *_ = losses_against_quantile(pair, level)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        shares = np.where(base > 0, 1.0 - lost / base, 0.0)
    shares[lost == 0] = 1.0
    return average_outputs(shares, pair)


@averaged
def d2_absolute_error_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: MultiOutput = "uniform_average",
) -> float | NDArray[np.float64]:
    r"""D² absolute error score: absolute error relative to the median.

    .. math:: 1 - \frac{\sum_i |y_i - \hat y_i|}{\sum_i |y_i - m|}

    where m is the median of the observed values.

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
        In (-inf, 1], without a unit; 1 is best, and the median gives 0. If all observed
        values are equal, it is 1 if all predictions equal them and otherwise 0. NaN
        for less than two rows.

    Raises
    ------
    ValueError
        If lengths or numbers of outputs differ, there are no rows, or a number is NaN
        or infinite.

    Warns
    -----
    UndefinedMetricWarning
        If there are less than two rows.

    See Also
    --------
    d2_pinball_score : of other quantiles.
    relative_absolute_error : the ratio itself, against the mean of the observed values.
    r2_score : the same of squared errors.

    Notes
    -----
    Two passes: the median by selection, then both sums at once.

    References
    ----------
    .. [1] T. Hastie, R. Tibshirani and M. Wainwright, "Statistical Learning with
       Sparsity" (2015), equation 3.11.

    Examples
    --------
    >>> from fastmetrics import d2_absolute_error_score
    >>> round(d2_absolute_error_score([3, -0.5, 2, 7], [2.5, 0.0, 2, 8]), 3)
    0.765
    """
    pair = read_numbers(
        y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput
    )
    return _share_of_quantile(pair, 0.5)


@averaged
def relative_absolute_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    multioutput: MultiOutput = "uniform_average",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Relative absolute error (RAE), relative to always predicting the mean.

    .. math:: \frac{\sum_i |\hat y_i - y_i|}{\sum_i |y_i - \bar y|}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Predicted numbers.
    multioutput : "raw_values", "uniform_average" or array_like of shape (n_outputs,)
        With several outputs: a value for each, the default their mean, or their mean
        weighted by these.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float or ndarray of shape (n_outputs,)
        In [0, inf), without a unit; 0 is best, and the mean gives 1. NaN where all
        observed values are equal.

    Raises
    ------
    ValueError
        If lengths or numbers of outputs differ, there are no rows, or a number is NaN
        or infinite.

    Warns
    -----
    UndefinedMetricWarning
        If all observed values are equal.

    See Also
    --------
    d2_absolute_error_score : 1 minus the same ratio against the median.
    relative_squared_error : the same ratio for squared errors.

    Notes
    -----
    The distances are measured from the mean, as in mlr3measures and most texts. The
    median minimizes them, so 1 minus this ratio is not `d2_absolute_error_score`. It is
    a ratio of sums: others divide row by row, and some by the mean of the predictions.

    Two passes: the mean, then both sums at once.

    References
    ----------
    .. [1] I. H. Witten and E. Frank, "Data Mining" (2005), section 5.8.

    Examples
    --------
    >>> from fastmetrics import relative_absolute_error
    >>> round(relative_absolute_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8]), 3)
    0.235
    """
    pair = read_numbers(
        y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput
    )
    lost, base, *_ = losses_against_mean(pair)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratios = np.where(base > 0, lost / base, math.nan)
    warn_constant(ratios, "relative_absolute_error")
    return average_outputs(ratios, pair)
