"""Tables of hard labels: how often each label was predicted for each label."""

import math
import warnings
from collections.abc import Callable, Sequence
from numbers import Integral, Real
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import (
    check_choice,
    check_labels,
    check_weights,
    classes_of,
    is_matrix,
    named_after,
    same_length,
)

Column = Sequence[Any]
Table = dict[tuple[Any, Any], Any]


class BinaryCounts(NamedTuple):
    """The four cells of a table of two classes."""

    tn: Any
    fp: Any
    fn: Any
    tp: Any


class Targets(NamedTuple):
    """Labels as they were given, once they are known to fit each other.

    ``kind`` is "binary", "multiclass" or "multilabel-indicator"; in the last case
    ``truth`` and ``predicted`` hold rows of indicators, ``labels`` numbers the columns.
    """

    kind: str
    labels: list[Any]
    truth: list[Any]
    predicted: list[Any]
    weights: list[Any]
    number: type  # what a sum of weights is returned as: int or float

    @property
    def multilabel(self) -> bool:
        """Tell whether a row may have several labels."""
        return self.kind == "multilabel-indicator"


# ----------------------------------------------------------------------------- reading


def read_targets(y_true, y_pred, sample_weight=None):
    """Check labels of any kind; two classes at most are "binary"."""
    length = same_length(y_true=y_true, y_pred=y_pred, sample_weight=sample_weight)
    weights = check_weights(sample_weight, length)
    given = [] if sample_weight is None else sample_weight
    number = int if all(isinstance(weight, Integral) for weight in given) else float
    if is_matrix(y_true) != is_matrix(y_pred):
        raise ValueError("one of y_true and y_pred has several labels per row")
    if is_matrix(y_true):
        truth, predicted = check_indicators(y_true), check_indicators(y_pred)
        if len(truth[0]) != len(predicted[0]):
            raise ValueError("y_true and y_pred differ in their number of columns")
        labels: list[Any] = list(range(len(truth[0])))
        return Targets(
            "multilabel-indicator", labels, truth, predicted, weights, number
        )
    labels = classes_of(check_labels([*y_true, *y_pred]))
    kind = "binary" if len(labels) <= 2 else "multiclass"
    return Targets(kind, labels, list(y_true), list(y_pred), weights, number)


def check_indicators(rows: Sequence[Column]) -> list[list[Any]]:
    """Return rows of label indicators: 0 says no, the one other number says yes."""
    widths = {len(row) for row in rows}
    if len(widths) != 1 or widths < {0, 1}:
        raise ValueError("label indicators need rows of equal length, of two or more")
    values = {value for row in rows for value in row}
    for value in values:
        if not isinstance(value, Real) or not math.isfinite(value) or value % 1:
            raise ValueError(f"{value!r} is not a label indicator")
    if len(values) > 2:
        raise ValueError(f"label indicators have two values, not {sorted(values)}")
    return [list(row) for row in rows]


def single_labels(y_true, y_pred, sample_weight=None):
    """Read targets with one label per row; several labels per row are refused."""
    targets = read_targets(y_true, y_pred, sample_weight)
    if targets.multilabel:
        raise ValueError("multilabel-indicator targets are not supported here")
    return targets


# ---------------------------------------------------------------------------- counting


def count_pairs(truth, predicted, weights):
    """Return the table: the weight of the rows of each (true, predicted) pair."""
    table: Table = {}
    for true, pred, weight in zip(truth, predicted, weights, strict=True):
        table[true, pred] = table.get((true, pred), 0) + weight
    return table


def table_of(targets: Targets) -> Table:
    """Return the table of targets with one label per row."""
    return count_pairs(targets.truth, targets.predicted, targets.weights)


def total(table: Table) -> Any:
    """Return the weight of all rows."""
    return sum(table.values())


def one_vs_rest(table: Table, label: Any) -> BinaryCounts:
    """Return the four cells with one label as positive and all others as negative."""
    cells = {(t, p): 0 for t in (False, True) for p in (False, True)}
    for (true, pred), weight in table.items():
        cells[true == label, pred == label] += weight
    return BinaryCounts(
        cells[False, False], cells[False, True], cells[True, False], cells[True, True]
    )


