"""Losses and hits of class scores, and ranking errors of several labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from fastmetrics._common.options import check_flag
from fastmetrics._common.records import as_public
from fastmetrics._inputs.score_tables import read_rankings
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import label_rankings
from fastmetrics.metrics.probability.measuring.class_scores import (
    measure_top_classes,
    readable,
    row_mean,
    sum_hinge_losses,
    sum_top_k_hits,
    write_rows,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Sparse, ZeroDivision

    TopAverage = Literal["macro", "micro", "weighted"]


def hinge_loss(
    y_true: ArrayLike,
    pred_decision: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Hinge loss: mean shortfall of the margins from 1.

    .. math:: \frac{1}{n} \sum_i \max(0,\; 1 - m_i)

    With two classes the margin :math:`m_i` is the decision value, with its sign changed
    for rows of the smaller class. With more classes it is the decision value for the
    row's own class minus the largest of all others, as in [1]_.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    pred_decision : array_like of shape (n_samples,) or (n_samples, n_classes)
        Decision values of a model, finite. With two classes one value per row, for the
        larger class; with more, a column per class, the classes sorted.
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
        If the numbers of columns and classes differ, if ``y_true`` contains a label
        that is not in ``labels``, if decisions are not finite, labels are missing or
        not whole numbers, lengths differ, or weights are negative or all zero.

    See Also
    --------
    log_loss : loss of probabilities instead of decision values.

    Notes
    -----
    If only one class occurs and no ``labels`` are given, it counts as the smaller
    class, as in scikit-learn. With two ``labels``, scikit-learn still does so; here
    ``labels`` decide which class it is. Other definitions for several classes sum the
    hinge losses of all pairs (Weston and Watkins) or of each class against the rest.

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
    """Top-k accuracy: proportion of rows whose class is among the k highest-scored.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_score : array_like of shape (n_samples,) or (n_samples, n_classes)
        Any finite real scores of the classes: a column per class, the classes sorted;
        with two classes one score per row, for the larger class.
    k : int, default=2
        How many classes count, at least 1.
    normalize : bool, default=True
        If False, the number (or weight) of these rows is returned.
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
        If k is below 1, if the numbers of columns and classes differ, if ``labels`` are
        not unique and sorted or lack one of ``y_true``, if scores are not finite,
        labels are missing or not whole numbers, lengths differ, or weights are negative
        or all zero.
    TypeError
        If k is not an integer, or ``normalize`` is neither True nor False.

    Warns
    -----
    UndefinedMetricWarning
        If k is at least the number of classes: the value is then 1 for any scores.

    See Also
    --------
    accuracy_score : accuracy of predicted labels, the case k = 1.
    top_k_recall_score : the mean recall over classes.

    Notes
    -----
    If the k best classes of each row are its predictions, top-k accuracy is the recall
    averaged over rows ("micro"), and precision is top-k accuracy over k. The recall of
    one class is the top-k accuracy of its rows, with all ``labels``.

    If scores are equal, the later column comes first, as in scikit-learn. With two
    classes and k = 1, the larger class comes first if its score is above 1/2, or above
    0 if not all scores are in [0, 1].

    References
    ----------
    .. [1] O. Russakovsky et al., "ImageNet large scale visual recognition challenge",
       International Journal of Computer Vision 115, 2015, 211-252: the top-5 error is
       one minus this for k = 5.

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


def _of_top_classes(definition: Callable[..., str]) -> Callable[..., Any]:
    """Make a public function of a measure of `ratio`; the definition names it."""

    def function(
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        k: int = 2,
        average: TopAverage | None = "macro",
        labels: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
        zero_division: ZeroDivision = "warn",
        **own: Any,
    ) -> float | NDArray[np.float64]:
        measure = definition(**own)
        options = k, average, labels, sample_weight, zero_division
        return measure_top_classes(measure, y_true, y_score, *options)

    return as_public(function, definition, array_if=("average", "TopAverage", "None"))


