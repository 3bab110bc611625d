"""Bootstrap intervals of the differences of many models, from the same replicates."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import bounds, threads
from fastmetrics._common.interval import EQUAL_REPLICATES
from fastmetrics._common.laws import OrderedReplicates
from fastmetrics._common.pair_intervals import Drawn, PairIntervals
from fastmetrics._common.pair_laws import PairLaws, ReplicateLaws, StudentLaws, blocks
from fastmetrics.metrics.record import SMOOTHED
from fastmetrics.resampling.plan import Jackknife

# Where so little of the models' own variation is left in a difference, sums of squares
# have lost digits, and it is looked at by itself.
_LITTLE = 1e-6
# Powers of two beyond which squares and cubes might leave the range.
_LARGE = 2.0**160


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
        drawn = by_model[first[block]]
        drawn -= by_model[second[block]]
        error, *found = columns[:, block]
        error[:] = drawn.std(axis=1, ddof=1)
        drawn.sort(axis=1)
        found[0][:] = drawn[:, -1] - drawn[:, 0]
        if method in _AROUND_CENTRES:
            return
        ordered = OrderedReplicates(
            bounds.OrderedValues(drawn),
            estimate[block],
            error,
            method,
            accelerations[block],
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
