"""Variances of means over items: between units of items, and between runs.

A unit is a cluster of items, or an item without clusters. Units are drawn within their
benchmark, which is fixed. Arrays have an axis of units and one of models.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from fastmetrics._common.effective_sizes import effective_size
from fastmetrics._kernels import random

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fastmetrics.metrics.items.item_means import ItemMeans
    from fastmetrics.metrics.items.item_scores import ItemScores
    from fastmetrics.resampling.plan import Progress

    Floats: TypeAlias = NDArray[np.float64]
    Codes: TypeAlias = NDArray[np.int64]


class Variance(NamedTuple):
    """Variance of an estimate and its degrees of freedom."""

    value: float
    degrees_of_freedom: float


def added(parts: Floats, degrees_of_freedom: Floats) -> Variance:
    """Return the sum of independent variances, with Satterthwaite's degrees."""
    value, squares = float(np.sum(parts)), float(np.sum(parts**2 / degrees_of_freedom))
    return Variance(value, value**2 / squares if squares else math.nan)


class ItemUnits(NamedTuple):
    """The units of the items of a table.

    Attributes
    ----------
    codes : ndarray of int64, shape (n_items,)
        Unit of each item; units are ordered by benchmark.
    n : int
        Number of units.
    starts : ndarray of int64
        Where each benchmark begins among the units.
    has_clusters : bool
    """

    codes: Codes
    n: int
    starts: Codes
    has_clusters: bool

    @classmethod
    def of_scores(cls, scores: ItemScores) -> ItemUnits:
        """Return the units of a table."""
        units, strata = scores.units, scores.strata
        starts = np.zeros(1, np.int64)
        if strata is not None:
            of_unit = np.empty(units.k, np.int64)
            of_unit[units.codes] = strata.codes
            starts = np.searchsorted(of_unit, np.arange(strata.k))
        return cls(units.codes, units.k, starts, scores.has_clusters)

    def sums(self, values: Floats) -> Floats:
        """Return the sums of the items of each unit, (n_units, n_models)."""
        if not self.has_clusters:
            return values
        columns = [np.bincount(self.codes, column, self.n) for column in values.T]
        return np.stack(columns, axis=1)


