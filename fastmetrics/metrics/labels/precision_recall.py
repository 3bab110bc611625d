"""Precision and recall, with all their averages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.definitions import number_or_array, overloaded
from fastmetrics._common.names import shown
from fastmetrics.metrics.labels.averaging import check_beta, scores

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Average, Label, ZeroDivision
    from fastmetrics.metrics.labels.annotations import PredictedTargets, Targets

# Precision, recall, F-score and support of each class.
_ARRAYS = (
    "tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], "
    "NDArray[np.int64 | np.float64]]"
)


@number_or_array("average", "LabelAverage", "None")
def precision_score(
    y_true: Targets,
    y_pred: PredictedTargets,
    *,
    labels: ArrayLike | None = None,
    pos_label: Label | None = 1,
    average: Average | None = "binary",
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float | NDArray[np.float64]:
    r"""Precision: proportion of the rows predicted as a class that belong to it.

    .. math:: P = \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels: whole numbers, strings or bool; or a matrix of indicators (zeros
        and ones, dense or sparse), one column per label.
    y_pred : array_like of the same shape
        Predicted labels, of the same kind.
    labels : array_like of shape (n_labels,), optional
        The labels to average over, in the order that ``average=None`` returns. Labels
        that do not occur count as well. By default all that occur, sorted. Not used
        with ``average="binary"``.
    pos_label : int, float, bool or str, default=1
        The positive label, used only with ``average="binary"``.
    average : str or None, default="binary"
        "binary": the value for ``pos_label`` only, for targets of at most two labels.
        "micro": the value from counts summed over labels. "macro": the mean over
        labels. "weighted": the mean weighted by the rows of each label in ``y_true``.
        "samples": the mean over rows, for multilabel targets. None: one value per
        label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. Means
        ignore NaN.

    Returns
    -------
    float or ndarray of shape (n_labels,)
        In [0, 1]; 1 is best. An array with a value per label for ``average=None``.

    Raises
    ------
    ValueError
        If an option is unknown, lengths differ, there are no rows, a label is NaN or
        not a whole number, targets are of different kinds, ``average`` does not suit
        the target, ``pos_label`` is not one of the two labels, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If a label is never predicted (or, with "samples", for a row),
        with ``zero_division="warn"``.
    UserWarning
        If ``pos_label`` is set and ``average`` is not "binary".

    See Also
    --------
    recall_score : proportion of a class that is predicted correctly.
    precision_recall_fscore_support : precision, recall, F-score and support at once.

    Notes
    -----
    Also called positive predictive value. One pass over the rows, which releases the
    interpreter lock; O(k) memory for k labels.

    References
    ----------
    .. [1] C. J. van Rijsbergen, "Information Retrieval", Butterworths, 1979, ch. 7.
    .. [2] M. Sokolova and G. Lapalme, "A systematic analysis of performance measures
       for classification tasks", Information Processing & Management 45, 2009, 427-437.

    Examples
    --------
    >>> from fastmetrics import precision_score
    >>> precision_score([0, 1, 1, 0, 1], [0, 1, 1, 1, 0])
    0.6666666666666666
    >>> precision_score(["a", "b", "c", "c"], ["a", "c", "c", "c"], average=None,
    ...                 zero_division=0)
    array([1.        , 0.        , 0.66666667])
    """
    options = average, labels, pos_label, sample_weight, zero_division
    found, _ = scores(("precision",), y_true, y_pred, *options)
    return found[0]


@number_or_array("average", "LabelAverage", "None")
def recall_score(
    y_true: Targets,
    y_pred: PredictedTargets,
    *,
    labels: ArrayLike | None = None,
    pos_label: Label | None = 1,
    average: Average | None = "binary",
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> float | NDArray[np.float64]:
    r"""Recall: proportion of the rows of a class that are predicted as that class.

    .. math:: R = \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fn}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels: whole numbers, strings or bool; or a matrix of indicators (zeros
        and ones, dense or sparse), one column per label.
    y_pred : array_like of the same shape
        Predicted labels, of the same kind.
    labels : array_like of shape (n_labels,), optional
        The labels to average over, in the order that ``average=None`` returns. Labels
        that do not occur count as well. By default all that occur, sorted. Not used
        with ``average="binary"``.
    pos_label : int, float, bool or str, default=1
        The positive label, used only with ``average="binary"``.
    average : str or None, default="binary"
        "binary": the value for ``pos_label`` only, for targets of at most two labels.
        "micro": the value from counts summed over labels. "macro": the mean over
        labels. "weighted": the mean weighted by the rows of each label in ``y_true``.
        "samples": the mean over rows, for multilabel targets. None: one value per
        label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. Means
        ignore NaN.

    Returns
    -------
    float or ndarray of shape (n_labels,)
        In [0, 1]; 1 is best. An array with a value per label for ``average=None``.

    Raises
    ------
    ValueError
        If an option is unknown, lengths differ, there are no rows, a label is NaN or
        not a whole number, targets are of different kinds, ``average`` does not suit
        the target, ``pos_label`` is not one of the two labels, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If a label does not occur (or, with "samples", in a row),
        with ``zero_division="warn"``.
    UserWarning
        If ``pos_label`` is set and ``average`` is not "binary".

    See Also
    --------
    precision_score : proportion of the rows predicted as a class that are correct.
    precision_recall_fscore_support : precision, recall, F-score and support at once.

    Notes
    -----
    Also called sensitivity or true positive rate. Over all classes, the "weighted"
    average is the accuracy. The "macro" average is the balanced accuracy if every
    predicted class occurs. One pass over the rows, which releases the interpreter lock;
    O(k) memory for k labels.

    References
    ----------
    .. [1] C. J. van Rijsbergen, "Information Retrieval", Butterworths, 1979, ch. 7.
    .. [2] M. Sokolova and G. Lapalme, "A systematic analysis of performance measures
       for classification tasks", Information Processing & Management 45, 2009, 427-437.

    Examples
    --------
    >>> from fastmetrics import recall_score
    >>> recall_score([0, 1, 1, 0, 1], [0, 1, 1, 1, 0])
    0.6666666666666666
    >>> recall_score([0, 1, 2, 2], [0, 2, 2, 2], average="macro")
    0.6666666666666666
    """
    options = average, labels, pos_label, sample_weight, zero_division
    found, _ = scores(("recall",), y_true, y_pred, *options)
    return found[0]


@overloaded(
    {"average": "None", "return": _ARRAYS},
    {"average": "LabelAverage", "return": "tuple[float, float, float, None]"},
)
def precision_recall_fscore_support(
    y_true: Targets,
    y_pred: PredictedTargets,
    *,
    beta: float = 1.0,
    labels: ArrayLike | None = None,
    pos_label: Label | None = 1,
    average: Average | None = None,
    warn_for: Sequence[str] | set[str] = ("precision", "recall", "f-score"),
    sample_weight: ArrayLike | None = None,
    zero_division: ZeroDivision = "warn",
) -> tuple[Any, Any, Any, Any]:
    r"""Compute precision, recall, F-score and support, per class or averaged.

    .. math:: P = \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}},\qquad
              R = \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fn}},\qquad
              F_\beta = \frac{(1 + \beta^2) P R}{\beta^2 P + R}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels: whole numbers, strings or bool; or a matrix of indicators (zeros
        and ones, dense or sparse), one column per label.
    y_pred : array_like of the same shape
        Predicted labels, of the same kind.
    beta : float, default=1.0
        How many times as important recall is as precision; 0 or more.
    labels : array_like of shape (n_labels,), optional
        The labels to average over, in the order that ``average=None`` returns. Labels
        that do not occur count as well. By default all that occur, sorted. Not used
        with ``average="binary"``.
    pos_label : int, float, bool or str, default=1
        The positive label, used only with ``average="binary"``.
    average : str or None, default=None
        "binary": the value for ``pos_label`` only, for targets of at most two labels.
        "micro": the value from counts summed over labels. "macro": the mean over
        labels. "weighted": the mean weighted by the rows of each label in ``y_true``.
        "samples": the mean over rows, for multilabel targets. None: one value per
        label.
    warn_for : list, tuple or set of str, default=("precision", "recall", "f-score")
        The measures that warn when they are undefined.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. Means
        ignore NaN.

    Returns
    -------
    precision, recall, fscore : float or ndarray of shape (n_labels,)
        In [0, 1]; 1 is best. Arrays for ``average=None``, else floats.
    support : ndarray of shape (n_labels,) or None
        Rows (or weight) of every label in ``y_true``; None unless ``average=None``.
        int64; float64 with weights, and if no row is predicted correctly, as in
        scikit-learn.

    Raises
    ------
    ValueError
        If an option is unknown, lengths differ, there are no rows, a label is NaN or
        not a whole number, targets are of different kinds, ``average`` does not suit
        the target, ``pos_label`` is not one of the two labels, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If a quotient named in ``warn_for`` has denominator 0 with
        ``zero_division="warn"``.
    UserWarning
        If ``pos_label`` is set and ``average`` is not "binary".

    See Also
    --------
    classification_report : the same numbers as a table.

    Notes
    -----
    An averaged F-score is the mean of the labels' F-scores. `macro_f1_of_averages` is
    the F-score of mean precision and mean recall. One pass over the rows, which
    releases the interpreter lock; O(k) memory for k labels.

    References
    ----------
    .. [1] C. J. van Rijsbergen, "Information Retrieval", Butterworths, 1979, ch. 7.
    .. [2] M. Sokolova and G. Lapalme, "A systematic analysis of performance measures
       for classification tasks", Information Processing & Management 45, 2009, 427-437.

    Examples
    --------
    >>> from fastmetrics import precision_recall_fscore_support
    >>> y_true, y_pred = [0, 0, 1, 1, 1], [0, 1, 1, 1, 1]
    >>> precision, recall, fscore, support = precision_recall_fscore_support(
    ...     y_true, y_pred)
    >>> precision, recall, support
    (array([1.  , 0.75]), array([0.5, 1. ]), array([2, 3]))
    >>> precision_recall_fscore_support(y_true, y_pred, average="macro")
    (0.875, 0.75, 0.7619047619047619, None)
    """
    beta = check_beta(beta)
    if not isinstance(warn_for, (list, tuple, set)):
        raise TypeError(
            f"warn_for must be a list, tuple or set of names, got {shown(warn_for)}."
        )
    found, support = scores(
        ("precision", "recall", "fscore"),
        y_true,
        y_pred,
        average,
        labels,
        pos_label,
        sample_weight,
        zero_division,
        beta,
        warn_for,
    )
    precision, recall, fscore = found
    return precision, recall, fscore, support
