"""Bootstrap intervals of the differences of many models, from the same replicates."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import bounds, ordered_values, threads
from fastmetrics._common.interval import EQUAL_REPLICATES
from fastmetrics._common.laws import OrderedReplicates
from fastmetrics._common.pair_intervals import Drawn, PairIntervals
from fastmetrics._common.pair_laws import PairLaws, ReplicateLaws, StudentLaws, blocks
from fastmetrics._kernels.apart import pairs_apart
from fastmetrics.metrics.record import SMOOTHED
from fastmetrics.resampling.plan import Jackknife

# Where so little of the models' own variation is left in a difference, sums of squares
# have lost digits, and it is looked at by itself.
_LITTLE = 1e-6
# Powers of two beyond which squares and cubes might leave the range.
_LARGE = 2.0**160


_NORMAL = NormalDist()
# Proportion of replicates by which tails are longer than an interval leaves out.
_WIDER = 0.01

# Methods that take only the deviation from replicates.
_AROUND_CENTRES = ("normal", SMOOTHED)


class SharedDraws(NamedTuple):
    """The values of all models in the same replicates, and on the data.

    ``centres`` and ``degrees_of_freedom`` are those of normal and smoothed intervals.
    ``keep``: whether intervals keep the differences that they were made of.
    """

    replicates: NDArray[np.float64]
    estimates: NDArray[np.float64]
    centres: NDArray[np.float64]
    degrees_of_freedom: float
    confidence_level: float
    keep: bool = True

    @property
    def are_tame(self) -> bool:
        """Whether all values are defined, and squares of them are in range."""
        largest = np.max(np.abs(self.replicates), initial=0.0)
        return bool(
            len(self.replicates) > 1
            and np.isfinite([self.estimates, self.centres]).all()
            and np.isfinite(largest)  # NaN if any is
            and (largest == 0 or 1 / _LARGE < largest < _LARGE)
        )


def pair_intervals(
    draws: SharedDraws,
    pairs: NDArray[np.intp],
    method: str,
    accelerations: NDArray[np.float64] | None,
    *,
    approximate: str,
) -> PairIntervals:
    """Return the intervals of differences, of draws that `are_tame`.

    ``accelerations``: of each pair, None: 0. ``approximate``: why the method is
    approximate, if it is.
    """
    by_model = np.ascontiguousarray(draws.replicates.T)
    first, second = pairs.T
    n, level = by_model.shape[1], draws.confidence_level
    estimate = draws.estimates[first] - draws.estimates[second]
    if accelerations is None:
        accelerations = np.zeros(len(pairs))
    largest = np.abs(by_model).max(axis=1)
    scale = np.maximum(largest[first], largest[second])
    columns = np.empty((10, len(pairs)))

    def run(block: slice) -> None:
        """Write what is known only while the replicates of these pairs are held."""
        drawn = TailRows(by_model, first[block], second[block], estimate[block], level)
        error, *found = columns[:, block]
        error[:], found[0][:] = drawn.deviation, drawn.spread
        if method in _AROUND_CENTRES:
            return
        rows: ordered_values.InOrder = drawn
        if method == "basic":  # it mirrors 0 at the estimates
            rows = ordered_values.Sorted(drawn.sorted_rows(np.arange(len(error))))
        ordered = OrderedReplicates(
            ordered_values.OrderedValues(rows),
            estimate[block],
            error,
            method,
            accelerations[block],
            around=drawn.around,
        )
        found[1][:], found[2][:] = ordered.bounds(level)
        of_all = ordered.counting_itself()
        for at, one in enumerate((ordered, of_all)):
            found[3 + at][:], found[5 + at][:] = one.below(0.0), one.above(0.0)
        found[7][:], found[8][:] = of_all.ends

    threads.map_blocks(run, blocks(len(pairs), n))
    error, spread, low, high = columns[:4]
    laws: PairLaws
    if method in _AROUND_CENTRES:
        centre = draws.centres[first] - draws.centres[second]
        laws = StudentLaws.of(centre, error, draws.degrees_of_freedom)
        low, high = laws.bounds(level)
    else:
        laws = ReplicateLaws(
            by_model,
            first,
            second,
            estimate,
            error,
            accelerations,
            method,
            columns[4:8].reshape(2, 2, -1),
            columns[8:],
        )
    is_constant = spread <= bounds.ROUNDING * scale
    is_one_sided = np.isnan(low) & ~is_constant
    reason = np.full(len(pairs), approximate, object)
    reason[is_constant] = EQUAL_REPLICATES
    reason[is_one_sided] = bounds.ONE_SIDED
    return PairIntervals.made(
        estimate,
        level,
        method,
        laws=laws,
        low=np.where(is_constant, np.nan, low),
        high=np.where(is_constant, np.nan, high),
        standard_error=np.where(is_constant, np.nan, error),
        n_resamples=n,
        approximate=bool(approximate),
        reason=reason,
        is_known=~(is_constant | is_one_sided),
        distributions=Drawn(by_model, first, second) if draws.keep else None,
    )


class TailRows:
    """Differences of the replicates of pairs, sorted in both tails only.

    They are the places that intervals and p-values read: those in both tails, and those
    next to 0. The other places need all differences of a pair in ascending order, which
    takes five times as long; then these are kept.

    Attributes
    ----------
    deviation, spread : ndarray
        The standard deviation and the range of each pair's differences.
    around : pair of ndarray
        How many are below the estimate, and equal to it up to rounding.
    """

    def __init__(
        self,
        by_model: NDArray[np.float64],
        first: NDArray[np.intp],
        second: NDArray[np.intp],
        estimate: NDArray[np.float64],
        confidence_level: float,
    ) -> None:
        self._pairs = by_model, first, second
        n = by_model.shape[1]
        self.shape: tuple[int, ...] = (len(first), n)
        self._rows = np.arange(len(first))
        # Corrections of the bias move bounds by less than half of the tail, mostly.
        share = min(0.5, 1 - confidence_level + _WIDER)
        z, width = -_NORMAL.inv_cdf(share), math.ceil(min(1.0, 2 * share) * n)
        numbers, counts, tails = pairs_apart(
            by_model,
            np.ascontiguousarray(first),
            np.ascontiguousarray(second),
            estimate,
            bounds.ROUNDING,
            z,
            width,
        )
        self.deviation, self.spread, self._below, self._above = numbers
        self._n_below, self._n_up_to, n_under, n_over, *self._n_tails = counts
        self.around = n_under, n - n_under - n_over
        tails.sort(axis=-1)
        self._tails = tails
        self._sorted: dict[int, NDArray[np.float64]] = {}

    def sorted_rows(self, rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the differences of these pairs in ascending order."""
        by_model, first, second = self._pairs
        drawn = by_model[first[rows]]
        drawn -= by_model[second[rows]]
        drawn.sort(axis=1)
        return drawn

    def at(self, places: Any) -> NDArray[np.float64]:
        """Return the difference at a place of each pair."""
        n, width = self.shape[1], self._tails.shape[-1]
        rows = self._rows
        places = places + np.zeros_like(rows)
        from_end = n - places
        low, high = self._tails
        n_low, n_high = self._n_tails
        found = np.where(places == self._n_below - 1, self._below, np.nan)
        found = np.where(places == self._n_up_to, self._above, found)
        is_zero = (places >= self._n_below) & (places < self._n_up_to)
        found = np.where(is_zero, 0.0, found)
        in_low = low[rows, np.minimum(places, width - 1)]
        found = np.where(places < n_low, in_low, found)
        in_high = high[rows, np.maximum(width - from_end, 0)]
        found = np.where(from_end <= n_high, in_high, found)
        others = np.isnan(found).nonzero()[0].tolist()
        new = [row for row in others if row not in self._sorted]
        if new:
            in_order = self.sorted_rows(np.array(new))
            self._sorted.update(zip(new, in_order, strict=True))
        for row in others:
            found[row] = self._sorted[row][places[row]]
        return found

    def count(self, limit: Any, before: Any) -> NDArray[np.int64]:
        """Return how many differences of each pair come before 0."""
        assert not np.any(limit)  # others are not counted
        return self._n_below if before is np.less else self._n_up_to


