"""Calibration of forecasts of numbers: levels of quantiles, standard deviations."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics._common.options import whole
from fastmetrics._inputs.number_pairs import read_coverages, read_levels, read_normals
from fastmetrics.metrics.regression.measuring import probabilistic_losses as losses

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.regression.definitions import Crossing, Levels

    Numbers = NDArray[np.float64]


def pit_values(y_true: ArrayLike, mean: ArrayLike, scale: ArrayLike) -> Numbers:
    r"""Probability integral transform (PIT) of normal forecasts.

    .. math:: u_i = \Phi\Bigl(\frac{y_i - \mu_i}{s_i}\Bigr)

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers.
    mean : array_like of shape (n_samples,)
        Means of the predicted distributions.
    scale : array_like of shape (n_samples,)
        Their standard deviations, none negative.

    Returns
    -------
    ndarray of shape (n_samples,), float64
        In [0, 1]: forecast probability of a number up to the observed one, uniformly
        distributed for correct forecasts. With ``scale`` 0 it is 0, 1/2 or 1 below, at
        or above the mean.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, or ``scale`` is negative.

    See Also
    --------
    coverage_curve : coverage of the intervals of each level.
    fastmetrics.PitDisplay : their histogram.

    Notes
    -----
    A histogram that is high at both ends means that the standard deviations are too
    small. If it is high in the middle, they are too large; if it slopes, the means are
    biased.

    References
    ----------
    .. [1] A. P. Dawid, "Statistical theory: the prequential approach", Journal of the
       Royal Statistical Society A 147, 1984, 278-292.
    .. [2] T. Gneiting, F. Balabdaoui and A. E. Raftery, "Probabilistic forecasts,
       calibration and sharpness", Journal of the Royal Statistical Society B 69, 2007,
       243-268.

    Examples
    --------
    >>> from fastmetrics import pit_values
    >>> pit_values([3.0, 1.0], mean=[3.0, 0.0], scale=[2.0, 1.0]).round(4)
    array([0.5   , 0.8413])
    """
    from scipy.special import ndtr

    read = read_normals(y_true, mean, scale)
    found: Numbers = ndtr(_standardized(*read[:3]))
    return found


def coverage_curve(
    y_true: ArrayLike,
    mean: ArrayLike,
    scale: ArrayLike,
    *,
    levels: Levels | None = None,
    sample_weight: ArrayLike | None = None,
) -> tuple[Numbers, Numbers]:
    r"""Coverage curve: coverage of central intervals of normal forecasts by level.

    .. math:: \frac{1}{n} \sum_i \Bigl[\,|y_i - \mu_i| \le s_i\,
              \Phi^{-1}\Bigl(\frac{1 + p}{2}\Bigr)\Bigr]

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers.
    mean : array_like of shape (n_samples,)
        Means of the predicted distributions.
    scale : array_like of shape (n_samples,)
        Their standard deviations, none negative.
    levels : array_like of shape (n_levels,), optional
        The levels p, in (0, 1), all different; by default 0.05, 0.1, ..., 0.95.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    levels : ndarray of shape (n_levels,)
        As given.
    coverage : ndarray of shape (n_levels,)
        Coverage of the intervals of each level, ends included: the level itself if the
        forecasts are calibrated, and lower if standard deviations are too small.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, ``scale`` is negative, levels are not
        different numbers in (0, 1), or weights are negative or all zero.

    See Also
    --------
    interval_coverage : coverage of given intervals, with its interval.
    quantile_coverage : coverage of given quantiles.

    References
    ----------
    .. [1] T. Gneiting, F. Balabdaoui and A. E. Raftery, "Probabilistic forecasts,
       calibration and sharpness", Journal of the Royal Statistical Society B 69, 2007,
       243-268, section 3.

    Examples
    --------
    >>> from fastmetrics import coverage_curve
    >>> y_true, mean, scale = [0.0, 1.0, 3.0, -2.0], [0.0] * 4, [1.0] * 4
    >>> coverage_curve(y_true, mean, scale, levels=[0.5, 0.9, 0.99])
    (array([0.5 , 0.9 , 0.99]), array([0.25, 0.5 , 0.75]))
    """
    from scipy.special import ndtri

    true, mu, deviation, weights = read_normals(y_true, mean, scale, sample_weight)
    chosen = np.arange(1, 20) / 20 if levels is None else read_coverages(levels)
    off = np.abs(_standardized(true, mu, deviation))
    ends = ndtri((1 + chosen) / 2)
    if weights is None:
        distinct, at = np.unique(ends, return_inverse=True)
        first_inside = np.searchsorted(distinct, off)
        inside = np.cumsum(np.bincount(first_inside, minlength=len(distinct)))
        return chosen, inside[at] / len(off)
    order = np.argsort(off, kind="stable")
    sums = np.append(0.0, np.cumsum(weights[order]))
    rows = np.searchsorted(off[order], ends, side="right")
    return chosen, sums[rows] / sums[-1]


def quantile_calibration_error(
    y_true: ArrayLike,
    y_quantiles: ArrayLike,
    *,
    quantiles: Levels,
    crossing: Crossing = "allow",
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Quantile calibration error: mean distance of coverage from the level.

    .. math:: \frac{1}{k} \sum_j \Bigl|\frac{1}{n} \sum_i [y_i \le q_{ij}] -
              \alpha_j\Bigr|

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
        In [0, 1); lower is better, 0 if the coverage of each quantile equals its
        level.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, levels are not different numbers in
        (0, 1) with a column each, quantiles cross that are to raise, or weights are
        negative or all zero.

    See Also
    --------
    quantile_coverage : the proportions themselves.
    mean_quantile_loss : a proper score, high for uninformative forecasts.

    Notes
    -----
    The quantiles of all observed numbers as forecasts of every row have nearly 0, so
    report a proper score as well. It is above 0 by chance, by about 0.4 / √n at the
    middle levels. Some packages square the distances. netcal's ``QCE`` is for central
    intervals: with ``marginal=True`` the mean distance of `coverage_curve` from its
    levels.

    References
    ----------
    .. [1] V. Kuleshov, N. Fenner and S. Ermon, "Accurate uncertainties for deep
       learning using calibrated regression", Proceedings of ICML, 2018, section 3.5.

    Examples
    --------
    >>> from fastmetrics import quantile_calibration_error
    >>> forecasts = [[2.0, 4.0], [8.0, 9.0], [1.0, 2.0], [0.0, 5.0]]
    >>> quantile_calibration_error(
    ...     [3.0, 7.0, 3.0, 4.0], forecasts, quantiles=[0.25, 0.5])
    0.125
    """
    columns = y_true, y_quantiles, quantiles, crossing, sample_weight
    found = losses.QUANTILE_COVERAGE(*columns)
    means = found.column_means()
    return float(np.mean(np.abs(means - read_levels(quantiles, len(means)))))