def count_labels(targets: Targets, labels: Sequence[Any]) -> list[BinaryCounts]:
    """Return the four cells of each label over all rows."""
    if not targets.multilabel:
        table = table_of(targets)
        return [one_vs_rest(table, label) for label in labels]
    counted = []
    for column in check_columns(targets, labels):
        truth = [bool(row[column]) for row in targets.truth]
        predicted = [bool(row[column]) for row in targets.predicted]
        counted.append(
            one_vs_rest(count_pairs(truth, predicted, targets.weights), True)
        )
    return counted


def count_rows(targets: Targets, labels: Sequence[Any]) -> list[BinaryCounts]:
    """Return the four cells of each row over these labels, times the row's weight."""
    if not targets.multilabel:
        raise ValueError("rows have counts of their own in multilabel targets only")
    columns = check_columns(targets, labels)
    counted = []
    for truth, predicted, weight in zip(
        targets.truth, targets.predicted, targets.weights, strict=True
    ):
        true = [bool(truth[column]) for column in columns]
        pred = [bool(predicted[column]) for column in columns]
        counted.append(one_vs_rest(count_pairs(true, pred, [weight] * len(true)), True))
    return counted


def check_columns(targets: Targets, labels: Sequence[Any]) -> list[int]:
    """Return the numbers of columns of a multilabel target, if they are its own."""
    for label in labels:
        if label not in targets.labels:
            raise ValueError(f"label {label!r} is not one of the columns")
    return list(labels)


def count_binary(y_true, y_pred, pos_label=1, sample_weight=None):
    """Return the exact four cells of a binary target.

    The positive label need not occur, unless two others do.
    """
    targets = read_targets(y_true, y_pred, sample_weight)
    if targets.kind != "binary":
        raise ValueError(f"the target is {targets.kind}, not binary")
    if pos_label not in targets.labels and len(targets.labels) == 2:
        raise ValueError(f"pos_label={pos_label!r} is not one of {targets.labels}")
    return one_vs_rest(table_of(targets), pos_label)


def of_four_cells(formula: Callable[..., Any]) -> Any:
    """Make a metric of two columns of labels from a formula of the four cells."""

    def metric(y_true, y_pred, *, pos_label=1, sample_weight=None, **own):
        return formula(*count_binary(y_true, y_pred, pos_label, sample_weight), **own)

    return named_after(formula, metric)


def exact_matrix(y_true, y_pred, labels=None, sample_weight=None):
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
    y_true, y_pred, *, labels=None, sample_weight=None, normalize=None
):
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
    y_true, y_pred, *, sample_weight=None, labels=None, samplewise=False
):
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


def binary_counts(y_true, y_pred, *, pos_label=1, sample_weight=None):
    """Return (tn, fp, fn, tp) of two classes, of which `pos_label` is the positive."""
    number = read_targets(y_true, y_pred, sample_weight).number
    four = count_binary(y_true, y_pred, pos_label, sample_weight)
    return BinaryCounts(*map(number, four))


def true_positives(y_true, y_pred, *, pos_label=1, sample_weight=None):
    """Positive rows that are predicted positive."""
    return binary_counts(
        y_true, y_pred, pos_label=pos_label, sample_weight=sample_weight
    ).tp


def true_negatives(y_true, y_pred, *, pos_label=1, sample_weight=None):
    """Negative rows that are predicted negative."""
    return binary_counts(
        y_true, y_pred, pos_label=pos_label, sample_weight=sample_weight
    ).tn


def false_positives(y_true, y_pred, *, pos_label=1, sample_weight=None):
    """Negative rows that are predicted positive."""
    return binary_counts(
        y_true, y_pred, pos_label=pos_label, sample_weight=sample_weight
    ).fp


def false_negatives(y_true, y_pred, *, pos_label=1, sample_weight=None):
    """Positive rows that are predicted negative."""
    return binary_counts(
        y_true, y_pred, pos_label=pos_label, sample_weight=sample_weight
    ).fn