@_of_top_classes
def top_k_precision_score() -> str:
    r"""Top-k precision: precision if the k best classes of each row are predicted.

    .. math:: \frac{1}{C} \sum_c \frac{\mathrm{tp}_c}{\mathrm{tp}_c + \mathrm{fp}_c}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_score : array_like of shape (n_samples,) or (n_samples, n_classes)
        Any finite real scores of the classes: a column per class, the classes sorted;
        with two classes one score per row, for the larger class.
    k : int, default=2
        How many classes count, at least 1.
    average : {"macro", "micro", "weighted"} or None, default="macro"
        "micro": the value from counts summed over labels. "macro": the mean over
        labels. "weighted": the mean weighted by the rows of each label in ``y_true``.
        None: one value per label.
    labels : array_like of shape (n_classes,), optional
        All classes there are, sorted. By default all that occur, sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. Means
        ignore NaN.

    Returns
    -------
    float or ndarray of shape (n_classes,)
        In [0, 1]; larger is better, and at most 1 / k
        for "micro". An array with a value per class for
        ``average=None``.

    Raises
    ------
    ValueError
        If k is below 1, if the numbers of columns and classes differ, if ``labels`` are
        not unique and sorted or lack one of ``y_true``, if an option is unknown, scores
        are not finite, labels are missing or not whole numbers, lengths differ, or
        weights are negative or all zero.
    TypeError
        If k is not an integer.

    Warns
    -----
    UndefinedMetricWarning
        If a class is not among the k best classes of any row, with
        ``zero_division="warn"``; if k is at least the number of classes.

    See Also
    --------
    top_k_recall_score : recall instead of precision.
    top_k_f1_score : harmonic mean of top-k precision and recall, class by class.
    precision_score : precision of predicted labels, the case k = 1.

    Notes
    -----
    A class is predicted for the rows in which it is among the k: tp counts its own
    rows, fp all others. Each row has one class and k predictions, so "micro" is
    ``top_k_accuracy_score`` divided by k.

    All k classes count as predicted, as in torchmetrics up to 1.6.0. From 1.6.1 on its
    ``top_k`` predicts one class for each row: the true class if it is among the k, else
    the best class. The result is the `precision_score` of such labels, which is larger.

    Ties are broken as `top_k_accuracy_score` does: later columns first. O(n C) time and
    memory for C classes.

    References
    ----------
    .. [1] M. Lapin, M. Hein and B. Schiele, "Analysis and optimization of loss
       functions for multiclass, top-k, and multilabel classification", IEEE
       Transactions on Pattern Analysis and Machine Intelligence 40, 2018, 1533-1554.

    Examples
    --------
    >>> from fastmetrics import top_k_precision_score
    >>> scores = [[0.5, 0.3, 0.2], [0.3, 0.4, 0.3], [0.1, 0.7, 0.2], [0.6, 0.3, 0.1]]
    >>> top_k_precision_score([0, 1, 2, 2], scores, k=2)
    0.4166666666666667
    >>> top_k_precision_score([0, 1, 2, 2], scores, k=2, average=None).round(4)
    array([0.5 , 0.25, 0.5 ])
    """
    return "precision"


@_of_top_classes
def top_k_recall_score() -> str:
    r"""Top-k recall: proportion of a class's rows with that class among the k best.

    .. math:: \frac{1}{C} \sum_c \frac{\mathrm{tp}_c}{\mathrm{tp}_c + \mathrm{fn}_c}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_score : array_like of shape (n_samples,) or (n_samples, n_classes)
        Any finite real scores of the classes: a column per class, the classes sorted;
        with two classes one score per row, for the larger class.
    k : int, default=2
        How many classes count, at least 1.
    average : {"macro", "micro", "weighted"} or None, default="macro"
        "micro": the value from counts summed over labels. "macro": the mean over
        labels. "weighted": the mean weighted by the rows of each label in ``y_true``.
        None: one value per label.
    labels : array_like of shape (n_classes,), optional
        All classes there are, sorted. By default all that occur, sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. Means
        ignore NaN.

    Returns
    -------
    float or ndarray of shape (n_classes,)
        In [0, 1]; larger is better; 1 if the class of every row is among the k. An
        array with a value per class for ``average=None``.

    Raises
    ------
    ValueError
        If k is below 1, if the numbers of columns and classes differ, if ``labels`` are
        not unique and sorted or lack one of ``y_true``, if an option is unknown, scores
        are not finite, labels are missing or not whole numbers, lengths differ, or
        weights are negative or all zero.
    TypeError
        If k is not an integer.

    Warns
    -----
    UndefinedMetricWarning
        If a class of ``labels`` has no rows, with ``zero_division="warn"``; if k is at
        least the number of classes.

    See Also
    --------
    top_k_accuracy_score : recall over rows, equal to "micro" and "weighted" here.
    top_k_precision_score : proportion of the predictions that are correct.
    balanced_accuracy_score : mean recall of predicted labels, the case k = 1.

    Notes
    -----
    tp counts the rows of a class in which it is among the k, fn its other rows. The
    mean over classes is torchmetrics' multiclass ``Accuracy(top_k=k)`` and
    ``Recall(top_k=k)``. These leave out classes that neither occur nor are predicted;
    ``zero_division=nan`` leaves out classes without rows.

    Ties are broken as `top_k_accuracy_score` does: later columns first. O(n C) time and
    memory for C classes.

    References
    ----------
    .. [1] M. Lapin, M. Hein and B. Schiele, "Analysis and optimization of loss
       functions for multiclass, top-k, and multilabel classification", IEEE
       Transactions on Pattern Analysis and Machine Intelligence 40, 2018, 1533-1554.

    Examples
    --------
    >>> from fastmetrics import top_k_recall_score
    >>> scores = [[0.5, 0.3, 0.2], [0.3, 0.4, 0.3], [0.1, 0.7, 0.2], [0.6, 0.3, 0.1]]
    >>> top_k_recall_score([0, 1, 2, 2], scores, k=2)
    0.8333333333333334
    >>> top_k_recall_score([0, 1, 2, 2], scores, k=2, average=None)
    array([1. , 1. , 0.5])
    """
    return "recall"


