"""Permutation distributions of sums: flips of signs, and choices of rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import null_laws, threads
from fastmetrics._common.null_laws import NullLaw, drawn_law
from fastmetrics._kernels import swaps as kernel
from fastmetrics.comparison.permutation_distributions import (
    LEFT_OUT,
    MOST_POINTS,
    SHARE_LEFT_OUT,
    Comparison,
    CutDistribution,
    Drawn,
    Found,
    SwapOptions,
    Swaps,
    Tail,
    drawn_share,
    fair_distribution,
    grid_tail,
    likely_numbers,
    too_many,
)

# --------------------------------------------------------------------------- sign flips
# Row losses: a swap turns the sign of the difference of a row, or of a group.


# Sums of whole numbers beyond this are not exact as floats.
_EXACT = 2.0**53
# Products of probabilities for a distribution of sums: about a second's work.
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
    null_law = partial(_null_distribution, sizes, trials, counts)
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
        distributions = [
            fair_distribution(n, left_out / len(sizes)) for n in trials.tolist()
        ]
        distribution = _distribution_of_sum(distributions, sizes.tolist())
        if distribution is None:
            return None
        chance = _tail(distribution, ahead, behind, alternative)
        if distribution.rest <= SHARE_LEFT_OUT * chance or not distribution.rest:
            break
        if left_out <= 1e-300:
            break
        left_out = max(min(SHARE_LEFT_OUT * chance, left_out**2), 1e-300)
    return Tail(min(1.0, chance + distribution.rest), distribution.rest, null_law)


def _null_distribution(
    sizes: NDArray[np.int64], trials: NDArray[np.int64], counts: NDArray[np.int64]
) -> NullLaw:
    """Return the distribution of the sum of differences with random signs."""
    unit = np.gcd.reduce(sizes)
    distributions = [
        fair_distribution(n, LEFT_OUT / len(sizes)) for n in trials.tolist()
    ]
    distribution = _distribution_of_sum(distributions, (sizes // unit).tolist())
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


def _distribution_of_sum(
    distributions: Sequence[CutDistribution], sizes: Sequence[int]
) -> CutDistribution | None:
    """Return the distribution of Σ size · heads; None if it takes too long.

    All terms are positive, so small probabilities are as precise as large ones.
    """
    steps = [len(distribution.chances) - 1 for distribution in distributions]
    length = 1 + sum(size * n for size, n in zip(sizes, steps, strict=True))
    if length > MOST_POINTS or length * float(sum(steps)) > _MOST_WORK:
        return None
    chances = np.ones(1)
    # The largest first: the sum of few of them is short.
    for distribution, size in sorted(
        zip(distributions, sizes, strict=True), key=lambda one: -one[1]
    ):
        chances = _with_steps(chances, distribution.chances, size)
    low = sum(
        size * distribution.low
        for distribution, size in zip(distributions, sizes, strict=True)
    )
    return CutDistribution(
        low, chances, math.fsum(distribution.rest for distribution in distributions)
    )


def _with_steps(
    chances: NDArray[np.float64], heads: NDArray[np.float64], size: int
) -> NDArray[np.float64]:
    """Return the distribution of a sum plus a number of steps of one size."""
    out = np.zeros(len(chances) + size * (len(heads) - 1))
    for remainder in range(min(size, len(chances))):
        part = chances[remainder::size]
        sums = np.convolve(part, heads)
        out[remainder : remainder + size * len(sums) : size] = sums
    return out


def _tail(
    distribution: CutDistribution, ahead: int, behind: int, alternative: str
) -> float:
    """Return the probability of sums at least as far as ``ahead``."""

    def at_most(value: int) -> float:
        # The smallest first; the distribution is cut symmetrically about the middle.
        return float(distribution.chances[: max(0, value - distribution.low + 1)].sum())

    if alternative == "two-sided":
        near, far = sorted((ahead, behind))
        return 1.0 if near == far else min(1.0, 2 * at_most(near))
    return at_most(behind if alternative == "greater" else ahead)


# ------------------------------------------------------------------------------- losses
# The permutation test of mean losses: signs of the rows' differences are flipped.


# Tolerance of equal sums of differences, relative to the sum of their sizes.
_EQUAL = 1e-12
# Replicates that a thread draws at a time: long enough to be worth the tables of sums.
_JOB = 1024
# Most sizes of differences, with both signs, for an exact distribution.
_MOST_SIZES = MOST_POINTS.bit_length()
# Two models that differ by less than this proportion of their distance to a third are
# not compared through it: rounding would break ties.
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
    """Return the kinds of differences, if an exact distribution is not too much work.

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


