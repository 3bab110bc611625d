"""Rows of two samples dealt out anew: the laws of the unpaired permutation test.

Without a difference each choice of as many rows as A has, of those of both, is as
likely. Rows that are alike, the same pair of labels or the same loss, form a cell: how
many of each cell A gets is a draw without replacement.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.null_laws import NullLaw, drawn_law
from fastmetrics._inputs.label_pairs import union
from fastmetrics._kernels import swaps as kernel
from fastmetrics.comparison.permutation.laws import (
    MOST_POINTS,
    Comparison,
    Drawn,
    Tail,
    drawn_share,
)
from fastmetrics.metrics.labels.formulas.counts import CellSums, Counts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fastmetrics.comparison.permutation.laws import SwapOptions
    from fastmetrics.resampling.model_sums import Reading

# Metric of A and of B by how many rows of each cell A has, (..., cells).
Values = Callable[["NDArray[Any]"], tuple["NDArray[Any]", "NDArray[Any]"]]

# Points that "auto" goes through: about a second.
_POINTS_BY_ITSELF = 2_000_000
# Choices of rows that a function is called on.
_CHOICES_BY_ITSELF = 10_000
# The picture of a law has so many values at most.
_MOST_OUTCOMES = 20_000
# Numbers that a block of replicates holds at once.
_BLOCK = 1 << 20
# Replicates that a thread draws at a time.
_JOB = 64
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

    ``cells`` are the rows of each cell, of both samples; ``width`` is how many numbers
    ``values`` makes of those of one choice.
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
    return _drawn(sizes, n_first, value, compared, options, max(width, len(cells)))


def has_few_points(sizes: NDArray[np.int64], options: SwapOptions) -> bool:
    """Whether all numbers of rows of each cell that A can get are gone through."""
    if options.draws_only:
        return False
    most = MOST_POINTS if options.method == "exact" else _POINTS_BY_ITSELF
    # What the largest cell gets is what is left.
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
    largest cell gets what is left; several others are gone through together.
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
    laws = [_binomial(size, n_first, total - n_first) for size in sizes.tolist()]
    extreme, every = [], []
    differences: list[NDArray[Any]] = []
    weights: list[NDArray[np.float64]] = []
    for of_outer in _numbers(others, sizes):
        chance = math.prod(
            float(laws[k][number]) for k, number in zip(others, of_outer, strict=True)
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
                chances *= laws[k][block[:, k]]
            differences.append(value(block))
            weights.append(chances)
            reached = compared.reached(differences[-1])
            extreme.append(float(np.sum(chances[reached])))
            every.append(float(np.sum(chances)))
    null_law = partial(_law_of, np.concatenate(differences), np.concatenate(weights))
    return Tail(min(1.0, math.fsum(extreme) / math.fsum(every)), 0.0, null_law)


def _law_of(differences: NDArray[Any], chances: NDArray[np.float64]) -> NullLaw:
    """Return the law of differences with chances, those that are defined.

    Of too many it is what as many replicates would have, evenly over all chances.
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


