"""How well scores rank positive rows above negative ones, in one number.

The rows are read once: unweighted pair counts need both classes' scores sorted and one
merge; everything else is a reducer over the steps of a `ScoreSweep`, the same code
that its bootstrap replicates run. The curves behind the numbers are in `curves`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, number, warn
from fastmetrics._common.records import overloaded
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.labels import check_pos_label, target
from fastmetrics._inputs.scores import finite_matrix
from fastmetrics._kernels.keys import LARGEST, OneOfTwo
from fastmetrics.metrics.scores import class_pairs
from fastmetrics.metrics.scores.score_sweep import (
    count_wins,
    has_weights,
    is_sorted,
    reduce_scores,
    reduced,
    standardized,
    undefined,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.scores.class_pairs import ColumnAverage
    from fastmetrics.metrics.scores.score_sweep import Classes, Scores

_LARGEST = LARGEST
_MULTI_CLASS = ("raise", "ovr", "ovo")


@overloaded({"average": "ColumnAverage", "return": "float"}, {"average": "None"})
def roc_auc_score(
    y_true: Classes,
    y_score: ArrayLike | None,
    *,
    average: ColumnAverage | None = "macro",
    sample_weight: ArrayLike | None = None,
    max_fpr: float | None = None,
    multi_class: Literal["raise", "ovr", "ovo"] = "raise",
    labels: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Area under the ROC curve (ROC AUC).

    The probability that a random positive scores higher than a random negative. Over
    all pairs of a positive score :math:`s^+` and a negative score :math:`s^-`, ties
    count one half:

    .. math:: \mathrm{AUC} = \frac{\#\{s^+ > s^-\} + \frac12\#\{s^+ = s^-\}}{n_+\,n_-}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels, of two classes (the larger label is positive) or of several; or a
        matrix of indicators (zeros and ones), one column per label.
    y_score : array_like of shape (n_samples,) or (n_samples, n_classes)
        Any finite real scores; larger means more positive. For several classes
        probabilities that sum to 1 over each row, one column per class; for several
        labels one column of scores per label.
    average : str or None, default="macro"
        "micro": the value over the rows of all labels together. "macro": the mean over
        labels. "weighted": the mean weighted by the positive rows of each label.
        "samples": the mean over rows, for multilabel targets. None: one value per
        label. With several classes, each class counts as a label: "macro" and
        "weighted" are allowed, with one-vs-rest also "micro" and None. Not used for two
        classes.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. Rows of weight 0 count as
        absent.
    max_fpr : float in (0, 1], optional
        Standardised partial area over FPR in [0, ``max_fpr``] (McClish), not for
        several classes.
    multi_class : {"raise", "ovr", "ovo"}, default="raise"
        What to do with several classes: raise, compute one-vs-rest areas, or compute
        one-vs-one areas. One-vs-one averages the two areas of each pair of classes
        (Hand & Till).
    labels : array_like of shape (n_labels,), optional
        The classes of the columns of ``y_score``, sorted; some may be absent from
        ``y_true``. By default all that occur, sorted.

    Returns
    -------
    float or ndarray of shape (n_classes,)
        In [0, 1]; 1 is best, ½ is chance. NaN if a class is absent. An array with
        ``average=None``.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, a score is NaN or infinite, a weight is
        negative, ``y_true`` is continuous, or an option does not suit the data.
    NotImplementedError
        For ``average=None`` with ``multi_class="ovo"``.

    Warns
    -----
    UndefinedMetricWarning
        If only one class is present (in each such column); its area is NaN.

    See Also
    --------
    rank_loss : one minus the AUC.
    gini_coefficient : twice the AUC, minus one.
    partial_auc_score : other parts of the area, raw or standardised.
    delong_roc_variance : variance of the AUC.

    Notes
    -----
    Unweighted pairs are counted exactly in integers and divided once. O(n log n) time,
    one copy of the scores; the interpreter lock is released while sorting and counting.
    Weighted pairs count with the product of their weights.

    References
    ----------
    .. [1] J. A. Hanley and B. J. McNeil, "The meaning and use of the area under a
       receiver operating characteristic (ROC) curve", Radiology 143, 1982, 29-36.
    .. [2] D. J. Hand and R. J. Till, "A simple generalisation of the area under the
       ROC curve for multiple class classification problems", Machine Learning 45,
       2001, 171-186.
    .. [3] D. K. McClish, "Analyzing a portion of the ROC curve", Medical Decision
       Making 9, 1989, 190-195.

    Examples
    --------
    >>> from fastmetrics import roc_auc_score
    >>> roc_auc_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    >>> roc_auc_score([0, 1, 2, 2], [[0.8, 0.1, 0.1], [0.2, 0.5, 0.3],
    ...               [0.1, 0.6, 0.3], [0.1, 0.1, 0.8]], multi_class="ovr")
    0.8472222222222222
    """
    if not is_one_of(average, class_pairs.AVERAGES):
        class_pairs.check_average(average)
    if not is_one_of(multi_class, _MULTI_CLASS):
        raise ValueError(
            f"multi_class must be 'raise', 'ovr' or 'ovo', got {shown(multi_class)}."
        )
    if max_fpr is not None and not 0 < (max_fpr := number(max_fpr, "max_fpr")) <= 1:
        raise ValueError(f"max_fpr must be in (0, 1] or None, got {shown(max_fpr)}.")
    if is_sorted(y_true, y_score):
        return _binary_auc(y_true, None, sample_weight, max_fpr)
    given: Any = y_score
    if not hasattr(given, "ndim"):
        given = as_array(given, "y_score")
    if given.ndim == 1:
        return _binary_auc(y_true, given, sample_weight, max_fpr, _LARGEST)

    def score(labels: Any, scores: Any, weights: Any) -> float:
        return _binary_auc(labels, scores, weights, max_fpr)

    truth, kind = target(y_true, "y_true")
    scores = finite_matrix(given, "y_score")
    if kind == "multilabel-indicator":
        return class_pairs.average_labels(
            score, truth, np.asarray(scores), average, sample_weight
        )
    if kind == "multiclass" or (kind == "binary" and scores.shape[1] > 2):
        if max_fpr is not None and max_fpr != 1:
            raise ValueError(
                "Partial AUC computation not available in multiclass setting, "
                f"'max_fpr' must be set to None, got {shown(max_fpr)}."
            )
        return class_pairs.score_classes(
            score,
            truth,
            scores,
            labels=labels,
            multi_class=multi_class,
            average=average,
            sample_weight=sample_weight,
        )
    if kind != "binary":
        raise ValueError(f"y_true: {kind} format is not supported.")
    return _binary_auc(truth, np.asarray(scores), sample_weight, max_fpr, _LARGEST)


