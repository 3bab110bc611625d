"""What quantile forecasts lose, and how often what is observed is not above them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._common.options import is_real
from fastmetrics._kernels.number_forecasts import NOT_ABOVE, PINBALL
from fastmetrics.metrics.regression.measuring.forecast_losses import of_quantiles

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.regression.annotations import Crossing, Levels

__all__ = [
    "crps_quantile",
    "mean_quantile_loss",
    "quantile_coverage",
    "quantile_losses",
]


def quantile_losses(
    y_true: ArrayLike,
    y_quantiles: ArrayLike,
    *,
    quantiles: Levels,
    crossing: Crossing = "allow",
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64] | float:
    r"""Mean loss (pinball loss) of the predicted quantiles of each level.

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
        What is done with a row whose quantiles are not in the order of their levels:
        take them as they are, sort the row, or raise.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    ndarray of shape (n_quantiles,), or float
        In units of ``y_true``, at least 0; smaller is better. A float if ``quantiles``
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
    mean_pinball_loss : of one level, and several outputs.
    quantile_coverage : whether levels hold what they promise.

    Notes
    -----
    All columns are read in one pass. Sorting quantiles that cross never makes the mean
    loss larger [2]_, and often hides a fault of the model: see how many there are by
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
    return _per_level(y_true, y_quantiles, quantiles, crossing, sample_weight, PINBALL)


def mean_quantile_loss(
    y_true: ArrayLike,
    y_quantiles: ArrayLike,
    *,
    quantiles: Levels,
    crossing: Crossing = "allow",
    sample_weight: ArrayLike | None = None,
) -> float:
    """Mean over levels of the loss (pinball loss) of predicted quantiles.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers.
    y_quantiles : array_like of shape (n_samples, n_quantiles)
        Predicted quantiles, a column per level; of one level also (n_samples,).
    quantiles : array_like of shape (n_quantiles,), or float
        The level of each column, in (0, 1), in any order; all different.
    crossing : {"allow", "sort", "raise"}, default="allow"
        What is done with a row whose quantiles are not in the order of their levels:
        take them as they are, sort the row, or raise.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In units of ``y_true``, at least 0; smaller is better.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, levels are not different numbers in
        (0, 1) with a column each, quantiles cross that are to raise, or weights are
        negative or all zero.

    See Also
    --------
    quantile_losses : of each level.
    crps_quantile : twice this.

    Notes
    -----
    Every level counts the same. The multi-quantile loss (MQL) of forecasting packages
    is this; some divide it by the mean of ``abs(y_true)``, or sum over the levels.

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
    rows = of_quantiles(y_true, y_quantiles, quantiles, crossing, sample_weight)
    return float(rows.column_means(PINBALL).mean())


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
        What is done with a row whose quantiles are not in the order of their levels:
        take them as they are, sort the row, or raise.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In units of ``y_true``, at least 0; smaller is better. The mean absolute error
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
    interval_score : of one interval.
    crps_ensemble, crps_gaussian : of other forecasts.

    Notes
    -----
    It tends to the CRPS [1]_ as levels get dense, if they are even. Of levels that are
    symmetric about 1/2 it is the weighted interval score [2]_: with the median among
    2 K + 1 levels the one divided by K + 1/2, without it the one divided by K.

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
    rows = of_quantiles(y_true, y_quantiles, quantiles, crossing, sample_weight)
    return 2.0 * float(rows.column_means(PINBALL).mean())


def quantile_coverage(
    y_true: ArrayLike,
    y_quantiles: ArrayLike,
    *,
    quantiles: Levels,
    crossing: Crossing = "allow",
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64] | float:
    """Share of the rows that are not above the predicted quantile, for each level.

    Of quantiles that hold what they promise it is the level.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers.
    y_quantiles : array_like of shape (n_samples, n_quantiles)
        Predicted quantiles, a column per level; of one level also (n_samples,).
    quantiles : array_like of shape (n_quantiles,), or float
        The level of each column, in (0, 1), in any order; all different.
    crossing : {"allow", "sort", "raise"}, default="allow"
        What is done with a row whose quantiles are not in the order of their levels:
        take them as they are, sort the row, or raise.
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
    quantile_losses : what they lose.
    interval_coverage : of two quantiles at once.

    Notes
    -----
    Rows that equal their quantile count. It says nothing of how sharp a forecast is:
    the same quantiles for all rows can have the right coverage.

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
    return _per_level(
        y_true, y_quantiles, quantiles, crossing, sample_weight, NOT_ABOVE
    )


def _per_level(
    y_true: ArrayLike,
    y_quantiles: ArrayLike,
    quantiles: Levels,
    crossing: Crossing,
    sample_weight: ArrayLike | None,
    measure: int,
) -> Any:
    rows = of_quantiles(y_true, y_quantiles, quantiles, crossing, sample_weight)
    found = rows.column_means(measure)
    return float(found[0]) if is_real(quantiles) else found
