"""Scores by the value of one parameter."""

import math
from collections.abc import Sequence
from typing import Any

from fastmetrics.reference.selection.searching.fits import (
    Scoring,
    both_scores,
    folds_of,
    with_value,
)

Rows = list[list[float]]


def validation_curve(
    estimator: Any,
    X: Sequence[Any],
    y: Sequence[Any],
    *,
    param_name: str,
    param_range: Sequence[Any],
    groups: Any = None,
    cv: Any = None,
    scoring: Scoring | None = None,
    n_jobs: int | None = None,
    pre_dispatch: int | str = "all",
    verbose: int = 0,
    error_score: Any = math.nan,
    params: Any = None,
) -> tuple[Rows, Rows]:
    """Return by value and fold the scores on rows learnt from and on rows held out."""
    folds = folds_of(cv, X, y)
    models = [with_value(estimator, param_name, value) for value in param_range]
    found = [
        [both_scores(model, X, y, train, test, scoring) for train, test in folds]
        for model in models
    ]
    learnt, held = ([[one[k] for one in row] for row in found] for k in (0, 1))
    return learnt, held
