"""Agreement beyond chance: the correlation of two labellings, and kappa."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_choice, warn_undefined
from fastmetrics.reference.labels.confusion import exact_matrix

__all__ = ["cohen_kappa_score", "matthews_corrcoef"]

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
