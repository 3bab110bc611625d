"""Proper scores of ensembles, normal distributions and ensembles of vectors."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import numpy as np

from fastmetrics._common.means import mean_of_rows
from fastmetrics._common.options import is_one_of, seed_of, warn
from fastmetrics._kernels import random
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.regression.measuring import probabilistic_losses as losses
from fastmetrics.metrics.regression.measuring.probabilistic_losses import (
    energy_losses,
    pre_ranks,
    read_vectors,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def crps_ensemble(
    y_true: ArrayLike,
    y_ensemble: ArrayLike,
    *,
    fair: bool = False,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Mean continuous ranked probability score (CRPS) of ensembles.

    .. math:: \frac{1}{n} \sum_i \Bigl[\frac{1}{m} \sum_j |x_{ij} - y_i| -
       \frac{1}{2 m^2} \sum_{j, k} |x_{ij} - x_{ik}|\Bigr]

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers.
    y_ensemble : array_like of shape (n_samples, n_members)
        The members' forecasts, in any order; with one member also (n_samples,).
    fair : bool, default=False
        Divide the second sum by 2 m (m - 1): the score then has the expected value of
        an infinite ensemble from which the members are drawn.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In units of ``y_true``, at least 0; lower is better. With one member it is the
        mean absolute error, and the fair score is NaN.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, or weights are negative or all zero.
    TypeError
        If ``fair`` is neither True nor False.

    Warns
    -----
    UndefinedMetricWarning
        If ``fair`` is True and there is only one member.

    See Also
    --------
    crps_quantile, crps_gaussian : the score of other forecasts.

    Notes
    -----
    It is the integral of the squared distance between the members' distribution
    function and the step at ``y_true``. It is computed this way from sorted members, in
    O(m log m), and loses no digits if all numbers are far from 0. Packages call the
    first form "nrg" or "int", and the fair form "fair" or "pwm".

    References
    ----------
    .. [1] T. Gneiting and A. E. Raftery, "Strictly proper scoring rules, prediction,
       and estimation", Journal of the American Statistical Association 102, 2007,
       359-378, equation 21.
    .. [2] C. A. T. Ferro, "Fair scores for ensemble forecasts", Quarterly Journal of
       the Royal Meteorological Society 140, 2014, 1917-1923.

    Examples
    --------
    >>> from fastmetrics import crps_ensemble
    >>> crps_ensemble([2.0, 1.0], [[1.0, 4.0], [0.0, 0.0]])
    0.875
    >>> crps_ensemble([2.0, 1.0], [[1.0, 4.0], [0.0, 0.0]], fair=True)
    0.5
    """
    found = losses.crps_ensemble(
        y_true, y_ensemble, fair=fair, sample_weight=sample_weight
    )
    value = found.mean()
    if not found.defined:
        warn(
            "crps_ensemble is undefined: a fair score needs at least two members. NaN "
            "is returned.",
            UndefinedMetricWarning,
        )
        return math.nan
    return value


