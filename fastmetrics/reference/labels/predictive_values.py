"""Two classes: the shares of the rows predicted positive, or negative."""

from collections.abc import Sequence
from typing import Any

from fastmetrics.reference.labels.confusion_counts import count_binary
from fastmetrics.reference.labels.rates import share

__all__ = [
    "false_discovery_rate",
    "false_omission_rate",
    "negative_predictive_value",
    "positive_predictive_value",
]

Column = Sequence[Any]


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
    return share(four.tp, four.fp, "the positive predictive value", zero_division)


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
    return share(four.tn, four.fn, "the negative predictive value", zero_division)


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
    return share(four.fp, four.tp, "the false discovery rate", zero_division)


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
    return share(four.fn, four.tn, "the false omission rate", zero_division)