def expected_normalized_calibration_error(
    y_true: ArrayLike,
    mean: ArrayLike,
    scale: ArrayLike,
    *,
    n_bins: int = 10,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Compute the expected normalized calibration error (ENCE) of normal forecasts.

    .. math:: \frac{1}{k} \sum_b \frac{|\mathrm{RMV}_b - \mathrm{RMSE}_b|}
              {\mathrm{RMV}_b} \qquad \mathrm{RMV}_b^2 = \frac{1}{n_b} \sum_{i \in b}
              s_i^2 \qquad \mathrm{RMSE}_b^2 = \frac{1}{n_b} \sum_{i \in b}
              (y_i - \mu_i)^2

    over k bins of about the same number of rows, ordered by the predicted deviations.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers.
    mean : array_like of shape (n_samples,)
        Means of the predicted distributions.
    scale : array_like of shape (n_samples,)
        Their standard deviations, none negative.
    n_bins : int, default=10
        How many bins, at least one; bins without rows do not count.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        At least 0; lower is better. Infinite if all deviations of a bin are 0 and not
        all of its errors.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, ``scale`` is negative, ``n_bins`` is
        not a whole number of at least 1, or weights are negative or all zero.

    See Also
    --------
    uncertainty_calibration_error : the same for variances, in their unit.
    gaussian_log_loss : a proper score of the same forecasts.

    Notes
    -----
    Rows with equal deviations share the bin of the first of them, so the order of rows
    does not matter; without equal deviations row i of n in order of deviations is in
    bin ⌊k i / n⌋. It is above 0 by chance, and more so with more bins: by about
    0.56 / √n_b for correct forecasts with n_b rows per bin. netcal's ``ENCE`` has bins
    of equal width; outer bins may have few rows and have the same weight.

    References
    ----------
    .. [1] D. Levi, L. Gispan, N. Giladi and E. Fetaya, "Evaluating and calibrating
       uncertainty prediction in regression tasks", Sensors 22, 2022, 5540, equation 8.

    Examples
    --------
    >>> from fastmetrics import expected_normalized_calibration_error
    >>> y_true, mean, scale = [1.0, -1.0, 3.0, 3.0], [0.0] * 4, [1.0, 1.0, 2.0, 2.0]
    >>> expected_normalized_calibration_error(y_true, mean, scale, n_bins=2)
    0.25
    """
    k = whole(n_bins, "n_bins", 1)
    true, mu, deviation, weights = read_normals(y_true, mean, scale, sample_weight)
    values, at = np.unique(deviation, return_inverse=True)
    sizes = np.bincount(at, weights, len(values)).astype(np.float64)
    below = np.cumsum(sizes) - sizes
    bins = np.minimum((k * below / sizes.sum()).astype(np.int64), k - 1)[at]
    found = _binned(true - mu, deviation, weights, bins)
    promised, errors = np.sqrt(found.variances), np.sqrt(found.squares)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.abs(promised - errors) / promised
    return float(np.mean(np.where(promised == errors, 0.0, shares)))


def uncertainty_calibration_error(
    y_true: ArrayLike,
    mean: ArrayLike,
    scale: ArrayLike,
    *,
    n_bins: int = 10,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Uncertainty calibration error (UCE) of predicted variances.

    .. math:: \sum_b \frac{n_b}{n}\, \Bigl|\frac{1}{n_b} \sum_{i \in b}
              (y_i - \mu_i)^2 - \frac{1}{n_b} \sum_{i \in b} s_i^2\Bigr|

    over bins of equal width of the predicted variance, from its smallest to its largest
    value.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers.
    mean : array_like of shape (n_samples,)
        Means of the predicted distributions.
    scale : array_like of shape (n_samples,)
        Their standard deviations, none negative.
    n_bins : int, default=10
        How many bins, at least one; bins without rows do not count.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In squared units of ``y_true``, at least 0; lower is better.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, ``scale`` is negative, ``n_bins`` is
        not a whole number of at least 1, or weights are negative or all zero.

    See Also
    --------
    expected_normalized_calibration_error : relative error, bins of equal size.
    expected_calibration_error : the analogue for probabilities of classes.

    Notes
    -----
    A variance at the border of two bins is in the upper one. It is above 0 by chance,
    more so with more bins, and a single row with a large variance may dominate it.
    netcal's ``UCE`` is the same.

    References
    ----------
    .. [1] M.-H. Laves, S. Ihler, J. F. Fast, L. A. Kahrs and T. Ortmaier, "Well-
       calibrated regression uncertainty in medical imaging with deep learning",
       Proceedings of MIDL, 2020, 393-412, equation 10.

    Examples
    --------
    >>> from fastmetrics import uncertainty_calibration_error
    >>> y_true, mean, scale = [1.0, -1.0, 3.0, 3.0], [0.0] * 4, [1.0, 1.0, 2.0, 2.0]
    >>> uncertainty_calibration_error(y_true, mean, scale, n_bins=2)
    2.5
    """
    k = whole(n_bins, "n_bins", 1)
    true, mu, deviation, weights = read_normals(y_true, mean, scale, sample_weight)
    kept = slice(None) if weights is None else weights > 0
    with np.errstate(over="ignore", invalid="ignore"):
        variances = np.square(deviation)
        low, high = variances[kept].min(), variances[kept].max()
        width = (high - low) / k
        places = (variances - low) / width if width > 0 else np.zeros(len(variances))
    bins = np.clip(np.nan_to_num(places), 0, k - 1).astype(np.int64)
    found = _binned(true - mu, deviation, weights, bins)
    with np.errstate(invalid="ignore"):
        return float(np.sum(found.shares * np.abs(found.squares - found.variances)))


class _Bins(NamedTuple):
    """Bins that have rows: their shares, mean variances and mean squared errors."""

    shares: Numbers
    variances: Numbers
    squares: Numbers


def _binned(
    errors: Numbers,
    deviations: Numbers,
    weights: Numbers | None,
    bins: NDArray[np.int64],
) -> _Bins:
    """Sum up rows by their bins, which are numbered from 0."""
    sizes = np.bincount(bins, weights).astype(np.float64)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        of_rows = [np.square(deviations), np.square(errors)]
        if weights is not None:
            of_rows = [np.where(weights > 0, weights * x, 0.0) for x in of_rows]
        sums = [np.bincount(bins, x) for x in of_rows]
        kept = sizes > 0
        variances, squares = (one[kept] / sizes[kept] for one in sums)
    return _Bins(sizes[kept] / sizes.sum(), variances, squares)


def _standardized(true: Numbers, mean: Numbers, scale: Numbers) -> Numbers:
    """Return by how many deviations each number is off; of a scale of 0 infinitely."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        off = (true - mean) / scale
    return np.where(true == mean, 0.0, off)
