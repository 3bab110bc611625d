"""How well scores rank positive rows above negative ones: values, by definition.

Everything is exact (integers and fractions) up to the last division. Averages over
several labels or classes are in `averaging`.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import (
    Row,
    check_labels,
    check_share,
    classes_of,
    is_matrix,
    one_class,
    rows_of,
    warn_undefined,
)
from fastmetrics.reference.scores.averaging import (
    average_over_labels,
    binarize,
    multiclass_roc_auc,
)
from fastmetrics.reference.scores.curves import precision_recall_curve
from fastmetrics.reference.scores.score_sweep import (
    area_between,
    average_precision,
    mcclish,
    roc_points,
    totals,
)

__all__ = [
    "average_precision_score",
    "gini_coefficient",
    "rank_loss",
    "roc_auc_score",
]

Column = Sequence[Any]


def pair_auc(rows: Sequence[Row]) -> Fraction:
    """Return the share of (positive, negative) pairs ranked right, ties one half."""
    right = tied = Fraction(0)
    for p in rows:
        for q in rows:
            if p.positive and not q.positive:
                if p.score > q.score:
                    right += p.weight * q.weight
                elif p.score == q.score:
                    tied += p.weight * q.weight
    positive, negative = totals(rows)
    return (right + tied / 2) / (positive * negative)


# ---------------------------------------------------------------- scikit-learn's two


def roc_auc_score(
    y_true: Column,
    y_score: Column,
    *,
    average: str | None = "macro",
    sample_weight: Column | None = None,
    max_fpr: float | None = None,
    multi_class: str = "raise",
    labels: Column | None = None,
) -> Any:
    """Area under the ROC curve; the positive class is the larger of the two labels."""
    if multi_class not in ("raise", "ovr", "ovo"):
        raise ValueError(f"multi_class={multi_class!r} is not raise, ovr or ovo")
    if max_fpr is not None:
        check_share("max_fpr", max_fpr, low_open=True)

    def binary(truth: Column, scores: Column, weights: Column | None) -> float:
        return _binary_auc(truth, scores, weights, max_fpr)

    if is_matrix(y_true):
        return average_over_labels(binary, y_true, y_score, average, sample_weight)
    n_classes = len(classes_of(check_labels(y_true)))
    columns = len(y_score[0]) if is_matrix(y_score) else 1
    if n_classes > 2 or columns > 2:
        if max_fpr not in (None, 1):
            raise ValueError("a partial AUC of several classes is not defined")
        return multiclass_roc_auc(
            binary, y_true, y_score, labels, multi_class, average, sample_weight
        )
    return binary(y_true, y_score, sample_weight)


def _binary_auc(
    y_true: Column,
    y_score: Column,
    sample_weight: Column | None,
    max_fpr: float | None,
) -> float:
    """Return the AUC of two classes, of its part up to `max_fpr` standardised."""
    larger = classes_of(check_labels(y_true))[-1:]
    rows = rows_of(y_true, y_score, larger[0] if larger else 1, sample_weight)
    why = one_class(rows)
    if why:
        return warn_undefined("ROC AUC", why)
    if max_fpr is None or max_fpr == 1:
        return float(pair_auc(rows))
    limit = Fraction(max_fpr)
    area = area_between(roc_points(rows), Fraction(0), limit)
    return float(mcclish(area, limit**2 / 2, limit))


def average_precision_score(
    y_true: Column,
    y_score: Column,
    *,
    average: str | None = "macro",
    pos_label: Any = 1,
    sample_weight: Column | None = None,
) -> Any:
    """Sum over thresholds of (gain in recall) x (precision there)."""

    def binary(truth: Column, scores: Column, weights: Column | None) -> float:
        rows = rows_of(truth, scores, pos_label, weights)
        if not any(row.positive for row in rows):
            # 1.9.1 lets the curve warn, and its recall of 1 throughout sums to 0.
            precision_recall_curve(
                truth, scores, pos_label=pos_label, sample_weight=weights
            )
            return 0.0
        return float(average_precision(rows))

    several = is_matrix(y_true)
    if not several:
        classes = classes_of(check_labels(y_true))
        if len(classes) == 2 and pos_label not in classes:
            raise ValueError(f"pos_label={pos_label!r} is not one of {classes}")
        if len(classes) <= 2:
            return binary(y_true, y_score, sample_weight)
    if pos_label != 1:
        raise ValueError("pos_label is fixed to 1 for several labels or classes")
    if not several:
        y_true = binarize(y_true, classes)
        if not is_matrix(y_score) or len(y_score[0]) != len(classes):
            raise ValueError(f"y_score needs a column for each of {classes}")
    return average_over_labels(binary, y_true, y_score, average, sample_weight)


# ---------------------------------------------------------------------------- ranking


def rank_loss(
    y_true: Column,
    y_score: Column,
    *,
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> float:
    """Share of (positive, negative) pairs ranked wrong, ties one half: 1 - AUC."""
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    why = one_class(rows)
    return warn_undefined("the rank loss", why) if why else float(1 - pair_auc(rows))


def gini_coefficient(
    y_true: Column,
    y_score: Column,
    *,
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> float:
    """2 AUC - 1: pairs ranked right minus pairs ranked wrong, per pair."""
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    why = one_class(rows)
    return (
        warn_undefined("the Gini coefficient", why)
        if why
        else float(2 * pair_auc(rows) - 1)
    )
