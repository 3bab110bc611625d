"""Two classes: the four cells of their table."""

from collections.abc import Sequence
from typing import Any

from fastmetrics.reference.labels.confusion import binary_counts

__all__ = [
    "false_negatives",
    "false_positives",
    "true_negatives",
    "true_positives",
]

Column = Sequence[Any]


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
