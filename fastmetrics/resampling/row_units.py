"""Rows that are drawn together, and quantiles of rows drawn again."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.arrays import order_statistics, quantile_of_sorted
from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.means import Mean, mean_of_groups, mean_of_rows
from fastmetrics._inputs.groups import group_codes
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import cells, random
from fastmetrics.metrics.record import ORDER
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import jackknife_groups

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.resampling.plan import Design, Progress


# ---------------------------------------------------------------------------- row units
# RowUnits: which rows count, how much, and which of them are drawn together.


# Units times columns that one job goes over before it looks up.
_JOB = 4_000_000
# Weights beyond these powers of two are brought near 1, so that squares are in range.
_LARGE = 200


class RowUnits:
    """The rows of a data set as its design has them drawn.

    A unit is a row whose weight is above 0, or a group of such rows. Values of rows are
    arrays over all rows that were given.

    Parameters
    ----------
    n_rows : int
    design : Design
    classes : callable
        Gives the number of each row's stratum, of all rows; asked if stratified.

    Attributes
    ----------
    n : int
        How many units are drawn.
    weights : ndarray of float64 or None
        Those that were given, of all rows.
    total : float
        Σ of those given, or how many rows there are.
    """

    def __init__(
        self, n_rows: int, design: Design, classes: Callable[[], NDArray[Any]]
    ) -> None:
        self._n_rows = n_rows
        self.weights: NDArray[np.float64] | None = None
        self.total = float(n_rows)
        self._kept: NDArray[np.int64] | None = None
        self._weights: NDArray[np.float64] | None = None
        self._groups: NDArray[np.int64] | None = None
        if design.sample_weight is not None:
            self._weigh(sample_weights(design.sample_weight, n_rows))
        self.n = n_rows if self._kept is None else len(self._kept)
        # The units in the order in which draws address them; None: as they are.
        self._order: NDArray[np.int64] | None = None
        self._strata = np.array([self.n], np.int64)
        if design.groups is not None:
            if design.stratified:
                raise ValueError("groups and stratified exclude each other")
            self._group(design.groups)
        elif design.stratified:
            found = np.unique(
                self._counted(classes()), return_inverse=True, return_counts=True
            )
            self._order = np.argsort(found[1], kind="stable")
            self._strata = found[2].astype(np.int64)

    def _weigh(self, weights: NDArray[np.float64]) -> None:
        self.weights = weights
        with np.errstate(over="ignore"):
            self.total = float(np.sum(weights))
        if not weights.all():
            self._kept = np.flatnonzero(weights)
        counted = np.ascontiguousarray(self._counted(weights))
        power = int(np.frexp(counted.max())[1])
        if abs(power) > _LARGE:
            counted = np.ldexp(counted, -power)
        self._weights = counted

    def _group(self, groups: Any) -> None:
        codes, self.n = group_codes(groups, self._n_rows)
        if self._kept is not None:  # a group of rows of weight 0 is out as well
            found, codes = np.unique(codes[self._kept], return_inverse=True)
            self.n = len(found)
        self._groups = codes
        self._strata = np.array([self.n], np.int64)

    def _counted(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return the values of rows whose weight is above 0."""
        return values if self._kept is None else values[self._kept]

    # --- closed forms

    def mean(self, values: NDArray[np.float64]) -> Mean:
        """Return the mean of values of rows, and how much it varies."""
        counted = np.ascontiguousarray(self._counted(values))
        if self._groups is None:
            return mean_of_rows(counted, self._weights)
        return mean_of_groups(counted, self._weights, self._groups, self.n)

    # --- units drawn anew, and left out

    def sums(self, values: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """Return Σ w l of the rows of each unit; without values Σ w."""
        w = self._weights
        if values is not None:
            values = self._counted(values)
            w = values if w is None else w * values
        if self._groups is not None:
            return np.bincount(self._groups, w, self.n).astype(np.float64, copy=False)
        return np.ones(self.n) if w is None else w

    def drawn_means(
        self, sums: list[NDArray[np.float64]], seed: int, n: int, progress: Progress
    ) -> NDArray[np.float64]:
        """Return the means of units drawn anew, (n, columns).

        ``sums``: of each column the sums of the units. Σ w is drawn with them.
        """
        columns = np.stack([self.sums(), *sums], axis=1)
        if self._order is not None:
            columns = columns[self._order]
        # Each unit is a cell of its own, which counts towards no bin.
        ends = np.arange(1, self.n + 1)
        nothing = np.zeros(self.n + 1, np.int64), np.zeros(0, np.int32)
        layout = cells.CellLayout(*nothing, 1, None, columns)
        rows = cells.Rows(ends, self.n)
        found = np.empty((n, columns.shape[1]))
        unused = np.empty((n, 1), np.int64)
        step = max(1, min(64, _JOB // columns.size))

        def run(first: int) -> None:
            block = slice(first, first + step)
            cells.draw_rows(
                layout, rows, self._strata, seed, first, unused[block], found[block]
            )

        threads.map_blocks(run, range(0, n, step), progress=progress)
        return found[:, 1:] / found[:, :1]

    def counts(self, values: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return Σ of counts of rows, (rows, columns), over the rows of each unit."""
        counted = self._counted(values).astype(np.float64)
        if self._groups is None:
            return counted
        columns = [np.bincount(self._groups, one, self.n) for one in counted.T]
        return np.stack(columns, axis=1)

    def drawn_counts(
        self, counts: NDArray[np.float64], seed: int, n: int, progress: Progress
    ) -> NDArray[np.float64]:
        """Return the sums of counts of units drawn anew, (n, columns).

        ``counts`` are (units, columns), whole numbers: so are the sums, which are exact
        in whatever order they are added up.
        """
        if self._order is not None:
            counts = counts[self._order]
        by_column = np.ascontiguousarray(counts.T)
        found = np.empty((n, len(by_column)))
        step = max(1, min(64, _JOB // max(by_column.size, 1)))

        def run(first: int) -> None:
            times = np.empty(self.n)
            for i in range(first, min(first + step, n)):
                np.copyto(times, random.draw_weights(seed, i, self._strata))
                # By its own loops: those of BLAS start threads beside these.
                np.einsum("cn,n->c", by_column, times, out=found[i])

        threads.map_blocks(run, range(0, n, step), progress=progress)
        return found

    def drawn_weights(self, seed: int, replicate: int) -> NDArray[np.float64]:
        """Return what each row weighs in a replicate, of all rows."""
        drawn = random.draw_weights(seed, replicate, self._strata)
        if self._order is not None:
            by_unit = np.empty_like(drawn)
            by_unit[self._order] = drawn
            drawn = by_unit
        return self._of_rows(drawn)

    def weights_without(self, seed: int) -> list[NDArray[np.float64]]:
        """Return the rows' weights with each of up to 200 random groups left out."""
        codes, n_groups = jackknife_groups(seed, self.n)
        return [self._of_rows(codes != group) for group in range(n_groups)]

    def weights_without_each(self) -> Iterator[NDArray[np.float64]]:
        """Yield the rows' weights with each unit left out."""
        every = np.arange(self.n)
        for unit in range(self.n):
            yield self._of_rows(every != unit)

    def _of_rows(self, times: NDArray[Any]) -> NDArray[np.float64]:
        """Return weights of all rows, from how often each unit is there."""
        if self._groups is not None:
            times = times[self._groups]
        weights = np.zeros(self._n_rows)
        kept = slice(None) if self._kept is None else self._kept
        given = 1.0 if self.weights is None else self.weights[kept]
        weights[kept] = times * given
        return weights


# ------------------------------------------------------------------------ row quantiles
# Quantiles of what rows have, their replicates, and their bounds: order statistics.
#
# How many of n values lie below the quantile of level q is a binomial variable,
# whatever the distribution. So some order statistic is a lower bound at nearly the
# level that is asked for, and the next one is too high: the bound lies between the two.
#
# The plain definition is in ``fastmetrics.reference.mean_intervals``.
#
# Sources: T. P. Hettmansperger and S. J. Sheather (1986), "Confidence intervals based
# on interpolated order statistics"; J. Nyblom (1992), "Note on interpolated order
# statistics".


class SampleQuantile:
    """A quantile of values of rows.

    Parameters
    ----------
    values : ndarray of float64, of shape (n_samples,)
    level : float
        Which quantile, in [0, 1].
    """

    def __init__(self, values: NDArray[np.float64], level: float) -> None:
        self._values = np.ascontiguousarray(values)
        self._level = level

    @cached_property
    def _sorted(self) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """The rows in the order of their values, and the values in that order."""
        order = np.argsort(self._values, kind="stable")
        return order, self._values[order]

    def of(self, weights: NDArray[np.float64]) -> float:
        """Return the quantile of rows that weigh so much; NaN if none weighs any."""
        order, values = self._sorted
        return quantile_of_sorted(values, weights[order], self._level)

    def interval(self, estimate: float, level: float) -> Interval:
        """Make the interval between interpolated order statistics, of rows alike."""
        n = len(self._values)
        places = places_of_bounds(n, self._level, level)
        ranks = [r for place in places if place for r in (place.rank, place.towards)]
        if not ranks:
            why = refusals.no_order_statistic("", n, self._level)
            return no_interval(estimate, level, why)
        found = order_statistics(self._values, ranks).tolist()
        low, high = (
            interpolated(found.pop(0), found.pop(0), place.share) if place else math.nan
            for place in places
        )
        why = ""
        if math.isnan(low) or math.isnan(high):
            side = "lower" if math.isnan(low) else "upper"
            why = refusals.no_order_statistic(side, n, self._level)
        return Interval(estimate, low, high, math.nan, level, ORDER, reason=why)


class Place(NamedTuple):
    """Where a bound lies: between two values, by their ranks from 0 on.

    Attributes
    ----------
    rank, towards : int
    share : float
        Of the way from the first to the second.
    """

    rank: int
    towards: int
    share: float


def places_of_bounds(
    n: int, level: float, confidence_level: float
) -> tuple[Place | None, Place | None]:
    """Return the places of both bounds of a quantile of n values.

    None for a bound that no order statistic is: there are too few values beyond.
    """
    low = _place(n, level, confidence_level)
    high = _place(n, 1 - level, confidence_level, complement=level)
    if high is not None:  # it was counted from the other end
        high = Place(n - 1 - high.rank, n - 1 - high.towards, high.share)
    return low, high


def interpolated(first: float, second: float, share: float) -> float:
    """Return the value so far from the first to the second, infinite ones too."""
    if share == 0 or first == second:
        return first
    away = second - first
    if math.isfinite(away):
        return first + share * away
    return (1 - share) * first + share * second


def _place(
    n: int, level: float, confidence_level: float, complement: float | None = None
) -> Place | None:
    """Return the place of a lower bound.

    d is the last index with P(B < d) ≤ α/2, B being binomial with n and the level.
    ``complement`` is 1 - level where that has more digits.
    """
    from scipy.special import betainc

    rest = 1 - level if complement is None else complement
    tail = (1 - confidence_level) / 2

    def below(d: int) -> float:
        """Return P(B < d), 1 ≤ d ≤ n."""
        return float(betainc(n - d + 1, d, rest))

    if below(1) > tail:
        return None
    d, beyond = 1, n + 1
    while beyond - d > 1:
        middle = (d + beyond) // 2
        if below(middle) <= tail:
            d = middle
        else:
            beyond = middle
    if d == n:
        return Place(n - 1, n - 1, 0.0)
    short, over = tail - below(d), below(d + 1) - tail
    if short == 0:
        return Place(d - 1, d, 0.0)
    return Place(d - 1, d, 1 / (1 + d * rest * over / ((n - d) * level * short)))
