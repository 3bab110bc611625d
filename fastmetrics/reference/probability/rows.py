"""What metrics that are means over rows share: weights, classes, matrices."""

import math
import warnings
from collections.abc import Sequence
from fractions import Fraction
from numbers import Real
from typing import Any

from fastmetrics.reference.inputs import (
    check_labels,
    check_weights,
    classes_of,
    is_matrix,
    same_length,
)

Column = Sequence[Any]
Matrix = Sequence[Sequence[Any]]


def weighted_mean(values: Column, sample_weight: Column | None) -> Any:
    """Return the mean of exact or rounded values; infinite if one that counts is."""
    weights = check_weights(sample_weight, len(values))
    pairs = [(w, v) for w, v in zip(weights, values, strict=True) if w]
    if any(math.isinf(value) for _, value in pairs):
        return math.inf
    return sum(w * Fraction(v) for w, v in pairs) / sum(weights)


def read_matrix(name: str, rows: Sequence[Any]) -> list[list[Any]]:
    """Return rows of finite numbers, all of one length; single numbers are rows too."""
    matrix = [list(row) for row in rows] if is_matrix(rows) else [[x] for x in rows]
    same_length(**{f"row {i} of {name}": row for i, row in enumerate(matrix)})
    for row in matrix:
        for value in row:
            if isinstance(value, str) or not isinstance(value, Real):
                raise ValueError(f"{name}: {value!r} is not a real number")
            if not math.isfinite(value):
                raise ValueError(f"{name}: {value!r} is not finite")
    return matrix


def known_classes(y_true: Column, labels: Column | None) -> list[Any]:
    """Return the classes in ascending order: those of `labels`, else those found."""
    check_labels(y_true)
    if labels is None:
        return classes_of(y_true)
    classes = classes_of(labels)
    unknown = set(y_true) - set(classes)
    if unknown:
        raise ValueError(f"y_true has labels that are not in labels: {unknown}")
    return classes


def distributions(
    name: str, y_proba: Sequence[Any], n_classes: int | None
) -> list[list[Fraction]]:
    """Return a distribution per row, exact; a single p stands for (1 - p, p)."""
    rows = [[Fraction(p) for p in row] for row in read_matrix(name, y_proba)]
    if any(p < 0 or p > 1 for row in rows for p in row):
        raise ValueError(f"{name} holds values outside [0, 1]")
    if len(rows[0]) == 1:
        rows = [[1 - row[0], row[0]] for row in rows]
    if n_classes is not None and len(rows[0]) != n_classes:
        raise ValueError(f"{name} has {len(rows[0])} classes, expected {n_classes}")
    if any(abs(float(sum(row)) - 1) > 2.0**-26 for row in rows):
        warnings.warn(f"{name} has rows that do not sum to one", stacklevel=3)
    return rows
