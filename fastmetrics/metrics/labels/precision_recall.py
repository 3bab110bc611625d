"""Precision and recall with all averages, and the report of all classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, is_integral, warn
from fastmetrics._common.records import number_or_array, overloaded
from fastmetrics.metrics.labels.definitions import (
    LabelTable,
    check_beta,
    read,
    scores,
    warn_undefined,
    zero_value,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Average, Label, ZeroDivision
    from fastmetrics.metrics.labels.definitions import PredictedTargets, Targets


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


# More decimals than any float has.
_MOST_DIGITS = 1000

_HEADERS = ("precision", "recall", "f1-score", "support")
_MEASURES = ("precision", "recall", "fscore")


@overloaded(
    {"output_dict": "Literal[False]", "return": "str"},
    {"output_dict": "Literal[True]", "return": "dict[str, dict[str, float] | Any]"},
    {"output_dict": "bool"},
)
def classification_report(
    y_true: Targets,
    y_pred: PredictedTargets,
    *,
    labels: ArrayLike | None = None,
    target_names: Sequence[str] | None = None,
    sample_weight: ArrayLike | None = None,
    digits: int = 2,
    output_dict: bool = False,
    zero_division: ZeroDivision = "warn",
) -> str | dict[str, dict[str, float] | Any]:
    r"""Build a table of precision, recall and F₁ per class, with their averages.

    .. math:: P = \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}},\qquad
              R = \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fn}},\qquad
              F_1 = \frac{2 P R}{P + R}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels: whole numbers, strings or bool; or a matrix of indicators (zeros
        and ones, dense or sparse), one column per label.
    y_pred : array_like of the same shape
        Predicted labels, of the same kind.
    labels : array_like of shape (n_labels,), optional
        The labels of the table's rows, in this order. By default all that occur,
        sorted.
    target_names : array_like of str, optional
        Names to show for the labels, in the same order.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    digits : int, default=2
        Digits after the point in the text. Numbers in the dictionary are not rounded.
    output_dict : bool, default=False
        Return a dictionary instead of text.
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. Means
        ignore NaN.

    Returns
    -------
    str or dict
        One row per label with precision, recall, F₁ (all in [0, 1]; 1 is best) and
        support. The support is the number (or weight) of rows of the label in
        ``y_true``. Next, one row per average: "accuracy", "macro avg", "weighted avg"
        and, for multilabel targets, "samples avg". "accuracy" replaces the equal "micro
        avg" if no label that occurs is left out. The dictionary has the same names as
        keys, each with a dictionary of four floats; "accuracy" is one float.

    Raises
    ------
    ValueError
        If ``target_names`` does not fit the labels that occur, an option is out of
        range, lengths differ, there are no rows, a label is NaN or not a whole number,
        targets are of different kinds, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        Once per measure, if its denominator is 0 for a label (or a row, in "samples
        avg") with ``zero_division="warn"``.
    UserWarning
        If ``labels`` and ``target_names`` differ in length.

    See Also
    --------
    precision_recall_fscore_support : the numbers as arrays.
    confusion_matrix : counts of each true label predicted as each label.

    Notes
    -----
    The text is identical to scikit-learn's, except for the last digits of supports that
    are rounded sums of weights. As in scikit-learn, the support is shown as a float
    with weights, and if no row is predicted correctly. All rows and averages come from
    one table of counts. One pass over the rows, which releases the interpreter lock;
    O(k) memory for k labels.

    References
    ----------
    .. [1] C. J. van Rijsbergen, "Information Retrieval", Butterworths, 1979, ch. 7.

    Examples
    --------
    >>> from fastmetrics import classification_report
    >>> y_true = ["cat", "dog", "dog", "owl", "owl", "owl"]
    >>> y_pred = ["cat", "dog", "owl", "owl", "owl", "cat"]
    >>> print(classification_report(y_true, y_pred))
                  precision    recall  f1-score   support
    <BLANKLINE>
             cat       0.50      1.00      0.67         1
             dog       1.00      0.50      0.67         2
             owl       0.67      0.67      0.67         3
    <BLANKLINE>
        accuracy                           0.67         6
       macro avg       0.72      0.72      0.67         6
    weighted avg       0.75      0.67      0.67         6
    <BLANKLINE>
    >>> classification_report(y_true, y_pred, output_dict=True)["dog"]["recall"]
    0.5
    """
    undefined = zero_value(zero_division)
    _check_options(digits, output_dict)
    table = LabelTable(y_true, y_pred, labels, sample_weight)
    shown = table.counts.labels if table.labels is None else table.labels
    names = _names(target_names, shown, labels is not None)
    if not output_dict and len(names) == 0:
        raise ValueError("labels and target_names must leave a row for the report.")

    averages: tuple[str, ...] = ("micro", "macro", "weighted")
    averages += ("samples",) if table.multilabel else ()
    each = table.sums(None)
    support = table.support(each)
    total = support.sum()
    gaps: dict[str, str | None] = {}  # undefined measures, and for which average first
    sections: list[list[Any]] = []
    for average in (None, *averages):
        sums = each if average is None else table.sums(average)
        values = []
        for measure in _MEASURES:
            value, n_undefined = read(measure, sums, undefined)
            values.append(value)
            if n_undefined:
                gaps.setdefault(measure, average)
        sections.append(values)
    if isinstance(zero_division, str):
        for measure in _MEASURES:
            if measure in gaps:
                warn_undefined(measure, gaps[measure], len(shown))

    by_label, *by_average = sections
    rows = list(zip(names, *by_label, support, strict=False))
    found = set(table.counts.labels.tolist())
    is_accuracy = not table.multilabel and found <= set(shown.tolist())
    headings = [f"{average} avg" for average in averages]
    if is_accuracy:
        headings[0] = "accuracy"
    last = [
        (heading, *values, total)
        for heading, values in zip(headings, by_average, strict=True)
    ]
    return _dictionary(rows, last) if output_dict else _text(rows, last, names, digits)


def _dictionary(rows: list[Any], averages: list[Any]) -> dict[Any, Any]:
    report: dict[Any, Any] = {
        name: dict(zip(_HEADERS, map(float, numbers), strict=True))
        for name, *numbers in (*rows, *averages)
    }
    if averages[0][0] == "accuracy":
        report["accuracy"] = report["accuracy"]["precision"]
    return report


def _text(rows: list[Any], averages: list[Any], names: list[Any], digits: int) -> str:
    width = max(len("weighted avg"), digits, *map(len, names))
    lines = [
        f"{'':>{width}} " + "".join(f" {header:>9}" for header in _HEADERS),
        "",
        *(_line(width, digits, *row) for row in rows),
        "",
    ]
    for heading, *values, total in averages:
        if heading == "accuracy":
            values[:2] = "", ""
        lines.append(_line(width, digits, heading, *values, total))
    return "\n".join([*lines, ""])


def _line(width: int, digits: int, name: Any, *numbers: Any) -> str:
    *values, support = numbers
    cells = [v if isinstance(v, str) else f"{v:.{digits}f}" for v in values]
    return f"{name:>{width}} " + "".join(f" {c:>9}" for c in (*cells, support))


def _names(
    target_names: Sequence[str] | None, labels: NDArray[Any], are_given: bool
) -> list[Any]:
    if target_names is None:
        return [str(label) for label in labels]
    is_one = isinstance(target_names, (str, bytes)) or np.ndim(target_names) == 0
    if is_one or not hasattr(target_names, "__len__"):
        raise TypeError(
            "target_names must be a sequence of names, got "
            f"{type(target_names).__name__}."
        )
    wrong = [name for name in target_names if not isinstance(name, str)]
    if wrong:
        raise TypeError(f"target_names must hold names (str), got {shown(wrong[0])}.")
    if len(labels) != len(target_names):
        said = (
            f"labels size, {len(labels)}, does not match size of target_names, "
            f"{len(target_names)}"
        )
        if not are_given:
            raise ValueError(f"{said}: name those that are meant with labels.")
        warn(f"{said}; the shorter is used.")
    return list(target_names)


def _check_options(digits: Any, output_dict: Any) -> None:
    if not is_integral(digits) or digits < 0:
        raise ValueError(
            f"digits must be an integer of 0 or more, got {shown(digits)}."
        )
    if int(digits) > _MOST_DIGITS:
        raise ValueError(f"digits must be at most {_MOST_DIGITS}.")
    check_flag(output_dict, "output_dict")
