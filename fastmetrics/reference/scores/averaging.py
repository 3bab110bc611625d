"""A metric of two classes over several labels or classes: each alone, then averaged."""

import math
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from fastmetrics.reference.inputs import (
    check_labels,
    check_weights,
    classes_of,
    is_matrix,
    same_length,
)

Column = Sequence[Any]
Binary = Callable[[Column, Column, Column | None], float]


def binarize(y_true: Column, classes: Sequence[Any]) -> list[list[int]]:
    """Return a 0/1 column for every class."""
    return [[int(label == c) for c in classes] for label in y_true]


def weighted_mean(values: Sequence[float], weights: Sequence[Any] | None) -> float:
    """Return the mean; a value of weight 0 does not count, even if it is NaN."""
    if weights is None:
        weights = [1] * len(values)
    pairs = [(v, w) for v, w in zip(values, weights, strict=True) if w != 0]
    return math.fsum(v * float(w) for v, w in pairs) / float(sum(w for _, w in pairs))


def average_over_labels(
    binary: Binary,
    y_true: Sequence[Column],
    y_score: Sequence[Column],
    average: str | None,
    sample_weight: Column | None,
) -> Any:
    """Apply `binary` per label (None, macro, weighted), per row (samples) or to all.

    `weighted` weighs a label by its true positives; `micro` treats every cell of the
    table as a row of one binary problem.
    """
    if average not in (None, "micro", "macro", "weighted", "samples"):
        raise ValueError(f"average={average!r}")
    length = same_length(y_true=y_true, y_score=y_score, sample_weight=sample_weight)
    if not is_matrix(y_score):
        raise ValueError("y_score needs a column per label")
    widths = {len(row) for row in y_true} | {len(row) for row in y_score}
    if len(widths) != 1:
        raise ValueError("y_true and y_score differ in their number of columns")
    if not {label for row in y_true for label in row} <= {0, 1}:
        raise ValueError("label indicators are 0 or 1")
    weights = check_weights(sample_weight, length)

    if average == "micro":
        flat_weights = None
        if sample_weight is not None:
            flat_weights = [w for w in sample_weight for _ in y_true[0]]
        return binary(
            [label for row in y_true for label in row],
            [score for row in y_score for score in row],
            flat_weights,
        )
    if average == "samples":
        values = [
            binary(truth, scores, None)
            for truth, scores in zip(y_true, y_score, strict=True)
        ]
        return weighted_mean(values, weights)

    truth_columns = list(zip(*y_true, strict=True))
    score_columns = list(zip(*y_score, strict=True))
    support = [
        sum(label * w for label, w in zip(column, weights, strict=True))
        for column in truth_columns
    ]
    if average == "weighted" and sum(support) == 0:
        return 0
    values = [
        binary(truth, scores, sample_weight)
        for truth, scores in zip(truth_columns, score_columns, strict=True)
    ]
    if average is None:
        return values
    return weighted_mean(values, support if average == "weighted" else None)


def multiclass_roc_auc(
    binary: Binary,
    y_true: Column,
    y_score: Column,
    labels: Column | None,
    multi_class: str,
    average: str | None,
    sample_weight: Column | None,
) -> Any:
    """One-vs-rest, or the mean over pairs of classes of Hand & Till (2001)."""
    if multi_class == "raise":
        raise ValueError("multi_class must be 'ovr' or 'ovo' for several classes")
    if not is_matrix(y_score):
        raise ValueError("y_score needs a column per class")
    if any(abs(1 - math.fsum(row)) > 1e-8 + 1e-5 * math.fsum(row) for row in y_score):
        raise ValueError("the scores of a row must be probabilities that sum to 1")
    allowed = ("macro", "weighted", None, *(["micro"] if multi_class == "ovr" else []))
    if average not in allowed:
        raise ValueError(f"average={average!r} is not one of {allowed}")
    if average is None and multi_class == "ovo":
        raise NotImplementedError("average=None needs multi_class='ovr'")
    classes = classes_of(y_true if labels is None else check_labels(labels))
    if labels is not None and list(labels) != classes:
        raise ValueError("labels must be unique and ordered")
    if len(classes) != len(y_score[0]) or not set(y_true) <= set(classes):
        raise ValueError("the columns of y_score do not match the classes")
    if multi_class == "ovr":
        return average_over_labels(
            binary, binarize(y_true, classes), y_score, average, sample_weight
        )
    if sample_weight is not None:
        raise ValueError("one-vs-one takes no sample_weight")
    values, prevalences = [], []
    for a, b in combinations(classes_of(y_true), 2):
        both = [i for i, label in enumerate(y_true) if label in (a, b)]
        one_way, other_way = (
            binary(
                [int(y_true[i] == positive) for i in both],
                [y_score[i][classes.index(positive)] for i in both],
                None,
            )
            for positive in (a, b)
        )
        values.append((one_way + other_way) / 2)
        prevalences.append(len(both) / len(y_true))
    return weighted_mean(values, prevalences if average == "weighted" else None)