@overloaded({"average": "ColumnAverage", "return": "float"}, {"average": "None"})
def average_precision_score(
    y_true: Classes,
    y_score: ArrayLike | None,
    *,
    average: ColumnAverage | None = "macro",
    pos_label: Label = 1,
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    r"""Average precision: precision at each threshold, weighted by the gain in recall.

    .. math:: \mathrm{AP} = \sum_i (R_i - R_{i-1})\,P_i

    with :math:`P_i, R_i` the precision and recall at the i-th highest distinct score.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels, of two classes or of several; or a matrix of indicators (zeros and
        ones), one column per label.
    y_score : array_like of shape (n_samples,) or (n_samples, n_classes)
        Any finite real scores; larger means more positive. One column per class or
        label if there are several.
    average : str or None, default="macro"
        "micro": the value over the rows of all labels together. "macro": the mean over
        labels. "weighted": the mean weighted by the positive rows of each label.
        "samples": the mean over rows, for multilabel targets. None: one value per
        label. With several classes, each class counts as a label. Not used for two
        classes.
    pos_label : int, float, bool or str, default=1
        The positive label of two classes; must be 1 otherwise.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. Rows of weight 0 count as
        absent.

    Returns
    -------
    float or ndarray of shape (n_classes,)
        In [0, 1]; 1 is best; chance is the proportion of positives. 0 if nothing is
        positive. An array with ``average=None``.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, a score is NaN or infinite, a weight is
        negative, ``y_true`` is continuous, or ``pos_label`` is not one of the two
        labels.

    Warns
    -----
    UserWarning
        If no row is positive (in each such column); the score is then 0.

    See Also
    --------
    pr_auc_score : the other areas under a precision-recall curve.
    precision_recall_curve : the points.

    Notes
    -----
    Average precision is the area under a step function. The area under a polygon
    through the points would be too large. All rows of a tie enter together. O(n log n)
    time, O(n) memory; the interpreter lock is released while sorting and summing.

    References
    ----------
    .. [1] C. Buckley and E. M. Voorhees, "Evaluating evaluation measure stability",
       SIGIR 2000, 33-40.

    Examples
    --------
    >>> from fastmetrics import average_precision_score
    >>> round(average_precision_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 6)
    0.833333
    """
    if not is_one_of(average, class_pairs.AVERAGES):
        class_pairs.check_average(average)
    if is_sorted(y_true, y_score):
        return _binary_average_precision(y_true, None, sample_weight, pos_label)
    given: Any = y_score
    if not hasattr(given, "ndim"):
        given = as_array(given, "y_score")
    if given.ndim == 1:
        label = OneOfTwo(pos_label)
        return _binary_average_precision(y_true, given, sample_weight, label)

    truth, kind = target(y_true, "y_true")
    if kind == "binary":
        label = OneOfTwo(pos_label)
        return _binary_average_precision(truth, given, sample_weight, label)
    if kind not in ("multiclass", "multilabel-indicator"):
        raise ValueError(f"y_true: {kind} format is not supported.")
    if pos_label is not None:
        check_pos_label(pos_label)
    if pos_label != 1:
        raise ValueError(
            f"Parameter pos_label is fixed to 1 for {kind} y_true, got "
            f"{shown(pos_label)}."
        )
    scores = finite_matrix(given, "y_score")
    if kind == "multiclass":
        n_classes = len(np.unique(truth))
        if (len(truth), n_classes) != scores.shape:
            raise ValueError(
                "`y_score` needs to be of shape `(n_samples, n_classes)`, since y_true "
                f"contains {n_classes} classes. Got shape {scores.shape}."
            )
        codes, scores = class_pairs.by_class(truth, None, scores)
        truth = class_pairs.one_hot(codes, n_classes)
    return class_pairs.average_labels(
        _binary_average_precision, truth, np.asarray(scores), average, sample_weight
    )


def rank_loss(
    y_true: Classes,
    y_score: Scores,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Rank loss: proportion of (positive, negative) pairs in the wrong order.

    .. math:: \ell = \frac1{n_+ n_-}\sum_{s^+}\sum_{s^-}
              \Bigl(\mathbb 1[s^+ < s^-] + \tfrac12\,\mathbb 1[s^+ = s^-]\Bigr)
              = 1 - \mathrm{AUC}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. A pair counts with the
        product of its weights.

    Returns
    -------
    float
        In [0, 1]; 0 is best, ½ is chance. NaN if a class is absent.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, a weight is
        negative, or ``pos_label`` is needed and not given.

    Warns
    -----
    UndefinedMetricWarning
        If only one class is present.

    See Also
    --------
    roc_auc_score : one minus this.

    Notes
    -----
    Wrong pairs are counted directly, which keeps small losses accurate; unweighted
    counts are exact. O(n log n) time, one copy of the scores; the interpreter lock is
    released while sorting and counting.

    References
    ----------
    .. [1] Z.-H. Zhou, "Machine Learning", Springer, 2021, sec. 2.3.3.

    Examples
    --------
    >>> from fastmetrics import rank_loss
    >>> rank_loss([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.25
    """
    if not has_weights(y_true, sample_weight):
        wins, ties, n_pos, n_neg = count_wins(y_true, y_score, pos_label)
        pairs = n_pos * n_neg
        if pairs:
            return (2 * (pairs - wins) - ties) / (2 * pairs)
        return undefined("rank_loss", n_pos)
    return reduced("rank_loss", y_true, y_score, pos_label, sample_weight, "rank_loss")


def gini_coefficient(
    y_true: Classes,
    y_score: Scores,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Gini coefficient of a ranking: concordant minus discordant pairs.

    .. math:: G = \frac{\#\{s^+ > s^-\} - \#\{s^+ < s^-\}}{n_+\,n_-}
              = 2\,\mathrm{AUC} - 1

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. A pair counts with the
        product of its weights.

    Returns
    -------
    float
        In [-1, 1]; 1 is best, 0 is chance. NaN if a class is absent.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, a weight is
        negative, or ``pos_label`` is needed and not given.

    Warns
    -----
    UndefinedMetricWarning
        If only one class is present.

    See Also
    --------
    roc_auc_score : the area that this coefficient rescales.

    Notes
    -----
    Called accuracy ratio in credit scoring (Somers' D of score given label). Different
    from the Gini index of inequality and the Gini impurity of a tree. Unweighted counts
    are exact. O(n log n) time, one copy of the scores; the interpreter lock is released
    while sorting and counting.

    References
    ----------
    .. [1] D. J. Hand and R. J. Till, "A simple generalisation of the area under the
       ROC curve for multiple class classification problems", Machine Learning 45,
       2001, 171-186.

    Examples
    --------
    >>> from fastmetrics import gini_coefficient
    >>> gini_coefficient([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.5
    """
    if not has_weights(y_true, sample_weight):
        wins, ties, n_pos, n_neg = count_wins(y_true, y_score, pos_label)
        pairs = n_pos * n_neg
        if pairs:
            return (2 * wins + ties - pairs) / pairs
        return undefined("gini_coefficient", n_pos)
    area = reduced(
        "gini_coefficient", y_true, y_score, pos_label, sample_weight, "roc_auc"
    )
    return 2.0 * area - 1.0


def _binary_auc(
    y_true: Any,
    y_score: Any,
    sample_weight: Any,
    max_fpr: float | None = None,
    pos_label: Any = None,
) -> float:
    """Area of two classes, in part and standardised if ``max_fpr`` says so."""
    if max_fpr is not None and max_fpr != 1:
        area, n_pos, n_neg = reduce_scores(
            y_true, y_score, pos_label, sample_weight, "partial_auc", 0.0, max_fpr
        )
        if n_pos and n_neg:
            return standardized(area, 0.5 * max_fpr**2, max_fpr)
    elif not has_weights(y_true, sample_weight):
        wins, ties, n_pos, n_neg = count_wins(y_true, y_score, pos_label)
        if n_pos and n_neg:
            return (2 * wins + ties) / (2 * n_pos * n_neg)
    else:
        area, n_pos, n_neg = reduce_scores(
            y_true, y_score, pos_label, sample_weight, "roc_auc"
        )
        if n_pos and n_neg:
            return area
    return undefined("roc_auc_score", n_pos)


def _binary_average_precision(
    y_true: Any, y_score: Any, sample_weight: Any, pos_label: Any = 1
) -> float:
    """Average precision of two classes; 0 and a plain warning without positives."""
    area, n_pos, _ = reduce_scores(
        y_true, y_score, pos_label, sample_weight, "average_precision"
    )
    if n_pos:
        return area
    warn(
        "No positive class found in y_true, recall is set to one for all thresholds. "
        "No positive row has a weight above 0, and average precision is 0."
    )
    return 0.0