def pair_accelerations(
    left_out: Jackknife, pairs: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return `bounds.acceleration` of the differences of pairs.

    Σ(dᵢ - dⱼ)² and Σ(dᵢ - dⱼ)³ are sums of products of the models' own deviations,
    which matrix products compute for all pairs; for one pair they have no use.
    """
    values, counts = left_out
    weights = np.ones(len(values)) if counts is None else counts.astype(np.float64)
    first, second = pairs.T
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        total = weights.sum()
        apart = (weights @ values) / total - values
        scaled = weights[:, None] * apart
        squares = scaled.T @ apart
        cubes = (scaled * apart).T @ apart
        own = np.diag(squares)
        of_pairs = own[first] + own[second] - 2 * squares[first, second]
        cubed = (
            cubes[first, first]
            - 3 * cubes[first, second]
            + 3 * cubes[second, first]
            - cubes[second, second]
        )
        found: NDArray[np.float64] = cubed / (6 * of_pairs**1.5)
        larger = np.maximum(own[first], own[second])
        in_range = (larger < _LARGE) & (larger > 1 / _LARGE)
        doubtful = ~(in_range & (of_pairs > _LITTLE * larger))
    if len(pairs) == 1:
        doubtful[:] = True
    for at in np.flatnonzero(doubtful).tolist():
        i, j = pairs[at]
        apart_of = values[:, i] - values[:, j]
        found[at] = bounds.acceleration(apart_of, 1 if counts is None else counts)
    return found
