"""Proper scores of the probabilities of classes, and distances of distributions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import levels_of, listed
from fastmetrics._common.options import check_flag
from fastmetrics._inputs.probabilities import (
    Probabilities,
    read_distributions,
    read_probabilities,
)
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import distributions
from fastmetrics.metrics.probability.definitions import row_mean
from fastmetrics.metrics.probability.measuring.class_scores import readable, write_rows

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label


@row_mean
def spherical_score(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
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
    read = read_probabilities(
        y_true,
        y_proba,
        labels=labels,
        pos_label=pos_label,
        sample_weight=sample_weight,
    )
    return _score(distributions.score_spherically, read.codes, read.proba)


@row_mean
def ranked_probability_score(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    normalize: bool = False,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
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
    check_flag(normalize, "normalize")
    read = _ordered(y_true, y_proba, labels, sample_weight)
    scores = _score(distributions.score_ranked, read.codes, read.proba)
    return scores / (read.k - 1) if normalize else scores


@row_mean
def kl_divergence(
    p_true: ArrayLike, p_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> NDArray[np.float64]:
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
    truth = read_distributions(p_true, "p_true")
    forecast = read_distributions(p_pred, "p_pred")
    if truth.shape != forecast.shape:
        raise ValueError(
            f"p_true and p_pred must be of one shape, got {truth.shape} and "
            f"{forecast.shape}."
        )
    n, k = len(truth), 2 if truth.ndim == 1 else truth.shape[1]
    if sample_weight is not None:
        sample_weights(sample_weight, n)

    def write(rows: slice, out: Any) -> None:
        both = _matrix(truth[rows]), _matrix(forecast[rows])
        if both[0].dtype != both[1].dtype:
            both = both[0].astype(np.float64), both[1].astype(np.float64)
        distributions.measure_divergences(*both, out)

    return write_rows(write, n, k)[0]


@row_mean
def jensen_shannon_divergence(
    p_true: ArrayLike, p_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> NDArray[np.float64]:
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
    truth = _matrix(read_distributions(p_true, "p_true")).astype(np.float64)
    forecast = _matrix(read_distributions(p_pred, "p_pred")).astype(np.float64)
    if np.ndim(p_true) != np.ndim(p_pred) or truth.shape != forecast.shape:
        raise ValueError(
            "p_true and p_pred must be of one shape, got "
            f"{np.shape(p_true)} and {np.shape(p_pred)}."
        )
    if sample_weight is not None:
        sample_weights(sample_weight, len(truth))
    middle = truth / 2 + forecast / 2
    found = np.zeros(len(truth))
    for one in (truth, forecast):
        rows = np.empty(len(truth))
        distributions.measure_divergences(one, middle, rows)
        found += rows / 2
    return np.maximum(found, 0.0)


def _ordered(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
) -> Probabilities:
    """Return rows whose classes are in their order: of labels, or of categories."""
    read = read_probabilities(
        y_true,
        y_proba,
        labels=labels,
        sample_weight=sample_weight,
        rule="pos_label" if labels is None else "labels",
        ordinal=True,
    )
    known = read.classes.tolist()
    if labels is None and isinstance(known[0], str) and levels_of(known) is None:
        raise ValueError(
            "labels must give the order of classes that are strings, as in "
            f'["low", "mid", "high"]; y_true holds {listed(known)}.'
        )
    return read


def _score(
    kernel: Any, codes: NDArray[Any], proba: NDArray[Any]
) -> NDArray[np.float64]:
    n, k = len(proba), 2 if proba.ndim == 1 else proba.shape[1]

    def write(rows: slice, out: Any) -> None:
        kernel(codes[rows].astype(np.int32, copy=False), _matrix(proba[rows]), out)

    return write_rows(write, n, k)[0]


def _matrix(block: NDArray[Any]) -> NDArray[Any]:
    """Return a block as a kernel reads it, P(positive) as two columns."""
    if block.ndim == 2:
        return readable(block)
    positive = block.astype(np.float64, copy=False)
    return np.column_stack((1.0 - positive, positive))
