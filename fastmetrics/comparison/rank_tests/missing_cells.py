"""Ranks where some models have no score on some data sets: Skillings and Mack's."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics.comparison.rank_tests.order_laws import Row
from fastmetrics.comparison.rank_tests.ranks import doubled_ranks

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Incomplete", "incomplete"]


class Incomplete(NamedTuple):
    """What is known of models ranked on some of the data sets.

    ``ranks`` has NaN in the missing cells; ``rows`` are the weighted, centred ranks of
    the data sets with two models or more; ``inverse`` is the (generalised) inverse of
    the covariance matrix of their sums, of rank ``df``.
    """

    ranks: NDArray[np.float64]
    rows: list[Row]
    inverse: NDArray[np.float64]
    df: int

    def statistic(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the statistic of sums (..., models)."""
        return np.einsum("...i,ij,...j->...", sums, self.inverse, sums)

    def observed(self) -> float:
        """Return the statistic of the data."""
        sums = np.zeros(self.ranks.shape[1])
        for columns, values in self.rows:
            sums[columns] += values
        return max(0.0, float(self.statistic(sums)))


def incomplete(
    values: NDArray[np.float64], models: tuple[Any, ...], greater_is_better: bool
) -> Incomplete:
    """Rank the models that each data set has.

    A data set with k models weighs its ranks by the square root of 12 / (k + 1), which
    gives each rank the variance k - 1; so any two models on it covary by -1.
    """
    doubled = doubled_ranks(values, greater_is_better)
    here = doubled > 0
    several = np.count_nonzero(here, axis=1)
    used = several > 1
    if np.count_nonzero(used) < 2:
        raise ValueError(
            "scores must have two data sets or more with scores of two models or more, "
            f"got {np.count_nonzero(used)}."
        )
    alone = np.flatnonzero(~here[used].any(axis=0))
    if len(alone):
        raise ValueError(
            f"The column {shown(models[alone[0]])} of scores has no score beside "
            "another model's: leave the model out."
        )
    both = here[used].astype(np.float64)
    covariance = -(both.T @ both)
    np.fill_diagonal(covariance, 0)
    np.fill_diagonal(covariance, -covariance.sum(axis=1))
    rows = []
    for row, k in zip(doubled[used], several[used].tolist(), strict=True):
        columns = np.flatnonzero(row)
        weight = math.sqrt(12 / (k + 1)) / 2
        rows.append((columns, weight * (row[columns] - (k + 1.0))))
    inverse = np.linalg.pinv(covariance, hermitian=True)
    df = int(np.linalg.matrix_rank(covariance, hermitian=True))
    ranks = np.where(here, doubled / 2, np.nan)[used]
    return Incomplete(ranks, rows, inverse, df)
