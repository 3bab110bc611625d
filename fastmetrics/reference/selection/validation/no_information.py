"""The no-information rate: every true value against every prediction."""

from collections.abc import Callable, Sequence
from typing import Any

from fastmetrics.reference.labels.accuracy import error_rate

__all__ = ["no_information_rate"]


def no_information_rate(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    metric: Callable[[list[Any], list[Any]], float] = error_rate,
) -> float:
    """Return a metric, a function of two lists, of all n² pairs."""
    pairs = [(true, pred) for true in y_true for pred in y_pred]
    return metric([true for true, _ in pairs], [pred for _, pred in pairs])
