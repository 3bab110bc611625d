"""How far the decision for a row's own class is ahead of those for the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastmetrics.metrics.probability.measuring.class_scores import sum_hinge_losses

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["hinge_loss"]


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
