"""Scores of models that learn from the first rows of each training part."""

import math
from collections.abc import Sequence
from typing import Any

from fastmetrics.reference.selection.searching.fits import (
    Scoring,
    both_scores,
    folds_of,
)
from fastmetrics.reference.selection.splitters.twister import Twister

Rows = list[list[float]]


def learning_curve(
    estimator: Any,
    X: Sequence[Any],
    y: Sequence[Any],
    *,
    groups: Any = None,
    train_sizes: Sequence[float] = (0.1, 0.325, 0.55, 0.775, 1.0),
    cv: Any = None,
    scoring: Scoring | None = None,
    exploit_incremental_learning: bool = False,
    n_jobs: int | None = None,
    pre_dispatch: int | str = "all",
    verbose: int = 0,
    shuffle: bool = False,
    random_state: int | None = None,
    error_score: Any = math.nan,
    return_times: bool = False,
    params: Any = None,
) -> tuple[list[int], Rows, Rows]:
    """Return the sizes, and by size and fold the scores of both parts.

    Sizes are shares of the first fold's training rows where one is a float.
    """
    folds = folds_of(cv, X, y)
    most = len(folds[0][0])
    sizes = [int(one) for one in train_sizes]
    if any(isinstance(one, float) for one in train_sizes):
        sizes = [max(1, int(one * most)) for one in train_sizes]
    sizes = sorted(set(sizes))
    if shuffle:
        draws = Twister(random_state or 0)
        folds = [(draws.shuffled(train), test) for train, test in folds]
    found = [
        [
            both_scores(estimator, X, y, train[:n], test, scoring)
            for train, test in folds
        ]
        for n in sizes
    ]
    learnt, held = ([[one[k] for one in row] for row in found] for k in (0, 1))
    return sizes, learnt, held