def _drawn(
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

    The least that it can take is an addition for each row and replicate, 10⁹ of them
    for 10⁵ rows and 9999 replicates. 64 at a time these take 0.3 s if half of the rows
    are drawn; other shares take up to six random bits for each, and 0.9 s.
    """
    n, whole = len(values), float(values.sum())
    several = min(n_first, n - n_first)
    sums = np.empty(options.n_resamples)

    def run(begin: int) -> None:
        block = sums[begin : begin + _JOB]
        kernel.sum_dealt(values, several, options.seed, begin, block)

    blocks = range(0, options.n_resamples, _JOB)
    threads.map_blocks(run, blocks, progress=options.progress)
    of_first = sums if several == n_first else whole - sums
    return drawn_share(compared, difference(of_first))


def dealt_rows(
    value: Callable[[NDArray[Any]], float],
    n_first: int,
    n: int,
    compared: Comparison,
    options: SwapOptions,
) -> Tail | Drawn | None:
    """Return the p-value of any function of rows, which is called for each choice.

    ``value`` takes the numbers of the rows. None as of `dealt_cells`.
    """

    def difference(first: NDArray[Any]) -> float:
        others = np.ones(n, bool)
        others[first] = False
        return value(first) - value(np.flatnonzero(others))

    found = []
    choices = math.comb(n, n_first)
    if not options.draws_only:
        most = MOST_POINTS if options.method == "exact" else _CHOICES_BY_ITSELF
        if choices <= most:
            for at, rows in enumerate(combinations(range(n), n_first)):
                found.append(difference(np.array(rows, np.intp)))
                if options.progress is not None and at % 1000 == 999:
                    options.progress(at + 1, choices)
            differences = np.array(found)
            chance = float(np.mean(compared.reached(differences)))
            return Tail(chance, 0.0, partial(_law_of, differences, np.ones(choices)))
        if options.method == "exact":
            return None
    draws = np.random.Generator(np.random.Philox(options.seed))
    for replicate in range(options.n_resamples):
        found.append(difference(np.sort(draws.choice(n, n_first, replace=False))))
        if options.progress is not None:
            options.progress(replicate + 1, options.n_resamples)
    return drawn_share(compared, np.array(found))


class DealtLabels:
    """Labels of two samples by cell, (true, predicted), and the metric of any numbers.

    Parameters
    ----------
    first, second : ConfusionCounts
    reading : Reading
        The metric, as a formula on counts of the labels of both.
    only_right : bool
        Whether all that it looks at is how many rows are right.

    Attributes
    ----------
    cells : ndarray of int64
        Rows of each cell, of both samples.
    found : ndarray of int64
        Rows of each cell, of A.
    """

    def __init__(
        self, first: Any, second: Any, reading: Reading, *, only_right: bool
    ) -> None:
        labels, of_first, of_second = union(first.labels, second.labels)
        self._labels, self._reading = labels, reading
        k = len(labels)
        sides = []
        for table, places in ((first, of_first), (second, of_second)):
            at = places[table.cells.rows] * k + places[table.cells.columns]
            sides.append(np.bincount(at, weights=table.cells.n, minlength=k * k))
        at = np.flatnonzero(sides[0] + sides[1])
        rows, columns = np.divmod(at, k)
        numbers = [side[at].astype(np.int64) for side in sides]
        if only_right:  # a right row of any class stands for all
            right = rows == columns
            numbers = [
                np.array([table[right].sum(), table[~right].sum()]) for table in numbers
            ]
            rows, columns = np.array([0, 0]), np.array([0, k - 1])
        self._rows, self._columns = rows, columns
        self.found = numbers[0]
        self.cells = numbers[0] + numbers[1]

    @property
    def kind(self) -> str:
        """Either "binary", if there are at most two labels, or "multiclass"."""
        return "binary" if len(self._labels) <= 2 else "multiclass"

    def __call__(self, numbers: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the metric of A and of B where A has so many rows of each cell."""
        return self._value(numbers), self._value(self.cells - numbers)

    @property
    def width(self) -> int:
        """How many numbers the metric of one choice is read off."""
        k = len(self._labels)
        return k * k if self._reading.view == "table" else 3 * k

    def _value(self, numbers: NDArray[Any]) -> NDArray[np.float64]:
        k = len(self._labels)
        classes = np.arange(k)
        of_true, of_predicted = (
            (places[:, None] == classes).astype(np.int64)
            for places in (self._rows, self._columns)
        )
        true, predicted = numbers @ of_true, numbers @ of_predicted
        present = (true != 0) | (predicted != 0)
        counts = Counts(
            self._labels,
            self.kind,
            numbers @ (of_true * of_predicted),
            true,
            predicted,
            true.sum(axis=-1),
            None if present.all() else present,
        )
        if self._reading.view == "table":
            table = np.zeros((*numbers.shape[:-1], k * k), np.int64)
            table[..., self._rows * k + self._columns] = numbers
            table = table.reshape(*numbers.shape[:-1], k, k)
            counts = counts._replace(table=table)
        elif self._reading.view == "cells":
            cells = CellSums(self._rows, self._columns, numbers)
            counts = counts._replace(cells=cells)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self._reading(counts), np.float64)
