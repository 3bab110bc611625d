"""The tables themselves: of all labels, of each label, of two classes."""

import warnings
from collections.abc import Sequence
from typing import Any

from fastmetrics.reference.inputs import check_choice
from fastmetrics.reference.labels.confusion_counts import (
    BinaryCounts,
    count_binary,
    count_labels,
    count_rows,
    read_targets,
    single_labels,
    table_of,
)

__all__ = [
    "binary_counts",
    "confusion_matrix",
    "false_negatives",
    "false_positives",
    "multilabel_confusion_matrix",
    "true_negatives",
    "true_positives",
]

Column = Sequence[Any]


def exact_matrix(
    y_true: Column,
    y_pred: Column,
    labels: Column | None = None,
    sample_weight: Column | None = None,
) -> list[list[Any]]:
    """Return the exact table as rows (true) of columns (predicted).

    Rows whose true or predicted label is not among `labels` do not count. A matrix of
    one label is suspect, and warns.
    """
    targets = single_labels(y_true, y_pred, sample_weight)
    if labels is None:
        labels = targets.labels
    elif len(labels) == 0:
        raise ValueError("labels is empty")
    elif not set(labels) & set(targets.truth):
        raise ValueError("none of the labels is in y_true")
    if len(labels) == 1:
        warnings.warn("a single label: the matrix is 1 × 1", UserWarning, stacklevel=3)
    table = table_of(targets)
    # A label that is listed twice has its rows where it stands last.
    place = {label: i for i, label in enumerate(labels)}
    return [
        [
            table.get((true, pred), 0) if place[true] == i and place[pred] == j else 0
            for j, pred in enumerate(labels)
        ]
        for i, true in enumerate(labels)
    ]


def confusion_matrix(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Column | None = None,
    sample_weight: Column | None = None,
    normalize: str | None = None,
) -> list[list[Any]]:
    """Rows of each label (down) predicted as each label (across).

    `normalize` divides by the sums of the rows ("true"), of the columns ("pred") or by
    the sum of all; what has the sum 0 stays 0.
    """
    check_choice("normalize", normalize, ["true", "pred", "all", None])
    matrix = exact_matrix(y_true, y_pred, labels, sample_weight)
    if normalize is None:
        number = read_targets(y_true, y_pred, sample_weight).number
        return [[number(cell) for cell in row] for row in matrix]
    row_sums = [sum(row) for row in matrix]
    column_sums = [sum(column) for column in zip(*matrix, strict=True)]
    k = range(len(matrix))

    def divisor(i: int, j: int) -> Any:
        if normalize == "true":
            return row_sums[i]
        return column_sums[j] if normalize == "pred" else sum(row_sums)

    return [
        [float(matrix[i][j] / divisor(i, j)) if divisor(i, j) else 0.0 for j in k]
        for i in k
    ]


def multilabel_confusion_matrix(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    labels: Column | None = None,
    samplewise: bool = False,
) -> list[list[list[Any]]]:
    """Return [[tn, fp], [fn, tp]] of each label, or of each row if `samplewise`."""
    targets = read_targets(y_true, y_pred, sample_weight)
    if labels is None:
        labels = targets.labels
    counted = (count_rows if samplewise else count_labels)(targets, labels)
    number = targets.number
    return [
        [[number(four.tn), number(four.fp)], [number(four.fn), number(four.tp)]]
        for four in counted
    ]


def binary_counts(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
) -> BinaryCounts:
    """Return (tn, fp, fn, tp) of two classes, of which `pos_label` is the positive."""
    number = read_targets(y_true, y_pred, sample_weight).number
    four = count_binary(y_true, y_pred, pos_label, sample_weight)
    return BinaryCounts(*map(number, four))


def true_positives(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
) -> Any:
    """Positive rows that are predicted positive."""
    return binary_counts(
        y_true, y_pred, pos_label=pos_label, sample_weight=sample_weight
    ).tp


def true_negatives(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
) -> Any:
    """Negative rows that are predicted negative."""
    return binary_counts(
        y_true, y_pred, pos_label=pos_label, sample_weight=sample_weight
    ).tn


def false_positives(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
) -> Any:
    """Negative rows that are predicted positive."""
    return binary_counts(
        y_true, y_pred, pos_label=pos_label, sample_weight=sample_weight
    ).fp


def false_negatives(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
) -> Any:
    """Positive rows that are predicted negative."""
    return binary_counts(
        y_true, y_pred, pos_label=pos_label, sample_weight=sample_weight
    ).fn
