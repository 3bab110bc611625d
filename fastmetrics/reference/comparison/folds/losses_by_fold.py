"""The central limit theorem of cross-validation, by P. Bayle et al. (2020)."""

import math
from collections.abc import Hashable, Sequence

from fastmetrics.reference.comparison.folds.scores import (
    FoldTest,
    differences_of,
    mean,
    without_variance,
)
from fastmetrics.reference.comparison.laws import normal_tail
from fastmetrics.reference.inputs import same_length

__all__ = ["cv_loss_test"]


def cv_loss_test(
    loss_a: Sequence[float],
    loss_b: Sequence[float],
    folds: Sequence[Hashable],
    *,
    variance: str = "all",
    groups: Sequence[Hashable] | None = None,
    alternative: str = "two-sided",
) -> FoldTest:
    """Return z = √n mean(h) / σ of the differences h in the losses of the rows.

    σ² is the mean of (h - mean)², or with "within" the mean over folds of their sample
    variances. With groups, deviations are added up by group before they are squared;
    where all of them cancel, there is no variance either.
    """
    n = same_length(loss_a=loss_a, loss_b=loss_b, folds=folds, groups=groups)
    if len(set(folds)) < 2:
        raise ValueError("one fold")
    h, noise = differences_of(loss_a, loss_b)
    units = list(range(n)) if groups is None else groups
    rows_of_fold = {j: [i for i in range(n) if folds[i] == j] for j in set(folds)}
    if len({(fold, unit) for fold, unit in zip(folds, units, strict=True)}) != len(
        set(units)
    ):
        raise ValueError("a group is in several folds")
    if variance == "all":
        parts = [list(range(n))]
    else:
        parts = list(rows_of_fold.values())
    constant, variances = True, []
    cancel = (noise * max(units.count(unit) for unit in set(units))) ** 2
    cancelled = True
    for part in parts:
        losses = [h[i] for i in part]
        constant = constant and max(losses) - min(losses) <= noise
        sums = squares_by_unit(losses, [units[i] for i in part])
        cancelled = cancelled and groups is not None and max(sums) <= cancel
        if variance == "all":
            variances.append(math.fsum(sums) / n)
        else:
            correction = len(sums) / (len(sums) - 1)
            variances.append(correction * math.fsum(sums) / len(part))
    estimate = mean(h)
    if constant or cancelled:
        return without_variance(0.0 if abs(estimate) <= noise else estimate)
    error = math.sqrt(mean(variances) / n)
    z = estimate / error
    return FoldTest(z, normal_tail(z, alternative), estimate, error)


def squares_by_unit(losses: Sequence[float], units: Sequence[Hashable]) -> list[float]:
    """Return the squared sum of deviations from the mean, of each unit."""
    centre = mean(losses)
    added: dict[Hashable, list[float]] = {}
    for loss, unit in zip(losses, units, strict=True):
        added.setdefault(unit, []).append(loss - centre)
    return [math.fsum(deviations) ** 2 for deviations in added.values()]
