"""Whether the labels that a row has are ranked above those that it has not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._inputs.score_tables import read_rankings
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import label_rankings
from fastmetrics.metrics.probability.definitions import row_mean
from fastmetrics.metrics.probability.measuring.class_scores import readable, write_rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Sparse


@row_mean
def coverage_error(
    y_true: ArrayLike | Sparse,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Coverage error: mean number of top-ranked labels needed to cover all true ones.

    Parameters
    ----------
    y_true : array_like or sparse matrix of shape (n_samples, n_labels)
        Indicator matrix: the nonzero entries are the labels of each row.
    y_score : array_like of shape (n_samples, n_labels)
        Any finite real scores of the labels; larger ones rank first.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        From the mean number of true labels per row (best) to the number of labels.

    Raises
    ------
    ValueError
        If ``y_true`` is not a matrix of two whole numbers with two columns or more,
        shapes differ, scores are not finite, or weights are negative or all zero.

    See Also
    --------
    label_ranking_loss : loss over pairs of labels, in [0, 1].

    Notes
    -----
    All labels tied with the last one count. A row without labels has coverage 0. The
    definition in [1]_ is lower by one.

    References
    ----------
    .. [1] G. Tsoumakas, I. Katakis and I. Vlahavas, "Mining multi-label data", Data
       Mining and Knowledge Discovery Handbook, 2010, 667-685.

    Examples
    --------
    >>> from fastmetrics import coverage_error
    >>> coverage_error([[1, 0, 0], [0, 1, 1]], [[0.7, 0.9, 0.1], [0.2, 0.6, 0.5]])
    2.0
    """
    return _measure_rankings(label_rankings.DEPTH, y_true, y_score, sample_weight)


@row_mean
def label_ranking_loss(
    y_true: ArrayLike | Sparse,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Label ranking loss: mean proportion of wrongly ordered pairs of labels.

    Parameters
    ----------
    y_true : array_like or sparse matrix of shape (n_samples, n_labels)
        Indicator matrix: the nonzero entries are the labels of each row.
    y_score : array_like of shape (n_samples, n_labels)
        Any finite real scores of the labels; larger ones rank first.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1], smaller is better.

    Raises
    ------
    ValueError
        If ``y_true`` is not a matrix of two whole numbers with two columns or more,
        shapes differ, scores are not finite, or weights are negative or all zero.

    See Also
    --------
    coverage_error : rank of the last true label of each row.

    Notes
    -----
    A pair is ordered correctly if the true label scores higher than the other one. For
    each row the loss is one minus the AUC of its labels by their scores, with ties
    counted fully instead of one half. A row with none or all of the labels has no such
    pairs, and loss 0.

    References
    ----------
    .. [1] G. Tsoumakas, I. Katakis and I. Vlahavas, "Mining multi-label data", Data
       Mining and Knowledge Discovery Handbook, 2010, 667-685.

    Examples
    --------
    >>> from fastmetrics import label_ranking_loss
    >>> label_ranking_loss([[1, 0, 0], [0, 1, 1]], [[0.7, 0.9, 0.1], [0.2, 0.6, 0.5]])
    0.25
    """
    return _measure_rankings(label_rankings.PAIRS, y_true, y_score, sample_weight)


@row_mean
def label_ranking_average_precision_score(
    y_true: ArrayLike | Sparse,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Label ranking average precision (LRAP).

    This is the mean over rows of the mean precision at the ranks of their true labels.
    The precision at a label's rank is the proportion of true labels among the labels
    with at least its score.

    Parameters
    ----------
    y_true : array_like or sparse matrix of shape (n_samples, n_labels)
        Indicator matrix: the nonzero entries are the labels of each row.
    y_score : array_like of shape (n_samples, n_labels)
        Any finite real scores of the labels; larger ones rank first.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In (0, 1], larger is better.

    Raises
    ------
    ValueError
        If ``y_true`` is not a matrix of two whole numbers, shapes differ, scores are
        not finite, or weights are negative or all zero.

    See Also
    --------
    average_precision_score : ranks rows instead of labels, except with
        ``average="samples"``.
    label_ranking_loss : loss over pairs of labels.

    Notes
    -----
    Equal to the mean reciprocal rank if every row has one label. A row with none or all
    of the labels counts as 1.

    References
    ----------
    .. [1] R. E. Schapire and Y. Singer, "BoosTexter: a boosting-based system for text
       categorization", Machine Learning 39, 2000, 135-168.

    Examples
    --------
    >>> from fastmetrics import label_ranking_average_precision_score
    >>> label_ranking_average_precision_score(
    ...     [[1, 0, 0], [0, 1, 1]], [[0.7, 0.9, 0.1], [0.2, 0.6, 0.5]]
    ... )
    0.75
    """
    return _measure_rankings(label_rankings.PRECISION, y_true, y_score, sample_weight)


def _measure_rankings(
    measure: int,
    y_true: ArrayLike | Sparse,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None,
) -> NDArray[np.float64]:
    one_label = measure == label_rankings.PRECISION
    read = read_rankings(y_true, y_score, one_label=one_label)
    if sample_weight is not None:
        sample_weights(sample_weight, read.n)

    def write(rows: slice, out: Any) -> bool:
        scores = readable(read.scores[rows])
        return label_rankings.measure_rankings(read.own(rows), scores, measure, out)

    values, finite = write_rows(write, read.n, read.k)
    if not finite:
        read.raise_not_finite()
    return values
