"""Precision and recall, and the averages over labels or rows."""

import math
import warnings
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import (
    check_beta,
    check_choice,
    check_zero_division,
    warn_undefined,
)
from fastmetrics.reference.labels.confusion_counts import (
    BinaryCounts,
    count_labels,
    count_rows,
    read_targets,
)

__all__ = [
    "precision_recall_fscore_support",
    "precision_score",
    "recall_score",
]

Column = Sequence[Any]
Number = Fraction | float

AVERAGES = [None, "binary", "micro", "macro", "weighted", "samples"]

# ------------------------------------------------------------------------- the counts


def counts_to_average(
    y_true: Column,
    y_pred: Column,
    labels: Column | None,
    pos_label: Any,
    average: str | None,
    sample_weight: Column | None,
) -> list[BinaryCounts]:
    """Return the counts whose ratios are averaged: of labels, of rows, or of one."""
    check_choice("average", average, AVERAGES)
    targets = read_targets(y_true, y_pred, sample_weight)
    if average == "binary":
        if targets.kind != "binary":
            raise ValueError(f"the target is {targets.kind}, not binary")
        if pos_label not in targets.labels and len(targets.labels) == 2:
            raise ValueError(f"pos_label={pos_label!r} is not one of {targets.labels}")
        return count_labels(targets, [pos_label])
    if pos_label not in (None, 1):
        warnings.warn("pos_label is for average='binary'", UserWarning, stacklevel=4)
    if labels is None:
        labels = targets.labels
    if average == "samples":
        return count_rows(targets, labels)
    counted = count_labels(targets, labels)
    return [summed(counted)] if average == "micro" else counted


def summed(counted: Sequence[BinaryCounts]) -> BinaryCounts:
    """Return the sums of counts, cell by cell."""
    return BinaryCounts(*(sum(cells) for cells in zip(*counted, strict=True)))


# ----------------------------------------------------------------- ratios and averages


def ratios(
    name: str,
    pairs: Sequence[tuple[Any, Any]],
    zero_division: Any,
    *,
    warn: bool = True,
) -> list[Number]:
    """Return numerator / denominator of each pair, `zero_division` where that is 0/0.

    "warn" means 0, and a warning for all of them together.
    """
    undefined = check_zero_division(zero_division)
    if warn and zero_division == "warn" and any(below == 0 for _, below in pairs):
        warn_undefined(name, "a label or row has nothing to divide by; taken as 0")
    return [Fraction(above) / below if below else undefined for above, below in pairs]


def precision_pair(four: BinaryCounts) -> tuple[Any, Any]:
    """Return what precision divides: right among those predicted."""
    return four.tp, four.tp + four.fp


def recall_pair(four: BinaryCounts) -> tuple[Any, Any]:
    """Return what recall divides: right among those true."""
    return four.tp, four.tp + four.fn


def fscore_pair(four: BinaryCounts, square: Any) -> tuple[Any, Any]:
    """Return what F divides, the weighted harmonic mean of precision and recall.

    (1 + β²) tp / (β² (tp + fn) + tp + fp); it is undefined only where all three of
    tp, fp and fn are 0.
    """
    return (
        (1 + square) * four.tp,
        square * (four.tp + four.fn) + four.tp + four.fp,
    )


def jaccard_pair(four: BinaryCounts) -> tuple[Any, Any]:
    """Return what Jaccard's index divides: intersection and union."""
    return four.tp, four.tp + four.fp + four.fn


def mean(values: Sequence[Number], weights: Sequence[Any] | None = None) -> float:
    """Return the mean of the values that are not NaN; of none it is NaN.

    Weights that are all zero are as good as none.
    """
    if weights is None:
        weights = [1] * len(values)
    pairs = [(v, w) for v, w in zip(values, weights, strict=True) if not math.isnan(v)]
    if not pairs:
        return math.nan
    if sum(w for _, w in pairs) == 0:
        pairs = [(v, 1) for v, _ in pairs]
    weighted = sum(Fraction(v) * w for v, w in pairs)
    return float(weighted / sum(w for _, w in pairs))


def averaged(
    values: Sequence[Number],
    counted: Sequence[BinaryCounts],
    average: str | None,
    sample_weight: Column | None,
) -> Any:
    """Return the values as floats, or their average.

    `weighted` weighs a label by its true rows; `samples` weighs a row by its weight.
    """
    if average is None:
        return [float(value) for value in values]
    if average == "weighted":
        return mean(values, [four.tp + four.fn for four in counted])
    if average == "samples" and sample_weight is not None:
        return mean(values, [Fraction(weight) for weight in sample_weight])
    return mean(values)


# ------------------------------------------------------------------ scikit-learn's six


def precision_recall_fscore_support(
    y_true: Column,
    y_pred: Column,
    *,
    beta: float = 1.0,
    labels: Column | None = None,
    pos_label: Any = 1,
    average: str | None = None,
    warn_for: Collection[str] = ("precision", "recall", "f-score"),
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> tuple[Any, Any, Any, Any]:
    """Return (precision, recall, F_β, support); averages have no support."""
    square = check_beta(beta)
    check_zero_division(zero_division)
    counted = counts_to_average(
        y_true, y_pred, labels, pos_label, average, sample_weight
    )

    def divide(name: str, pairs: list[tuple[Any, Any]]) -> list[Number]:
        return ratios(name, pairs, zero_division, warn=name in warn_for)

    precision = divide("precision", [precision_pair(four) for four in counted])
    recall = divide("recall", [recall_pair(four) for four in counted])
    if square == 0:
        fscore = precision
    elif math.isinf(square):
        fscore = recall
    else:
        fscore = divide("f-score", [fscore_pair(four, square) for four in counted])
    support = None
    if average is None:
        number = int if sample_weight is None else float
        support = [number(four.tp + four.fn) for four in counted]
    p, r, f = (
        averaged(values, counted, average, sample_weight)
        for values in (precision, recall, fscore)
    )
    return p, r, f, support


def precision_score(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Column | None = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> Any:
    """Tp / (tp + fp): right among those predicted."""
    return precision_recall_fscore_support(
        y_true,
        y_pred,
        labels=labels,
        pos_label=pos_label,
        average=average,
        warn_for=["precision"],
        sample_weight=sample_weight,
        zero_division=zero_division,
    )[0]


def recall_score(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Column | None = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> Any:
    """Tp / (tp + fn): right among those true."""
    return precision_recall_fscore_support(
        y_true,
        y_pred,
        labels=labels,
        pos_label=pos_label,
        average=average,
        warn_for=["recall"],
        sample_weight=sample_weight,
        zero_division=zero_division,
    )[1]
