"""Proportions of units that are not single draws: the effective number of units.

A unit is a cluster of items, a group of rows, or an item with several runs. Wilson's
interval takes the effective number of units in place of the number of trials. The plain
definitions are in ``fastmetrics.reference.item_intervals``.

Korn, E., Graubard, B. (1998). Confidence intervals for proportions with small expected
number of positive counts estimated from survey data. Survey Methodology 24(2), 193-201.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats: TypeAlias = NDArray[np.float64]

# Clusters of unequal sizes that count as fewer than this are too few: with a tenth of
# the clusters with half of the items, nominal 95 % intervals covered 88 to 98 %.
ENOUGH_CLUSTERS = 30


class SmoothedShare(NamedTuple):
    """A proportion with half a unit added at 0 and half a unit at 1, by stratum.

    Attributes
    ----------
    value : ndarray
        θ̃, within (0, 1) whatever the units are.
    variance : ndarray
        Variance of the proportion, θ̃ (1 - θ̃) ρ / G with G units and the design effect
        ρ. NaN for a single unit of several items.
    """

    value: Floats
    variance: Floats


def smoothed_share(
    totals: Floats, sizes: Floats, starts: ArrayLike = (0,)
) -> SmoothedShare:
    """Return the smoothed proportion of each stratum, and its variance.

    Parameters
    ----------
    totals, sizes : ndarray of shape (n_units, ...)
        Sum of the values in [0, 1] of each unit, and how many there are; 0 for a unit
        that is absent. Further axes are models.
    starts : array_like of int
        Where each stratum begins among the units.

    Returns
    -------
    SmoothedShare
        Of arrays of shape (n_strata, ...).
    """
    starts = np.asarray(starts, np.int64)
    lengths = np.diff(starts, append=len(totals))

    def add(terms: NDArray[np.float64]) -> Floats:
        sums: Floats = np.add.reduceat(terms, starts, axis=0)
        return sums

    def each(values: Floats) -> Floats:
        spread: Floats = np.repeat(values, lengths, axis=0)
        return spread

    n_units, n = add((sizes > 0).astype(np.float64)), add(sizes)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean_size = n / n_units
        value = (add(totals) + mean_size / 2) / (n + mean_size)
        apart = totals - each(value) * sizes
        # A unit is not independent of a proportion that contains it.
        own = (1 - each(1 / n_units)) / (1 - sizes / each(n))
        apart *= np.where(sizes == each(mean_size), 1.0, own)
        of_halves = (value**2 + (1 - value) ** 2) / 2
        squares = add(apart**2) / mean_size**2 + of_halves
        variance = squares / ((n_units + 1) * n_units)
        # A single item varies at most as a single draw does, a single cluster is none.
        single = np.where(n == 1, value * (1 - value), np.nan)
    return SmoothedShare(value, np.where(n_units > 1, variance, single))


def effective_size(
    totals: Floats,
    sizes: Floats,
    starts: ArrayLike = (0,),
    weights: Floats | None = None,
) -> Floats:
    """Return the number of independent draws that units are worth.

    ``weights`` are those of the strata, (n_strata, ...), which add up to 1; None if
    there is one. NaN if one of the strata has a single unit of several items.
    """
    value, variance = smoothed_share(totals, sizes, starts)
    if weights is not None:
        counts = weights > 0
        value = np.where(counts, weights * value, 0.0)
        variance = np.where(counts, weights**2 * variance, 0.0)
    share: Floats = value.sum(axis=0)
    found: Floats = share * (1 - share) / variance.sum(axis=0)
    return found


def are_unequal_and_few(sizes: Floats) -> bool:
    """Whether units of unequal sizes count as fewer than `ENOUGH_CLUSTERS`."""
    kept = sizes[sizes > 0]
    n = float(kept.sum())
    unequal = bool(kept.min() < kept.max())
    return unequal and n * n < ENOUGH_CLUSTERS * float(np.dot(kept, kept))
