"""The permutation test of mean losses: signs of the rows' differences are flipped."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics._common import threads
from fastmetrics._kernels import swaps as kernel
from fastmetrics.comparison.permutation.laws import (
    MOST_POINTS,
    Found,
    SwapOptions,
    Tail,
    grid_tail,
    too_many,
)
from fastmetrics.comparison.permutation.sign_flips import (
    integer_tail,
    integer_work,
    is_whole,
)
from fastmetrics.comparison.permutation.swaps import (
    Comparison,
    Drawn,
    Swaps,
    drawn_share,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

__all__ = ["flipped_losses", "flipped_signs"]

# Of equal sums of differences, relative to the sum of their sizes.
_EQUAL = 1e-12
# Replicates that a thread draws at a time: long enough to be worth the tables of sums.
_JOB = 1024
# Sizes of differences, each of two signs, whose law can have few enough points.
_MOST_SIZES = MOST_POINTS.bit_length()
# Two models that differ by less than this share of how far they are from a third are
# not compared through it: rounding would tell ties apart.
_NEAR = 1e-2

Pair = tuple[int, int]


def flipped_losses(
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    options: SwapOptions,
    units: NDArray[np.int64] | None = None,
) -> Found:
    """Test whether two models' losses of the same rows have the same mean.

    ``units`` are the numbers of the groups that rows are swapped in.
    """
    with np.errstate(over="ignore"):
        values = float(first.mean()), float(second.mean())
    found = flipped_signs({0: first, 1: second}, [(0, 1)], options, units)
    [tail] = found
    return Found.undefined(*values) if tail is None else Found.of(*values, tail)


def flipped_signs(
    losses: Mapping[int, NDArray[np.float64]],
    pairs: Sequence[Pair],
    options: SwapOptions,
    units: NDArray[np.int64] | None = None,
) -> list[Tail | Drawn | None]:
    """Return the p-value of Σ d among all Σ ±d, for the losses of pairs of models.

    That of a pair is None where its differences are not finite.
    """
    found: list[Tail | Drawn | None] = [None] * len(pairs)
    exact: dict[int, _Kinds] = {}
    drawn: list[int] = []
    for at, (i, j) in enumerate(pairs):
        with np.errstate(over="ignore", invalid="ignore"):
            differences = losses[i] - losses[j]
        if not np.isfinite(differences).all():
            continue
        by_unit = _sums_by_unit(differences, units)
        kinds = None if options.draws_only else _kinds_of(by_unit)
        if kinds is None:
            drawn.append(at)
        else:
            exact[at] = kinds
    for at, kinds in exact.items():
        found[at] = kinds.tail(options.alternative)
    drawn += [at for at in exact if found[at] is None]
    if drawn and not options.draws_only:
        too_many(options)
    for at, each in zip(
        drawn, _drawn(losses, [pairs[at] for at in drawn], options, units), strict=True
    ):
        found[at] = each
    return found


def _sums_by_unit(
    values: NDArray[np.float64], units: NDArray[np.int64] | None
) -> NDArray[np.float64]:
    """Return the sums of rows that are swapped together."""
    if units is None:
        return values
    return np.bincount(units, weights=values).astype(np.float64)


def _first_of(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return A's sum, the only one."""
    return np.asarray(sums[0])


class _Kinds(NamedTuple):
    """Differences other than 0 that occur, how many units have each, and the work."""

    differences: NDArray[np.float64]
    units: NDArray[np.int64]
    whole: bool

    def tail(self, alternative: str) -> Tail | None:
        """Return the exact tail; None if that is too much work after all."""
        differences, units = self.differences, self.units
        if self.whole:
            return integer_tail(differences.astype(np.int64), units, alternative)
        compared = Comparison(
            float(differences @ units),
            alternative,
            _EQUAL * float(np.abs(differences) @ units),
        )
        return grid_tail(self.swaps(), _first_of, compared)

    def swaps(self) -> Swaps:
        """Return what swaps do to the sum of A's losses where they are greater."""
        ahead = self.differences > 0
        sums = np.array([self.differences[ahead] @ self.units[ahead]])
        return Swaps.of_changes(sums, -self.differences[:, None], self.units)


def _kinds_of(differences: NDArray[np.float64]) -> _Kinds | None:
    """Return the kinds of differences, if they have an exact law of not too much work.

    Whether they do is soon known: few sizes of differences, or whole numbers.
    """
    if is_whole(differences):
        found, units = _count_whole(differences)
        points = integer_work(found.astype(np.int64), units)
        return _Kinds(found, units, True) if math.isfinite(points) else None
    for part in (differences[:1000], differences):
        if len(np.unique(np.abs(part[part != 0]))) > _MOST_SIZES:
            return None
    found, units = np.unique(differences[differences != 0], return_counts=True)
    kinds = _Kinds(found, units, False)
    return None if kinds.swaps().outcomes() > MOST_POINTS else kinds


def _count_whole(
    differences: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the numbers other than 0 that occur, and how often."""
    low, high = differences.min(), differences.max()
    if high - low > len(differences):
        return np.unique(differences[differences != 0], return_counts=True)
    counts = np.bincount((differences - low).astype(np.int64))
    if low <= 0 <= high:
        counts[int(-low)] = 0
    occurring = np.flatnonzero(counts)
    return low + occurring, counts[occurring]


def _drawn(
    losses: Mapping[int, NDArray[np.float64]],
    pairs: Sequence[Pair],
    options: SwapOptions,
    units: NDArray[np.int64] | None,
) -> list[Drawn]:
    """Return p-values of pairs, in all of which the same units are swapped.

    A swap adds to Σ d of models i and j what i has less than a third model, less what j
    has so. So a sum of each model is enough, not one of each pair.
    """
    if not pairs:
        return []
    third, *others = sorted({k for pair in pairs for k in pair})
    apart = {third: np.zeros(1)}
    for k in others:
        apart[k] = _sums_by_unit(losses[k] - losses[third], units)
    sizes = {k: float(np.abs(own).sum()) for k, own in apart.items()}
    sums = {third: np.zeros(options.n_resamples)}
    for k in others:
        sums[k] = _sums_of_swapped(apart[k], options)
    found = []
    for i, j in pairs:
        differences = _sums_by_unit(losses[i] - losses[j], units)
        size = float(np.abs(differences).sum())
        swapped = sums[i] - sums[j]
        if size < _NEAR * max(sizes[i], sizes[j]):
            swapped = _sums_of_swapped(differences, options)
        total = float(differences.sum())
        compared = Comparison(total, options.alternative, _EQUAL * size)
        found.append(drawn_share(compared, total - 2 * swapped, total))
    return found


def _sums_of_swapped(
    values: NDArray[np.float64], options: SwapOptions
) -> NDArray[np.float64]:
    """Return the sum of the values of swapped units in each replicate."""
    n = options.n_resamples
    sums = np.empty(n)

    def run(begin: int) -> None:
        kernel.sum_swapped(values, options.seed, begin, sums[begin : begin + _JOB])

    threads.map_blocks(run, range(0, n, _JOB), progress=options.progress)
    return sums
