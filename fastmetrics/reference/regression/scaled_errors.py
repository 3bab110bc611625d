"""Errors in units of those of the naive forecast, series by series."""

import math
import warnings
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import (
    UndefinedMetricWarning,
    check_weights,
    same_length,
    warn_undefined,
)
from fastmetrics.reference.regression.numbers import root

Column = Sequence[Any]


def mean_absolute_scaled_error(
    y_true: Column,
    y_pred: Column,
    *,
    y_train: Column | None = None,
    m: int = 1,
    groups: Column | None = None,
    groups_train: Column | None = None,
    sample_weight: Column | None = None,
) -> float:
    """Return the mean over series of MAE over the MAE of repeating the season."""
    series = series_of(y_true, y_pred, y_train, m, groups, groups_train, sample_weight)
    return mean_of_scaled(series, m, squared=False)


def root_mean_squared_scaled_error(
    y_true: Column,
    y_pred: Column,
    *,
    y_train: Column | None = None,
    m: int = 1,
    groups: Column | None = None,
    groups_train: Column | None = None,
    sample_weight: Column | None = None,
) -> float:
    """Return the same with roots of mean squares in place of mean sizes."""
    series = series_of(y_true, y_pred, y_train, m, groups, groups_train, sample_weight)
    return mean_of_scaled(series, m, squared=True)


def series_of(y_true, y_pred, y_train, m, groups, groups_train, sample_weight):
    """Return (rows, numbers to scale by) of each series; a row is (y, ŷ, weight)."""
    if isinstance(m, bool) or m != int(m) or m < 1:
        raise ValueError(f"m={m!r} is no whole number of at least 1")
    n = same_length(
        y_true=y_true, y_pred=y_pred, groups=groups, sample_weight=sample_weight
    )
    weights = check_weights(sample_weight, n)
    if y_train is None and groups_train is not None:
        raise ValueError("groups_train without y_train")
    if y_train is not None:
        if (groups is None) != (groups_train is None):
            raise ValueError("groups without groups_train, or the other way round")
        same_length(y_train=y_train, groups_train=groups_train)
    for column in (y_true, y_pred, y_train or []):
        if not all(math.isfinite(one) for one in column):
            raise ValueError("a number is not finite")
    found = []
    ids = [0] * n if groups is None else list(groups)
    for name in sorted(set(ids)):
        mine = [i for i in range(n) if ids[i] == name]
        rows = [(Fraction(y_true[i]), Fraction(y_pred[i]), weights[i]) for i in mine]
        if y_train is None:
            history = [y for y, _, _ in rows]
        elif groups_train is None:
            history = [Fraction(y) for y in y_train]
        else:
            of = zip(y_train, groups_train, strict=True)
            history = [Fraction(y) for y, one in of if one == name]
        if any(weight for _, _, weight in rows):
            found.append((rows, history))
    return found


def mean_of_scaled(series, m, *, squared):
    """Return the mean over the series, each weighing what its rows do on average."""
    total = weight_of_all = Fraction(0)
    left_out = 0
    for rows, history in series:
        naive = [
            later - earlier
            for earlier, later in zip(history, history[m:], strict=False)
        ]
        if not any(naive):
            left_out += 1
            continue
        error = mean_size([(p - y, w) for y, p, w in rows], squared)
        scale = mean_size([(d, 1) for d in naive], squared)
        weight = Fraction(sum(w for _, _, w in rows)) / len(rows)
        total += weight * (error / scale)
        weight_of_all += weight
    if not weight_of_all:
        return warn_undefined("the scaled error", "no series has a scale")
    if left_out:
        why = f"{left_out} of {len(series)} series have no scale and are left out"
        warnings.warn(why, UndefinedMetricWarning, stacklevel=3)
    return float(total / weight_of_all)


def mean_size(weighted, squared):
    """Return the mean size of numbers with weights, or the root of the mean square."""
    total = sum(weight for _, weight in weighted)
    if not squared:
        return sum(abs(one) * weight for one, weight in weighted) / total
    return Fraction(root(sum(one * one * weight for one, weight in weighted) / total))
