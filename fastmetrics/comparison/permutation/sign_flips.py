"""Permutation tests of mean losses, by flips of signs."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics._common import null_laws, threads
from fastmetrics._common.null_laws import NullLaw
from fastmetrics._kernels import swaps as kernel
from fastmetrics.comparison.permutation.laws import (
    LEFT_OUT,
    MOST_POINTS,
    SHARE_LEFT_OUT,
    Comparison,
    CutLaw,
    Drawn,
    Found,
    SwapOptions,
    Swaps,
    Tail,
    drawn_share,
    fair_law,
    grid_tail,
    likely_numbers,
    too_many,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray


# --------------------------------------------------------------------------- sign flips
# Row losses: a swap turns the sign of the difference of a row, or of a group.


# Sums of whole numbers beyond this are not exact as floats.
_EXACT = 2.0**53
# Products of chances that a law of sums may take: about a second's work.
_MOST_WORK = 3e9
# As many of them take as long as a point of a grid.
_PRODUCTS_PER_POINT = 100


def is_whole(values: NDArray[np.float64]) -> bool:
    """Whether values are whole numbers that add up without rounding."""
    return bool(np.abs(values).sum() < _EXACT and (values == np.floor(values)).all())


def integer_tail(
    differences: NDArray[np.int64], units: NDArray[np.int64], alternative: str
) -> Tail | None:
    """Return the exact tail of Σ ±d, of whole numbers; None if that is too much work.

    ``units[i]`` units have a difference of ``differences[i]``.
    """
    sizes, trials, counts = _kinds(differences, units)
    if not len(sizes):
        return Tail(1.0, 0.0)
    null_law = partial(_null_law, sizes, trials, counts)
    if len(sizes) == 1:
        return Tail(
            null_laws.pvalue(int(counts[0]), int(trials[0]), 0.5, alternative),
            0.0,
            null_law,
        )
    sizes = sizes // np.gcd.reduce(sizes)
    # The sum of the sizes with a plus, and that with a minus.
    ahead, behind = int(sizes @ counts), int(sizes @ (trials - counts))
    left_out = LEFT_OUT
    while True:
        laws = [fair_law(n, left_out / len(sizes)) for n in trials.tolist()]
        distribution = _law_of_sum(laws, sizes.tolist())
        if distribution is None:
            return None
        chance = _tail(distribution, ahead, behind, alternative)
        if distribution.rest <= SHARE_LEFT_OUT * chance or not distribution.rest:
            break
        if left_out <= 1e-300:
            break
        left_out = max(min(SHARE_LEFT_OUT * chance, left_out**2), 1e-300)
    return Tail(min(1.0, chance + distribution.rest), distribution.rest, null_law)


def _null_law(
    sizes: NDArray[np.int64], trials: NDArray[np.int64], counts: NDArray[np.int64]
) -> NullLaw:
    """Return the law of the sum of differences whose signs are tossed."""
    unit = np.gcd.reduce(sizes)
    laws = [fair_law(n, LEFT_OUT / len(sizes)) for n in trials.tolist()]
    distribution = _law_of_sum(laws, (sizes // unit).tolist())
    assert distribution is not None  # there was a tail of it
    ahead = distribution.low + np.arange(len(distribution.chances))
    possible = distribution.chances > 0
    at = (2.0 * unit * ahead - sizes @ trials)[possible]
    statistic = float(sizes @ (2 * counts - trials))
    chances = distribution.chances[possible]
    return NullLaw(at, chances, "chances", "away", 0.0, statistic)


def integer_work(differences: NDArray[np.int64], units: NDArray[np.int64]) -> float:
    """Return about how many points of a grid take as long as `integer_tail` does.

    Infinite where that returns None.
    """
    sizes, trials, _ = _kinds(differences, units)
    if len(sizes) < 2:
        return 1.0
    sizes = sizes // np.gcd.reduce(sizes)
    steps = likely_numbers(trials) - 1
    length = 1 + float(sizes @ steps)
    products = length * float(steps.sum())
    if length > MOST_POINTS or products > _MOST_WORK:
        return math.inf
    return products / _PRODUCTS_PER_POINT


def _kinds(
    differences: NDArray[np.int64], units: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the sizes that occur, how many units have each, and how many are > 0."""
    moved = (differences != 0) & (units > 0)
    differences, units = differences[moved], units[moved]
    sizes, kind = np.unique(np.abs(differences), return_inverse=True)
    trials, counts = np.zeros((2, len(sizes)), np.int64)
    np.add.at(trials, kind, units)
    np.add.at(counts, kind, np.where(differences > 0, units, 0))
    return sizes, trials, counts


def _law_of_sum(laws: Sequence[CutLaw], sizes: Sequence[int]) -> CutLaw | None:
    """Return the law of Σ size · heads; None if it takes too long.

    All that is added up is positive, so that small chances are as precise as large.
    """
    steps = [len(law.chances) - 1 for law in laws]
    length = 1 + sum(size * n for size, n in zip(sizes, steps, strict=True))
    if length > MOST_POINTS or length * float(sum(steps)) > _MOST_WORK:
        return None
    chances = np.ones(1)
    # The largest first: the sum of few of them is short.
    for law, size in sorted(zip(laws, sizes, strict=True), key=lambda one: -one[1]):
        chances = _with_steps(chances, law.chances, size)
    low = sum(size * law.low for law, size in zip(laws, sizes, strict=True))
    return CutLaw(low, chances, math.fsum(law.rest for law in laws))


def _with_steps(
    chances: NDArray[np.float64], heads: NDArray[np.float64], size: int
) -> NDArray[np.float64]:
    """Return the law of a sum and of so many steps of one size."""
    out = np.zeros(len(chances) + size * (len(heads) - 1))
    for remainder in range(min(size, len(chances))):
        part = chances[remainder::size]
        sums = np.convolve(part, heads)
        out[remainder : remainder + size * len(sums) : size] = sums
    return out


def _tail(distribution: CutLaw, ahead: int, behind: int, alternative: str) -> float:
    """Return the chance of sums at least as far as ``ahead``, of which the law is."""

    def at_most(value: int) -> float:
        # The smallest first; the distribution is cut symmetrically about the middle.
        return float(distribution.chances[: max(0, value - distribution.low + 1)].sum())

    if alternative == "two-sided":
        near, far = sorted((ahead, behind))
        return 1.0 if near == far else min(1.0, 2 * at_most(near))
    return at_most(behind if alternative == "greater" else ahead)


# ------------------------------------------------------------------------------- losses
# The permutation test of mean losses: signs of the rows' differences are flipped.


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
    results = flipped_signs({0: first, 1: second}, [(0, 1)], options, units)
    [tail] = results
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
    results: list[Tail | Drawn | None] = [None] * len(pairs)
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
        results[at] = kinds.tail(options.alternative)
    drawn += [at for at in exact if results[at] is None]
    if drawn and not options.draws_only:
        too_many(options)
    for at, each in zip(
        drawn, _drawn(losses, [pairs[at] for at in drawn], options, units), strict=True
    ):
        results[at] = each
    return results


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
        """Return the swaps of rows on which A's loss is larger."""
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