@_of_top_classes
def top_k_f1_score() -> str:
    r"""Top-k F₁: F₁ score if the k best classes of each row are predicted.

    .. math:: \frac{1}{C} \sum_c \frac{2\, \mathrm{tp}_c}
              {2\, \mathrm{tp}_c + \mathrm{fp}_c + \mathrm{fn}_c}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_score : array_like of shape (n_samples,) or (n_samples, n_classes)
        Any finite real scores of the classes: a column per class, the classes sorted;
        with two classes one score per row, for the larger class.
    k : int, default=2
        How many classes count, at least 1.
    average : {"macro", "micro", "weighted"} or None, default="macro"
        "micro": the value from counts summed over labels. "macro": the mean over
        labels. "weighted": the mean weighted by the rows of each label in ``y_true``.
        None: one value per label.
    labels : array_like of shape (n_classes,), optional
        All classes there are, sorted. By default all that occur, sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. Means
        ignore NaN.

    Returns
    -------
    float or ndarray of shape (n_classes,)
        In [0, 1]; larger is better. An array with a value per class for
        ``average=None``.

    Raises
    ------
    ValueError
        If k is below 1, if the numbers of columns and classes differ, if ``labels`` are
        not unique and sorted or lack one of ``y_true``, if an option is unknown, scores
        are not finite, labels are missing or not whole numbers, lengths differ, or
        weights are negative or all zero.
    TypeError
        If k is not an integer.

    Warns
    -----
    UndefinedMetricWarning
        If a class has no rows and is not among the k best classes of any row, with
        ``zero_division="warn"``; if k is at least the number of classes.

    See Also
    --------
    top_k_precision_score, top_k_recall_score : the two components, class by class.
    f1_score : F₁ of predicted labels, the case k = 1.

    Notes
    -----
    The harmonic mean of a class's precision and recall as computed by the two
    functions. With larger k recall rises and precision falls. Values for different k
    are not comparable.

    All k classes count as predicted, as in torchmetrics up to 1.6.0. From 1.6.1 on its
    ``top_k`` predicts one class for each row: the true class if it is among the k, else
    the best class. The result is the `f1_score` of such labels, which is larger.

    Ties are broken as `top_k_accuracy_score` does: later columns first. O(n C) time and
    memory for C classes.

    References
    ----------
    .. [1] C. J. van Rijsbergen, "Information Retrieval", Butterworths, 1979, ch. 7.

    Examples
    --------
    >>> from fastmetrics import top_k_f1_score
    >>> scores = [[0.5, 0.3, 0.2], [0.3, 0.4, 0.3], [0.1, 0.7, 0.2], [0.6, 0.3, 0.1]]
    >>> round(top_k_f1_score([0, 1, 2, 2], scores, k=2), 4)
    0.5222
    >>> top_k_f1_score([0, 1, 2, 2], scores, k=2, average=None).round(4)
    array([0.6667, 0.4   , 0.5   ])
    """
    return "fscore"


# ----------------------------------------------------------------------- label rankings


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
