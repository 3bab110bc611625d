"""Precision, recall and F₁ of every class and of the averages, as one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.definitions import overloaded
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, is_integral, warn
from fastmetrics.metrics.labels.averaging import (
    LabelTable,
    read,
    warn_undefined,
    zero_value,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import ZeroDivision
    from fastmetrics.metrics.labels.annotations import PredictedTargets, Targets


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
