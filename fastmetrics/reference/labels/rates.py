"""Two classes: shares of the rows of a class, or of those predicted as one."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_zero_division, warn_undefined
from fastmetrics.reference.labels.confusion_counts import count_binary

__all__ = [
    "false_discovery_rate",
    "false_negative_rate",
    "false_omission_rate",
    "false_positive_rate",
    "negative_predictive_value",
    "positive_predictive_value",
    "selection_rate",
    "specificity_score",
    "true_negative_rate",
    "true_positive_rate",
]

Column = Sequence[Any]


def _share(above: Any, beside: Any, what: str, zero_division: Any) -> float:
    """Return above / (above + beside), `zero_division` where both are 0."""
    undefined = check_zero_division(zero_division)
    if above + beside:
        return float(Fraction(above) / (above + beside))
    if zero_division == "warn":
        warn_undefined(what, "no rows to divide by; taken as 0")
    return undefined


def true_positive_rate(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> float:
    """Share of the positives that are predicted positive: recall, sensitivity."""
    four = count_binary(y_true, y_pred, pos_label, sample_weight)
    return _share(four.tp, four.fn, "the true positive rate", zero_division)


def true_negative_rate(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> float:
    """Share of the negatives that are predicted negative: specificity."""
    four = count_binary(y_true, y_pred, pos_label, sample_weight)
    return _share(four.tn, four.fp, "the true negative rate", zero_division)


def specificity_score(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> float:
    """Return the true negative rate under its other name."""
    return true_negative_rate(
        y_true,
        y_pred,
        pos_label=pos_label,
        sample_weight=sample_weight,
        zero_division=zero_division,
    )


def false_positive_rate(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> float:
    """Share of the negatives that are predicted positive: fall-out."""
    four = count_binary(y_true, y_pred, pos_label, sample_weight)
    return _share(four.fp, four.tn, "the false positive rate", zero_division)


def false_negative_rate(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> float:
    """Share of the positives that are predicted negative: miss rate."""
    four = count_binary(y_true, y_pred, pos_label, sample_weight)
    return _share(four.fn, four.tp, "the false negative rate", zero_division)


def positive_predictive_value(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> float:
    """Share of the rows predicted positive that are positive: precision."""
    four = count_binary(y_true, y_pred, pos_label, sample_weight)
    return _share(four.tp, four.fp, "the positive predictive value", zero_division)


def negative_predictive_value(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> float:
    """Share of the rows predicted negative that are negative."""
    four = count_binary(y_true, y_pred, pos_label, sample_weight)
    return _share(four.tn, four.fn, "the negative predictive value", zero_division)


def false_discovery_rate(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> float:
    """Share of the rows predicted positive that are negative."""
    four = count_binary(y_true, y_pred, pos_label, sample_weight)
    return _share(four.fp, four.tp, "the false discovery rate", zero_division)


def false_omission_rate(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
    zero_division: Any = "warn",
) -> float:
    """Share of the rows predicted negative that are positive."""
    four = count_binary(y_true, y_pred, pos_label, sample_weight)
    return _share(four.fn, four.tn, "the false omission rate", zero_division)


def selection_rate(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
) -> float:
    """Share of all rows that are predicted positive."""
    four = count_binary(y_true, y_pred, pos_label, sample_weight)
    chosen, others = four.tp + four.fp, four.tn + four.fn
    return _share(chosen, others, "the selection rate", "warn")
