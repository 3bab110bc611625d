"""Deviances of Tweedie's distributions, and scores relative to the best constant."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import number, warn, warn_constant
from fastmetrics._inputs.number_pairs import NumberPair, read_numbers
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels.sums import sum_f64, sum_products_f64
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.regression.definitions import pair_formula
from fastmetrics.metrics.regression.measuring import point_losses
from fastmetrics.metrics.regression.measuring.constant_forecasts import (
    base_deviance,
    in_range,
    losses_against_mean,
    losses_against_quantile,
    undefined,
)
from fastmetrics.metrics.regression.measuring.point_losses import mean_loss

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.number_pairs import NumberPair


def mean_tweedie_deviance(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    power: float = 0,
) -> float:
    r"""Mean Tweedie deviance, for distributions whose variance is a power of the mean.

    .. math:: \frac{2}{n} \sum_i \int_{\hat y_i}^{y_i} (y_i - u)\, u^{-p} du
              = \frac{2}{n} \sum_i \frac{y_i^{2-p}}{(1-p)(2-p)}
              - \frac{y_i \hat y_i^{1-p}}{1-p} + \frac{\hat y_i^{2-p}}{2-p}

    It is twice the difference between the log-likelihoods of a perfect forecast and of
    the predictions, at a dispersion of 1. With a larger power, large values have less
    weight.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers; not negative for ``1 <= power < 2``, above 0 for
        ``power >= 2``.
    y_pred : array_like of shape (n_samples,)
        Predicted means; above 0 unless ``power`` is 0.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    power : float, default 0
        p of the variance, which is proportional to the mean to the p: at most 0, or at
        least 1. 0: normal, the squared error; 1: Poisson; between 1 and 2: compound
        Poisson with gamma, zeros among positive amounts; 2: gamma; 3: inverse Gaussian.

    Returns
    -------
    float
        In [0, inf), in the unit of the numbers to the power of 2 - p; 0 is best.

    Raises
    ------
    ValueError
        If columns differ in length, or contain values that are not finite or outside
        the domain of the power; if there are several outputs; if ``power`` is between 0
        and 1, for which no such distribution exists.

    See Also
    --------
    mean_poisson_deviance : the deviance with power 1.
    mean_gamma_deviance : the deviance with power 2.
    d2_tweedie_score : the proportion of deviance explained.

    Notes
    -----
    Powers 0, 1, 3/2, 2 and 3 need no power function and are several times faster.

    References
    ----------
    .. [1] B. Jorgensen, "The Theory of Dispersion Models", Chapman & Hall, 1997,
       sec. 4.1.

    Examples
    --------
    >>> from fastmetrics import mean_tweedie_deviance
    >>> round(mean_tweedie_deviance([2, 0, 1, 4], [0.5, 0.5, 2.0, 2.0], power=1.5), 4)
    1.7782
    """
    pair = read_numbers(y_true, y_pred, sample_weight=sample_weight)
    point_losses.check_one_output(pair, "mean_tweedie_deviance")
    return float(mean_loss(pair, point_losses.deviance(power)))


def mean_poisson_deviance(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Mean Poisson deviance, for counts and rates.

    .. math:: \frac{2}{n} \sum_i y_i \ln \frac{y_i}{\hat y_i} - y_i + \hat y_i

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers, not negative; they need not be whole.
    y_pred : array_like of shape (n_samples,)
        Predicted means, above 0.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, inf), in the unit of the numbers; 0 is best.

    Raises
    ------
    ValueError
        As `mean_tweedie_deviance` with ``power=1``.

    See Also
    --------
    mean_tweedie_deviance : the deviance with any power of the variance.
    d2_tweedie_score : the proportion of deviance explained.

    References
    ----------
    .. [1] P. McCullagh and J. A. Nelder, "Generalized Linear Models", Chapman & Hall,
       1989, sec. 2.3.

    Examples
    --------
    >>> from fastmetrics import mean_poisson_deviance
    >>> round(mean_poisson_deviance([2, 0, 1, 4], [0.5, 0.5, 2.0, 2.0]), 4)
    1.426
    """
    return mean_tweedie_deviance(y_true, y_pred, sample_weight=sample_weight, power=1)


def poisson_log_loss(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Poisson log loss: mean negative log-likelihood of counts.

    .. math:: \frac{1}{n} \sum_i \hat y_i - y_i \ln \hat y_i + \ln y_i!

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers, not negative; they need not be whole.
    y_pred : array_like of shape (n_samples,)
        Predicted means, above 0.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, inf), in nats; lower is better.

    Raises
    ------
    ValueError
        As `mean_tweedie_deviance` with ``power=1``.

    See Also
    --------
    mean_poisson_deviance : twice this loss minus twice the loss of perfect predictions.
    log_loss : the loss for classes.

    Notes
    -----
    It is computed as half the deviance plus the loss of predicting the observed count,
    for which large counts use Stirling's series. For numbers that are not whole, such
    as rates, Γ(y + 1) replaces y!; yardstick refuses them.

    References
    ----------
    .. [1] A. C. Cameron and P. K. Trivedi, "Regression Analysis of Count Data", 2nd
       ed., Cambridge University Press, 2013, sec. 3.2.

    Examples
    --------
    >>> from fastmetrics import poisson_log_loss
    >>> round(poisson_log_loss([2, 0, 1, 4], [0.5, 0.5, 2.0, 2.0]), 4)
    1.6979
    """
    found = point_losses.poisson_log_losses(y_true, y_pred, sample_weight=sample_weight)
    if sample_weight is None:
        return sum_f64(found) / len(found)
    weights = sample_weights(sample_weight, len(found))
    return sum_products_f64(found, weights) / sum_f64(weights)


def mean_gamma_deviance(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Mean gamma deviance, for positive amounts.

    .. math:: \frac{2}{n} \sum_i \ln \frac{\hat y_i}{y_i} + \frac{y_i}{\hat y_i} - 1

    The unit of the numbers does not matter.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers, above 0.
    y_pred : array_like of shape (n_samples,)
        Predicted means, above 0.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, inf); 0 is best.

    Raises
    ------
    ValueError
        As `mean_tweedie_deviance` with ``power=2``.

    See Also
    --------
    mean_tweedie_deviance : the deviance with any power of the variance.

    References
    ----------
    .. [1] P. McCullagh and J. A. Nelder, "Generalized Linear Models", Chapman & Hall,
       1989, sec. 2.3.

    Examples
    --------
    >>> from fastmetrics import mean_gamma_deviance
    >>> round(mean_gamma_deviance([2, 0.5, 1, 4], [0.5, 0.5, 2.0, 2.0]), 4)
    1.0569
    """
    return mean_tweedie_deviance(y_true, y_pred, sample_weight=sample_weight, power=2)


