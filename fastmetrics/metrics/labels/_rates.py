"""What the functions of the four cells share: one count, one formula, the warning."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from fastmetrics._common.warn import warn
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.labels.averaging import zero_value
from fastmetrics.metrics.labels.counting.targets import count_binary
from fastmetrics.metrics.labels.formulas.rates import share

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike

# What there is none of where a measure is undefined.
_MISSING = {
    "true_positive_rate": "positive rows in y_true",
    "true_negative_rate": "negative rows in y_true",
    "specificity_score": "negative rows in y_true",
    "false_positive_rate": "negative rows in y_true",
    "false_negative_rate": "positive rows in y_true",
    "positive_predictive_value": "rows predicted positive",
    "negative_predictive_value": "rows predicted negative",
    "false_discovery_rate": "rows predicted positive",
    "false_omission_rate": "rows predicted negative",
    "informedness": "rows of one of the classes in y_true",
    "geometric_mean_score": "rows of one of the classes in y_true",
    "markedness": "rows predicted as one of the classes",
    "precision_recall_geometric_mean": "positive rows in y_true, or in y_pred",
    "diagnostic_odds_ratio": "false positives, or no false negatives",
}


def rate(
    name: str,
    y_true: ArrayLike,
    y_pred: ArrayLike,
    pos_label: Any,
    sample_weight: ArrayLike | None,
    zero_division: Any,
) -> float:
    """Return a share of rows, or what stands for it where there are none to share."""
    undefined = zero_value(zero_division)
    cells = count_binary(y_true, y_pred, pos_label, sample_weight)
    successes, trials = share(name, cells)
    if trials:
        return successes / trials
    if zero_division == "warn":
        warn(
            f"there are no {_MISSING[name]} (of weight above 0), so {name} is "
            "undefined and set to 0.0. zero_division gives it another value and "
            "silences this.",
            UndefinedMetricWarning,
        )
    return undefined


def combined(
    formula: Callable[..., Any],
    y_true: ArrayLike,
    y_pred: ArrayLike,
    pos_label: Any,
    sample_weight: ArrayLike | None,
    **parameters: Any,
) -> float:
    """Return a measure made of several rates, NaN with a warning if one has no rows."""
    cells = count_binary(y_true, y_pred, pos_label, sample_weight)
    value = float(formula(cells, **parameters))
    if math.isnan(value):
        name = formula.__name__
        warn(
            f"there are no {_MISSING[name]} (of weight above 0), so {name} is "
            "undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
    return value
