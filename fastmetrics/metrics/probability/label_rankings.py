"""Whether the labels that a row has are ranked above those that it has not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastmetrics.metrics.probability.measuring import distributions

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Sparse

__all__ = [
    "coverage_error",
    "label_ranking_average_precision_score",
    "label_ranking_loss",
]


def coverage_error(
    y_true: ArrayLike | Sparse,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Mean number of labels, best first, until all that the row has are among them.

    Parameters
    ----------
    y_true : array_like or sparse matrix of shape (n_samples, n_labels)
        Which labels each row has: those that are not zero.
    y_score : array_like of shape (n_samples, n_labels)
        Any finite real scores of the labels; larger ones rank first.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        From the mean number of labels per row, which is the best, to the number of
        labels.

    Raises
    ------
    ValueError
        If ``y_true`` is no matrix of two whole numbers with two columns or more, shapes
        differ, scores are not finite, or weights are negative or all zero.

    See Also
    --------
    label_ranking_loss : of pairs of labels, in [0, 1].

    Notes
    -----
    Of labels that tie with the last one all count. A row without labels is covered by
    none: 0. The definition in [1]_ is less by one.

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
    depths = distributions.coverage_errors(y_true, y_score, sample_weight=sample_weight)
    return distributions.weighted_mean(depths, sample_weight)


def label_ranking_loss(
    y_true: ArrayLike | Sparse,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Mean share of the pairs of labels in the wrong order: own ones not above others.

    Parameters
    ----------
    y_true : array_like or sparse matrix of shape (n_samples, n_labels)
        Which labels each row has: those that are not zero.
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
        If ``y_true`` is no matrix of two whole numbers with two columns or more, shapes
        differ, scores are not finite, or weights are negative or all zero.

    See Also
    --------
    coverage_error : how far down the last of the row's labels is.

    Notes
    -----
    For a row with some of the labels it is one less the AUC of its labels by their
    scores, with ties in full rather than by half. A row with none of the labels, or
    with all, has no such pairs and loss 0.

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
    losses = distributions.ranking_losses(y_true, y_score, sample_weight=sample_weight)
    return distributions.weighted_mean(losses, sample_weight)


def label_ranking_average_precision_score(
    y_true: ArrayLike | Sparse,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Mean over rows of the mean precision at the rank of each label that it has.

    The precision at a label's rank is the share of the labels with at least its score
    that the row has.

    Parameters
    ----------
    y_true : array_like or sparse matrix of shape (n_samples, n_labels)
        Which labels each row has: those that are not zero.
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
        If ``y_true`` is no matrix of two whole numbers, shapes differ, scores are not
        finite, or weights are negative or all zero.

    See Also
    --------
    average_precision_score : of rows rather than labels, ``average="samples"`` aside.
    label_ranking_loss : of pairs of labels.

    Notes
    -----
    Mean reciprocal rank where every row has one label. A row that has none of the
    labels, or all, counts as 1.

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
    precisions = distributions.ranking_precisions(
        y_true, y_score, sample_weight=sample_weight
    )
    return distributions.weighted_mean(precisions, sample_weight)