def d2_tweedie_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    power: float = 0,
) -> float:
    r"""D² Tweedie score: proportion of Tweedie deviance explained.

    .. math:: 1 - \frac{\sum_i d(y_i, \hat y_i)}{\sum_i d(y_i, \bar y)}

    with d the deviance of a row and :math:`\bar y` the mean of the observed values. At
    power 0 it is R².

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers; not negative for ``1 <= power < 2``, above 0 for
        ``power >= 2``.
    y_pred : array_like of shape (n_samples,)
        Predicted means; above 0 unless ``power`` is 0.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    power : float, default 0
        As in `mean_tweedie_deviance`.

    Returns
    -------
    float
        In (-inf, 1]; 1 is best, 0 no better than the mean. NaN if it is undefined.

    Raises
    ------
    ValueError
        As `mean_tweedie_deviance`.

    Warns
    -----
    UndefinedMetricWarning
        If there is one row only, or all of y_true is the same number, or, for a power
        below 0, its mean is not above 0: NaN is returned.

    See Also
    --------
    mean_tweedie_deviance : the deviance itself.

    References
    ----------
    .. [1] T. Hastie, R. Tibshirani and M. Wainwright, "Statistical Learning with
       Sparsity", CRC Press, 2015, eq. 3.11.

    Examples
    --------
    >>> from fastmetrics import d2_tweedie_score
    >>> round(d2_tweedie_score([0.5, 1, 2.5, 7], [1, 1, 5, 3.5], power=1), 4)
    0.4879
    """
    pair = read_numbers(y_true, y_pred, sample_weight=sample_weight)
    point_losses.check_one_output(pair, "d2_tweedie_score")
    loss = point_losses.deviance(power)
    lost = base = 1.0
    if pair.n > 1:
        lost = mean_loss(pair, loss)
        _, base = base_deviance(pair, loss)
        scaled = in_range(pair, loss, lost, base)
        if scaled is not None:
            lost = mean_loss(scaled, loss)
            _, base = base_deviance(scaled, loss)
    else:
        pair.check_finite()
    why = undefined(pair, base)
    if why:
        warn(f"{why}. NaN is returned.", UndefinedMetricWarning)
        return math.nan
    return float(1.0 - lost / base)


@pair_formula
def d2_pinball_score(pair: NumberPair, *, alpha: float = 0.5) -> Any:
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
        In (-inf, 1], without a unit; 1 is best, and the constant gives 0. If the loss
        of the constant is 0, as for equal observed values, it is 1 if the loss of the
        predictions is 0, and otherwise 0. NaN for fewer than two rows.

    Raises
    ------
    ValueError
        If lengths or numbers of outputs differ, there are no rows, a number is NaN or
        infinite, or ``alpha`` lies outside [0, 1].

    Warns
    -----
    UndefinedMetricWarning
        If there are fewer than two rows.

    See Also
    --------
    d2_absolute_error_score : the same for the median.
    mean_pinball_loss : the loss itself.

    Notes
    -----
    The constant is chosen from the evaluated values themselves, so 0 is hard to reach
    on data that were not used for fitting. If several quantiles exist, all of them have
    the same loss.

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
    return _share_of_quantile(pair, level)


def _share_of_quantile(pair: NumberPair, level: float) -> float | NDArray[np.float64]:
    """Proportion of the loss of this quantile that the predictions avoid, by output."""
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
    return shares


@pair_formula
def d2_absolute_error_score(pair: NumberPair) -> Any:
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
        for fewer than two rows.

    Raises
    ------
    ValueError
        If lengths or numbers of outputs differ, there are no rows, or a number is NaN
        or infinite.

    Warns
    -----
    UndefinedMetricWarning
        If there are fewer than two rows.

    See Also
    --------
    d2_pinball_score : the same for other quantiles.
    relative_absolute_error : the ratio itself, against the mean of the observed values.
    r2_score : the same for squared errors.

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
    return _share_of_quantile(pair, 0.5)


@pair_formula
def relative_absolute_error(pair: NumberPair) -> Any:
    r"""Relative absolute error (RAE), relative to always predicting the mean.

    .. math:: \frac{\sum_i |\hat y_i - y_i|}{\sum_i |y_i - \bar y|}

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
        In [0, inf), without a unit; 0 is best, and the mean gives 1. NaN if all
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
    lost, base, *_ = losses_against_mean(pair)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratios = np.where(base > 0, lost / base, math.nan)
    warn_constant(ratios, "relative_absolute_error")
    return ratios