# Metric of A and of B by how many rows of each cell A has, (..., cells).
Values = Callable[["NDArray[Any]"], tuple["NDArray[Any]", "NDArray[Any]"]]

# Points that "auto" goes through: about a second.
_POINTS_BY_ITSELF = 2_000_000
# Choices of rows that a function is called on.
_CHOICES_BY_ITSELF = 10_000
# Most values in the picture of a distribution.
_MOST_OUTCOMES = 20_000
# Numbers that a block of replicates holds at once.
_BLOCK = 1 << 20
# Replicates that a thread draws at a time.
_DEALT_JOB = 64
# Numbers of cells whose values are computed at once.
_INNER = 1 << 12
# NumPy draws from so many rows without replacement.
_MOST_DRAWN = 10**9


def dealt_cells(
    cells: NDArray[np.int64],
    n_first: int,
    values: Values,
    compared: Comparison,
    options: SwapOptions,
    width: int = 1,
) -> Tail | Drawn | None:
    """Return the p-value; None if only the exact one will do and is out of reach.

    ``cells`` are the counts of each cell in both samples; ``width`` is how many numbers
    ``values`` computes per choice.
    """
    filled = np.flatnonzero(cells)
    sizes = cells[filled]

    def value(numbers: NDArray[np.int64]) -> NDArray[Any]:
        spread = np.zeros((*numbers.shape[:-1], len(cells)), np.int64)
        spread[..., filled] = numbers
        first, second = values(spread)
        with np.errstate(invalid="ignore"):  # infinity less infinity
            return first - second

    if has_few_points(sizes, options):
        return _exact(sizes, n_first, value, compared)
    if options.method == "exact":
        return None
    width = max(width, len(cells))
    return _drawn_cells(sizes, n_first, value, compared, options, width)


def has_few_points(sizes: NDArray[np.int64], options: SwapOptions) -> bool:
    """Whether all numbers of rows of each cell that A can get are gone through."""
    if options.draws_only:
        return False
    most = MOST_POINTS if options.method == "exact" else _POINTS_BY_ITSELF
    # The largest cell gets the rest.
    with np.errstate(over="ignore"):
        return float(np.prod(np.sort(sizes + 1.0)[:-1])) <= most


def _exact(
    sizes: NDArray[np.int64],
    n_first: int,
    value: Callable[[NDArray[np.int64]], NDArray[Any]],
    compared: Comparison,
) -> Tail:
    """Go through all numbers that A can have of each cell.

    Their chances are products of binomials, as far as those with the right sum go. The
    largest cell gets the rest; several others are enumerated together.
    """
    order = np.argsort(sizes, kind="stable").tolist()
    *others, last = order
    inner: list[int] = []
    while others and (
        not inner
        or math.prod(int(sizes[k]) + 1 for k in [*inner, others[-1]]) <= _INNER
    ):
        inner.append(others.pop())
    total = int(sizes.sum())
    distributions = [
        _binomial(size, n_first, total - n_first) for size in sizes.tolist()
    ]
    extreme, every = [], []
    differences: list[NDArray[Any]] = []
    weights: list[NDArray[np.float64]] = []
    for of_outer in _numbers(others, sizes):
        chance = math.prod(
            float(distributions[k][number])
            for k, number in zip(others, of_outer, strict=True)
        )
        left = n_first - sum(of_outer)
        for of_inner in _blocks(inner, sizes):
            rest = left - of_inner.sum(axis=1)
            kept = (rest >= 0) & (rest <= sizes[last])
            block = np.empty((int(kept.sum()), len(sizes)), np.int64)
            if not len(block):
                continue
            block[:, others] = of_outer
            block[:, inner] = of_inner[kept]
            block[:, last] = rest[kept]
            chances = np.full(len(block), chance, np.float64)
            for k in [*inner, last]:
                chances *= distributions[k][block[:, k]]
            differences.append(value(block))
            weights.append(chances)
            reached = compared.reached(differences[-1])
            extreme.append(float(np.sum(chances[reached])))
            every.append(float(np.sum(chances)))
    null_law = partial(
        _distribution_of, np.concatenate(differences), np.concatenate(weights)
    )
    return Tail(min(1.0, math.fsum(extreme) / math.fsum(every)), 0.0, null_law)