def crps_gaussian(
    y_true: ArrayLike,
    mean: ArrayLike,
    scale: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Mean continuous ranked probability score (CRPS) of normal distributions.

    .. math:: \frac{1}{n} \sum_i s_i \Bigl[z_i (2 \Phi(z_i) - 1) + 2 \varphi(z_i) -
       \frac{1}{\sqrt{\pi}}\Bigr], \quad z_i = \frac{y_i - \mu_i}{s_i}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers.
    mean : array_like of shape (n_samples,)
        Means of the predicted distributions.
    scale : array_like of shape (n_samples,)
        Their standard deviations, none negative.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In units of ``y_true``, at least 0; lower is better. A row whose ``scale`` is
        0 has ``abs(y_true - mean)``.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, ``scale`` is negative, or weights are
        negative or all zero.

    See Also
    --------
    gaussian_log_loss : the logarithmic score of the same forecasts.
    crps_ensemble, crps_quantile : the score of other forecasts.

    Notes
    -----
    The score of each row has a relative accuracy of 1.5e-15.

    References
    ----------
    .. [1] T. Gneiting, A. E. Raftery, A. H. Westveld and T. Goldman, "Calibrated
       probabilistic forecasting using ensemble model output statistics and minimum
       CRPS estimation", Monthly Weather Review 133, 2005, 1098-1118, equation 5.

    Examples
    --------
    >>> from fastmetrics import crps_gaussian
    >>> round(crps_gaussian([3.0, 1.0], mean=[3.0, 0.0], scale=[2.0, 1.0]), 6)
    0.534916
    """
    found = losses.CRPS_GAUSSIAN(y_true, mean, scale, sample_weight=sample_weight)
    return found.mean()


def gaussian_log_loss(
    y_true: ArrayLike,
    mean: ArrayLike,
    scale: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Gaussian log loss: mean negative log-likelihood of normal forecasts.

    .. math:: \frac{1}{n} \sum_i \frac{1}{2} \ln(2 \pi s_i^2) + \frac{z_i^2}{2},
       \quad z_i = \frac{y_i - \mu_i}{s_i}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers.
    mean : array_like of shape (n_samples,)
        Means of the predicted distributions.
    scale : array_like of shape (n_samples,)
        Their standard deviations, none negative.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        Any number, lower is better. It depends on the unit of ``y_true``, but
        differences between models do not. A row with ``scale`` 0 makes it infinite:
        negative if ``y_true`` equals the mean, otherwise positive.

    Raises
    ------
    ValueError
        If numbers are not finite, lengths differ, ``scale`` is negative, or weights are
        negative or all zero.

    Warns
    -----
    UndefinedMetricWarning
        If some losses are infinite and others minus infinite: NaN is returned.

    See Also
    --------
    crps_gaussian : a score in units of ``y_true``, less sensitive to outliers.

    Notes
    -----
    Also called the negative log-likelihood per row, or ignorance score. Some divide by
    ln 2, others leave out the constant ln(2 pi) / 2.

    References
    ----------
    .. [1] I. J. Good, "Rational decisions", Journal of the Royal Statistical Society B
       14, 1952, 107-114.

    Examples
    --------
    >>> from fastmetrics import gaussian_log_loss
    >>> round(gaussian_log_loss([3.0, 1.0], mean=[3.0, 0.0], scale=[2.0, 1.0]), 6)
    1.515512
    """
    found = losses.GAUSSIAN_LOG_LOSS(y_true, mean, scale, sample_weight=sample_weight)
    value = found.mean()
    if math.isnan(value):
        warn(
            "gaussian_log_loss is undefined: with a scale of 0, some losses are "
            "infinite and others minus infinite. NaN is returned.",
            UndefinedMetricWarning,
        )
    return value


_RANKINGS = ("average", "multivariate")


def energy_score(
    y_true: ArrayLike,
    y_ensemble: ArrayLike,
    *,
    fair: bool = False,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Mean energy score of ensembles of vectors.

    .. math:: \frac{1}{n} \sum_i \Bigl[\frac{1}{m} \sum_j \lVert x_{ij} - y_i \rVert -
       \frac{1}{2 m^2} \sum_{j, k} \lVert x_{ij} - x_{ik} \rVert\Bigr]

    with Euclidean lengths.

    Parameters
    ----------
    y_true : array_like of shape (n_samples, n_dimensions) or (n_samples,)
        Observed vectors, or numbers.
    y_ensemble : array_like of shape (n_samples, n_members, n_dimensions)
        The members' forecasts, in any order; for numbers also (n_samples, n_members).
    fair : bool, default=False
        Divide the second sum by 2 m (m - 1): the score then has the expected value of
        an infinite ensemble from which the members are drawn.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In units of ``y_true``, at least 0; lower is better. For numbers it is
        `crps_ensemble`. The fair score is NaN for a single member.

    Raises
    ------
    ValueError
        If numbers are not finite, shapes do not fit, or weights are negative or all
        zero.
    TypeError
        If ``fair`` is neither True nor False.

    Warns
    -----
    UndefinedMetricWarning
        If ``fair`` is True and there is only one member.

    See Also
    --------
    crps_ensemble : the score of ensembles of numbers.
    rank_histogram : calibration of ensembles.

    Notes
    -----
    The score is proper, but hardly sensitive to wrong correlations between coordinates.
    Coordinates in different units must be scaled first.

    References
    ----------
    .. [1] T. Gneiting and A. E. Raftery, "Strictly proper scoring rules, prediction,
       and estimation", Journal of the American Statistical Association 102, 2007,
       359-378, equation 22.

    Examples
    --------
    >>> from fastmetrics import energy_score
    >>> energy_score([[0.0, 0.0]], [[[3.0, 4.0], [0.0, 0.0]]])
    1.25
    """
    read = read_vectors(y_true, y_ensemble, sample_weight)
    values = energy_losses(y_true, y_ensemble, fair=fair)
    if fair and read.members.shape[1] == 1:
        warn(
            "energy_score is undefined: a fair score needs at least two members. NaN "
            "is returned.",
            UndefinedMetricWarning,
        )
        return math.nan
    if read.weights is None:
        return mean_of_rows(values).value
    kept = read.weights > 0
    # Scaled exactly, so squares of weights stay in range.
    weights = np.ldexp(read.weights[kept], -int(np.frexp(read.weights.max())[1]))
    return mean_of_rows(values[kept], weights).value


def rank_histogram(
    y_true: ArrayLike,
    y_ensemble: ArrayLike,
    *,
    ranking: Literal["average", "multivariate"] = "average",
    random_state: int | np.random.Generator | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rank histogram of ensembles of numbers or vectors.

    Parameters
    ----------
    y_true : array_like of shape (n_samples, n_dimensions) or (n_samples,)
        Observed vectors, or numbers.
    y_ensemble : array_like of shape (n_samples, n_members, n_dimensions)
        The members' forecasts, in any order; for numbers also (n_samples, n_members).
    ranking : {"average", "multivariate"}, default="average"
        Statistic by which vectors are ranked: the mean of their ranks in each
        coordinate, or the number of vectors that are not larger in any coordinate. For
        numbers both are the rank.
    random_state : int or numpy.random.Generator, optional
        Source of the random ranks of ties.

    Returns
    -------
    counts : ndarray of shape (n_members + 1,), int64
        Numbers of observations with rank 1, 2, … among the members and themselves.
    ranks : ndarray of shape (n_samples,), int64
        The rank of each observation.

    Raises
    ------
    ValueError
        If numbers are not finite, shapes do not fit, or ``ranking`` is unknown.

    See Also
    --------
    energy_score : a proper score of the ensembles.
    pit_values : the same for normal forecasts.

    Notes
    -----
    If observations are exchangeable with the members, all ranks are equally frequent.
    Ensembles with too little spread give a histogram that is high at both ends.

    References
    ----------
    .. [1] T. Gneiting, L. I. Stanberry, E. P. Grimit, L. Held and N. A. Johnson,
       "Assessing probabilistic forecasts of multivariate quantities, with an
       application to ensemble predictions of surface winds", TEST 17, 2008, 211-235.
    .. [2] T. L. Thorarinsdottir, M. Scheuerer and C. Heinz, "Assessing the calibration
       of high-dimensional ensemble forecasts using rank histograms", Journal of
       Computational and Graphical Statistics 25(1), 2016, 105-122.

    Examples
    --------
    >>> from fastmetrics import rank_histogram
    >>> counts, ranks = rank_histogram([2.5, 0.0], [[1.0, 2.0], [1.0, 3.0]])
    >>> counts.tolist(), ranks.tolist()
    ([1, 0, 1], [3, 1])
    """
    if not is_one_of(ranking, _RANKINGS):
        raise ValueError(f"ranking must be one of {_RANKINGS}, got {ranking!r}.")
    read = read_vectors(y_true, y_ensemble)
    found = pre_ranks(read, ranking)
    own, others = found[:, :1], found[:, 1:]
    below = np.count_nonzero(others < own, axis=1)
    ties = np.count_nonzero(others == own, axis=1)
    drawn = random.uniform(seed_of(random_state), 0, 0, len(own))
    ranks = 1 + below + (drawn * (ties + 1)).astype(np.int64)
    counts = np.bincount(ranks - 1, minlength=others.shape[1] + 1).astype(np.int64)
    return counts, ranks
