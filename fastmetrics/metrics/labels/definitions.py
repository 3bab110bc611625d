"""Decorators for metrics of the four cells of a binary confusion matrix."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fastmetrics._common.definitions import as_public, overloaded
from fastmetrics._common.options import warn
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.labels.averaging import zero_value
from fastmetrics.metrics.labels.counting.targets import count_binary
from fastmetrics.metrics.labels.formulas import MISSING

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label, ZeroDivision
    from fastmetrics.metrics.labels.annotations import Labels, Predicted


# Annotations of functions whose rows have no weights.
UNWEIGHTED = {"y_true": "ArrayLike", "y_pred": "ArrayLike", "sample_weight": "None"}


def cell_count(definition: Callable[..., int | float]) -> Callable[..., Any]:
    """Make a public function that counts rows; the definition chooses the cell."""

    def function(
        y_true: Labels,
        y_pred: Predicted,
        *,
        pos_label: Label = 1,
        sample_weight: ArrayLike | None = None,
        **own: Any,
    ) -> int | float:
        cells = count_binary(y_true, y_pred, pos_label, sample_weight)
        return definition(*cells, **own)

    return overloaded({**UNWEIGHTED, "return": "int"}, {})(
        as_public(function, definition)
    )


def rate(definition: Callable[..., tuple[Any, Any]]) -> Callable[..., Any]:
    """Make a public function of a rate; the definition returns successes and trials."""
    name = definition.__name__

    def function(
        y_true: Labels,
        y_pred: Predicted,
        *,
        pos_label: Label = 1,
        sample_weight: ArrayLike | None = None,
        zero_division: ZeroDivision = "warn",
        **own: Any,
    ) -> float:
        undefined = zero_value(zero_division)
        cells = count_binary(y_true, y_pred, pos_label, sample_weight)
        successes, trials = definition(*cells, **own)
        if trials:
            return successes / trials
        if zero_division == "warn":
            warn(
                f"there are no {MISSING[name]} (of weight above 0), so {name} is "
                "undefined and set to 0.0. zero_division gives it another value and "
                "silences this.",
                UndefinedMetricWarning,
            )
        return undefined

    return as_public(function, definition)


def combined_rate(definition: Callable[..., Any]) -> Callable[..., Any]:
    """Make a public function of a formula of the cells, which warns if it is NaN."""
    name = definition.__name__

    def function(
        y_true: Labels,
        y_pred: Predicted,
        *,
        pos_label: Label = 1,
        sample_weight: ArrayLike | None = None,
        **own: Any,
    ) -> float:
        cells = count_binary(y_true, y_pred, pos_label, sample_weight)
        value = float(definition(*cells, **own))
        if math.isnan(value):
            warn(
                f"there are no {MISSING[name]} (of weight above 0), so {name} is "
                "undefined and returned as NaN.",
                UndefinedMetricWarning,
            )
        return value

    return as_public(function, definition)
