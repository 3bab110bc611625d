"""Proper scores of the probabilities of classes, and distances of distributions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastmetrics.metrics.probability.measuring import forecasts
from fastmetrics.metrics.probability.measuring.forecasts import (
    ranked_scores,
    spherical_scores,
    weighted_mean,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label


__all__ = [
    "jensen_shannon_divergence",
    "kl_divergence",
    "ranked_probability_score",
    "spherical_score",
]


def spherical_score(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Spherical score: mean normalised probability of the observed class.

    .. math:: \frac{1}{n} \sum_i \frac{p_{i, y_i}}{\sqrt{\sum_j p_{ij}^2}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_proba : array_like of shape (n_samples,) or (n_samples, n_classes)
        Probabilities in [0, 1]: of the positive class, or a column per class, the
        classes sorted.
    labels : array_like of shape (n_classes,), optional
        With a matrix: all classes there are. By default all that occur, sorted.
    pos_label : int, float, bool or str, optional
        The positive label of a column; by default 1 if the labels are in {0, 1} or
        {-1, 1}, else the larger number.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1], larger is better; 1 if all forecasts are certain and correct. A row
        of zeros scores 0.

    Raises
    ------
    ValueError
        If probabilities are not in [0, 1], the numbers of columns and classes differ,
        the positive class is ambiguous, labels are missing or not whole numbers,
        lengths differ, or weights are negative or all zero.

    Warns
    -----
    UserWarning
        If rows of a matrix do not sum to one.

    See Also
    --------
    log_loss, brier_score_loss : the other proper scores in common use.

    Notes
    -----
    The score is strictly proper: in expectation only the true probabilities attain the
    highest score. Some authors use one minus this score as a loss.

    References
    ----------
    .. [1] T. Gneiting and A. E. Raftery, "Strictly proper scoring rules, prediction,
       and estimation", Journal of the American Statistical Association 102, 2007,
       359-378, section 4.1 with alpha = 2.

    Examples
    --------
    >>> from fastmetrics import spherical_score
    >>> round(spherical_score([0, 1, 1], [0.0, 1.0, 0.5]), 6)
    0.902369
    >>> round(spherical_score(["a", "b"], [[0.5, 0.5], [1.0, 0.0]]), 6)
    0.353553
    """
    scores = spherical_scores(
        y_true,
        y_proba,
        labels=labels,
        pos_label=pos_label,
        sample_weight=sample_weight,
    )
    return weighted_mean(scores, sample_weight)


