"""How far decisions differ between groups, from the definitions alone.

A group in which a rate is undefined is left out.
"""

import math
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from fastmetrics.reference.inputs import UndefinedMetricWarning, same_length
from fastmetrics.reference.labels.rates import (
    false_positive_rate,
    selection_rate,
    true_positive_rate,
)

__all__ = [
    "demographic_parity_difference",
    "demographic_parity_ratio",
    "equal_opportunity_difference",
    "equal_opportunity_ratio",
    "equalized_odds_difference",
    "equalized_odds_ratio",
]

Column = Sequence[Any]

_TPR = partial(true_positive_rate, zero_division=math.nan)
_FPR = partial(false_positive_rate, zero_division=math.nan)


def _rates(
    rate: Callable[..., float],
    y_true: Column,
    y_pred: Column,
    groups: Column,
    sample_weight: Column | None,
    pos_label: Any,
) -> tuple[list[float], float]:
    """Return the rate of each group that has one, and that of all rows."""
    n = same_length(y_true=y_true, y_pred=y_pred, sensitive_features=groups)

    def on(rows: list[int]) -> float:
        columns = [y_true[i] for i in rows], [y_pred[i] for i in rows]
        weights = None if sample_weight is None else [sample_weight[i] for i in rows]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UndefinedMetricWarning)
            return rate(*columns, pos_label=pos_label, sample_weight=weights)

    every = [on([i for i in range(n) if groups[i] == g]) for g in sorted(set(groups))]
    return [one for one in every if not math.isnan(one)], on([*range(n)])


def _difference(rates: list[float], overall: float, method: str) -> float:
    if not rates:
        return math.nan
    if method == "between_groups":
        return max(rates) - min(rates)
    return max(abs(one - overall) for one in rates)


def _ratio(rates: list[float], overall: float, method: str) -> float:
    if not rates or max(rates) == 0:
        return math.nan
    if method == "between_groups":
        return min(rates) / max(rates)
    return min(min(one / overall, overall / one if one else math.inf) for one in rates)


def _apart(
    rates: Sequence[Callable[..., float]],
    of: Callable[[list[float], float, str], float],
    columns: tuple[Column, Column, Column, Column | None, Any],
    method: str,
    agg: str,
) -> float:
    found = [of(*_rates(rate, *columns), method) for rate in rates]
    if agg == "mean":
        return sum(found) / len(found)
    return max(found) if of is _difference else min(found)


def demographic_parity_difference(
    y_true: Column,
    y_pred: Column,
    *,
    sensitive_features: Column,
    method: str = "between_groups",
    sample_weight: Column | None = None,
    pos_label: Any = 1,
) -> float:
    """Largest less smallest selection rate of groups."""
    columns = y_true, y_pred, sensitive_features, sample_weight, pos_label
    rates = [selection_rate]
    return _apart(rates, _difference, columns, method, "worst_case")


def demographic_parity_ratio(
    y_true: Column,
    y_pred: Column,
    *,
    sensitive_features: Column,
    method: str = "between_groups",
    sample_weight: Column | None = None,
    pos_label: Any = 1,
) -> float:
    """Smallest by largest selection rate of groups."""
    columns = y_true, y_pred, sensitive_features, sample_weight, pos_label
    rates = [selection_rate]
    return _apart(rates, _ratio, columns, method, "worst_case")


def equal_opportunity_difference(
    y_true: Column,
    y_pred: Column,
    *,
    sensitive_features: Column,
    method: str = "between_groups",
    sample_weight: Column | None = None,
    pos_label: Any = 1,
) -> float:
    """Largest less smallest true positive rate of groups."""
    columns = y_true, y_pred, sensitive_features, sample_weight, pos_label
    rates = [_TPR]
    return _apart(rates, _difference, columns, method, "worst_case")


def equal_opportunity_ratio(
    y_true: Column,
    y_pred: Column,
    *,
    sensitive_features: Column,
    method: str = "between_groups",
    sample_weight: Column | None = None,
    pos_label: Any = 1,
) -> float:
    """Smallest by largest true positive rate of groups."""
    columns = y_true, y_pred, sensitive_features, sample_weight, pos_label
    rates = [_TPR]
    return _apart(rates, _ratio, columns, method, "worst_case")


def equalized_odds_difference(
    y_true: Column,
    y_pred: Column,
    *,
    sensitive_features: Column,
    method: str = "between_groups",
    sample_weight: Column | None = None,
    agg: str = "worst_case",
    pos_label: Any = 1,
) -> float:
    """Larger one of the differences of true and of false positive rates."""
    columns = y_true, y_pred, sensitive_features, sample_weight, pos_label
    rates = [_TPR, _FPR]
    return _apart(rates, _difference, columns, method, agg)


def equalized_odds_ratio(
    y_true: Column,
    y_pred: Column,
    *,
    sensitive_features: Column,
    method: str = "between_groups",
    sample_weight: Column | None = None,
    agg: str = "worst_case",
    pos_label: Any = 1,
) -> float:
    """Smaller one of the ratios of true and of false positive rates."""
    columns = y_true, y_pred, sensitive_features, sample_weight, pos_label
    rates = [_TPR, _FPR]
    return _apart(rates, _ratio, columns, method, agg)
