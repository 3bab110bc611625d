"""F-scores and the Jaccard index, and what averages them over several tables."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import (
    check_beta,
    check_choice,
    check_zero_division,
)
from fastmetrics.reference.labels.confusion_counts import BinaryCounts
from fastmetrics.reference.labels.precision_recall import (
    Column,
    averaged,
    counts_to_average,
    fscore_pair,
    jaccard_pair,
    mean,
    precision_pair,
    precision_recall_fscore_support,
    ratios,
    recall_pair,
    summed,
)

__all__ = [
    "f1_score",
    "fbeta_score",
    "jaccard_score",
    "macro_f1_of_averages",
    "pooled_precision_recall_fscore",
]


def fbeta_score(
    y_true: Column,
    y_pred: Column,
    *,
    beta: float,
    labels: Column | None = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> Any:
    """Harmonic mean of precision and recall, recall weighing β² times as much."""
    return precision_recall_fscore_support(
        y_true,
        y_pred,
        beta=beta,
        labels=labels,
        pos_label=pos_label,
        average=average,
        warn_for=["f-score"],
        sample_weight=sample_weight,
        zero_division=zero_division,
    )[2]


def f1_score(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Column | None = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> Any:
    """2 tp / (2 tp + fp + fn); with "macro", the mean of the labels' F1."""
    return fbeta_score(
        y_true,
        y_pred,
        beta=1,
        labels=labels,
        pos_label=pos_label,
        average=average,
        sample_weight=sample_weight,
        zero_division=zero_division,
    )


def jaccard_score(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Column | None = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> Any:
    """Tp / (tp + fp + fn): intersection over union of true and predicted rows."""
    check_zero_division(zero_division, nan=False)
    counted = counts_to_average(
        y_true, y_pred, labels, pos_label, average, sample_weight
    )
    values = ratios("jaccard", [jaccard_pair(four) for four in counted], zero_division)
    return averaged(values, counted, average, sample_weight)


# ---------------------------------------------------------------- averages before F


def fscore_of(precision: float, recall: float, square: Any) -> float:
    """Return F_β of a precision and a recall; of two zeros it is 0."""
    if square == 0 or math.isinf(square):
        return precision if square == 0 else recall
    if math.isnan(precision) or math.isnan(recall):
        return math.nan
    p, r = Fraction(precision), Fraction(recall)
    return float((1 + square) * p * r / (square * p + r)) if p + r else 0.0


def macro_f1_of_averages(
    y_true: Column,
    y_pred: Column,
    *,
    beta: float = 1.0,
    labels: Column | None = None,
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> float:
    """F_β of the macro-averaged precision and recall (Zhou 2016, eq. 2.12 to 2.14).

    It is not the mean of the labels' F (`f1_score` with "macro"), and never less for
    β = 1.
    """
    precision, recall, _, _ = precision_recall_fscore_support(
        y_true,
        y_pred,
        labels=labels,
        average="macro",
        warn_for=["precision", "recall"],
        sample_weight=sample_weight,
        zero_division=zero_division,
    )
    return fscore_of(precision, recall, check_beta(beta))


def pooled_precision_recall_fscore(
    matrices: Sequence[Sequence[Column]],
    *,
    beta: float = 1.0,
    average: str = "macro",
    zero_division: Any = "warn",
) -> tuple[float, float, float]:
    """Return (precision, recall, F_β) of several tables [[tn, fp], [fn, tp]].

    "macro" averages their precisions and recalls and takes F of the two averages;
    "micro" averages the tables and takes all three of that one (Zhou 2016, eq.
    2.12 to 2.17).
    """
    square = check_beta(beta)
    check_zero_division(zero_division)
    check_choice("average", average, ["macro", "micro"])
    counted = [check_table(table) for table in matrices]
    if not counted:
        raise ValueError("no matrices")
    if average == "micro":
        # Ratios of the means of the cells are ratios of their sums.
        counted = [summed(counted)]
    precision = mean(
        ratios("precision", [precision_pair(four) for four in counted], zero_division)
    )
    recall = mean(
        ratios("recall", [recall_pair(four) for four in counted], zero_division)
    )
    if average == "macro" or square == 0 or math.isinf(square):
        return precision, recall, fscore_of(precision, recall, square)
    pairs = [fscore_pair(four, square) for four in counted]
    return precision, recall, mean(ratios("f-score", pairs, zero_division))


def check_table(table: Sequence[Column]) -> BinaryCounts:
    """Return the cells of [[tn, fp], [fn, tp]], exact; they are finite and >= 0."""
    if len(table) != 2 or any(len(row) != 2 for row in table):
        raise ValueError(f"{table!r} is not 2 × 2")
    cells = [cell for row in table for cell in row]
    if any(not math.isfinite(cell) or cell < 0 for cell in cells):
        raise ValueError(f"{table!r} has a cell that is not finite and >= 0")
    return BinaryCounts(*(Fraction(cell) for cell in cells))
