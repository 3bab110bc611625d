"""Nested cross-validation: an interval for the error of the model of all rows.

The cross-validation inside each outer training part is compared with the mean loss of
the fold outside, which shows how far such a value lies from what it estimates.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.interval import UNDEFINED, Interval, no_interval

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["OF_ALL_ROWS", "nested"]

OF_ALL_ROWS = "the performance of the model of all rows"


def nested(
    losses_of: Callable[[NDArray[np.intp], NDArray[np.intp]], Floats],
    fold_ids: NDArray[Any],
    confidence_level: float,
) -> Interval:
    """Return the interval of Bates, Hastie and Tibshirani (2023) for a mean over rows.

    With a the squared distance of the inner value to the outer fold's mean loss, and b
    the variance of that mean, the mean of a - b is the mean squared error of the inner
    value, the rows of a fold being independent of it. Values are centred where training
    on all rows, not on (k - 2)/k of them, would lead if the error falls as 1/n.

    Parameters
    ----------
    losses_of : callable
        ``losses_of(train, test)``: fits on some rows, and returns the loss of each of
        the others. It is called k(k + 1)/2 times for each repeat: two folds that are
        left out together, in either order, leave the same rows.
    fold_ids : ndarray of shape (n_repeats, n_samples)
        The fold of each row, 0 to k - 1, k at least 3.
    confidence_level : float
        In (0, 1).

    Raises
    ------
    ValueError
        If there are less than three folds, or a fold has less than two rows.
    """
    k = int(fold_ids.max()) + 1
    fewest = min(int(np.bincount(ids, minlength=k).min()) for ids in fold_ids)
    if k < 3 or fewest < 2:
        raise ValueError(
            "method='nested' needs 3 folds or more of 2 rows or more; got "
            f"{k} folds, the smallest of {fewest} rows"
        )
    inner, outer, squared = [], [], []
    for ids in fold_ids:
        within: list[list[Floats]] = [[] for _ in range(k)]
        for first in range(k):
            for second in range(first + 1, k):
                left_out = (ids == first) | (ids == second)
                test = np.flatnonzero(left_out)
                losses = losses_of(np.flatnonzero(~left_out), test)
                within[first].append(losses[ids[test] == second])
                within[second].append(losses[ids[test] == first])
        for fold in range(k):
            inside = np.concatenate(within[fold])
            test = np.flatnonzero(ids == fold)
            outside = losses_of(np.flatnonzero(ids != fold), test)
            variance = float(outside.var(ddof=1)) / len(outside)
            squared.append((inside.mean() - outside.mean()) ** 2 - variance)
            inner.append(inside)
            outer.append(outside)
    of_inner, of_outer = np.concatenate(inner), np.concatenate(outer)
    n = fold_ids.shape[1]
    value = float(of_inner.mean())
    shrinking = 1 + (k - 2) / k
    estimate = value - shrinking * (value - float(of_outer.mean()))
    if math.isnan(estimate):
        return _none(estimate, confidence_level, UNDEFINED)
    naive = float(of_outer.std(ddof=1)) / math.sqrt(n * (k - 1) / k)
    if not naive > 0:
        reason = "all rows have the same loss, which says nothing"
        return _none(estimate, confidence_level, reason)
    # The estimate of a mean squared error may be negative, or absurd.
    found = math.sqrt(max(float(np.mean(squared)), 0.0))
    error = min(max(found, naive), math.sqrt(k) * naive) * math.sqrt((k - 1) / k)
    low, high = bounds.normal(estimate, error, confidence_level)
    return Interval(
        estimate,
        low,
        high,
        error,
        confidence_level,
        "nested",
        target=OF_ALL_ROWS,
    )


def _none(estimate: float, confidence_level: float, reason: str) -> Interval:
    return replace(no_interval(estimate, confidence_level, reason), target=OF_ALL_ROWS)
