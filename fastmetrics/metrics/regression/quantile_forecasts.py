"""Losses and coverage of forecasts of quantiles and of intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._common.options import is_real
from fastmetrics.metrics.regression.measuring import probabilistic_losses as losses

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.regression.definitions import Crossing, Levels


def quantile_losses(
    y_true: ArrayLike,
    y_quantiles: ArrayLike,
    *,
    quantiles: Levels,
    crossing: Crossing = "allow",
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64] | float:
    r"""Mean pinball loss of the predicted quantiles of each level.

    .. math:: \frac{1}{n} \sum_i \max(\alpha_j (y_i - q_{ij}),
       (\alpha_j - 1) (y_i - q_{ij}))

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers.
    y_quantiles : array_like of shape (n_samples, n_quantiles)
        Predicted quantiles, a column per level; of one level also (n_samples,).
    quantiles : array_like of shape (n_quantiles,), or float
        The level of each column, in (0, 1), in any order; all different.
    crossing : {"allow", "sort", "raise"}, default="allow"
        How to treat a row whose quantiles are not in the order of their levels: use
        them as they are, sort the row, or raise.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    ndarray of shape (n_quantiles,), or float
        In units of ``y_true``, at least 0; lower is better. A float if ``quantiles``
        is one.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, levels are not different numbers in
        (0, 1) with a column each, quantiles cross that are to raise, or weights are
        negative or all zero.

    See Also
    --------
    mean_quantile_loss : their mean.
    mean_pinball_loss : the loss of one level, also for several outputs.
    quantile_coverage : calibration of the levels.

    Notes
    -----
    All columns are read in one pass. Sorting quantiles that cross never makes the mean
    loss larger [2]_, but often hides a fault of the model: find crossings with
    ``crossing="raise"``.

    References
    ----------
    .. [1] R. Koenker and G. Bassett, "Regression quantiles", Econometrica 46, 1978,
       33-50.
    .. [2] V. Chernozhukov, I. Fernandez-Val and A. Galichon, "Quantile and probability
       curves without crossing", Econometrica 78, 2010, 1093-1125.

    Examples
    --------
    >>> from fastmetrics import quantile_losses
    >>> forecasts = [[2.0, 4.0, 6.0], [8.0, 8.0, 9.0]]
    >>> quantile_losses([4.0, 10.0], forecasts, quantiles=[0.25, 0.5, 0.75])
    array([0.5  , 0.5  , 0.625])
    """
    columns = y_true, y_quantiles, quantiles, crossing, sample_weight
    return _each_level(losses.MEAN_QUANTILE_LOSS(*columns).column_means(), quantiles)


def mean_quantile_loss(
    y_true: ArrayLike,
    y_quantiles: ArrayLike,
    *,
    quantiles: Levels,
    crossing: Crossing = "allow",
    sample_weight: ArrayLike | None = None,
) -> float:
    """Mean quantile (pinball) loss over all levels.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers.
    y_quantiles : array_like of shape (n_samples, n_quantiles)
        Predicted quantiles, a column per level; of one level also (n_samples,).
    quantiles : array_like of shape (n_quantiles,), or float
        The level of each column, in (0, 1), in any order; all different.
    crossing : {"allow", "sort", "raise"}, default="allow"
        How to treat a row whose quantiles are not in the order of their levels: use
        them as they are, sort the row, or raise.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In units of ``y_true``, at least 0; lower is better.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, levels are not different numbers in
        (0, 1) with a column each, quantiles cross that are to raise, or weights are
        negative or all zero.

    See Also
    --------
    quantile_losses : the loss of each level.
    crps_quantile : twice this loss.

    Notes
    -----
    Every level has the same weight. It is the multi-quantile loss (MQL) of forecasting
    packages; some divide it by the mean of ``abs(y_true)``, or sum over the levels.

    References
    ----------
    .. [1] R. Koenker and G. Bassett, "Regression quantiles", Econometrica 46, 1978,
       33-50.

    Examples
    --------
    >>> from fastmetrics import mean_quantile_loss
    >>> forecasts = [[2.0, 6.0], [8.0, 9.0]]
    >>> mean_quantile_loss([4.0, 10.0], forecasts, quantiles=[0.25, 0.75])
    0.5625
    """
    columns = y_true, y_quantiles, quantiles, crossing, sample_weight
    return float(losses.MEAN_QUANTILE_LOSS(*columns).column_means().mean())


def crps_quantile(
    y_true: ArrayLike,
    y_quantiles: ArrayLike,
    *,
    quantiles: Levels,
    crossing: Crossing = "allow",
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Continuous ranked probability score, approximated by predicted quantiles.

    .. math:: \frac{2}{n K} \sum_i \sum_j \max(\alpha_j (y_i - q_{ij}),
       (\alpha_j - 1) (y_i - q_{ij}))

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers.
    y_quantiles : array_like of shape (n_samples, n_quantiles)
        Predicted quantiles, a column per level; of one level also (n_samples,).
    quantiles : array_like of shape (n_quantiles,), or float
        The level of each column, in (0, 1), in any order; all different.
    crossing : {"allow", "sort", "raise"}, default="allow"
        How to treat a row whose quantiles are not in the order of their levels: use
        them as they are, sort the row, or raise.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In units of ``y_true``, at least 0; lower is better. The mean absolute error
        if the median is the only quantile.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, levels are not different numbers in
        (0, 1) with a column each, quantiles cross that are to raise, or weights are
        negative or all zero.

    See Also
    --------
    mean_quantile_loss : half of this.
    interval_score : the score of one interval.
    crps_ensemble, crps_gaussian : the score of other forecasts.

    Notes
    -----
    With dense, equally spaced levels it tends to the CRPS [1]_. For levels that are
    symmetric about 1/2 it is the weighted interval score [2]_. With 2 K + 1 levels,
    including the median, it is the variant divided by K + 1/2; without the median the
    variant divided by K.

    References
    ----------
    .. [1] T. Gneiting and R. Ranjan, "Comparing density forecasts using threshold- and
       quantile-weighted scoring rules", Journal of Business & Economic Statistics 29,
       2011, 411-422.
    .. [2] J. Bracher, E. L. Ray, T. Gneiting and N. G. Reich, "Evaluating epidemic
       forecasts in an interval format", PLOS Computational Biology 17, 2021, e1008618.

    Examples
    --------
    >>> from fastmetrics import crps_quantile
    >>> forecasts = [[2.0, 6.0], [8.0, 9.0]]
    >>> crps_quantile([4.0, 10.0], forecasts, quantiles=[0.25, 0.75])
    1.125
    """
    columns = y_true, y_quantiles, quantiles, crossing, sample_weight
    return float(losses.CRPS_QUANTILE(*columns).column_means().mean())