def ranked_probability_score(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    normalize: bool = False,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Ranked probability score (RPS) of forecasts over ordered classes.

    .. math:: \frac{1}{n} \sum_i \sum_{j < k} (F_{ij} - 1[y_i \le j])^2

    with :math:`F_{ij}` the forecast probability of the first j classes. An error of two
    classes therefore costs more than an error of one class.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_proba : array_like of shape (n_samples,) or (n_samples, n_classes)
        Probabilities in [0, 1]: a column per class in the order of the classes, or with
        two classes the probability of the second. Data frame columns named after the
        classes may have any order.
    labels : array_like of shape (n_classes,), optional
        All classes there are, in the order of the columns; they are not sorted here. By
        default all that occur, sorted.
    normalize : bool, default=False
        Divide by the number of classes minus one.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        At least 0 and at most the number of classes minus one, or 1 if normalized;
        smaller is better.

    Raises
    ------
    ValueError
        If classes are strings and ``labels`` are not given, if ``labels`` are not
        unique or lack one of ``y_true``, if probabilities are not in [0, 1], the
        numbers of columns and classes differ, labels are missing or not whole numbers,
        lengths differ, or weights are negative or all zero.
    TypeError
        If ``normalize`` is neither True nor False.

    Warns
    -----
    UserWarning
        If rows of a matrix do not sum to one.

    See Also
    --------
    brier_score_loss : the same for two classes.

    Notes
    -----
    Some definitions divide the sum by the number of classes minus one, as in [1]_.

    References
    ----------
    .. [1] E. S. Epstein, "A scoring system for probability forecasts of ranked
       categories", Journal of Applied Meteorology 8, 1969, 985-987.

    Examples
    --------
    >>> from fastmetrics import ranked_probability_score
    >>> order = ["low", "mid", "high"]
    >>> forecasts = [[0.5, 0.5, 0.0], [0.25, 0.5, 0.25]]
    >>> ranked_probability_score(["low", "high"], forecasts, labels=order)
    0.4375
    >>> ranked_probability_score([0, 1], [0.25, 0.5])
    0.15625
    """
    scores = ranked_scores(
        y_true,
        y_proba,
        labels=labels,
        normalize=normalize,
        sample_weight=sample_weight,
    )
    return weighted_mean(scores, sample_weight)


def kl_divergence(
    p_true: ArrayLike, p_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> float:
    r"""Mean Kullback-Leibler divergence of forecasts from true probabilities.

    .. math:: \frac{1}{n} \sum_i \sum_j p_{ij} \log\frac{p_{ij}}{q_{ij}}

    in nats, with :math:`0 \log 0 = 0`. A single probability p stands for the
    distribution (1 - p, p).

    Parameters
    ----------
    p_true : array_like of shape (n_samples,) or (n_samples, n_classes)
        True probabilities p, in [0, 1]; for example click rates, or the predictions of
        a teacher model.
    p_pred : array_like of the same shape
        A model's probabilities q, in [0, 1].
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        At least 0 if rows sum to one, smaller is better; infinite if a row has
        :math:`q = 0 < p`.

    Raises
    ------
    ValueError
        If probabilities are not in [0, 1], shapes differ, or weights are negative or
        all zero.

    Warns
    -----
    UserWarning
        If rows of a matrix do not sum to one.

    See Also
    --------
    log_loss : equal if ``p_true`` contains only 0 and 1 and nothing is clipped.

    Notes
    -----
    Nothing is clipped, and rows are not normalised.

    References
    ----------
    .. [1] S. Kullback and R. A. Leibler, "On information and sufficiency", Annals of
       Mathematical Statistics 22, 1951, 79-86.

    Examples
    --------
    >>> from fastmetrics import kl_divergence
    >>> kl_divergence([0.5, 1.0], [0.5, 0.5])
    0.34657359027997264
    >>> kl_divergence([[0.5, 0.5, 0.0]], [[0.25, 0.25, 0.5]])
    0.6931471805599453
    """
    found = forecasts.divergences(p_true, p_pred, sample_weight=sample_weight)
    return weighted_mean(found, sample_weight)


def jensen_shannon_divergence(
    p_true: ArrayLike, p_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> float:
    r"""Mean Jensen-Shannon divergence of forecasts and true probabilities.

    .. math:: \frac{1}{2n} \sum_i \Bigl[\sum_j p_{ij} \log\frac{p_{ij}}{m_{ij}} +
              \sum_j q_{ij} \log\frac{q_{ij}}{m_{ij}}\Bigr], \quad
              m_{ij} = \frac{p_{ij} + q_{ij}}{2}

    in nats, with :math:`0 \log 0 = 0`. A single probability p stands for the
    distribution (1 - p, p).

    Parameters
    ----------
    p_true : array_like of shape (n_samples,) or (n_samples, n_classes)
        True probabilities p, in [0, 1]; for example click rates, or the predictions of
        a teacher model.
    p_pred : array_like of the same shape
        A model's probabilities q, in [0, 1].
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, log 2] if rows sum to one, smaller is better; never infinite. The
        divergence is symmetric in its arguments.

    Raises
    ------
    ValueError
        If probabilities are not in [0, 1], shapes differ, or weights are negative or
        all zero.

    Warns
    -----
    UserWarning
        If rows of a matrix do not sum to one.

    See Also
    --------
    kl_divergence : an asymmetric divergence, which may be infinite.

    Notes
    -----
    The Jensen-Shannon distance is the square root of a row's divergence. SciPy's
    ``jensenshannon`` returns this distance for one pair of distributions. Nothing is
    clipped, and rows are not normalised.

    References
    ----------
    .. [1] J. Lin, "Divergence measures based on the Shannon entropy", IEEE Transactions
       on Information Theory 37, 1991, 145-151.

    Examples
    --------
    >>> from fastmetrics import jensen_shannon_divergence
    >>> round(jensen_shannon_divergence([0.0, 0.5], [1.0, 0.5]), 6)  # log 2 and 0
    0.346574
    """
    found = forecasts.half_way_divergences(p_true, p_pred, sample_weight=sample_weight)
    return weighted_mean(found, sample_weight)