class UnitSums:
    """Sums of item numbers by unit, of several models.

    Parameters
    ----------
    numbers : ndarray of shape (n_items, n_models)
        NaN for an item that does not count.
    units : ItemUnits
    weights : ndarray of shape (n_strata, n_models)
        Weight of each benchmark.
    by_items : bool
        Whether all items count alike, so weights change with the items that are drawn.
    """

    def __init__(
        self, numbers: Floats, units: ItemUnits, weights: Floats, by_items: bool
    ) -> None:
        known = ~np.isnan(numbers)
        self._by_items = by_items
        self.starts, self.weights = units.starts, weights
        self.totals = units.sums(np.where(known, numbers, 0.0))
        self.sizes = units.sums(known.astype(np.float64))

    @classmethod
    def of_means(cls, means: ItemMeans, units: ItemUnits) -> UnitSums:
        """Return the sums of the numbers of all models of a metric."""
        return cls(means.numbers, units, means.weights, means.by_items)

    def add(self, values: Floats) -> Floats:
        """Return sums over the units of each benchmark, (n_strata, n_models)."""
        sums: Floats = np.add.reduceat(values, self.starts, axis=0)
        return sums

    def values(self) -> Floats:
        """Return the mean of each model."""
        return self._means(self.add(self.totals), self.add(self.sizes))

    def _means(self, totals: Floats, sizes: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            if self._by_items:
                return totals.sum(axis=0) / sizes.sum(axis=0)
            terms = np.where(self.weights > 0, self.weights * totals / sizes, 0.0)
        found: Floats = terms.sum(axis=0)
        return found

    # --- variances

    @cached_property
    def effective_sizes(self) -> Floats:
        """Number of independent draws that the units of each model are worth."""
        return effective_size(self.totals, self.sizes, self.starts, self.weights)

    def without_each(self, model: int) -> tuple[Floats, Codes]:
        """Return means of a model without each of its units, and the units' strata.

        If there are several benchmarks, they are means of the benchmark of the unit.
        """
        totals, sizes = self.totals[:, model], self.sizes[:, model]
        lengths = np.diff([*self.starts, len(totals)])
        strata = np.repeat(np.arange(len(lengths)), lengths)
        kept = np.flatnonzero(sizes)
        strata, totals, sizes = strata[kept], totals[kept], sizes[kept]
        k = len(lengths)
        all_totals, all_sizes = (np.bincount(strata, x, k) for x in (totals, sizes))
        with np.errstate(invalid="ignore", divide="ignore"):
            found = (all_totals[strata] - totals) / (all_sizes[strata] - sizes)
        return found, strata

    def jackknife_variance(self, model: int) -> Variance:
        """Return the sum of the jackknife variances of the benchmarks of a model.

        NaN if a benchmark has a single unit. Without clusters it is the variance of a
        mean.
        """
        values, strata = self.without_each(model)
        k = len(self.starts)
        n_units = np.bincount(strata, minlength=k)
        with np.errstate(invalid="ignore", divide="ignore"):
            centres = np.bincount(strata, values, k) / n_units
            squares = np.bincount(strata, (values - centres[strata]) ** 2, k)
            parts = (n_units - 1) / n_units * squares
        weights = self.weights[:, model]
        kept = weights > 0
        if (n_units[kept] < 2).any():
            return Variance(math.nan, math.nan)
        freedom = n_units[kept].astype(np.float64) - 1
        return added((weights**2 * parts)[kept], freedom)

    # --- units drawn anew, and left out

    def replicates(self, seed: int, n: int, progress: Progress) -> Floats:
        """Return means of units drawn anew within benchmarks, (n, n_models)."""
        lengths = np.diff([*self.starts, len(self.totals)]).astype(np.int64)
        found = np.empty((n, self.totals.shape[1]))
        for i in range(n):
            times = random.draw_weights(seed, i, lengths)[:, None].astype(np.float64)
            found[i] = self._means(
                self.add(times * self.totals), self.add(times * self.sizes)
            )
            if progress is not None:
                progress(i + 1, n)
        return found

    def left_out(self, models: Sequence[int]) -> Floats:
        """Return the means of models without each unit, (n_units, n_models)."""
        totals, sizes = self.totals[:, list(models)], self.sizes[:, list(models)]
        sums = self.add(self.totals)[:, list(models)]
        counts = self.add(self.sizes)[:, list(models)]
        with np.errstate(invalid="ignore", divide="ignore"):
            if self._by_items:
                left: Floats = sums.sum(axis=0) - totals
                return left / (counts.sum(axis=0) - sizes)
            lengths = np.diff([*self.starts, len(totals)])
            weights = self.weights[:, list(models)]
            terms = np.where(weights > 0, weights * sums / counts, 0.0)
            own, sums, counts, weights = (
                np.repeat(each, lengths, axis=0)
                for each in (terms, sums, counts, weights)
            )
            other = (sums - totals) / (counts - sizes)
            moved: Floats = np.where(weights > 0, weights * other - own, 0.0)
        return terms.sum(axis=0) + moved


class RunVariance(NamedTuple):
    """Variance of a mean over fixed items, whose runs are drawn.

    Attributes
    ----------
    value, degrees_of_freedom : float
        Variance of the mean, and of Student's t.
    n : float
        Number of items of equal weight that the items count as, 1 / Σ w².
    mean_runs : float
        Harmonic mean of the numbers of runs.
    """

    value: float
    degrees_of_freedom: float
    n: float
    mean_runs: float

    @classmethod
    def of_items(cls, weights: Floats, variances: Floats, runs: Floats) -> RunVariance:
        """Return it from each item's weight, variance and number of runs."""
        value, freedom = added(weights**2 * variances, runs - 1)
        n = 1 / float(np.sum(weights**2))
        return cls(value, freedom, n, len(runs) / float(np.sum(1 / runs)))

    def effective_size(self, value: float) -> float:
        """Return the number of draws that the runs are worth, of scores 0 and 1."""
        smoothed = (self.n * value + 0.5) / (self.n + 1)
        of_halves = (smoothed**2 + (1 - smoothed) ** 2) / (2 * self.mean_runs)
        spread = self.n**2 * self.value + of_halves
        return self.n * (self.n + 1) * smoothed * (1 - smoothed) / spread
