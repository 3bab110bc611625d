"""Scores per class: by how much, and how often, the right one is ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastmetrics._common.options import check_flag
from fastmetrics.metrics.probability.measuring.class_scores import (
    sum_hinge_losses,
    sum_top_k_hits,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


__all__ = [
    "hinge_loss",
    "top_k_accuracy_score",
]


def hinge_loss(
    y_true: ArrayLike,
    pred_decision: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Mean of what the margins of the rows lack to 1.

    .. math:: \frac{1}{n} \sum_i \max(0,\; 1 - m_i)

    Of two classes the margin :math:`m_i` is the decision, with its sign turned for rows
    of the smaller class; of more it is the decision for the row's own class less the
    largest of all others, as in [1]_.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    pred_decision : array_like of shape (n_samples,) or (n_samples, n_classes)
        Decisions of a model, finite; of two classes one per row, for the larger class;
        of more a column per class, the classes sorted.
    labels : array_like of shape (n_classes,), optional
        All classes there are. By default all that occur, sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        At least 0, smaller is better; 0 if every margin is 1 or more.

    Raises
    ------
    ValueError
        If there are not as many columns as classes, if ``y_true`` holds what is not in
        ``labels``, if decisions are not finite, labels are missing or no whole numbers,
        lengths differ, or weights are negative or all zero.

    See Also
    --------
    log_loss : of probabilities rather than decisions.

    Notes
    -----
    Where only one class is found and no ``labels`` are given it counts as the smaller
    one, as in scikit-learn. There it does so with two ``labels`` as well; here they
    tell which it is. Other forms for several classes add up the hinge of each pair
    (Weston and Watkins) or of each class against the rest.

    References
    ----------
    .. [1] K. Crammer and Y. Singer, "On the algorithmic implementation of multiclass
       kernel-based vector machines", Journal of Machine Learning Research 2, 2001,
       265-292.

    Examples
    --------
    >>> from fastmetrics import hinge_loss
    >>> hinge_loss([0, 1, 1], [-2.0, 0.5, 1.5])
    0.16666666666666666
    >>> hinge_loss(["a", "c"], [[2, 0, 1], [0, 3, 2]], labels=["a", "b", "c"])
    1.0
    """
    found = sum_hinge_losses(y_true, pred_decision, labels, sample_weight)
    return found.total / found.weight


def top_k_accuracy_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    k: int = 2,
    normalize: bool = True,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
) -> float:
    """Share of the rows whose class is among the k with the largest scores.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_score : array_like of shape (n_samples,) or (n_samples, n_classes)
        Any finite real scores of the classes: a column per class, the classes sorted;
        of two classes one per row, for the larger class.
    k : int, default=2
        How many classes count, at least 1.
    normalize : bool, default=True
        If False, the number (or weight) of these rows.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    labels : array_like of shape (n_classes,), optional
        All classes there are, sorted. By default all that occur, sorted.

    Returns
    -------
    float
        In [0, 1], or up to the number (weight) of the rows; larger is better.

    Raises
    ------
    ValueError
        If k is below 1, if there are not as many columns as classes, if ``labels`` are
        not unique and sorted or lack one of ``y_true``, if scores are not finite,
        labels are missing or no whole numbers, lengths differ, or weights are negative
        or all zero.
    TypeError
        If k is no integer, or ``normalize`` is neither True nor False.

    Warns
    -----
    UndefinedMetricWarning
        If k is the number of classes or more: the value is then 1 for any scores.

    See Also
    --------
    accuracy_score : of predicted labels, which is k = 1.

    Notes
    -----
    Where the k best classes are what is predicted of a row, this is the recall averaged
    over rows ("micro"), and precision is this over k. The recall of one class is this
    of its rows, with all ``labels``.

    Of classes with equal scores the later column comes first, as in scikit-learn. Of
    two classes and k = 1 the larger one comes first if its score is above 1/2, or above
    0 where not all scores lie in [0, 1].

    References
    ----------
    .. [1] O. Russakovsky et al., "ImageNet large scale visual recognition challenge",
       International Journal of Computer Vision 115, 2015, 211-252: the top-5 error is
       one less this for k = 5.

    Examples
    --------
    >>> from fastmetrics import top_k_accuracy_score
    >>> scores = [[0.5, 0.3, 0.2], [0.3, 0.4, 0.3], [0.1, 0.7, 0.2], [0.6, 0.3, 0.1]]
    >>> top_k_accuracy_score([0, 1, 2, 2], scores, k=2)
    0.75
    >>> top_k_accuracy_score([0, 1, 2, 2], scores, k=1, normalize=False)
    2.0
    """
    check_flag(normalize, "normalize")
    found = sum_top_k_hits(y_true, y_score, k, labels, sample_weight)
    return found.total / found.weight if normalize else found.total
