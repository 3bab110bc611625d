"""Coincidences: which two values the raters of a unit gave, and what chance gives.

Units with one rating, or none, say nothing on agreement and are left out.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common import threads
from fastmetrics._kernels.coincidences import count_coincidences

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]


LEVELS = ("nominal", "ordinal", "interval", "ratio")

# Values of which all pairs are kept in a table, and the most entries of such tables.
_MOST_VALUES, _MOST_ENTRIES = 128, 1 << 22
# Beyond such a power of two, squares of ratings may leave the range of numbers.
_FAR = 300
# Ratings in one piece of work, and pairs of values whose distances are held at a time.
_BLOCK, _PAIRS = 1 << 18, 1 << 20


class Coincidences:
    """What ratings say on the disagreement of raters, at a level of measurement.

    ``ratings`` are (n_units, n_raters) float64, NaN where there is none.

    Attributes
    ----------
    values : ndarray
        Those that occur, ascending.
    counts : ndarray of int64
        How often each of them does.
    n : int
        Ratings of units with two at least.
    n_units : int
        Such units.
    observed : float
        Sum of the distances of ordered pairs of ratings of a unit, over one less than
        how many ratings it has.
    expected : float
        Sum of the distances of all ordered pairs of ratings.
    """

    def __init__(self, ratings: Numbers, level: str) -> None:
        self._ratings, self._level = ratings, level
        pairs = self._pairs()
        if pairs is not None:
            self._take(*pairs)
            return
        if level in ("interval", "ratio"):  # the unit of measurement does not matter
            largest = np.fmax.reduce(np.abs(ratings), axis=None, initial=0.0)
            power = int(np.frexp(largest)[1])
            if abs(power) > _FAR:
                self._ratings = ratings = np.ldexp(ratings, -power)
        sizes = (~np.isnan(ratings)).sum(axis=1)
        paired = ratings[sizes > 1]
        self.values, self.counts = np.unique(
            paired[~np.isnan(paired)], return_counts=True
        )
        self.n, self.n_units = int(self.counts.sum()), len(paired)
        self.observed = math.fsum(self.by_unit().tolist()) if self.n else 0.0
        self.expected = self._by_chance()

    def _pairs(self) -> tuple[float, NDArray[np.int64]] | None:
        """Count the pairs of few values, whole numbers from the least one on.

        None where they are many, or no whole numbers.
        """
        ratings, (n, r) = self._ratings, self._ratings.shape
        low = float(np.fmin.reduce(ratings, axis=None, initial=np.inf))
        high = float(np.fmax.reduce(ratings, axis=None, initial=-np.inf))
        if not high >= low:
            low = high = 0.0
        k = int(min(high - low, _MOST_VALUES)) + 1
        if k > _MOST_VALUES or (r + 1) * k * k > _MOST_ENTRIES:
            return None
        if low != np.floor(low) or max(high, -low) > 2.0**52:
            return None
        step = max(1, _BLOCK // r)

        def count(start: int) -> NDArray[np.int64] | None:
            found = np.zeros((r + 1, k, k), np.int64)
            whole = count_coincidences(ratings[start : start + step], low, found)
            return found if whole else None

        pairs = np.zeros((r + 1, k, k), np.int64)
        for one in threads.map_blocks(count, range(0, n, step)):
            if one is None:
                return None
            pairs += one
        return low, pairs + pairs.transpose(0, 2, 1)

    def _take(self, low: float, pairs: NDArray[np.int64]) -> None:
        """Take ordered pairs of values by how many ratings their unit has."""
        sizes = np.arange(len(pairs))
        others = np.maximum(sizes - 1, 1)
        by_size = pairs.sum(axis=2) // others[:, None]  # ratings of units of each size
        counts = by_size.sum(axis=0)
        kept = np.flatnonzero(counts)
        self.counts, self.values = counts[kept], kept.astype(np.float64) + low
        self.n = int(self.counts.sum())
        self.n_units = int((by_size.sum(axis=1) // np.maximum(sizes, 1)).sum())
        apart = self.distances(self.values[:, None], self.values)
        terms = (pairs[:, kept[:, None], kept] * apart).sum(axis=(1, 2)) / others
        self.observed = math.fsum(terms.tolist())
        self.expected = self._by_chance()

    @property
    def _places(self) -> Numbers:
        """Where each value stands: ordinal ones at the middle of their ranks."""
        if self._level != "ordinal":
            return self.values
        return np.cumsum(self.counts) - self.counts / 2

    def distances(self, values: Numbers, others: Numbers) -> Numbers:
        """Return the squared distances of values that occur, of one shape."""
        if self._level == "nominal":
            return (values != others).astype(np.float64)
        if self._level == "ratio":
            sums = values + others
            return np.square((values - others) / np.where(sums == 0, 1.0, sums))
        if self._level == "ordinal":
            places = self._places
            values = places[np.searchsorted(self.values, values)]
            others = places[np.searchsorted(self.values, others)]
        return np.square(values - others)

    def _by_chance(self) -> float:
        """Return the sum of the distances of all ordered pairs of ratings.

        Of whole numbers that are far below 2⁵³ it is exact.
        """
        return math.fsum((self.counts * self.to_all()).tolist())

    def to_all(self) -> Numbers:
        """Return the sum of the distances from each value to all ratings."""
        if self._level == "nominal":
            return (self.n - self.counts).astype(np.float64)
        if self._level == "ratio":
            values, found = self.values, np.empty(len(self.values))
            step = max(1, _PAIRS // max(1, len(values)))
            for start in range(0, len(values), step):
                some = values[start : start + step, None]
                found[start : start + step] = self.distances(some, values) @ self.counts
            return found
        places, n = self._places, max(self.n, 1)
        around = places - math.fsum((self.counts * places).tolist()) / n
        spread = math.fsum((self.counts * around**2).tolist())
        return self.n * around**2 + spread

    # --- unit by unit

    @property
    def _units(self) -> Numbers:
        """The ratings of units with two at least."""
        sizes = (~np.isnan(self._ratings)).sum(axis=1)
        return self._ratings if (sizes > 1).all() else self._ratings[sizes > 1]

    def by_unit(self) -> Numbers:
        """Return what each unit adds to what is observed."""
        ratings = self._units
        missing = np.isnan(ratings)
        others = (~missing).sum(axis=1) - 1.0
        found = np.zeros(len(ratings))
        if self._level in ("interval", "ordinal"):
            if self._level == "ordinal":
                filled = np.where(missing, self.values[:1], ratings)
                ratings = self._places[np.searchsorted(self.values, filled)]
            known = np.where(missing, 0.0, ratings)
            means = known.sum(axis=1, keepdims=True) / (others[:, None] + 1)
            apart = np.where(missing, 0.0, ratings - means)
            return 2 * (others + 1) / others * np.square(apart).sum(axis=1)
        for i in range(ratings.shape[1]):
            for j in range(i):
                both = ~(missing[:, i] | missing[:, j])
                pairs = ratings[both, i], ratings[both, j]
                found[both] += self.distances(*pairs)
        return 2 * found / others

    def slopes(self) -> tuple[Numbers, Numbers, Numbers]:
        """Return how n, observed and expected grow with the weight of each unit.

        Ordinal distances grow with the ratings between two values, whoever gave them.
        """
        ratings = self._units
        missing = np.isnan(ratings)
        sizes = (~missing).sum(axis=1).astype(np.float64)
        at = np.searchsorted(self.values, np.where(missing, self.values[:1], ratings))

        def of_units(values: Numbers) -> Numbers:
            return np.where(missing, 0.0, values[at]).sum(axis=1)

        observed, expected = self.by_unit(), 2 * of_units(self.to_all())
        if self._level == "ordinal":
            places, n = self._places, self.counts
            rated = np.where(missing, 0.0, places[at]).sum(axis=1)
            ratio = sizes / (sizes - 1)
            # Σ over pairs of a unit of (place - place'), for each of its ratings.
            pulls = np.where(missing, 0.0, ratio[:, None] * places[at])
            pulls -= np.where(missing, 0.0, (rated / (sizes - 1))[:, None])
            kept = ~missing
            of_value = np.bincount(at[kept], pulls[kept], len(n))
            observed = observed + of_units(_above(4 * of_value))
            mean = float(n @ places)
            expected = expected + of_units(_above(4 * n * (self.n * places - mean)))
        return sizes, observed, expected


def _above(pulls: Numbers) -> Numbers:
    """Return for each value the sum of what is above it, and half of its own."""
    return np.cumsum(pulls[::-1])[::-1] - pulls / 2