def quantile_coverage(
    y_true: ArrayLike,
    y_quantiles: ArrayLike,
    *,
    quantiles: Levels,
    crossing: Crossing = "allow",
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64] | float:
    """Empirical coverage of predicted quantiles, for each level.

    For calibrated quantiles it equals the level.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers.
    y_quantiles : array_like of shape (n_samples, n_quantiles)
        Predicted quantiles, a column per level; of one level also (n_samples,).
    quantiles : array_like of shape (n_quantiles,), or float
        The level of each column, in (0, 1), in any order; all different.
    crossing : {"allow", "sort", "raise"}, default="allow"
        How to treat a row whose quantiles are not in the order of their levels: use
        them as they are, sort the row, or raise.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    ndarray of shape (n_quantiles,), or float
        In [0, 1], best near the level. A float if ``quantiles`` is one.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, levels are not different numbers in
        (0, 1) with a column each, quantiles cross that are to raise, or weights are
        negative or all zero.

    See Also
    --------
    quantile_losses : the losses of the quantiles.
    interval_coverage : coverage between two quantiles.

    Notes
    -----
    Rows that equal their quantile count as covered. Coverage does not measure
    sharpness: the same quantiles for all rows can have the correct coverage.

    References
    ----------
    .. [1] T. Gneiting, F. Balabdaoui and A. E. Raftery, "Probabilistic forecasts,
       calibration and sharpness", Journal of the Royal Statistical Society B 69, 2007,
       243-268.

    Examples
    --------
    >>> from fastmetrics import quantile_coverage
    >>> forecasts = [[2.0, 4.0, 6.0], [8.0, 8.0, 9.0]]
    >>> quantile_coverage([4.0, 10.0], forecasts, quantiles=[0.25, 0.5, 0.75])
    array([0. , 0.5, 0.5])
    >>> quantile_coverage([4.0, 10.0], [6.0, 9.0], quantiles=0.75)
    0.5
    """
    columns = y_true, y_quantiles, quantiles, crossing, sample_weight
    return _each_level(losses.QUANTILE_COVERAGE(*columns).column_means(), quantiles)


def _each_level(found: Any, quantiles: Levels) -> Any:
    """Return the mean of each level, or of the one that was given as a number."""
    return float(found[0]) if is_real(quantiles) else found


def interval_coverage(
    y_true: ArrayLike,
    y_lower: ArrayLike,
    y_upper: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Empirical coverage of prediction intervals, ends included.

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
        In [0, 1], best near the nominal level of the intervals.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, a lower end is above the upper one,
        or weights are negative or all zero.

    See Also
    --------
    mean_interval_width : mean width of the intervals.
    interval_score : coverage and width in one number.
    quantile_coverage : coverage of each end.

    Notes
    -----
    Also called the prediction interval coverage probability (PICP). Wide intervals
    cover more; report the width as well.

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
    columns = y_true, y_lower, y_upper
    return losses.INTERVAL_COVERAGE(*columns, sample_weight=sample_weight).mean()


def mean_interval_width(
    y_true: ArrayLike,
    y_lower: ArrayLike,
    y_upper: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Mean width of prediction intervals: upper minus lower end.

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
        In units of ``y_true``, at least 0; lower is better at the same coverage.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, a lower end is above the upper one,
        or weights are negative or all zero.

    See Also
    --------
    interval_coverage : proportion of rows in the intervals.
    interval_score : coverage and width in one number.

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
    columns = y_true, y_lower, y_upper
    return losses.MEAN_INTERVAL_WIDTH(*columns, sample_weight=sample_weight).mean()


def interval_score(
    y_true: ArrayLike,
    y_lower: ArrayLike,
    y_upper: ArrayLike,
    *,
    confidence_level: float = 0.95,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Mean interval score (Winkler score) of prediction intervals.

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
        Nominal coverage of the prediction intervals, in (0, 1).
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In units of ``y_true``, at least 0; lower is better.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, a lower end is above the upper one,
        ``confidence_level`` is not in (0, 1), or weights are negative or all zero.

    See Also
    --------
    quantile_losses : 2 / alpha times the sum of the losses of both ends is this score.
    crps_quantile : the score of several intervals.
    interval_coverage, mean_interval_width : its two components.

    Notes
    -----
    Also called the Winkler score. It is proper: the expected score is best for the
    quantiles at the levels alpha / 2 and 1 - alpha / 2.

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
    columns = y_true, y_lower, y_upper
    return losses.interval_score(
        *columns, confidence_level=confidence_level, sample_weight=sample_weight
    ).mean()
