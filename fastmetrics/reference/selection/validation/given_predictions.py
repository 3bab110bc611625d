"""A metric of out-of-fold predictions, fold by fold or of all rows."""

import math
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from fastmetrics.reference.comparison.folds.scores import mean
from fastmetrics.reference.selection.validation.fold_intervals import (
    FoldInterval,
    corrected,
    naive,
    pooled,
)
from fastmetrics.reference.selection.validation.fold_intervals import (
    folds as of_folds,
)

__all__ = ["out_of_fold_score"]

Column = Sequence[Any]


def out_of_fold_score(
    metric: Callable[[list[Any], list[Any]], float],
    y_true: Column,
    y_pred: Column,
    folds: Sequence[Hashable],
    *,
    combine: str = "mean",
    confidence_level: float = 0.95,
    method: str = "corrected",
    standard_error: Callable[[list[Any], list[Any]], float] | None = None,
) -> FoldInterval:
    """Return the combined value with its interval.

    ``metric`` is a function of two lists; ``standard_error`` gives its standard error
    on a fold, for "folds". "pooled" is of a metric that is a mean over rows.
    """
    names = sorted({*folds})  # type: ignore[type-var]
    parts = [
        [
            (t, p)
            for t, p, fold in zip(y_true, y_pred, folds, strict=True)
            if fold == name
        ]
        for name in names
    ]
    columns = [([t for t, _ in part], [p for _, p in part]) for part in parts]
    values = [metric(true, pred) for true, pred in columns]
    whole = metric([*y_true], [*y_pred])
    n, k = len(y_true), len(names)
    if method == "pooled":
        losses = [metric([t], [p]) for t, p in zip(y_true, y_pred, strict=True)]
        found = pooled(losses, confidence_level)
    elif method == "folds":
        assert standard_error is not None
        errors = [standard_error(true, pred) for true, pred in columns]
        found = of_folds(values, errors, confidence_level)
    elif method == "naive":
        found = naive(values, confidence_level)
    else:
        found = corrected(values, n - n / k, n / k, confidence_level)
    centre = mean(values) if combine == "mean" else whole
    if math.isnan(centre):
        return FoldInterval(centre, math.nan, math.nan, math.nan)
    moved = centre - found.estimate
    return FoldInterval(
        centre, found.standard_error, found.low + moved, found.high + moved
    )
