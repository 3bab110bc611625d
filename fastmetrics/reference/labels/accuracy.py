"""How many rows, or labels of rows, are right or wrong."""

import math
import warnings
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.labels.confusion import exact_matrix
from fastmetrics.reference.labels.confusion_counts import read_targets

__all__ = [
    "accuracy_score",
    "balanced_accuracy_score",
    "error_rate",
    "hamming_loss",
    "zero_one_loss",
]

Column = Sequence[Any]


def right_and_total(
    y_true: Column, y_pred: Column, sample_weight: Column | None
) -> tuple[Any, Any]:
    """Return the weight of the rows that are right in every label, and of all rows."""
    targets = read_targets(y_true, y_pred, sample_weight)
    right = sum(
        weight
        for truth, predicted, weight in zip(
            targets.truth, targets.predicted, targets.weights, strict=True
        )
        if truth == predicted
    )
    return right, sum(targets.weights)


def accuracy_score(
    y_true: Column,
    y_pred: Column,
    *,
    normalize: bool = True,
    sample_weight: Column | None = None,
) -> float:
    """Share of the rows that are right, or their number (weight) if not `normalize`."""
    right, total = right_and_total(y_true, y_pred, sample_weight)
    return float(Fraction(right) / total if normalize else right)


def zero_one_loss(
    y_true: Column,
    y_pred: Column,
    *,
    normalize: bool = True,
    sample_weight: Column | None = None,
) -> float:
    """Share of the rows that are wrong, or their number (weight) if not `normalize`."""
    right, total = right_and_total(y_true, y_pred, sample_weight)
    wrong = total - right
    return float(Fraction(wrong) / total if normalize else wrong)


def error_rate(
    y_true: Column,
    y_pred: Column,
    *,
    normalize: bool = True,
    sample_weight: Column | None = None,
) -> float:
    """Return 1 - accuracy: the zero-one loss under its other name."""
    return zero_one_loss(
        y_true, y_pred, normalize=normalize, sample_weight=sample_weight
    )


def hamming_loss(
    y_true: Column, y_pred: Column, *, sample_weight: Column | None = None
) -> float:
    """Share of the labels that are wrong, over rows and labels.

    With one label per row that is the zero-one loss.
    """
    targets = read_targets(y_true, y_pred, sample_weight)
    if not targets.multilabel:
        return zero_one_loss(y_true, y_pred, sample_weight=sample_weight)
    wrong = sum(
        weight * sum(t != p for t, p in zip(truth, predicted, strict=True))
        for truth, predicted, weight in zip(
            targets.truth, targets.predicted, targets.weights, strict=True
        )
    )
    return float(Fraction(wrong) / (len(targets.labels) * sum(targets.weights)))


def balanced_accuracy_score(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    adjusted: bool = False,
) -> float:
    """Mean of the recalls of the classes in `y_true`.

    That is the accuracy with the weights w_i / Σ w_j, j over the rows of i's class.
    Adjusted, chance (1 / number of classes) is 0 and a perfect prediction stays 1.
    """
    matrix = exact_matrix(y_true, y_pred, None, sample_weight)
    recalls = [
        Fraction(row[i]) / sum(row) for i, row in enumerate(matrix) if sum(row) != 0
    ]
    if len(recalls) < len(matrix):
        warnings.warn("y_pred has classes that y_true lacks", UserWarning, stacklevel=2)
    score = sum(recalls) / len(recalls)
    if not adjusted:
        return float(score)
    chance = Fraction(1, len(recalls))
    if chance == 1:
        # (score - 1) / 0
        warnings.warn("one class has no chance level", RuntimeWarning, stacklevel=2)
        return math.nan if score == 1 else -math.inf
    return float((score - chance) / (1 - chance))
