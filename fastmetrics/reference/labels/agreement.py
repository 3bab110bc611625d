"""Agreement beyond chance: the correlation of two labellings, and kappa."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_choice, warn_undefined
from fastmetrics.reference.labels.confusion import exact_matrix
from fastmetrics.reference.labels.confusion_counts import (
    BinaryCounts,
    count_labels,
    read_targets,
)

__all__ = [
    "cohen_kappa_score",
    "matthews_corrcoef",
    "multilabel_cohen_kappa_score",
    "multilabel_matthews_corrcoef",
]

Column = Sequence[Any]


def matthews_corrcoef(
    y_true: Column, y_pred: Column, *, sample_weight: Column | None = None
) -> float:
    """Correlation of the true and the predicted labels (Gorodkin 2004, R_K).

    Each labelling is an indicator vector per row; the covariance of two of them, times
    the number of rows squared, is Σ over classes of (N C_kk - true_k predicted_k). For
    two classes it is the correlation φ of the 2 × 2 table. 0 where one is constant.
    """
    matrix = exact_matrix(y_true, y_pred, None, sample_weight)
    true = [sum(row) for row in matrix]
    predicted = [sum(column) for column in zip(*matrix, strict=True)]
    n = sum(true)

    def covariance(agreeing: Any, a: list[Any], b: list[Any]) -> Fraction:
        return Fraction(n * agreeing - sum(x * y for x, y in zip(a, b, strict=True)))

    right = sum(matrix[k][k] for k in range(len(matrix)))
    both = covariance(right, true, predicted)
    variances = covariance(n, true, true) * covariance(n, predicted, predicted)
    if variances == 0:
        return 0.0
    size = math.sqrt(both**2 / variances)
    return -size if both < 0 else size


def cohen_kappa_score(
    y1: Column,
    y2: Column,
    *,
    labels: Column | None = None,
    weights: str | None = None,
    sample_weight: Column | None = None,
    replace_undefined_by: float = math.nan,
) -> float:
    """Return 1 - observed / expected disagreement (Cohen 1960, weighted 1968).

    Labels i and j disagree by 1 (i ≠ j), by |i - j| ("linear") or by (i - j)²
    ("quadratic"), i and j being their places in the order of labels. Expected are the
    products of the margins over the total.
    """
    check_choice("weights", weights, ["linear", "quadratic", None])
    if not math.isnan(replace_undefined_by) and not -1 <= replace_undefined_by <= 1:
        raise ValueError(f"replace_undefined_by={replace_undefined_by!r}")
    matrix = exact_matrix(y1, y2, labels, sample_weight)
    k = range(len(matrix))
    first = [sum(row) for row in matrix]
    second = [sum(column) for column in zip(*matrix, strict=True)]
    n = sum(first)

    def disagreement(i: int, j: int) -> int:
        if weights is None:
            return int(i != j)
        return abs(i - j) if weights == "linear" else (i - j) ** 2

    observed = sum(disagreement(i, j) * matrix[i][j] for i in k for j in k)
    # Times n:
    expected = sum(disagreement(i, j) * first[i] * second[j] for i in k for j in k)
    if expected == 0:
        warn_undefined("Cohen's kappa", "no disagreement is possible by chance")
        return replace_undefined_by
    return float(1 - Fraction(observed) * n / expected)


def multilabel_matthews_corrcoef(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Column | None = None,
    average: str | None = "macro",
    sample_weight: Column | None = None,
) -> Any:
    """Correlation φ of the 2 × 2 table of each label, 0 where a margin is empty."""

    def phi(table: BinaryCounts) -> float:
        tn, fp, fn, tp = map(Fraction, table)
        variances = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
        if not variances:
            return 0.0
        both = tp * tn - fp * fn
        size = math.sqrt(both**2 / variances)
        return -size if both < 0 else size

    return _averaged(phi, y_true, y_pred, labels, average, sample_weight)


def multilabel_cohen_kappa_score(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Column | None = None,
    average: str | None = "macro",
    sample_weight: Column | None = None,
    replace_undefined_by: float = math.nan,
) -> Any:
    """Return 1 - observed / expected disagreement about each label."""
    if not math.isnan(replace_undefined_by) and not -1 <= replace_undefined_by <= 1:
        raise ValueError(f"replace_undefined_by={replace_undefined_by!r}")

    def kappa(table: BinaryCounts) -> float:
        tn, fp, fn, tp = map(Fraction, table)
        expected = (tp + fn) * (tn + fn) + (tn + fp) * (tp + fp)
        if not expected:
            warn_undefined("Cohen's kappa", "no disagreement is possible by chance")
            return replace_undefined_by
        return float(1 - (fp + fn) * (tn + fp + fn + tp) / expected)

    return _averaged(kappa, y_true, y_pred, labels, average, sample_weight)


def _averaged(
    measure: Callable[[BinaryCounts], float],
    y_true: Column,
    y_pred: Column,
    labels: Column | None,
    average: str | None,
    sample_weight: Column | None,
) -> Any:
    """Return the measure of each label, of the sum of their tables, or a mean of it."""
    check_choice("average", average, ["micro", "macro", "weighted", None])
    targets = read_targets(y_true, y_pred, sample_weight)
    tables = count_labels(targets, targets.labels if labels is None else labels)
    if average == "micro":
        return measure(BinaryCounts(*map(sum, zip(*tables, strict=True))))
    values = [measure(table) for table in tables]
    if average is None:
        return values
    shares = [one.tp + one.fn if average == "weighted" else 1 for one in tables]
    kept = [(v, w) for v, w in zip(values, shares, strict=True) if not math.isnan(v)]
    if not kept:
        return math.nan
    if not any(w for _, w in kept):
        kept = [(v, 1) for v, _ in kept]
    return float(sum(Fraction(v) * w for v, w in kept) / sum(w for _, w in kept))
