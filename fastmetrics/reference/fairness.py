"""Fairness: differences of rates between groups."""

import math
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from fastmetrics.reference.inputs import (
    UndefinedMetricWarning,
    named_after,
    same_length,
)
from fastmetrics.reference.labels.rates import (
    false_positive_rate,
    selection_rate,
    true_positive_rate,
)

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


def _between_groups(of: Callable[[list[float], float, str], float]) -> Any:
    """Make a metric of groups from the rates that it compares, by ``of``."""

    def decorate(rates: Callable[..., Any]) -> Any:
        def metric(
            y_true,
            y_pred,
            *,
            sensitive_features,
            method="between_groups",
            sample_weight=None,
            **own,
        ):
            own = {"pos_label": 1, "agg": "worst_case", **own}
            columns = y_true, y_pred, sensitive_features, sample_weight
            found = [
                of(*_rates(rate, *columns, own["pos_label"]), method)
                for rate in rates()
            ]
            if own["agg"] == "mean":
                return sum(found) / len(found)
            return max(found) if of is _difference else min(found)

        return named_after(rates, metric)

    return decorate


@_between_groups(_difference)
def demographic_parity_difference(*, pos_label=1):
    """Largest less smallest selection rate of groups."""
    return [selection_rate]


@_between_groups(_ratio)
def demographic_parity_ratio(*, pos_label=1):
    """Smallest by largest selection rate of groups."""
    return [selection_rate]


@_between_groups(_difference)
def equal_opportunity_difference(*, pos_label=1):
    """Largest less smallest true positive rate of groups."""
    return [_TPR]


@_between_groups(_ratio)
def equal_opportunity_ratio(*, pos_label=1):
    """Smallest by largest true positive rate of groups."""
    return [_TPR]


@_between_groups(_difference)
def equalized_odds_difference(*, agg="worst_case", pos_label=1):
    """Larger one of the differences of true and of false positive rates."""
    return [_TPR, _FPR]


@_between_groups(_ratio)
def equalized_odds_ratio(*, agg="worst_case", pos_label=1):
    """Smaller one of the ratios of true and of false positive rates."""
    return [_TPR, _FPR]
