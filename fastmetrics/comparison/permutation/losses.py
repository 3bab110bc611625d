"""The permutation test of mean losses: signs of the rows' differences are flipped."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common import threads
from fastmetrics._kernels import swaps as kernel
from fastmetrics.comparison.permutation.asked import Asking, Found, too_many
from fastmetrics.comparison.permutation.draws import Drawn, drawn_share
from fastmetrics.comparison.permutation.grids import MOST_POINTS, Tail, grid_tail
from fastmetrics.comparison.permutation.sign_flips import integer_tail, is_whole
from fastmetrics.comparison.permutation.swaps import Comparison, Swaps

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["flipped_losses", "flipped_signs", "sums_by_unit"]

# Of equal sums of differences, relative to the sum of their sizes.
_EQUAL = 1e-12
# Replicates that a thread draws at a time: long enough to be worth the tables of sums.
_JOB = 1024


def flipped_losses(
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    asking: Asking,
    units: NDArray[np.int64] | None = None,
) -> Found:
    """Test whether two models' losses of the same rows have the same mean.

    ``units`` are the numbers of the groups that rows are swapped in.
    """
    with np.errstate(over="ignore"):
        values = float(first.mean()), float(second.mean())
        differences = first - second
    if not np.isfinite(differences).all():
        return Found.undefined(*values)
    return Found.of(*values, flipped_signs(sums_by_unit(differences, units), asking))


def sums_by_unit(
    differences: NDArray[np.float64], units: NDArray[np.int64] | None
) -> NDArray[np.float64]:
    """Return the sums of rows that are swapped together."""
    if units is None:
        return differences
    return np.bincount(units, weights=differences).astype(np.float64)


def flipped_signs(differences: NDArray[np.float64], asking: Asking) -> Tail | Drawn:
    """Return the p-value of Σ d among all Σ ±d."""
    differences = differences[differences != 0]
    if not asking.draws_only:
        tail = _exact(differences, asking.alternative)
        if tail is not None:
            return tail
        too_many(asking)
    return _drawn(differences, asking)


def _exact(differences: NDArray[np.float64], alternative: str) -> Tail | None:
    found, units = np.unique(differences, return_counts=True)
    if is_whole(differences):
        return integer_tail(found.astype(np.int64), units, alternative)
    swaps = Swaps.of_changes(
        np.array([differences[differences > 0].sum()]), -found[:, None], units
    )
    if swaps.outcomes() > MOST_POINTS:
        return None
    compared = _compare(differences, alternative)
    return grid_tail(swaps, lambda sums: sums[0], compared)


def _compare(differences: NDArray[np.float64], alternative: str) -> Comparison:
    sizes = math.fsum(np.abs(differences))
    return Comparison(math.fsum(differences), alternative, _EQUAL * sizes)


def _drawn(differences: NDArray[np.float64], asking: Asking) -> Drawn:
    n = asking.n_resamples
    swapped = np.empty(n)

    def run(begin: int) -> None:
        out = swapped[begin : begin + _JOB]
        kernel.sum_swapped(differences, asking.seed, begin, out)

    threads.map_blocks(run, range(0, n, _JOB), progress=asking.progress)
    compared = _compare(differences, asking.alternative)
    sums = compared.difference - 2 * swapped
    return drawn_share(int(compared.reached(sums).sum()), n)