def _distribution_of(
    differences: NDArray[Any], chances: NDArray[np.float64]
) -> NullLaw:
    """Return the distribution of the defined differences from their probabilities.

    If there are too many, it has a fixed number of quantiles instead.
    """
    known = np.isfinite(differences)
    at, place = np.unique(differences[known], return_inverse=True)
    heights = np.bincount(place, weights=chances[known]) / chances.sum()
    if len(at) <= _MOST_OUTCOMES:
        return NullLaw(at, heights, "chances")
    shares = (np.arange(_MOST_OUTCOMES) + 0.5) / _MOST_OUTCOMES
    return drawn_law(
        at[np.searchsorted(np.cumsum(heights), shares).clip(max=len(at) - 1)]
    )


def _numbers(
    cells: Sequence[int], sizes: NDArray[np.int64]
) -> Iterator[tuple[int, ...]]:
    """Yield all numbers of some cells."""
    return product(*(range(int(sizes[k]) + 1) for k in cells))


def _blocks(
    cells: Sequence[int], sizes: NDArray[np.int64]
) -> Iterator[NDArray[np.int64]]:
    """Yield all numbers of some cells in blocks, (numbers, cells)."""
    if len(cells) == 1:
        size = int(sizes[cells[0]])
        for start in range(0, size + 1, _INNER):
            yield np.arange(start, min(start + _INNER, size + 1))[:, None]
        return
    blocks = [*_numbers(cells, sizes)]
    yield np.array(blocks, np.int64).reshape(len(blocks), len(cells))


def _binomial(size: int, first: int, second: int) -> NDArray[np.float64]:
    """Return chances of 0, 1, ..., size by the odds of A, from the largest outwards."""
    odds = first / second
    peak = min(size, int((size + 1) * first / (first + second)))
    up = np.arange(peak, size, dtype=np.float64)
    down = np.arange(peak, 0, -1, dtype=np.float64)
    above = np.cumprod((size - up) / (up + 1) * odds)
    below = np.cumprod(down / (size - down + 1) / odds)
    chances = np.concatenate([below[::-1], np.ones(1), above])
    probabilities: NDArray[np.float64] = chances / chances.sum()
    return probabilities


def _drawn_cells(
    sizes: NDArray[np.int64],
    n_first: int,
    value: Callable[[NDArray[np.int64]], NDArray[Any]],
    compared: Comparison,
    options: SwapOptions,
    width: int,
) -> Drawn:
    """Draw how many rows of each cell A gets."""
    draws = np.random.Generator(np.random.Philox(options.seed))
    step = max(1, _BLOCK // width)
    differences: list[NDArray[Any]] = []
    if int(sizes.sum()) >= _MOST_DRAWN:
        raise ValueError(
            f"rows must be fewer than {_MOST_DRAWN:,} where numbers are drawn, got "
            f"{int(sizes.sum()):,} of A and B together."
        )
    for start in range(0, options.n_resamples, step):
        several = min(step, options.n_resamples - start)
        numbers = draws.multivariate_hypergeometric(
            sizes, n_first, size=several, method="marginals"
        )
        differences.append(value(numbers))
        if options.progress is not None:
            options.progress(start + several, options.n_resamples)
    return drawn_share(compared, np.concatenate(differences))


def drawn_values(
    values: NDArray[np.float64],
    n_first: int,
    difference: Callable[[NDArray[Any]], NDArray[Any]],
    compared: Comparison,
    options: SwapOptions,
) -> Drawn:
    """Draw rows and add up their values, which are not below 0.

    ``difference`` is A's mean minus B's, of sums of A's values. The rows of the smaller
    sample are drawn.

    It needs at least one addition for each row and replicate, 10⁹ of them
    for 10⁵ rows and 9999 replicates. 64 at a time these take 0.3 s if half of the rows
    are drawn; other shares take up to six random bits for each, and 0.9 s.
    """
    n, whole = len(values), float(values.sum())
    several = min(n_first, n - n_first)
    sums = np.empty(options.n_resamples)

    def run(begin: int) -> None:
        block = sums[begin : begin + _DEALT_JOB]
        kernel.sum_dealt(values, several, options.seed, begin, block)

    blocks = range(0, options.n_resamples, _DEALT_JOB)
    threads.map_blocks(run, blocks, progress=options.progress)
    of_first = sums if several == n_first else whole - sums
    return drawn_share(compared, difference(of_first))
